//! Identifies a program: a checksum of its files, and the version that it prints.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use patience_core::fnv1a;

use super::files::{located, study};
use super::isolation::Isolation;
use super::process;
use crate::external::Program;
use crate::setting::Setting;

/// Maximum length of a version, in characters.
const MAX_VERSION: usize = 200;

/// Maximum time for a program to print its version, in seconds.
const PATIENCE: f64 = 10.0;

/// The checksum of a program and of the study's files that its command names, and its version.
/// They are determined once per process.
pub(super) fn identity(program: &Program, isolation: &Isolation) -> String {
    static KNOWN: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
    let key = format!("{:?} {:?}", program.command, program.version);
    let mut known = KNOWN.lock().expect("no panic while it is held");
    let found = || {
        let checksum = checksum(&program.command);
        let version = version(program, isolation).unwrap_or_default();
        format!("{checksum} {version}").trim_end().to_owned()
    };
    known.entry(key).or_insert_with(found).clone()
}

/// One checksum of all files that a command names, in their order.
fn checksum(command: &[String]) -> String {
    let program = command.first().and_then(|first| found(first));
    let folder = study().display().to_string();
    let arguments = command.iter().skip(1).map(|word| word.replace("{folder}", &folder));
    let arguments =
        arguments.map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file());
    let sums = program.into_iter().chain(arguments).filter_map(|path| sum(&path));
    let sums: Vec<u8> = sums.flat_map(u64::to_be_bytes).collect();
    format!(
        "{:016x}",
        if sums.len() == 8 {
            u64::from_be_bytes(sums.try_into().unwrap_or_default())
        } else {
            fnv1a(&sums)
        }
    )
}

/// The file of a program, looked up as the system would do it.
pub(super) fn found(program: &str) -> Option<PathBuf> {
    let path = PathBuf::from(located(program));
    if path.is_absolute() {
        return path.is_file().then_some(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&path)).find(|path| path.is_file())
}

fn sum(path: &Path) -> Option<u64> {
    let mut content = Vec::new();
    File::open(path).ok()?.read_to_end(&mut content).ok()?;
    Some(fnv1a(&content))
}

/// The first line printed by the version command.
fn version(program: &Program, isolation: &Isolation) -> Option<String> {
    let mut command = program.version.clone();
    let first = command.first_mut()?;
    *first = located(first);
    let folder = tempfile::tempdir().ok()?;
    let setting = Setting { time: Some(PATIENCE), memory: 4 << 30, ..Setting::default() };
    let ended =
        process::run(&isolation.wrap(&command, folder.path()), folder.path(), &setting).ok()?;
    let printed = [ended.output, ended.errors].join("\n");
    let line = printed.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().filter(|letter| !letter.is_control()).take(MAX_VERSION).collect())
}
