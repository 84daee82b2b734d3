//! The commands of docs/programs/revisions.md for revisions of a program, on a small repository in
//! place of the planner.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::say;

/// A planner that reads from its file the number of steps of its plan and the expansions of each.
/// Its build makes the program.
const BUILD: &str = r#"#!/bin/sh
cat > fast-downward.py <<'END'
#!/bin/sh
test "$1" = --version && { echo stand-in NUMBER; exit; }
echo "options: $3 $4"
for step in $(cat "$2"); do echo "step $step (1)"; done
echo "Expanded $(($(wc -w < "$2") * NUMBER)) state(s)."
echo "Plan cost: $(wc -w < "$2")"
END
chmod +x fast-downward.py
"#;

/// The block of code of a page that contains some words.
fn block(page: &str, with: &str) -> String {
    let mut blocks = page.split("\n```").skip(1).step_by(2);
    let found = blocks.find(|block| block.contains(with));
    let block = found.unwrap_or_else(|| panic!("no block of code with {with}"));
    block.split_once('\n').unwrap().1.to_owned()
}

fn shell(folder: &Path, script: &str) {
    let output = Command::new("sh")
        .args(["-e", "-c", script])
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn revisions_are_checked_out_built_and_compared_as_the_book_says() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("there is no git");
        return;
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(repository.join("docs/programs/revisions.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let origin = folder.join("origin");
    std::fs::create_dir(&origin).unwrap();
    for (number, revision) in [("3", "release-23.06.0"), ("2", "release-24.06.0")] {
        let build = origin.join("build.py");
        std::fs::write(&build, BUILD.replace("NUMBER", number)).unwrap();
        std::fs::set_permissions(&build, std::fs::Permissions::from_mode(0o755)).unwrap();
        let commit = "git init -q . && git add build.py && git -c user.name=x -c user.email=x@x \
                      commit -q -m x && git tag";
        shell(&origin, &format!("{commit} {revision}"));
    }
    let source = "https://github.com/aibasel/downward.git";
    let checkout = block(&page, source).replace(source, "origin downward");
    shell(folder, &checkout);

    let gripper = folder.join("benchmarks/gripper");
    std::fs::create_dir_all(&gripper).unwrap();
    for (name, text) in
        [("domain", "x"), ("prob01", "a b c"), ("prob02", "a b"), ("prob03", "a b c d e")]
    {
        std::fs::write(gripper.join(name).with_extension("pddl"), text).unwrap();
    }
    std::fs::write(folder.join("revisions.toml"), block(&page, "Two revisions")).unwrap();
    for command in block(&page, "revisions.toml#").lines() {
        let words = command.strip_prefix("patience ").unwrap().replace('"', "'");
        let words: Vec<&str> = words.split('\'').collect();
        let words: Vec<&str> = (0..)
            .zip(words)
            .flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect();
        say(folder, &words);
    }
    let sql = "SELECT configuration, tool, count(*), sum(expanded), sum(details ->> '$.cost'), \
               max(details ->> '$.output') FROM results GROUP BY 1 ORDER BY 1";
    let rows = say(folder, &["study", "query", "revisions.toml", sql, "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    for (row, (revision, heuristic, number)) in rows.iter().zip([
        ("release-23.06.0", "blind", 3),
        ("release-23.06.0", "lmcut", 3),
        ("release-24.06.0", "blind", 2),
        ("release-24.06.0", "lmcut", 2),
    ]) {
        assert_eq!(row["configuration"], format!("{revision} {heuristic}"));
        assert!(row["tool"].as_str().unwrap().ends_with(&format!("stand-in {number}")), "{row}");
        assert_eq!((&row["count(*)"], &row["sum(expanded)"]), (&3.into(), &(10 * number).into()));
        assert_eq!(row["sum(details ->> '$.cost')"], 10);
        let output = row["max(details ->> '$.output')"].as_str().unwrap();
        assert!(output.contains(&format!("options: --search astar({heuristic}())")), "{output}");
    }
}
