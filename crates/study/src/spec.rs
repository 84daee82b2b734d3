//! The study specification ("spec"): a TOML file, read, validated and expanded into jobs.
//!
//! Jobs are counted, not listed: job `k` of a study is found by arithmetic, so that naming a chunk
//! of a million jobs takes no time, and every machine that reads the same file gives each job the
//! same number.

mod boards;
mod check;
mod configurations;
mod described;
mod fault;
mod fields;
mod files;
mod keys;
mod matrix;
mod order;
mod parts;
pub(crate) mod place;
mod program;
mod read;
mod report;
mod sets;

use std::path::PathBuf;

use patience_catalogue::Names;
use serde_json::json;

use crate::canonical::{canonical, fingerprint};
use crate::instance::Instances;
use crate::seed;
use crate::setting::{SOLVERS, Setting};
pub use fault::{SpecError, SpecFault};
pub use keys::{KEYS, Key};
pub use parts::{Configuration, Set};
pub(crate) use report::{
    Grouping, PlotSpec, PublishedSpec, ReportSpec, Section, ShareSpec, TableSpec,
};

/// Maximum number of jobs of a study. It keeps job numbers far from the largest that can be stored.
pub(crate) const MAX_JOBS: u64 = 1_000_000_000_000;

/// A validated study.
///
/// ```
/// use patience_study::spec::Spec;
///
/// let text = r#"
/// title = "Small deals"
/// [[instances]]
/// set = "small"
/// names = ["gaps:random/3x4/1..20"]
/// [[configurations]]
/// algorithm = "bfs"
/// "#;
/// let spec = Spec::read(text.to_owned(), "small.toml", ".".into(), "small".to_owned())?;
/// assert_eq!((spec.sets[0].name.as_str(), spec.instances(), spec.jobs()), ("small", 20, 20));
/// # Ok::<(), patience_study::spec::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    /// The title.
    pub title: String,
    /// The question and its context, in Markdown.
    pub question: String,
    /// The seed of the first repetition, if the study names one.
    pub seed: Option<u64>,
    /// Whether each job may be pinned to its own cores.
    pub pin: bool,
    /// The sets of instances.
    pub sets: Vec<Set>,
    /// The solver configurations.
    pub configurations: Vec<Configuration>,
    /// Content of the report.
    pub(crate) report: ReportSpec,
    /// Likely mistakes that are not faults.
    pub notes: Vec<String>,
    /// The TOML text.
    pub source: String,
    /// The folder to which file names in the spec are relative.
    pub folder: PathBuf,
    /// The file's name without its ending.
    pub stem: String,
}

/// A job of a study, from [`Spec::job`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The set's index.
    pub set: usize,
    /// The index of the instance in the set.
    pub instance: u64,
    /// The configuration's index.
    pub configuration: usize,
    /// From 0.
    pub repetition: u64,
    /// The seed of random choices; `None` uses the solver's default.
    pub seed: Option<u64>,
}

impl Spec {
    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        (0..self.sets.len()).map(|set| self.jobs_of(set)).sum()
    }

    /// The number of jobs of a set.
    pub fn jobs_of(&self, set: usize) -> u64 {
        self.sets[set].len() * self.jobs_of_instance(set)
    }

    /// The number of instances; sets are counted separately.
    pub fn instances(&self) -> u64 {
        self.sets.iter().map(Set::len).sum()
    }

    /// Number of runs of each instance of a set, over all configurations.
    pub(crate) fn jobs_of_instance(&self, set: usize) -> u64 {
        self.sets[set]
            .configurations
            .iter()
            .map(|index| self.configurations[*index].repetitions)
            .sum()
    }

    /// The numbers of the jobs on an instance, numbered through all sets, in running order.
    ///
    /// # Panics
    /// If the number is not below [`instances`](Spec::instances).
    pub(crate) fn jobs_on(&self, mut instance: u64) -> impl Iterator<Item = u64> + use<> {
        let mut first = 0;
        for (index, set) in self.sets.iter().enumerate() {
            if instance < set.len() {
                first += instance * self.jobs_of_instance(index);
                return self.order(index).on(instance).map(move |job| first + job);
            }
            instance -= set.len();
            first += self.jobs_of(index);
        }
        panic!("the study has no such instance");
    }

    /// Job `index`: set by set, instance by instance, configuration by configuration, repetition by
    /// repetition. Jobs on an instance run in another order: configurations take turns.
    ///
    /// ```
    /// let job = patience_study::example::small().job(4);
    /// assert_eq!((job.set, job.instance, job.configuration, job.repetition), (0, 4, 0, 0));
    /// ```
    ///
    /// # Panics
    /// If the index is not below [`jobs`](Spec::jobs).
    pub fn job(&self, mut index: u64) -> Job {
        for set in 0..self.sets.len() {
            if index >= self.jobs_of(set) {
                index -= self.jobs_of(set);
                continue;
            }
            let (instance, mut rest) =
                (index / self.jobs_of_instance(set), index % self.jobs_of_instance(set));
            for &configuration in &self.sets[set].configurations {
                let repetitions = self.configurations[configuration].repetitions;
                if rest < repetitions {
                    return Job {
                        set,
                        instance,
                        configuration,
                        repetition: rest,
                        seed: self.seed_for(configuration, rest),
                    };
                }
                rest -= repetitions;
            }
        }
        panic!("the study has no such job");
    }

    /// The seed of a repetition. If the study names no seed, the first repetition uses the solver's
    /// default.
    pub fn seed_of(&self, repetition: u64) -> Option<u64> {
        match (self.seed, repetition) {
            (None, 0) => None,
            (seed, _) => Some(seed.unwrap_or(0).wrapping_add(repetition)),
        }
    }

    /// Returns the seed of a configuration's repetition. For a deterministic one it is the
    /// repetition's number, so that repetitions are distinct.
    pub(crate) fn seed_for(&self, configuration: usize, repetition: u64) -> Option<u64> {
        match self.configurations[configuration].deterministic {
            true => (repetition > 0).then_some(repetition),
            false => self.seed_of(repetition),
        }
    }

    /// The settings of all configurations, by index.
    pub fn settings(&self) -> Vec<Setting> {
        self.configurations.iter().map(|configuration| configuration.setting.clone()).collect()
    }

    /// Returns the jobs and their numbering as canonical JSON, without titles, names of
    /// configurations, and the report.
    pub fn identity(&self) -> String {
        let instances = |instances: &Instances| match instances {
            Instances::Named(Names { prefix, range: None }) => json!({ "name": prefix }),
            Instances::Named(Names { prefix, range: Some((first, last)) }) => {
                json!({ "name": prefix, "first": first, "last": last })
            }
            boards => {
                json!({
                    "boards": (0..boards.len()).map(|index| boards.key(index)).collect::<Vec<_>>()
                })
            }
        };
        let set = |set: &Set| {
            let all: Vec<_> = set.instances.iter().map(instances).collect();
            json!({ "name": set.name, "instances": all, "configurations": set.configurations })
        };
        let configuration = |configuration: &Configuration| {
            json!({
                "setting": configuration.setting, "repetitions": configuration.repetitions
            })
        };
        canonical(&json!({
            "solvers": SOLVERS,
            "seed": seed::to_number(self.seed),
            "sets": self.sets.iter().map(set).collect::<Vec<_>>(),
            "configurations": self.configurations.iter().map(configuration).collect::<Vec<_>>(),
        }))
    }

    /// A string that changes whenever an expected verdict changes; empty if there is none.
    pub(crate) fn expectations(&self) -> String {
        let of_set = |set: &Set| {
            let expected: Vec<_> = set.expectations().collect();
            (!expected.is_empty()).then(|| json!({ "set": set.name, "expected": expected }))
        };
        let all: Vec<_> = self.sets.iter().filter_map(of_set).collect();
        if all.is_empty() { String::new() } else { fingerprint(canonical(&json!(all)).as_bytes()) }
    }

    /// A string that changes whenever the jobs change, so that shards of another study are
    /// rejected.
    pub fn fingerprint(&self) -> String {
        fingerprint(self.identity().as_bytes())
    }
}
