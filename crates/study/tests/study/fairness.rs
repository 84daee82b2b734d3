//! Equivalent configurations are not found to differ, even on a machine with varying load, because
//! they take turns to run first. A slower one is detected.
//!
//! Times are invented for a machine on which the first run on an instance pays for cold caches and
//! all runs get slower over time, so the tests do not depend on the load of the real machine.

use std::collections::{BTreeMap, BTreeSet};

use patience_core::Random;
use patience_study::job::{Assignment, Row};
use patience_study::shard::Chunk;
use patience_study::statistics::holm;
use patience_study::{report, store::Store};

use super::{STUDY, Study, row};

/// A* four times, distinguished by a memory limit that none of them reaches.
fn four() -> String {
    let configuration = |name: &str, memory: u32| {
        format!(
            "[[configurations]]\nname = \"{name}\"\nalgorithm = \"astar\"\n\
             memory = \"{memory}MiB\"\n"
        )
    };
    let all: String = ["W", "X", "Y", "Z"]
        .into_iter()
        .zip(512..)
        .map(|(name, mib)| configuration(name, mib))
        .collect();
    format!(
        "title = \"A/A\"\n[[instances]]\nset = \"small\"\nnames = [\"gaps:random/4x4/1..100\"]\n\
         {all}"
    )
}

/// Identity of a job independent of its number: instance, configuration and seed.
type Key = (String, usize, Option<u64>);

fn keys(assignments: &[Assignment]) -> Vec<Key> {
    assignments.iter().map(|job| (job.instance.name.clone(), job.configuration, job.seed)).collect()
}

#[test]
fn each_configuration_is_first_equally_often() {
    let study = Study::new(&four());
    let jobs = study.store().claim(&study.spec, 1000).unwrap();
    let mut places = [[0; 4]; 4];
    for (index, block) in jobs.chunks(4).enumerate() {
        let name = format!("gaps:random/4x4/{}", index + 1);
        assert!(block.iter().all(|job| job.instance.name == name), "{block:?}");
        for (place, job) in block.iter().enumerate() {
            places[place][job.configuration] += 1;
        }
    }
    assert_eq!(places, [[25; 4]; 4]);
}

/// Repetitions run in rounds, and sets of the same configurations continue each other's cycles.
#[test]
fn rounds_of_repetitions_take_turns_too() {
    let sets = (4..9).map(|columns| {
        format!("[[instances]]\nset = \"{columns}\"\nnames = [\"gaps:random/4x{columns}/1..2\"]\n")
    });
    let configurations = [
        "algorithm = \"bfs\"\n",
        "name = \"A\"\nalgorithm = \"mcts\"\nrepetitions = 3\n",
        "name = \"B\"\nalgorithm = \"mcts\"\niterations = 20\nrepetitions = 3\n",
    ];
    let configurations = configurations.map(|lines| format!("[[configurations]]\n{lines}"));
    let text = format!(
        "title = \"Rounds\"\nseed = 5\n{}{}",
        sets.collect::<String>(),
        configurations.concat()
    );
    let study = Study::new(&text);
    let jobs = study.store().claim(&study.spec, 1000).unwrap();
    assert_eq!(jobs.len(), 70);
    let (mut first, mut later) = ([0; 3], [0; 3]);
    for block in jobs.chunks(7) {
        let seeds: Vec<u64> = block.iter().map(|job| job.seed.unwrap_or(5)).collect();
        assert_eq!(seeds, [5, 5, 5, 6, 6, 7, 7]);
        first[block[0].configuration] += 1;
        later[block[3].configuration] += 1;
        later[block[5].configuration] += 1;
    }
    first.sort_unstable();
    assert_eq!((first, later), ([3, 3, 4], [0, 10, 10]));
}

/// The order is that of the plan: in chunks, in a resumed study, and in an edited study.
#[test]
fn the_order_depends_on_the_plan_alone() {
    let study = Study::new(&four());
    let whole = keys(&study.store().claim(&study.spec, 1000).unwrap());
    for of in [1, 3, 4, 7] {
        let mut seen = BTreeSet::new();
        for index in 0..of {
            let in_chunk = Chunk { index, of }.jobs(&study.spec).map(|number| {
                let job = study.spec.job(number);
                let name = study.spec.sets[job.set].instance(job.instance).name;
                (name, job.configuration, job.seed)
            });
            let in_chunk: Vec<Key> = in_chunk.collect();
            // Whole instances, in the order of the study, each in one chunk.
            let places: Vec<usize> = in_chunk
                .chunks(4)
                .map(|jobs| whole.chunks(4).position(|block| block == jobs).unwrap())
                .collect();
            assert!(places.is_sorted_by(|one, other| one < other), "{index} of {of}: {places:?}");
            assert!(places.iter().all(|place| seen.insert(*place)), "{index} of {of}");
        }
        assert_eq!(seen.len() * 4, whole.len(), "{of}");
    }
    // A run that ends in the middle of an instance releases its remaining jobs.
    let interrupted = Study::new(&four());
    let mut store = interrupted.store();
    let claimed = store.claim(&interrupted.spec, 50).unwrap();
    store.add(&claimed[..30].iter().map(row).collect::<Vec<_>>()).unwrap();
    store.release().unwrap();
    drop(store);
    let mut store = Store::open(&interrupted.path()).unwrap();
    assert_eq!(keys(&store.claim(&interrupted.spec, 1000).unwrap()), whole[30..]);
    // With one more configuration, the remaining jobs are in the order of the new plan.
    let text = four() + "[[configurations]]\nname = \"E\"\nalgorithm = \"bfs\"\n";
    let edited = Study::new(&text);
    let mut planned = keys(&edited.store().claim(&edited.spec, 1000).unwrap());
    let mut grown = Study::new(&four());
    let mut store = grown.store();
    let done = store.claim(&grown.spec, 30).unwrap();
    store.add(&done.iter().map(row).collect::<Vec<_>>()).unwrap();
    grown.edit(&text);
    store.adopt(&grown.spec).unwrap();
    planned.retain(|key| !keys(&done).contains(key));
    assert_eq!(keys(&store.claim(&grown.spec, 1000).unwrap()), planned);
    store.verify().unwrap();
}

/// A change of the order in a store is detected.
#[test]
fn the_order_is_sealed() {
    let study = Study::new(STUDY);
    let store = study.store();
    store.verify().unwrap();
    store.connection().execute("UPDATE jobs SET turn = 16 - turn", []).unwrap();
    let error = store.verify().unwrap_err().to_string();
    assert!(error.contains("`jobs`"), "{error}");
}

/// Rows of jobs that ran in a given order, on a machine that gets slower all the time and on
/// which the first job on an instance takes half as long again. Configuration 1 takes `longer`
/// times as long.
fn timed(order: &[Assignment], longer: f64) -> Vec<Row> {
    let mut random = Random::new(1);
    let mut met = BTreeMap::new();
    let mut rows = Vec::new();
    for (place, job) in order.iter().enumerate() {
        let size = *met.entry(&job.instance.name).or_insert_with(|| 0.01 + random.unit());
        let is_first = rows.len() % 4 == 0;
        let cold = if is_first { 1.5 } else { 1.0 };
        let slower = 1.0 + place as f64 / order.len() as f64;
        let noise = 0.9 + 0.2 * random.unit();
        let effect = if job.configuration == 1 { longer } else { 1.0 };
        let seconds = size * cold * slower * noise * effect;
        rows.push(Row { seconds, ..row(job) });
    }
    rows
}

/// The p-values of the report for each pair, and that of a permutation test of whether any
/// configuration stands out if each instance's times are redistributed.
fn tested(longer: f64, order: fn(&mut Vec<Assignment>)) -> (BTreeMap<String, f64>, f64) {
    let study = Study::new(&four());
    let mut store = study.store();
    let mut jobs = store.claim(&study.spec, 1000).unwrap();
    order(&mut jobs);
    let rows = timed(&jobs, longer);
    store.add(&rows).unwrap();
    report::write(&study.spec, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    let comparisons = text.split("## Pairwise comparison").nth(1).unwrap();
    let comparisons = comparisons.split("\n## ").next().unwrap();
    let pairs = comparisons.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [a @ ("W" | "X" | "Y" | "Z"), b, .., p] = cells[..] else { return None };
        let p = p.trim_end_matches('≈').trim_start_matches('<').trim();
        Some((format!("{a}{b}"), p.parse().unwrap_or_else(|_| panic!("{line}"))))
    });
    let mut times: Vec<[f64; 4]> = jobs
        .chunks(4)
        .zip(rows.chunks(4))
        .map(|(jobs, rows)| {
            let mut of_instance = [0.0; 4];
            for (job, row) in jobs.iter().zip(rows) {
                of_instance[job.configuration] = row.seconds.ln();
            }
            of_instance
        })
        .collect();
    let found = spread(&times);
    let mut random = Random::new(2);
    let draws = 999;
    let as_far = (0..draws).filter(|_| {
        times.iter_mut().for_each(|times| random.shuffle(times));
        spread(&times) >= found
    });
    (pairs.collect(), (1 + as_far.count()) as f64 / (1 + draws) as f64)
}

/// The spread of the configurations' means.
fn spread(times: &[[f64; 4]]) -> f64 {
    let means = [0, 1, 2, 3].map(|at| times.iter().map(|of| of[at]).sum::<f64>());
    let largest = means.into_iter().fold(f64::MIN, f64::max);
    largest - means.into_iter().fold(f64::MAX, f64::min)
}

#[test]
fn configurations_that_do_the_same_are_not_found_to_differ() {
    let (pairs, permuted) = tested(1.0, |_| {});
    assert_eq!(pairs.len(), 6);
    let corrected = holm(&pairs.values().copied().collect::<Vec<_>>());
    assert!(corrected.iter().all(|p| *p > 0.05) && permuted > 0.05, "{pairs:?}, {permuted}");
    // In the order of the file, the first would appear slower than each of the others.
    let (pairs, permuted) = tested(1.0, |jobs| jobs.sort_by_key(|job| job.job));
    assert!(["WX", "WY", "WZ"].iter().all(|pair| pairs[*pair] <= 0.0001), "{pairs:?}");
    assert!(permuted <= 0.001, "{permuted}");
}

#[test]
fn a_configuration_that_takes_longer_is_found() {
    let (pairs, permuted) = tested(1.2, |_| {});
    for (pair, p) in &pairs {
        assert_eq!(*p <= 0.0001, pair.contains('X'), "{pairs:?}");
    }
    assert!(permuted <= 0.001, "{permuted}");
}
