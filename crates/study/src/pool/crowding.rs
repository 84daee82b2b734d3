//! Warnings about more threads than cores, which make wall-clock times unreliable.

use crate::setting::Setting;

/// Warns of jobs that share cores: `threads` in all, and those of each named setting.
///
/// ```
/// use patience_study::{example, pool::crowding};
///
/// let spec = example::small();
/// let named: Vec<_> = spec.configurations.iter().map(|one| (&*one.name, &one.setting)).collect();
/// assert!(crowding(&named, 2, 2).is_empty());
/// let words = crowding(&named, 6, 2).join("\n");
/// assert!(words.contains("6 threads on 2 cores"), "{words}");
/// ```
pub fn crowding(settings: &[(&str, &Setting)], threads: usize, cores: usize) -> Vec<String> {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let mut words = Vec::new();
    if threads > cores {
        words.push(format!(
            "--threads {threads} runs {} on {}: jobs wait for each other, so wall times and \
             time limits are not those of a free core; expected at most --threads {cores}",
            counted(threads, "thread"),
            counted(cores, "core"),
        ));
    }
    let room = threads.min(cores);
    let crowded = settings.iter().filter(|(_, setting)| setting.threads > room);
    words.extend(crowded.map(|(name, setting)| {
        format!(
            "`{name}` has {} a job, but there {} {} for it: its threads wait for each other, and \
             its `time` limit is that of fewer threads; `cpu_time` limits what all of them use",
            counted(setting.threads, "thread"),
            if room == 1 { "is" } else { "are" },
            counted(room, "core"),
        )
    }));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_outnumber_cores_are_told() {
        let of = |threads| Setting { threads, ..Setting::default() };
        let (one, six) = (of(1), of(6));
        let named = [("one", &one), ("six", &six)];
        let told = |threads, cores| crowding(&named, threads, cores);
        assert!(told(6, 6).is_empty() && crowding(&named[..1], 1, 1).is_empty());
        let [only] = &told(2, 2)[..] else { panic!("one warning: {:?}", told(2, 2)) };
        assert!(only.contains("`six` has 6 threads a job") && only.contains("2 cores"), "{only}");
        let few = told(1, 8);
        assert!(few.len() == 1 && few[0].contains("there is 1 core for it"), "{few:?}");
        let [all, six] = &told(8, 4)[..] else { panic!("two warnings: {:?}", told(8, 4)) };
        assert!(all.contains("8 threads on 4 cores") && six.contains("`six`"), "{all} {six}");
    }
}
