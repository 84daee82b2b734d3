//! Provenance of rows: the program, its build, and the machine.

use std::fs;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// How a program was built, as found by its build script; empty if unknown.
///
/// ```
/// use patience_study::provenance::{Build, Origin, declare};
///
/// declare(Build { revision: "0a1b2c3".to_owned(), dirty: Some(true), ..Build::default() });
/// assert_eq!(Origin::here().build.words(), "0a1b2c3 (with changes)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The commit of the sources.
    pub revision: String,
    /// Whether the sources had uncommitted changes.
    pub dirty: Option<bool>,
    /// A checksum of sources, locked dependencies, compiler and flags.
    pub checksum: String,
    /// The compiler with its version.
    pub compiler: String,
    /// The target triple.
    pub target: String,
    /// The target features, separated by commas.
    pub features: String,
    /// The profile, `release` or `debug`.
    pub profile: String,
}

impl Build {
    /// Returns the commit and whether it had changes; empty if unknown.
    pub fn words(&self) -> String {
        match self.dirty {
            Some(true) => format!("{} (with changes)", self.revision),
            _ => self.revision.clone(),
        }
    }
}

static BUILD: OnceLock<Build> = OnceLock::new();

/// Declares how this program was built, before it makes rows. Only the first declaration counts.
pub fn declare(build: Build) {
    let _ = BUILD.set(build);
}

/// The program and the machine that made rows; [`Build`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The program's version.
    pub program: String,
    /// How it was built.
    pub build: Build,
    /// The host's name.
    pub machine: String,
    /// Operating system, kernel and architecture.
    pub system: String,
    /// The processor's name.
    pub processor: String,
    /// Number of cores that the program may use.
    pub cores: u64,
    /// Bytes of memory; 0 if the system does not report it.
    pub memory: u64,
}

impl Origin {
    /// This program on this machine.
    pub fn here() -> Origin {
        // On other systems, environment variables name the machine, and on Windows also the
        // processor.
        let named = |names: &[&str]| {
            let named = names.iter().find_map(|name| std::env::var(name).ok());
            named.filter(|text| !text.is_empty())
        };
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "unknown".to_owned());
        let host = Some(read("/proc/sys/kernel/hostname").trim().to_owned());
        let machine = host.filter(|name| !name.is_empty());
        let processor = field(&read("/proc/cpuinfo"), "model name");
        let kibibytes = field(&read("/proc/meminfo"), "MemTotal")
            .and_then(|text| text.strip_suffix(" kB")?.parse::<u64>().ok());
        Origin {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            build: BUILD.get().cloned().unwrap_or_default(),
            machine: or_unknown(machine.or_else(|| named(&["HOSTNAME", "COMPUTERNAME"]))),
            system: system(&read("/etc/os-release"), &read("/proc/sys/kernel/osrelease")),
            processor: or_unknown(processor.or_else(|| named(&["PROCESSOR_IDENTIFIER"]))),
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
            memory: kibibytes.map_or(0, |kibibytes| kibibytes << 10),
        }
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The value of the first line `NAME : VALUE`.
fn field(text: &str, name: &str) -> Option<String> {
    let values = text.lines().filter_map(|line| line.strip_prefix(name)?.trim().strip_prefix(':'));
    values.map(|value| value.trim().to_owned()).next()
}

/// `linux x86_64 (Debian GNU/Linux 13, kernel 6.12.1)`
fn system(release: &str, kernel: &str) -> String {
    let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let pretty = pretty.map(|name| name.trim_matches('"').to_owned());
    let kernel = Some(kernel.trim()).filter(|kernel| !kernel.is_empty());
    let more: Vec<String> =
        pretty.into_iter().chain(kernel.map(|kernel| format!("kernel {kernel}"))).collect();
    let name = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    if more.is_empty() { name } else { format!("{name} ({})", more.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_described() {
        let here = Origin::here();
        assert!(here.cores >= 1 && !here.machine.is_empty() && !here.processor.is_empty());
        if cfg!(target_os = "linux") {
            assert!(here.memory > 1 << 20, "{here:?}");
        }
        let debian = system("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 13\"\n", "6.12.1\n");
        assert!(debian.ends_with(" (Debian GNU/Linux 13, kernel 6.12.1)"), "{debian}");
        assert!(!system("", "").contains('('));
    }

    #[test]
    fn fields_are_found_in_lists_of_the_system() {
        let text = "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nmodel name\t: Another\n";
        assert_eq!(field(text, "model name").as_deref(), Some("Some CPU @ 2 GHz"));
        assert_eq!(field("MemTotal:       16384 kB\n", "MemTotal").as_deref(), Some("16384 kB"));
        assert_eq!(field(text, "flags"), None);
    }
}
