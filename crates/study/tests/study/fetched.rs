//! Rows of other studies: those of equal jobs, each once.

use super::{STUDY, Study};

#[test]
fn rows_of_equal_jobs_are_fetched_once() {
    // A colleague ran one of the configurations, on more boards, in a set of another name.
    let other = STUDY.split("[[configurations]]\nalgorithm = \"mcts\"").next().unwrap();
    let other = Study::new(&other.replace("1..5", "1..9").replace("\"small\"", "\"theirs\""));
    let mut theirs = other.store();
    assert_eq!(other.run(&mut theirs).len(), 9);
    // One job of theirs was run twice: both attempts are copied.
    theirs.rerun("instance = 'gaps:random/4x4/2'").unwrap();
    assert_eq!(other.run(&mut theirs).len(), 1);
    drop(theirs);
    let study = Study::new(STUDY);
    let mut store = study.store();
    assert_eq!(store.fetch(&study.spec, &other.path()).unwrap(), 5);
    assert_eq!(store.fetch(&study.spec, &other.path()).unwrap(), 0);
    store.verify().unwrap();
    assert_eq!(store.number("SELECT count(*) FROM runs").unwrap(), 6);
    assert_eq!(store.number("SELECT max(attempt) FROM results").unwrap(), 2);
    assert_eq!(store.tallies().unwrap().iter().map(|one| one.jobs).sum::<u64>(), 5);
    // The other configuration is left.
    assert_eq!(study.run(&mut store).len(), 10);
    assert_eq!(store.number("SELECT count(*) FROM results").unwrap(), 15);
    // Another limit makes other jobs.
    let changed = Study::new(&STUDY.replace("300", "301"));
    assert_eq!(changed.store().fetch(&changed.spec, &other.path()).unwrap(), 0);
    assert!(changed.store().fetch(&changed.spec, &changed.folder.path().join("none")).is_err());
}
