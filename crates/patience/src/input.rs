//! Instances from names or input, one at a time.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use patience_catalogue::boards::{Boards, MAX_LINE_BYTES};
use patience_catalogue::gaps::{RedealError, play_on};
use patience_catalogue::{Instance, Names, find};
use patience_core::open_regular;

use crate::arguments::{InstanceArgs, OneInstance};
use crate::exit::bad_input;
use crate::solving::open;
use crate::stdin;

/// Instances one at a time; if one cannot be read, its error.
pub type Source = Box<dyn Iterator<Item = Result<Box<dyn Instance>>> + Send>;

/// Every instance named by the arguments, in order; each is opened on demand, within `time` if
/// finding it takes a search.
pub fn instances(arguments: &InstanceArgs, time: Option<Duration>) -> Result<Source> {
    let mut named: Vec<Source> = Vec::new();
    for name in &arguments.names {
        // Opens the first instance of each name now, so that a misspelt name is reported before
        // hours of work.
        let parsed = Names::parse(name).map_err(|error| of_file(name).unwrap_or(error.into()))?;
        let mut names = parsed.into_iter().flat_map(|names| names.iter());
        let first = names.next().map(|name| open(&name, time)).transpose()?;
        named.push(Box::new(
            first.into_iter().map(Ok).chain(names.map(move |name| Ok(open(&name, time)?))),
        ));
    }
    if let (Some(game), Some(path)) = (&arguments.game, &arguments.input) {
        let (entry, rules) = find(game)?;
        let label = match path.as_os_str() == "-" {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        let reader = stdin::open(path)
            .map_err(|error| bad_input(format!("cannot read {label}: {error}")))?;
        let boards = Boards::new(entry, rules, reader, label);
        named.push(Box::new(boards.map(|board| match board {
            Ok(board) => Ok(board.instance),
            Err(error) => Err(bad_input(error.to_string())),
        })));
    }
    Ok(Box::new(named.into_iter().flatten()))
}

/// The first bytes of certificates of every format version.
const CERTIFICATE: &[u8; 7] = b"\x89PCERT\n";

/// The first bytes of files compressed by zstd (RFC 8878, 3.1.1).
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Returns the error for a name that names a file instead of an instance.
fn of_file(name: &str) -> Option<anyhow::Error> {
    let kind = std::fs::metadata(name).ok()?;
    if !kind.is_file() {
        let kind = if kind.is_dir() { "a folder" } else { "not a regular file" };
        return Some(bad_input(format!(
            "{name} is {kind}; expected the name of an instance, or --game GAME --input FILE for \
             the boards in a file"
        )));
    }
    // A pipe that replaces the file now might never end.
    let file = open_regular(OpenOptions::new().read(true), Path::new(name)).ok()?;
    let mut begin = Vec::new();
    file.take(CERTIFICATE.len() as u64).read_to_end(&mut begin).ok()?;
    Some(bad_input(match () {
        () if begin == CERTIFICATE => {
            format!("{name} is a certificate; `patience-check {name}` verifies it")
        }
        () if begin.starts_with(&ZSTD) => format!(
            "{name} is compressed by zstd; if it is a certificate, `zstd -dc {name} | \
             patience-check -` verifies it"
        ),
        () => format!(
            "{name} is a file; expected the name of an instance, or --game GAME --input {name} \
             for the boards in it"
        ),
    }))
}

/// The number of instances that the arguments name; `None` if some are in a file.
pub fn count(arguments: &InstanceArgs) -> Option<u64> {
    let names = arguments.names.iter().filter_map(|name| Names::parse(name).ok()).flatten();
    arguments.input.is_none().then(|| names.fold(0, |sum, names| names.count().saturating_add(sum)))
}

/// The single instance named by the arguments.
pub fn single(arguments: &OneInstance, time: Option<Duration>) -> Result<Box<dyn Instance>> {
    let OneInstance { name, game, input } = arguments;
    let names = name.iter().cloned().collect();
    let mut all =
        instances(&InstanceArgs { names, game: game.clone(), input: input.clone() }, time)?;
    let first = all.next().ok_or_else(|| bad_input("there is no board in the input"))??;
    match all.next() {
        None => Ok(first),
        Some(_) => Err(bad_input("this command takes one instance, but there are several")),
    }
}

/// The position after the moves of `--after`, redeals included.
pub fn after(instance: Box<dyn Instance>, moves: &str) -> Result<Box<dyn Instance>> {
    play_on(instance, moves, None, |_, _, _| Ok::<_, RedealError>(()))
        .map_err(|error| bad_input(format!("--after: {error}")))
}

/// Reads a user's text (a plan); rejects absurdly long ones.
pub fn text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    stdin::open(path)
        .and_then(|reader| reader.take(16 * MAX_LINE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| match path.as_os_str() == "-" {
            true => anyhow::Error::new(error).context("cannot read standard input"),
            false => bad_input(format!("cannot read {}: {error}", path.display())),
        })?;
    if bytes.len() as u64 > 16 * MAX_LINE_BYTES {
        return Err(bad_input(format!("{} exceeds the 16 MiB limit for a plan", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| bad_input(format!("{} is not UTF-8 text", path.display())))
}
