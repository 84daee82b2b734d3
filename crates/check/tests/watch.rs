//! The caller can stop a check at any time, and is consulted before memory is allocated.

mod brute;
mod writer;

use std::io::Read;
use std::path::PathBuf;

use patience_check::{Failure, check, check_watched};
use writer::closed;

fn samples() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("it can be read").path());
    let certificates = paths.filter(|path| path.extension().is_some_and(|kind| kind == "pcert"));
    certificates.map(|path| std::fs::read(path).expect("it can be read")).collect()
}

#[test]
fn every_call_can_stop_the_check() {
    for bytes in samples() {
        let verified = check(&bytes[..]).expect("it is a proof");
        let mut calls = 0;
        let watched = check_watched(1, || Ok(&bytes[..]), &mut |_| {
            calls += 1;
            true
        });
        assert_eq!(watched.as_ref(), Ok(&verified), "watching changes nothing");
        assert!(calls >= verified.records, "{calls} calls for {} records", verified.records);
        for stop in (1..=calls).step_by(1 + calls as usize / 50) {
            let mut call = 0;
            let result = check_watched(1, || Ok(&bytes[..]), &mut |_| {
                call += 1;
                call < stop
            });
            assert_eq!((result, call), (Err(Failure::Stopped), stop), "of {calls} calls");
        }
    }
}

#[test]
fn a_pass_can_be_stopped_after_another() {
    let bytes = closed("cohesion", "AB./BA./...").bytes();
    let count = |passes| {
        let mut calls = 0;
        let result = check_watched(passes, || Ok(&bytes[..]), &mut |_| {
            calls += 1;
            true
        });
        assert!(result.is_ok());
        calls
    };
    let (one, mut left) = (count(1), count(3));
    assert_eq!(left, 3 * one);
    let result = check_watched(3, || Ok(&bytes[..]), &mut |_| {
        left -= 1;
        left > 0
    });
    assert_eq!(result, Err(Failure::Stopped));
}

#[test]
fn growth_is_announced() {
    // A closed set of about a thousand states: each has one byte per cell, and an entry of a table.
    let bytes = closed("cohesion", "A..../.B.../..A../...B.").bytes();
    let states = check(&bytes[..]).expect("it is a proof").held;
    assert!(states > 1000, "{states} states");
    let mut largest = 0;
    let all = check_watched(1, || Ok(&bytes[..]), &mut |more| {
        largest = largest.max(more);
        true
    });
    assert!(all.is_ok() && largest as usize > 48 * states / 2, "{largest} bytes");
    let little = check_watched(1, || Ok(&bytes[..]), &mut |more| more < largest);
    assert_eq!(little, Err(Failure::Stopped));
}

/// A proof may return to its first choice any number of times.
#[test]
fn endless_restarts_are_stopped() {
    // No steps sleep; at the deal all steps follow.
    let header = b"\x89PCERT\n\x02T\x04\0gaps\x13\0-- 3C 2H / 2C -- 3H\x00\x02";
    let endless = || Ok((&header[..]).chain(std::io::repeat(0xFF)));
    let mut left = 100_000;
    let result = check_watched(1, endless, &mut |_| {
        left -= 1;
        left > 0
    });
    assert_eq!((result, left), (Err(Failure::Stopped), 0));
}
