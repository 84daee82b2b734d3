//! Collects the provenance of the program, which rows of studies record. Unknown values, for
//! example without git, stay empty.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = PathBuf::from("../..");
    let watched: Vec<PathBuf> = sources(&root);
    for path in &watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name]).map(PathBuf::from);
        if let Some(path) = path.filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let compiler = output(Command::new(variable("RUSTC")).arg("--version")).unwrap_or_default();
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    let options = [compiler.clone(), flags, variable("PROFILE"), variable("OPT_LEVEL")];
    // A checkout within another repository is not ours.
    let is_ours =
        git(&["rev-parse", "--show-prefix"]).is_some_and(|place| place == "crates/patience/");
    let of_git = |arguments: &[&str]| git(arguments).filter(|_| is_ours);
    let revision = of_git(&["rev-parse", "HEAD"]);
    let changes = of_git(&["status", "--porcelain", "--untracked-files=no"]);
    for (name, value) in [
        ("REVISION", revision.unwrap_or_default()),
        ("DIRTY", changes.map(|changes| (!changes.is_empty()).to_string()).unwrap_or_default()),
        ("BUILD", checksum(&watched, &options)),
        ("COMPILER", compiler),
        ("TARGET", variable("TARGET")),
        ("FEATURES", variable("CARGO_CFG_TARGET_FEATURE")),
        ("PROFILE", variable("PROFILE")),
    ] {
        println!("cargo::rustc-env=PATIENCE_{name}={value}");
    }
}

/// The sources of all crates and the locked dependencies, if present.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut sources =
        vec![PathBuf::from("src"), PathBuf::from("Cargo.toml"), PathBuf::from("build.rs")];
    if let Ok(crates) = fs::read_dir(root.join("crates")) {
        let mut crates: Vec<PathBuf> = crates.flatten().map(|entry| entry.path()).collect();
        crates.sort();
        for one in crates.iter().filter(|path| !path.ends_with("patience")) {
            sources.extend(["src", "Cargo.toml", "models", "levels"].map(|name| one.join(name)));
        }
        sources.extend(["Cargo.toml", "Cargo.lock"].map(|name| root.join(name)));
    }
    sources.retain(|path| path.exists());
    sources
}

/// FNV-1a over the names and contents of files and over the options.
fn checksum(paths: &[PathBuf], options: &[String]) -> String {
    let mut files = Vec::new();
    paths.iter().for_each(|path| list(path, &mut files));
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        add(file.display().to_string().as_bytes());
        add(&fs::read(&file).unwrap_or_default());
    }
    options.iter().for_each(|option| add(option.as_bytes()));
    format!("{hash:016x}")
}

/// Lists the files of a folder, in order; for a file, the file itself.
fn list(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        return files.push(path.to_owned());
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().for_each(|path| list(path, files));
}

fn git(arguments: &[&str]) -> Option<String> {
    output(Command::new("git").args(arguments))
}

/// Returns the output of a command; `None` if it is missing or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
