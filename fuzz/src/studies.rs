//! Study specifications: reading one never panics or hangs, and the jobs of a valid one are
//! numbered without gaps.
use std::path::PathBuf;

use patience_core::Budget;
use patience_study::shard::Chunk;
use patience_study::spec::Spec;

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Generators search for their instance, which is work by design and not what is tested here.
    if ["generate", "difficulty"].iter().any(|word| text.contains(word)) {
        return;
    }
    let read =
        || Spec::read(text.to_owned(), "fuzz.toml", PathBuf::from("/nowhere"), "fuzz".to_owned());
    let spec = match read() {
        Ok(spec) => spec,
        Err(error) => {
            assert!(
                !error.0.is_empty()
                    && error.0.iter().all(|fault| fault
                        .place
                        .is_none_or(|(line, column)| line >= 1 && column >= 1))
            );
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(spec.fingerprint(), read().expect("it was read a moment ago").fingerprint());
    let jobs = spec.jobs();
    for number in [0, jobs / 3, jobs / 2, jobs - 1] {
        let job = spec.job(number);
        assert!(job.instance < spec.sets[job.set].len());
        assert!(spec.sets[job.set].configurations.contains(&job.configuration));
        let reference = spec.sets[job.set].instance(job.instance);
        let instance =
            reference.open(&mut Budget::unlimited()).expect("instances of a valid study open");
        let request = spec.configurations[job.configuration].setting.request(job.seed);
        instance.check(&request).expect("its settings are valid");
    }
    // The first of many chunks has the jobs on the first instance, whatever their order.
    let mut first: Vec<u64> =
        Chunk { index: 0, of: spec.instances() }.jobs(&spec).take(1_001).collect();
    first.sort_unstable();
    match first.len() {
        ..=1_000 => assert!(first.iter().copied().eq(0..first.len() as u64)),
        _ => assert!(first.windows(2).all(|pair| pair[0] < pair[1])),
    }
}
