//! Every command that the pages for newcomers and the help texts print runs as printed, in its own
//! folder.

#![cfg(unix)]

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The CPU time after which a command is interrupted as by Ctrl-C, in hundredths of a second.
fn most_ticks() -> u64 {
    patience_testing::size(15, 400)
}

/// Number of consecutive checks, 20 ms apart, that must find a command asleep and without
/// progress before it counts as idle, like a server.
const ASLEEP: u32 = 50;

/// The work of a command so far.
struct Activity {
    ticks: u64,
    is_asleep: bool,
}

/// The processes of a group. Every fifth check finds them among all, because reading them all takes
/// longer than many commands run.
struct Group {
    id: u32,
    begun: Instant,
    checks: u32,
    members: Vec<u32>,
}

impl Group {
    fn new(id: u32) -> Group {
        Group { id, begun: Instant::now(), checks: 0, members: Vec::new() }
    }

    /// The activity of the group by Linux's `/proc`: unlike wall-clock time, it does not depend on
    /// other work of the machine. On other systems, wall-clock time must suffice.
    fn activity(&mut self) -> Activity {
        if !cfg!(target_os = "linux") {
            let ticks = self.begun.elapsed().as_millis() as u64 / 10;
            return Activity { ticks, is_asleep: false };
        }
        let is_member = |fields: &Vec<String>| fields[2] == self.id.to_string();
        if self.checks.is_multiple_of(5) {
            let members = patience_testing::processes().filter(|(_, fields)| is_member(fields));
            self.members = members.map(|(id, _)| id).collect();
        }
        self.checks += 1;
        let mut all = Activity { ticks: 0, is_asleep: true };
        let members = self.members.iter().filter_map(|id| patience_testing::process(*id));
        for fields in members.filter(is_member) {
            all.is_asleep &= fields[0] == "S";
            // The CPU time of the process and of the processes that it waited for.
            all.ticks +=
                fields[11..15].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum::<u64>();
        }
        all
    }
}

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_patience")
}

/// Output and exit code of a command.
struct Ran {
    status: ExitStatus,
    stderr: String,
}

/// A command that serves, on a free port instead of the one that documents name: another run of
/// these tests, or another program, may serve there.
fn on_a_free_port(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    if let Some(serve) = words.iter().position(|word| *word == "serve") {
        match words.iter().position(|word| *word == "--port") {
            Some(port) => words[port + 1] = "0",
            None => drop(words.splice(serve + 1..serve + 1, ["--port", "0"])),
        }
    }
    words.join(" ")
}

/// Runs a line in a shell, with the program in the path.
fn run(line: &str, folder: &Path) -> Ran {
    let bin = Path::new(program()).parent().unwrap().display();
    let stderr = folder.join("stderr");
    // If the tests run in the background, Ctrl-C is ignored, and child processes would inherit
    // that.
    let shell: &[&str] =
        if cfg!(target_os = "linux") { &["env", "--default-signal=INT", "sh"] } else { &["sh"] };
    let mut child = Command::new(shell[0])
        .args(&shell[1..])
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&stderr).unwrap())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut group = Group::new(child.id());
    let (mut interrupted, mut asleep, mut worked) = (false, 0, 0);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let Activity { ticks, is_asleep } = group.activity();
        asleep = if is_asleep && ticks == worked { asleep + 1 } else { 0 };
        worked = ticks;
        if !interrupted && (ticks > most_ticks() || asleep > ASLEEP) {
            interrupted = Command::new("kill")
                .args(["-s", "INT", "--", &format!("-{}", child.id())])
                .status()
                .unwrap()
                .success();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    Ran { status, stderr: std::fs::read_to_string(stderr).unwrap() }
}

/// The commands of a README: the lines of its `sh` blocks, and the text between backticks.
fn of_readme(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_sh = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_sh = line == "```sh";
        } else if in_sh {
            commands.push(line.split(" #").next().unwrap().trim().to_owned());
        } else {
            commands.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    commands.retain(|line| line.starts_with("patience ") || line.contains("| patience "));
    commands
}

/// The text of a command's help, and of those below it.
fn helps(path: &[&str]) -> String {
    let output = Command::new(program()).args(path).arg("--help").output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    let listed = text.split("ptions:\n").next().unwrap().to_owned();
    for line in listed.lines().filter(|_| listed.contains("<COMMAND>")) {
        let name = line.strip_prefix("  ").and_then(|line| line.split(' ').next());
        if let Some(name) = name.filter(|name| !name.is_empty() && *name != "help") {
            text += &helps(&[path, &[name]].concat());
        }
    }
    text
}

/// The commands in a help text: lines that begin with the program, up to the column of the
/// explanation.
fn of_help(text: &str) -> Vec<String> {
    let examples = text.lines().filter_map(|line| line.strip_prefix("  patience "));
    examples.map(|line| format!("patience {}", line.split("  ").next().unwrap())).collect()
}

/// Whether a command stands for many, with a word in capitals to be replaced.
fn is_pattern(command: &str) -> bool {
    let mut words = command
        .split_whitespace()
        .skip(1)
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
    words.any(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()))
}

/// A folder with the files that commands expect: the studies of the source tree, and a plan.
fn folder_with_studies() -> tempfile::TempDir {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("studies")).unwrap();
    for file in
        std::fs::read_dir(repository.join("studies")).unwrap().map(|file| file.unwrap().path())
    {
        if file.extension().is_some_and(|ending| ending == "toml") {
            std::fs::copy(&file, folder.path().join("studies").join(file.file_name().unwrap()))
                .unwrap();
        }
    }
    run("patience solve birds:neller/42 > plan.txt", folder.path());
    folder
}

/// Runs commands one after another in their own folder, and returns the failures.
fn faults_of(commands: &[String]) -> Vec<String> {
    let folder = folder_with_studies();
    let mut faults = Vec::new();
    for command in commands.iter().filter(|command| !is_pattern(command)) {
        let Ran { status, stderr } = run(&on_a_free_port(command), folder.path());
        let is_fine = if command.starts_with("patience play") {
            // It reports that it needs a terminal.
            stderr.contains("needs a terminal")
        } else {
            let settled =
                [0, 11, 12, 130].map(Some).contains(&status.code()) || status.signal() == Some(2);
            settled
                && !stderr.contains("error:")
                && !stderr.contains("note:")
                && !stderr.contains("panicked")
        };
        if !is_fine {
            faults.push(format!("{command}\n  {status}\n  {stderr}"));
        }
    }
    faults
}

/// Pages whose commands run, below the repository.
const PAGES: [&str; 15] = [
    "README.md",
    "docs/results/commands.md",
    "docs/start/player.md",
    "docs/start/student.md",
    "docs/start/teacher.md",
    "docs/start/researcher.md",
    "docs/start/rust.md",
    "docs/how-to/boards.md",
    "docs/how-to/certify.md",
    "docs/how-to/data-sets.md",
    "docs/how-to/page.md",
    "docs/how-to/study.md",
    "docs/reference/exit-codes.md",
    "docs/reference/json.md",
    "docs/reference/rules.md",
];

#[test]
fn commands_of_pages_run_as_printed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut faults, mut seen) = (Vec::new(), 0);
    for page in PAGES {
        let commands = of_readme(&std::fs::read_to_string(repository.join(page)).unwrap());
        seen += commands.len();
        faults.extend(faults_of(&commands).into_iter().map(|fault| format!("{page}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen > 50, "{seen}");
}

#[test]
fn commands_of_help_run_as_printed() {
    let commands = of_help(&helps(&[]));
    assert!(commands.len() > 50, "{commands:?}");
    let on_free_ports: Vec<String> = commands.iter().map(|line| on_a_free_port(line)).collect();
    let served = on_free_ports.iter().filter(|line| *line == "patience serve --port 0");
    assert!(served.count() > 1, "{commands:?}");
    let faults = faults_of(&commands);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// One screen of text and three pictures.
#[test]
fn readme_is_a_landing_page() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(repository.join("README.md")).unwrap();
    let words = text.split_whitespace().count();
    assert!(words <= 400, "README.md has {words} words");
    assert!(text.matches("![").count() <= 3);
    assert!(of_readme(&text).len() > 5 && text.contains("git clone"));
}

#[test]
fn the_first_example_has_a_plan() {
    let help = of_help(&helps(&[]));
    // The first one plays, and needs a terminal.
    let words: Vec<&str> = help[1].split_whitespace().skip(1).collect();
    let status = Command::new(program()).args(words).stdout(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(0), "{}", help[1]);
}

#[test]
fn commands_about_one_instance_say_so() {
    for command in ["hint", "analyse", "replay", "play"] {
        let help = Command::new(program()).args([command, "--help"]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        assert!(help.contains("[INSTANCE]") && !help.contains("[INSTANCE]..."), "{help}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "patience list",
        "patience list --json",
        "patience solve birds:neller/1..20000",
        "patience solve birds:neller/1..20000 --json --threads 2",
        "patience show birds:neller/1..20000 --format json",
        "patience study generate birds neller --count 100000 --json",
        "patience --help",
    ] {
        // The reader leaves before the first byte is written, or soon after.
        for reader in ["true", "head -c 1"] {
            let line = format!("{{ {command}; echo $? > code; }} | {reader}");
            let Ran { stderr, .. } = run(&line, folder.path());
            let code = std::fs::read_to_string(folder.path().join("code")).unwrap();
            assert_eq!(
                (stderr.as_str(), ["0\n", "1\n"].contains(&code.as_str())),
                ("", true),
                "{line}: {code}"
            );
        }
    }
}

#[test]
fn flags_that_make_no_difference_are_noted() {
    let folder = tempfile::tempdir().unwrap();
    for (command, note) in [
        ("patience solve birds:neller/0 --weight 3", "note: conclusive does not use --weight"),
        (
            "patience hint birds:neller/0 --unit 3 --weight 3",
            "note: conclusive does not use --unit, --weight",
        ),
        (
            "patience solve sliding:scramble/3x3/4/1 -a bfs --threads 4",
            "note: bfs does not use --threads",
        ),
        ("patience solve gaps:random/3x4/7 --threads 2", ""),
        (
            "patience analyse tiles:level/iartistas-04 -a bfs -H runs",
            "note: bfs does not use --heuristic",
        ),
        (
            "patience compare tiles:level/iartistas-04 -a bfs -a dfs --width 9",
            "note: none of the algorithms uses --width",
        ),
        ("patience compare tiles:level/iartistas-04 -a bfs -a beam --width 9", ""),
        (
            "patience gaps questions gaps:random/2x4/1 --weight 3",
            "note: these questions do not use --weight",
        ),
        (
            "patience compare tiles:level/iartistas-04 -a bfs -H runs",
            "note: bfs does not use --heuristic",
        ),
        ("patience compare tiles:level/iartistas-04 -a bfs -a astar -H runs", ""),
        (
            "echo U | patience replay tiles:level/iartistas-04 --plan - --redeals 1",
            "note: a plan without redeals does not use --redeals",
        ),
        // The solver is the one that fits the deal, not the game's first.
        ("patience solve gaps+galary:random/3x4/1 -H misplaced --sets 0", ""),
        ("patience hint gaps+galary:random/3x4/1 -H misplaced", ""),
        (
            "patience solve gaps+galary:random/3x4/1 --optimal --shorten 1s --rounds 2 --explain \
             --strategy sweep --policy learned --checkpoint x --scratch s --split sp",
            "note: reduced does not use --checkpoint, --explain, --optimal, --policy, --rounds, \
             --scratch, --shorten, --split, --strategy",
        ),
    ] {
        let Ran { stderr, .. } = run(command, folder.path());
        assert_eq!(stderr.trim(), note, "{command}");
    }
    // These also report their work on standard error.
    let tune = "patience learn tune tiles:level/iartistas-04 --test tiles:level/iartistas-05 -a";
    for (command, note) in [
        (
            format!("{tune} bfs -H runs --seed 3"),
            Some("note: bfs does not use --heuristic, --seed\n"),
        ),
        (
            format!("{tune} bfs --longest 9"),
            Some("note: --measure expansions does not use --longest\n"),
        ),
        (format!("{tune} bfs --longest 9 --measure length"), None),
        (format!("{tune} beam -H runs --vary width=5,9"), None),
        (
            "patience learn birds-report --table 1 --deals 100 --simulations 5".to_owned(),
            Some("note: table 1 does not use --simulations\n"),
        ),
        (
            "patience learn birds-report --table 6 --deals 100 --threads 1 --simulations 2"
                .to_owned(),
            Some("note: table 6 does not use --deals, --threads\n"),
        ),
    ] {
        let Ran { stderr, .. } = run(&command, folder.path());
        let said =
            stderr.lines().find(|line| line.starts_with("note:")).map(|line| format!("{line}\n"));
        assert_eq!(said.as_deref(), note, "{command}");
    }
}

/// Counts in the documents match those of the program.
#[test]
fn documented_counts_are_the_programs_own() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = Command::new(program()).args(["list", "--json"]).output().unwrap().stdout;
    let listed: serde_json::Value = serde_json::from_slice(&listed).unwrap();
    let games: Vec<serde_json::Value> = listed["games"].as_array().unwrap().clone();
    let names = |game: &serde_json::Value, of: &str| -> std::collections::BTreeSet<String> {
        let all = game[of].as_array().unwrap().iter();
        all.map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let in_all = |of| {
        let first = names(&games[0], of);
        games[1..].iter().fold(first, |common, game| &common & &names(game, of))
    };
    let words = ["twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"];
    let algorithms = words[in_all("algorithms").len() - 20];
    for document in ["README.md", "crates/search/README.md", "crates/python/README.md"] {
        let text = std::fs::read_to_string(repository.join(document)).unwrap().to_lowercase();
        let counted =
            [format!("{algorithms} algorithms"), format!("{algorithms} search algorithms")];
        assert!(counted.iter().any(|words| text.contains(words)), "{document}: {algorithms}");
    }
    // Algorithms for some games only are named next to the number.
    let shared = in_all("algorithms");
    let search = repository.join("crates/search");
    let readme = std::fs::read_to_string(search.join("README.md")).unwrap();
    let head = readme.split("\n\n").nth(1).unwrap().to_lowercase();
    for name in games.iter().flat_map(|game| &names(game, "algorithms") - &shared) {
        let is_of_crate = search.join(format!("src/{name}.rs")).exists();
        assert!(!is_of_crate || head.contains(&name), "crates/search/README.md lacks {name}");
    }
    let heuristics: std::collections::BTreeSet<String> =
        games.iter().flat_map(|game| names(game, "heuristics")).collect();
    let readme = std::fs::read_to_string(repository.join("README.md")).unwrap();
    assert!(readme.contains("over thirty heuristics") && (31..40).contains(&heuristics.len()));
}
