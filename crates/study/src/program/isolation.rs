//! Isolation, by the tools of the system: bubblewrap, or `unshare` of util-linux.
//!
//! Both make namespaces, which the kernel may deny to ordinary users. Each method is tried once,
//! by running a program that does nothing, and every row records the method.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::external::Program;

/// The way in which a program is isolated from the rest of the machine. It always has a private
/// folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Isolation {
    /// By bubblewrap: files outside the private folder are read-only, there is no network, and no
    /// process outlives the program.
    Bubblewrap,
    /// By `unshare`: no network, and no process outlives the program.
    Unshare,
    /// Only the private folder. On Linux the program still dies with its worker.
    Folder,
}

/// The isolation of a program on this machine.
pub(super) fn of(program: &Program) -> Isolation {
    static BEST: OnceLock<Isolation> = OnceLock::new();
    let works = |isolation: &Isolation| {
        let words = isolation.wrap(&["true".to_owned()], &std::env::temp_dir());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let best = || {
        let known = [Isolation::Bubblewrap, Isolation::Unshare];
        known.into_iter().find(works).unwrap_or(Isolation::Folder)
    };
    if program.isolate { *BEST.get_or_init(best) } else { Isolation::Folder }
}

impl Isolation {
    /// The value of the column in rows.
    pub fn words(self) -> &'static str {
        match self {
            Isolation::Bubblewrap => "folder,files,network,processes",
            Isolation::Unshare => "folder,network,processes",
            Isolation::Folder => "folder",
        }
    }

    /// The command that runs another one in isolation.
    pub fn wrap(self, command: &[String], folder: &Path) -> Vec<String> {
        let folder = folder.to_string_lossy();
        let before: &[&str] = match self {
            Isolation::Bubblewrap => &[
                "bwrap",
                "--ro-bind",
                "/",
                "/",
                "--dev",
                "/dev",
                "--proc",
                "/proc",
                "--bind",
                &folder,
                &folder,
                "--unshare-all",
                "--die-with-parent",
                "--new-session",
                "--",
            ],
            Isolation::Unshare => &[
                "setpriv",
                "--pdeathsig",
                "KILL",
                "unshare",
                "--user",
                "--map-current-user",
                "--net",
                "--ipc",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "--",
                // The first process of a namespace ignores signals that it sends to itself, so this
                // is a shell and not the program.
                "sh",
                "-c",
                "\"$@\"; exit $?",
                "sh",
            ],
            Isolation::Folder if has_setpriv() => &["setpriv", "--pdeathsig", "KILL", "--"],
            Isolation::Folder => &[],
        };
        before.iter().map(|word| (*word).to_owned()).chain(command.iter().cloned()).collect()
    }
}

/// Whether a program can be made to die with its worker.
fn has_setpriv() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "true"]).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}
