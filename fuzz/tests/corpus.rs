//! Feeds every target its stored inputs, and mutations of them.

use std::path::Path;

use patience_core::Random;
use patience_fuzz::TARGETS;
use patience_testing::size;

/// The stored inputs of a target, by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// Changes an input like a fuzzer: bytes flipped, cut, duplicated, or spliced from another input.
fn mutate(data: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let mut below = |bound: usize| random.below(u32::try_from(bound).unwrap()) as usize;
    for _ in 0..=below(3) {
        let at = below(data.len() + 1);
        let length = below(8).min(data.len() - at);
        match below(5) {
            0 => data[at..at + length].iter_mut().for_each(|byte| *byte ^= 1 << below(8)),
            1 => drop(data.drain(at..at + length)),
            2 => drop(data.splice(at..at, data[at..at + length].to_vec())),
            3 => data.insert(at, below(256) as u8),
            _ => {
                let from = below(other.len() + 1);
                let until = (from + 8).min(other.len());
                drop(data.splice(at..at + length, other[from..until].iter().copied()));
            }
        }
    }
}

#[test]
fn no_target_fails_on_its_corpus() {
    for (name, feed) in TARGETS {
        corpus(name).iter().for_each(|input| feed(input));
    }
}

#[test]
fn no_target_fails_on_mutations() {
    for (name, feed) in TARGETS {
        let inputs = corpus(name);
        let mut random = Random::new(1);
        for (number, input) in inputs.iter().enumerate() {
            for _ in 0..size(300, 5_000) {
                let mut data = input.clone();
                let other = &inputs[(number + 1) % inputs.len()];
                mutate(&mut data, other, &mut random);
                feed(&data);
            }
        }
    }
}
