//! The inverse of numbering: finds a job's number in a study from its identity.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::Spec;
use super::parts::Set;
use crate::instance::Instances;

/// Looks up jobs by their identity.
pub(crate) struct Places<'s> {
    spec: &'s Spec,
    sets: HashMap<&'s str, usize>,
    settings: HashMap<String, usize>,
    /// By set, the number of its first job.
    firsts: Vec<u64>,
    /// By set, the index of each board of a file.
    boards: Vec<OnceCell<HashMap<String, u64>>>,
}

impl<'s> Places<'s> {
    pub fn of(spec: &'s Spec) -> Places<'s> {
        let mut first = 0;
        let firsts = (0..spec.sets.len()).map(|set| {
            first += spec.jobs_of(set);
            first - spec.jobs_of(set)
        });
        Places {
            firsts: firsts.collect(),
            sets: spec.sets.iter().map(|set| set.name.as_str()).zip(0..).collect(),
            settings: spec.settings().iter().map(|setting| setting.key()).zip(0..).collect(),
            boards: spec.sets.iter().map(|_| OnceCell::new()).collect(),
            spec,
        }
    }

    /// The index of the set with this name.
    pub fn set(&self, name: &str) -> Option<usize> {
        self.sets.get(name).copied()
    }

    /// The index of the configuration with a setting.
    pub fn configuration(&self, setting: &str) -> Option<usize> {
        self.settings.get(setting).copied()
    }

    /// The number of the job of a configuration, with a seed, on the instance with a key.
    pub fn job(
        &self,
        set: usize,
        key: &str,
        configuration: usize,
        seed: Option<u64>,
    ) -> Option<u64> {
        let instance = self.instance(set, key)?;
        let repetition = self.spec.repetition_with(configuration, seed)?;
        let mut before = 0;
        for &earlier in &self.spec.sets[set].configurations {
            if earlier == configuration {
                let first = self.firsts[set] + instance * self.spec.jobs_of_instance(set);
                return Some(first + before + repetition);
            }
            before += self.spec.configurations[earlier].repetitions;
        }
        None
    }

    fn instance(&self, set: usize, key: &str) -> Option<u64> {
        let Set { instances, .. } = &self.spec.sets[set];
        let mut before = 0;
        for some in instances {
            if let Some(index) = some.find_named(key) {
                return Some(before + index);
            }
            before += some.len();
        }
        self.boards[set].get_or_init(|| boards(instances)).get(key).copied()
    }
}

fn boards(instances: &[Instances]) -> HashMap<String, u64> {
    let mut boards = HashMap::new();
    let mut before = 0;
    for some in instances {
        if let Instances::Boards { .. } = some {
            boards.extend((0..some.len()).map(|index| (some.key(index), before + index)));
        }
        before += some.len();
    }
    boards
}

impl Spec {
    /// The repetition of a configuration with a given seed.
    fn repetition_with(&self, configuration: usize, seed: Option<u64>) -> Option<u64> {
        let counted = self.configurations[configuration].deterministic;
        let repetition = match (counted, self.seed, seed) {
            (_, _, Some(seed)) if counted => seed,
            (_, Some(first), Some(seed)) => seed.wrapping_sub(first),
            (_, None, Some(seed)) => seed,
            (_, _, None) => 0,
        };
        let is_ours = repetition < self.configurations[configuration].repetitions
            && self.seed_for(configuration, repetition) == seed;
        is_ours.then_some(repetition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_found_by_what_it_is() {
        for seed in ["", "seed = 0\n", "seed = 9\n"] {
            let text = format!(
                "title = \"t\"\n{seed}[[instances]]\nset = \"a\"\n\
                 names = [\"gaps:random/4x4/3..9\", \"gaps:random/4x5/1\"]\n\
                 [[instances]]\nset = \"b\"\nnames = [\"gaps:random/4x4/8..12\"]\n\
                 [[configurations]]\nalgorithm = \"bfs\"\nrepetitions = 2\n\
                 [[configurations]]\nalgorithm = \"mcts\"\nrepetitions = 3\non = [\"b\"]\n"
            );
            let spec = Spec::read(text, "s.toml", ".".into(), "s".to_owned()).unwrap();
            let places = Places::of(&spec);
            for number in 0..spec.jobs() {
                let job = spec.job(number);
                let (key, setting) = (
                    spec.sets[job.set].key(job.instance),
                    spec.settings()[job.configuration].key(),
                );
                let (set, configuration) = (
                    places.set(&spec.sets[job.set].name).unwrap(),
                    places.configuration(&setting).unwrap(),
                );
                assert_eq!(places.job(set, &key, configuration, job.seed), Some(number));
                assert_eq!(places.job(set, &key, configuration, Some(77)), None);
                assert_eq!(places.job(set, &format!("{key}0000"), configuration, job.seed), None);
            }
            assert_eq!(places.job(0, "gaps:random/4x4/03", 0, spec.seed_for(0, 0)), None);
        }
    }
}
