//! Configurations that run programs: verdicts, limits, isolation, and programs that misbehave.
#![cfg(unix)]

mod described;
mod files;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_catalogue::{Context, Request, open};
use patience_study::job::Row;
use patience_study::pool::Options;
use patience_study::spec::Spec;
use patience_study::store::Store;
use patience_study::{export, report, study};

const INSTANCE: &str = "gaps:random/3x4/2";

/// A solution of the instance.
fn plan() -> String {
    let report = open(INSTANCE).unwrap().solve(&Request::new("bfs"), &mut Context::unwatched());
    report.unwrap().plan.join(" ")
}

fn read(configurations: &str, folder: &Path) -> Result<Spec, String> {
    read_with(
        &format!("[[instances]]\nset = \"s\"\nnames = [\"{INSTANCE}\"]\n{configurations}"),
        folder,
    )
}

/// Reads a study of sets and configurations.
fn read_with(tables: &str, folder: &Path) -> Result<Spec, String> {
    let text = format!("title = \"Programs\"\n[limits]\ntime = \"60s\"\nexpansions = 9\n{tables}");
    Spec::read(text, "s.toml", folder.to_owned(), "s".to_owned()).map_err(|error| error.to_string())
}

fn worker() -> std::path::PathBuf {
    let test = std::env::current_exe().unwrap();
    test.ancestors().nth(2).unwrap().join("examples/faulty_worker")
}

/// Runs a study in a folder. Returns its rows by configuration, and the store.
fn run(configurations: &str, folder: &Path) -> (BTreeMap<String, Row>, Store) {
    let spec = read(configurations, folder).unwrap_or_else(|error| panic!("{error}"));
    let (rows, store) = run_all(&spec, folder);
    (rows.into_iter().map(|((configuration, _), row)| (configuration, row)).collect(), store)
}

/// Runs the remaining jobs of a study. Returns all rows by configuration and instance, and the
/// store.
fn run_all(spec: &Spec, folder: &Path) -> (BTreeMap<(String, String), Row>, Store) {
    let mut store = Store::create(&folder.join("store.sqlite"))
        .or_else(|_| Store::open(&folder.join("store.sqlite")))
        .unwrap();
    let options = Options {
        worker: vec![worker().into(), "real".into()],
        threads: 1,
        memory: 4 << 30,
        grace: Duration::from_secs(60),
        pin: false,
        folder: folder.to_owned(),
    };
    study::run(spec, &mut store, 0, &options, &AtomicBool::new(false), &mut |_| {}).unwrap();
    store.verify().unwrap();
    let mut lines = Vec::new();
    export::write(&store, export::ROWS, export::Format::JsonLines, &mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    let rows = lines.lines().map(|line| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = ["configuration", "instance"].map(|key| value[key].as_str().unwrap().to_owned());
        let details = Some(value["details"].to_string()).filter(|text| text != "null");
        value["details"] = details.into();
        value["seed"] = 0.into();
        for column in ["game", "rules", "board"] {
            if value[column].is_null() {
                value[column] = "".into();
            }
        }
        (name.into(), serde_json::from_value::<Row>(value).unwrap())
    });
    (rows.collect(), store)
}

/// A configuration that runs a shell script.
fn script(name: &str, text: &str, more: &str) -> String {
    format!(
        "[[configurations]]\nname = \"{name}\"\nprogram = [\"sh\", \"-c\", '''{text}''']\n{more}\n"
    )
}

#[test]
fn verdicts_come_from_exit_codes_patterns_and_replayed_plans() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan();
    let moves = plan.replace(' ', "\nmove ");
    let half = plan.split(' ').next().unwrap();
    std::fs::write(folder.path().join("say.sh"), "echo loaded $1; cat $2\n").unwrap();
    let each_move = "plan = '^move (.*)$'";
    let all = [
        script("whole plan", &format!("echo 'plan: {plan}'"), "plan = 'plan: (.*)'"),
        script(
            "moves",
            &format!("echo 'move {moves}'; echo Expanded 7; echo Expanded 12 states, cost 2.5"),
            &format!(
                "{each_move}\nkeep = 9\n\
                 read = {{ expanded = 'Expanded (\\d+)', cost = 'cost ([0-9.]+)' }}"
            ),
        ),
        script("half a plan", &format!("echo 'move {half}'"), each_move),
        script("illegal", "echo 'move 9,9>9,9'", each_move),
        script("silent", "true", each_move),
        script("code", "exit 3", "solved = [3, 4]\nread = { length = '(\\d+)' }"),
        script("lost", "echo no plan", "solved = 'found'\nunsolvable = '^no plan$'"),
        script("gave up", "exit 12", "unknown = 12"),
        script("undecided", "echo hm", "solved = 'found'"),
        script("crash", "echo so far é; echo oh dear >&2; exit 5", "keep = \"1KiB\""),
        script("signal", "kill -SEGV $$", ""),
        "[[configurations]]\nname = \"no such\"\nprogram = [\"./there-is-none\"]\n\
         isolate = false\n"
            .to_owned(),
        "[[configurations]]\nname = \"files\"\n\
         program = [\"sh\", \"{folder}/say.sh\", \"{instance}\", \"{board}\"]\n\
         version = [\"echo\", \"sayer 1.2\"]\nsolved = 'loaded gaps:random/3x4/2\\n.* / '\n"
            .to_owned(),
    ];
    let (rows, store) = run(&all.concat(), folder.path());
    assert_eq!(rows.len(), all.len());
    let length = Some(plan.split(' ').count() as u64);
    for name in ["whole plan", "moves"] {
        let row = &rows[name];
        assert_eq!((row.verdict.as_str(), row.stop.as_deref()), ("solved", None), "{row:?}");
        assert_eq!((row.length, row.plan.as_deref()), (length, Some(plan.as_str())), "{row:?}");
    }
    assert_eq!((rows["moves"].expanded, rows["whole plan"].expanded), (12, 0));
    assert_eq!(rows["moves"].details.as_deref(), Some("{\"cost\":2.5,\"output\":\"cost 2.5\\n\"}"));
    let kept = serde_json::from_str::<serde_json::Value>(rows["crash"].details.as_ref().unwrap());
    assert_eq!(kept.unwrap(), serde_json::json!({ "output": "so far é\n", "errors": "oh dear" }));
    for (name, verdict, stop, words) in [
        ("half a plan", "unknown", Some("error"), "does not end in a solved board"),
        ("illegal", "unknown", Some("error"), "fails the replay"),
        ("silent", "unknown", Some("error"), "printed no plan"),
        ("code", "solved", None, ""),
        ("lost", "unsolvable", None, ""),
        ("gave up", "unknown", Some("incomplete"), ""),
        ("undecided", "unknown", Some("incomplete"), ""),
        ("crash", "unknown", Some("crashed"), "it ended with code 5: oh dear"),
        ("signal", "unknown", Some("crashed"), "it died of signal 11"),
        ("no such", "unknown", Some("error"), "there-is-none"),
        ("files", "solved", None, ""),
    ] {
        let row = &rows[name];
        assert_eq!((row.verdict.as_str(), row.stop.as_deref()), (verdict, stop), "{row:?}");
        assert!(row.error.as_deref().unwrap_or("").contains(words), "{row:?}");
        assert_eq!(row.plan, None);
    }
    for (name, row) in rows.iter().filter(|(name, _)| *name != "no such") {
        let tool = row.tool.as_deref().unwrap();
        let (sum, version) = tool.split_once(' ').unwrap_or((tool, ""));
        assert!(sum.len() == 16 && u64::from_str_radix(sum, 16).is_ok(), "{tool}");
        assert_eq!(version, if name == "files" { "sayer 1.2" } else { "" });
        assert_eq!((row.game.as_str(), row.rules.as_str()), ("gaps", "standard"));
        assert_eq!(row.algorithm, "sh");
        assert!(row.isolation.as_deref().unwrap().starts_with("folder"), "{row:?}");
        assert!(row.cpu_seconds.is_some_and(|seconds| seconds < 60.0), "{row:?}");
    }
    let spec = read(&all.concat(), folder.path()).unwrap();
    report::write(&spec, &store, folder.path()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(
        text.contains(&format!("| files | {} |", rows["files"].tool.as_deref().unwrap())),
        "{text}"
    );
    let changed = std::fs::write(folder.path().join("say.sh"), "echo other $1; cat $2\n");
    changed.unwrap();
    let again = folder.path().join("again");
    std::fs::create_dir(&again).unwrap();
    std::fs::write(again.join("say.sh"), "echo other\n").unwrap();
    let (other, _) = run(all.last().unwrap(), &again);
    assert_ne!(other["files"].tool, rows["files"].tool, "a changed file is another program");
}

#[test]
fn limits_hold_whatever_a_program_does() {
    let folder = tempfile::tempdir().unwrap();
    let eater = "x = []\nwhile True: x.append(bytearray(1 << 20))";
    let all = [
        script("sleeps", "sleep 3600", "time = \"300ms\""),
        script(
            "spins",
            "(while :; do :; done) & (while :; do :; done) & wait",
            "cpu_time = \"300ms\"",
        ),
        script("talks", "yes $(head -c 1000 /dev/zero | tr '\\0' x)", ""),
        script("late", "sleep 0.5; exit 0", "time = \"400ms\""),
        "[[configurations]]\nname = \"eats\"\nmemory = \"64MiB\"\n\
         program = [\"sh\", \"-c\", '''python3 -c \"$0\" & python3 -c \"$0\" & wait''', "
            .to_owned()
            + &format!("'''{eater}''']\n"),
    ];
    let (rows, _) = run(&all.concat(), folder.path());
    for (name, stop, words) in [
        ("sleeps", "time", "killed at its time limit"),
        ("spins", "cpu-time", "killed at its processor time limit"),
        ("talks", "error", "more than 16.0 MiB of output"),
        ("late", "time", "killed at its time limit"),
        ("eats", "memory", ""),
    ] {
        let row = &rows[name];
        assert_eq!((row.verdict.as_str(), row.stop.as_deref()), ("unknown", Some(stop)), "{row:?}");
        assert!(row.error.as_deref().unwrap_or("").contains(words), "{row:?}");
    }
    if cfg!(target_os = "linux") {
        assert!(rows["spins"].cpu_seconds.unwrap() > 0.25, "children count: {:?}", rows["spins"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_a_program_is_left_and_it_is_isolated_as_its_row_says() {
    let folder = tempfile::tempdir().unwrap();
    let marker = format!("{}", 86_400 + std::process::id());
    // A process that leaves the group and loses its parent.
    let escape = format!("setsid sh -c 'sleep {marker} & sleep {marker}' & sleep 0.2");
    let look = "pwd; echo $TMPDIR; touch here; cut -d: -f1 /proc/net/dev; touch {folder}/there && \
                echo wrote; for p in /proc/[0-9]*; do echo process; done";
    let all = [
        script("escapes", &escape, "isolate = false"),
        script("escapes isolated", &escape, ""),
        script(
            "looks",
            look,
            "read = { there = '(wrote)', net = '(eth|ens|enp)', home = '^(/.*patience-job-.*)$' }",
        ),
    ];
    let (rows, _) = run(&all.concat(), folder.path());
    for row in rows.values() {
        assert_eq!(row.verdict, "solved", "{row:?}");
    }
    let alive = std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&marker)
    });
    assert_eq!(alive.count(), 0, "processes outlived their jobs");
    assert_eq!(rows["escapes"].isolation.as_deref(), Some("folder"));
    let row = &rows["looks"];
    let (isolation, details) = (row.isolation.as_deref().unwrap(), row.details.as_deref().unwrap());
    let home: serde_json::Value = serde_json::from_str(details).unwrap();
    let home = home["home"].as_str().unwrap();
    assert!(!Path::new(home).exists(), "the private folder {home} is removed");
    assert_eq!(details.contains("wrote"), !isolation.contains("files"), "{row:?}");
    assert!(!isolation.contains("network") || !details.contains("\"net\""), "{row:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_of_orphans_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    // An orphan counts to a million, and its job waits for it.
    let orphan = "(sh -c 'i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; touch done' &)\n\
                  while ! test -f done; do sleep 0.01; done";
    let all = [script("counts", orphan, "isolate = false"), script("rests", "true", "")].concat();
    let sets = "[[instances]]\nset = \"s\"\nnames = [\"gaps:random/3x4/1..4\"]\n";
    let spec = read_with(&format!("{sets}{all}"), folder.path()).unwrap();
    let (rows, _) = run_all(&spec, folder.path());
    let used = |name: &str| {
        let mine = rows.iter().filter(|((configuration, _), _)| configuration == name);
        mine.map(|(_, row)| row.cpu_seconds.unwrap()).collect::<Vec<f64>>()
    };
    let (counts, rests) = (used("counts"), used("rests"));
    let least = counts.iter().copied().fold(f64::INFINITY, f64::min);
    let most = rests.iter().copied().fold(0.0, f64::max);
    assert!(most < least / 2.0, "{counts:?} {rests:?}");
}

#[test]
fn faults_of_plans_have_places() {
    let folder = tempfile::tempdir().unwrap();
    for (keys, words) in [
        ("program = []", "`program` is empty"),
        ("program = [\"x\", \"{bord}\"]", "unknown placeholder `{bord}`"),
        ("program = [\"x\"]\nalgorithm = \"bfs\"", "`algorithm` cannot be combined with `program`"),
        ("program = [\"x\"]\nexpansions = 9", "`expansions` cannot be combined with `program`"),
        (
            "program = [\"x\"]\nsolved = 256",
            "256 is not a valid value of `solved`; expected an exit code",
        ),
        (
            "program = [\"x\"]\nplan = \"(\"",
            "expected a regular expression (found open group without",
        ),
        ("program = [\"x\"]\nread = { a = \"[\" }", "expected a regular expression (found"),
        ("program = [\"x\"]\nkeep = \"17MiB\"", "expected at most 16MiB"),
        ("keep = \"1MiB\"", "`keep` is for a configuration with a `program`"),
        ("solved = 0", "`solved` is for a configuration with a `program`"),
    ] {
        let error = read(&format!("[[configurations]]\n{keys}\n"), folder.path()).unwrap_err();
        assert!(error.contains(words) && error.contains("s.toml:"), "{keys}: {error}");
    }
    let matrix = "[[configurations]]\nprogram = [\"x\", \"-w{w}\", \"{board}\"]\n\
                  solved = \"a{2}\"\n\
                  each = { w = [1, 2] }\n";
    let spec = read(matrix, folder.path()).unwrap();
    let names: Vec<&str> = spec.configurations.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["x w=1", "x w=2"]);
    assert_eq!(spec.configurations[1].setting.program.as_ref().unwrap().command[1], "-w2");
    assert!(
        spec.configurations[0].setting.expansions.is_none() && spec.configurations[0].deterministic
    );
    let seeded =
        read("[[configurations]]\nprogram = [\"x\", \"{seed}\"]\n", folder.path()).unwrap();
    assert!(!seeded.configurations[0].deterministic);
}

#[test]
fn plans_of_planners_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    // In Fast Downward's form, with the cells of the moves.
    let moves = plan();
    let action = |step: &str| {
        let (from, to) = step.split_once('>').unwrap();
        let cell = |cell: &str| format!("r{}", cell.replace(',', "c"));
        format!("place h2 {} {} ha (1)", cell(from), cell(to))
    };
    let actions: Vec<String> = moves.split(' ').map(action).collect();
    let print = format!("test -f $0 && printf '%s\\n' '{}'", actions.join("' '"));
    let planner = |name: &str, file: &str| {
        format!(
            "[[configurations]]\nname = \"{name}\"\n\
             program = [\"sh\", \"-c\", \"\"\"{}\"\"\", \"{{{file}}}\"]\n\
             plan = '^([a-z-]+( \\S+)*) \\(1\\)$'\n",
            print.replace('\\', "\\\\")
        )
    };
    let both = [planner("planner", "problem"), planner("no planner", "board")].concat();
    let (rows, _) = run(&both, folder.path());
    let row = &rows["planner"];
    assert_eq!(
        (row.verdict.as_str(), row.plan.as_deref()),
        ("solved", Some(moves.as_str())),
        "{row:?}"
    );
    assert_eq!(rows["no planner"].stop.as_deref(), Some("error"), "only `{{problem}}` is PDDL");
}
