//! Scratch folders and checkpoints of `patience solve`: for all damage to the files, the verdict is
//! right or there is an error that names the file.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::prelude::*;
use patience_testing::size;
use serde_json::Value;
use tempfile::TempDir;

/// Two winnable deals and a lost one, each swept in about a second.
const WON: [&str; 2] = ["gaps:solvitaire/4x9/6", "gaps:solvitaire/4x9/12"];
const LOST: &str = "gaps:solvitaire/4x8/36";

fn solving(deal: &str, arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(["solve", deal, "--json"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(deal: &str, arguments: &[&str], folder: &Path) -> Child {
    solving(deal, arguments, folder).spawn().unwrap()
}

struct Ran {
    code: Option<i32>,
    stderr: String,
    report: Option<Value>,
}

fn ran(output: &Output) -> Ran {
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Ran {
        code: output.status.code(),
        stderr,
        report: stdout.lines().next().map(|l| serde_json::from_str(l).unwrap()),
    }
}

fn solve(deal: &str, arguments: &[&str], folder: &Path) -> Ran {
    ran(&solving(deal, arguments, folder).output().unwrap())
}

impl Ran {
    #[track_caller]
    fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{} {:?}", self.stderr, self.report);
        self
    }

    #[track_caller]
    fn complains(self, code: i32, of: &str) {
        let ran = self.ends(code);
        assert!(ran.stderr.contains(of) && !ran.stderr.contains("panicked"), "{}", ran.stderr);
        assert_eq!(ran.report, None);
    }

    fn field(&self, name: &str) -> &Value {
        &self.report.as_ref().expect("a report")[name]
    }

    fn expanded(&self) -> u64 {
        self.field("expanded").as_u64().unwrap()
    }

    /// A right verdict, or an error that names a layer or the checkpoint.
    #[track_caller]
    fn is_right_or_error(&self, verdict: &str) -> bool {
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        match &self.report {
            Some(report) => assert_eq!(report["verdict"], verdict, "{report}"),
            None => {
                assert!(matches!(self.code, Some(1 | 2)), "{:?} {}", self.code, self.stderr);
                assert!(
                    self.stderr.contains(".layer") || self.stderr.contains("kept"),
                    "{}",
                    self.stderr
                );
            }
        }
        self.report.is_some()
    }
}

/// All layers below a folder.
fn layers(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.extension() {
            _ if path.is_dir() => found.extend(layers(&path)),
            Some(end) if end == "layer" => found.push(path),
            _ => {}
        }
    }
    // By number: as text, layer 10000 would come before layer 9999.
    found.sort_by_key(|layer| {
        let number = layer.file_stem().unwrap().to_str().unwrap().parse::<u32>().unwrap();
        (layer.parent().map(Path::to_owned), number)
    });
    found
}

#[test]
fn layers_that_are_deleted_while_a_sweep_runs_are_an_error() {
    for deal in WON {
        let folder = TempDir::new().unwrap();
        let mut sweep = start(
            deal,
            &["--strategy", "sweep", "--memory", "1MiB", "--scratch", "D"],
            folder.path(),
        );
        while sweep.try_wait().unwrap().is_none() {
            for layer in layers(folder.path()) {
                let _ = fs::remove_file(layer);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let ran = ran(&sweep.wait_with_output().unwrap());
        assert!(!ran.is_right_or_error("solved"), "deleted layers were not noticed");
        ran.complains(1, ".layer");
        assert_eq!(
            fs::read_dir(folder.path().join("D")).unwrap().count(),
            0,
            "the folder is removed"
        );
        let little =
            solve(deal, &["--strategy", "sweep", "--memory", "64KiB"], folder.path()).ends(12);
        assert_eq!(little.field("stop"), "memory");
    }
}

/// A folder in which a sweep of the lost deal was stopped in the middle.
fn stopped_sweep(deal: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let arguments =
        ["--strategy", "sweep", "--checkpoint", "kept", "--scratch", "D", "--expansions", "30000"];
    let ran = solve(deal, &arguments, folder.path()).ends(12);
    assert_eq!((ran.field("stop"), ran.expanded()), (&"expansions".into(), 30_000));
    assert!(layers(folder.path()).len() > 5);
    folder
}

const SWEEP_ON: [&str; 6] = ["--strategy", "sweep", "--checkpoint", "kept", "--scratch", "D"];

#[test]
fn a_sweep_is_resumed_from_its_checkpoint() {
    let whole = solve(LOST, &["--strategy", "sweep"], Path::new(".")).ends(11);
    assert_eq!(whole.field("details")["failure_probability"], "0e0");
    let folder = stopped_sweep(LOST);
    // Another run is killed in the middle; what it wrote after the checkpoint does no harm.
    kill_in_the_middle(LOST, &SWEEP_ON, folder.path());
    let rest = solve(LOST, &SWEEP_ON, folder.path()).ends(11);
    assert_eq!(rest.expanded() + 30_000, whole.expanded());
    assert_eq!(rest.field("details")["strategy"], "sweep");
    assert_eq!(layers(folder.path()), Vec::<PathBuf>::new(), "they go with the verdict");

    // Without a scratch folder the layers are stored next to the checkpoint.
    let folder = TempDir::new().unwrap();
    let alone = ["--strategy", "sweep", "--checkpoint", "kept"];
    solve(LOST, &[&alone[..], &["--expansions", "30000"]].concat(), folder.path()).ends(12);
    let rest = solve(LOST, &alone, folder.path()).ends(11);
    assert_eq!(rest.expanded() + 30_000, whole.expanded());
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["kept"], "locks and folders are gone");
}

/// A sweep that is resumed with other options names those that are missing, and loses nothing.
#[test]
fn resuming_a_sweep_names_missing_options() {
    let folder = stopped_sweep(LOST);
    let alone = ["--strategy", "sweep", "--checkpoint", "kept"];
    for (options, named) in [
        (&["--checkpoint", "kept"][..], "`--strategy sweep`"),
        (&alone[..], "`--scratch`"),
        (&[&alone[..], &["--scratch", "other"]].concat(), "`--scratch`"),
    ] {
        solve(LOST, options, folder.path()).complains(2, named);
    }
    solve(LOST, &["--checkpoint", "kept", "--scratch", "D"], folder.path()).ends(11);

    let folder = TempDir::new().unwrap();
    solve(LOST, &[&alone[..], &["--expansions", "30000"]].concat(), folder.path()).ends(12);
    solve(LOST, &["--checkpoint", "kept"], folder.path()).complains(2, "`--strategy sweep`");
    solve(LOST, &SWEEP_ON, folder.path()).complains(2, "`--scratch`");
    solve(LOST, &alone, folder.path()).ends(11);
}

/// The files below a folder, to be restored later.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(snapshot(&path));
        } else {
            files.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    files
}

fn put_back(folder: &Path, files: &[(PathBuf, Vec<u8>)]) {
    let _ = fs::remove_dir_all(folder.join("D"));
    for (path, content) in files {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Resumes a sweep and kills it once it has written a layer; repeats a run that ends too soon.
fn kill_in_the_middle(deal: &str, arguments: &[&str], folder: &Path) {
    let stopped = snapshot(folder);
    let written = layers(folder);
    for _ in 0..100 {
        put_back(folder, &stopped);
        let mut run = start(deal, arguments, folder);
        while run.try_wait().unwrap().is_none()
            && layers(folder).iter().all(|layer| written.contains(layer))
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = run.kill();
        if run.wait().unwrap().code().is_none() {
            return;
        }
    }
    panic!("no run of a hundred could be killed before it ended");
}

/// A change to the content of a file; `None` removes it.
type Damage = fn(&[u8]) -> Option<Vec<u8>>;

const DAMAGES: [(&str, Damage); 7] = [
    ("removed", |_| None),
    ("emptied", |_| Some(Vec::new())),
    ("cut", |bytes| Some(bytes[..bytes.len() - 1].to_vec())),
    ("cut by a record", |bytes| Some(bytes[..bytes.len().saturating_sub(56)].to_vec())),
    ("zeroed", |bytes| Some(vec![0; bytes.len()])),
    ("flipped at the front", |bytes| Some([&[bytes[0] ^ 1], &bytes[1..]].concat())),
    ("flipped in the middle", |bytes| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        Some(bytes)
    }),
];

/// The files of a sweep that was stopped are damaged one by one: every layer still needed is
/// missed.
#[test]
fn damage_to_a_stopped_sweep_is_an_error() {
    let deals = [(LOST, "unsolvable"), (WON[0], "solved")];
    for (deal, verdict) in deals.into_iter().take(size(1, 2)) {
        let folder = stopped_sweep(deal);
        let sound = snapshot(folder.path());
        let layers = layers(folder.path());
        let checkpoint = folder.path().join("kept");
        let last = &layers[layers.len() - 1];
        let every = size(3, 1);
        let mut errors = 0;
        for (turn, file) in [&layers[0], last, &checkpoint].into_iter().enumerate() {
            for (name, damage) in DAMAGES.into_iter().skip(turn).step_by(every) {
                put_back(folder.path(), &sound);
                match damage(&fs::read(file).unwrap()) {
                    None => fs::remove_file(file).unwrap(),
                    Some(bytes) => fs::write(file, bytes).unwrap(),
                }
                let right = solve(deal, &SWEEP_ON, folder.path()).is_right_or_error(verdict);
                // Without its checkpoint the deal restarts. Finished layers are read again only to
                // trace a plan.
                assert!(!right || *file != checkpoint || name == "removed", "checkpoint {name}");
                errors += u32::from(!right);
            }
        }
        // All but one kind of damage to the last layer and to the checkpoint end in an error.
        assert!(errors >= size(2, 13), "{errors}");
        put_back(folder.path(), &sound);
        assert!(solve(deal, &SWEEP_ON, folder.path()).is_right_or_error(verdict), "undamaged");
    }
}

/// Layers of another deal, even with the same numbers and lengths, are not mistaken for the
/// written ones.
#[test]
fn layers_of_another_deal_are_an_error() {
    let (lost, won) = (stopped_sweep(LOST), stopped_sweep("gaps:solvitaire/4x8/38"));
    let mut exchanged = 0;
    for layer in layers(won.path()) {
        let other =
            layers(lost.path()).into_iter().find(|other| other.file_name() == layer.file_name());
        if let Some(other) = other {
            let length = fs::metadata(&other).unwrap().len() as usize;
            let mut foreign = fs::read(&layer).unwrap();
            foreign.resize(length, 0);
            fs::write(&other, foreign).unwrap();
            exchanged += 1;
        }
    }
    assert!(exchanged > 5, "{exchanged}");
    solve(LOST, &SWEEP_ON, lost.path()).complains(1, ".layer");
}

#[test]
fn a_foreign_file_is_no_checkpoint_and_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let notes = folder.path().join("notes.txt");
    for content in [&b"call mother\n"[..], b"", &[0; 4096]] {
        fs::write(&notes, content).unwrap();
        solve(LOST, &["--checkpoint", "notes.txt"], folder.path()).complains(2, "notes.txt");
        assert_eq!(fs::read(&notes).unwrap(), content);
    }
    fs::create_dir(folder.path().join("folder")).unwrap();
    solve(LOST, &["--checkpoint", "folder"], folder.path()).complains(2, "folder");
    solve(LOST, &["--checkpoint", "no/such/folder/kept"], folder.path())
        .complains(2, "checkpoint no/such/folder/kept cannot be used: its folder does not exist");
    solve(LOST, &["--checkpoint", "notes.txt/kept"], folder.path()).complains(
        2,
        "checkpoint notes.txt/kept cannot be used: a file has the name of its folder",
    );
    // A file in the place of the temporary checkpoint or of the lock.
    fs::write(folder.path().join("kept.new"), "mine").unwrap();
    solve(LOST, &["--checkpoint", "kept"], folder.path()).complains(2, "kept.new");
    fs::write(folder.path().join("other.lock"), "mine").unwrap();
    solve(LOST, &["--checkpoint", "other"], folder.path()).ends(11);
    for name in ["kept.new", "other.lock"] {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), b"mine");
    }
    // Another deal's.
    let before = fs::read(folder.path().join("other")).unwrap();
    solve(WON[0], &["--checkpoint", "other"], folder.path()).complains(2, "another deal");
    assert_eq!(fs::read(folder.path().join("other")).unwrap(), before);
    // A link stays, and its target is the checkpoint.
    std::os::unix::fs::symlink("kept-elsewhere", folder.path().join("link")).unwrap();
    solve(LOST, &["--checkpoint", "link"], folder.path()).complains(2, "link");
    solve(LOST, &["--checkpoint", "kept-elsewhere"], folder.path()).ends(11);
    solve(LOST, &["--checkpoint", "link"], folder.path()).ends(11);
    assert!(folder.path().join("link").is_symlink());
    for arguments in [&["--strategy", "masten"][..], &["--optimal"]] {
        solve(
            "gaps:solvitaire/4x4/1",
            &[arguments, &["--checkpoint", "new"]].concat(),
            folder.path(),
        )
        .ends(2);
    }
}

#[test]
fn two_runs_do_not_share_files() {
    let folder = TempDir::new().unwrap();
    let long = "gaps:solvitaire/4x13/221";
    let mut first = start(long, &SWEEP_ON, folder.path());
    while layers(folder.path()).is_empty() {
        assert!(first.try_wait().unwrap().is_none(), "it is at work");
        std::thread::sleep(Duration::from_millis(10));
    }
    solve(long, &SWEEP_ON, folder.path()).complains(2, "another run");
    // Another checkpoint with the same base name and the same scratch folder gets its own folder.
    fs::create_dir(folder.path().join("other")).unwrap();
    let elsewhere = ["--strategy", "sweep", "--checkpoint", "other/kept", "--scratch", "D"];
    solve(LOST, &elsewhere, folder.path()).ends(11);
    assert!(first.try_wait().unwrap().is_none(), "the first goes on");
    // An interrupt is an orderly stop: it saves the current state.
    Command::new("kill").args(["-INT", &first.id().to_string()]).status().unwrap();
    ran(&first.wait_with_output().unwrap()).ends(130);
    let resumed =
        solve(long, &[&SWEEP_ON[..], &["--expansions", "10"]].concat(), folder.path()).ends(12);
    assert_eq!(resumed.expanded(), 10);
}

/// Each limit saves a checkpoint, and so does an interrupt.
#[test]
fn every_orderly_stop_saves_a_checkpoint() {
    let deal = "gaps:solvitaire/4x13/13";
    // The progress after a second depends on the machine and its load.
    for (stop, least) in [
        (&["--time", "1s"][..], 0),
        (&["--memory", size("64KiB", "384KiB")], size(10_000, 100_000)),
        (&["--expansions", size("40000", "200000")], size(40_000, 100_000)),
    ] {
        let folder = TempDir::new().unwrap();
        let kept = ["--checkpoint", "kept"];
        let first = solve(deal, &[&kept[..], stop].concat(), folder.path()).ends(12);
        let bytes = fs::metadata(folder.path().join("kept")).unwrap().len();
        assert!(bytes > least, "{bytes} bytes after {stop:?}");
        let probability = |ran: &Ran| -> f64 {
            ran.field("details")["failure_probability"].as_str().unwrap().parse().unwrap()
        };
        let second =
            solve(deal, &[&kept[..], &["--expansions", "1000"]].concat(), folder.path()).ends(12);
        assert!(probability(&second) > probability(&first), "look-ups of both runs are counted");
    }
}

#[test]
fn a_loss_says_how_sure_it_is_and_a_win_does_not() {
    let text = |arguments: &[&str]| {
        let output = Command::cargo_bin("patience").unwrap().args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let lost = text(&["solve", LOST]);
    assert!(lost.contains("chance of a hash collision below 1e-2"), "{lost}");
    for arguments in [&["solve", WON[0]][..], &["solve", LOST, "--strategy", "sweep"]] {
        let text = text(arguments);
        assert!(!text.contains("collision") && !text.contains("failure_probability"), "{text}");
    }
}

/// A run that is killed leaves its scratch folder; the next run removes it.
#[test]
fn a_killed_run_leaves_nothing_behind_for_ever() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--strategy", "sweep", "--memory", "1MiB", "--scratch", "D"];
    kill_in_the_middle(WON[0], &arguments, folder.path());
    let left = || fs::read_dir(folder.path().join("D")).unwrap().count();
    assert_eq!(left(), 1);
    solve(WON[0], &[&arguments[..], &["--expansions", "10"]].concat(), folder.path()).ends(12);
    assert_eq!(left(), 0);
}

/// A pipe without a writer is not a file of a run: it is rejected without waiting.
#[test]
fn a_pipe_in_the_place_of_a_file_is_refused() {
    let stopped = stopped_sweep(LOST);
    let whole = snapshot(stopped.path());
    let named =
        |end: &str| whole.iter().map(|(path, _)| path).find(|path| path.ends_with(end)).cloned();
    let layer = layers(stopped.path()).pop();
    let places =
        [named("kept"), named("deal"), layer, Some("kept.new".into()), Some("kept.lock".into())];
    for place in places.into_iter().flatten() {
        put_back(stopped.path(), &whole);
        let pipe = stopped.path().join(place);
        let _ = fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let run = start(LOST, &SWEEP_ON, stopped.path());
        let ran = ran(&run.wait_with_output().unwrap());
        assert!(
            matches!(ran.code, Some(1 | 2)) && ran.report.is_none(),
            "{pipe:?}: {:?} {}",
            ran.code,
            ran.stderr
        );
        let said = ["it is not a regular file", ".layer is damaged"]
            .iter()
            .any(|words| ran.stderr.contains(words));
        assert!(said, "{pipe:?}: {}", ran.stderr);
        fs::remove_file(&pipe).unwrap();
    }
}
