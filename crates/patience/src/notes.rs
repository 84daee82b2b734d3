//! Notes on standard error: progress, and options that have no effect, one line each.

use std::fmt::Display;
use std::io::Write;

use patience_catalogue::{AlgorithmInfo, Instance, Request, Resources, find};

use crate::style::DIM;
use crate::tables;

/// Notes the given parameters that no requested algorithm reads.
pub fn unread(instance: &dyn Instance, requests: &[Request], resources: &Resources) {
    unread_among(instance, requests, resources, &[]);
}

/// Like [`unread`], with the given names that no request contains.
pub fn unread_among(
    instance: &dyn Instance,
    requests: &[Request],
    resources: &Resources,
    also: &[&'static str],
) {
    let Ok((entry, _)) = find(instance.game()) else { return };
    let info = entry.info();
    let algorithms: Vec<&AlgorithmInfo> =
        requests.iter().filter_map(|request| request.algorithm_of(&info, instance)).collect();
    let reads = |(request, algorithm): (&Request, &&AlgorithmInfo), name: &str| {
        algorithm.reads(name) && !request.unread(&info, algorithm).contains(&name)
    };
    let read_by_none =
        |name: &&str| !requests.iter().zip(&algorithms).any(|pair| reads(pair, name));
    let Resources { threads, scratch, checkpoint, split, .. } = resources;
    let granted = [
        ("threads", *threads > 1),
        ("scratch", scratch.is_some()),
        ("checkpoint", checkpoint.is_some()),
        ("split", split.is_some()),
    ];
    let granted = granted.into_iter().filter_map(|(name, given)| given.then_some(name));
    let given = requests
        .iter()
        .zip(&algorithms)
        .flat_map(|(request, algorithm)| request.unread(&info, algorithm));
    let mut ignored: Vec<&str> =
        given.chain(granted).chain(also.iter().copied()).filter(read_by_none).collect();
    ignored.sort_unstable();
    ignored.dedup();
    let who = match algorithms[..] {
        [one] => format!("{} does not use", one.name),
        _ => "none of the algorithms uses".to_owned(),
    };
    note(&who, ignored.into_iter());
}

/// Prints a line on standard error, if it is open.
pub fn say(line: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", tables::message(&line.to_string()));
}

/// Notes that `who` ignores the given options.
pub fn note<'a>(who: &str, ignored: impl Iterator<Item = &'a str>) {
    let flags: Vec<String> = ignored.map(|name| format!("--{name}")).collect();
    if !flags.is_empty() {
        write(&format!("{who} {}", flags.join(", ")));
    }
}

/// Writes a note.
pub fn write(text: &str) {
    say(format_args!("{DIM}note: {text}{DIM:#}"));
}
