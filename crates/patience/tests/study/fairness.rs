//! Complete runs with a known answer: two equivalent configurations, and one that does more. They
//! compare counts instead of times, so that the answer does not depend on the load of the machine.

use crate::say;

const STUDY: &str = r#"
title = "A, A and B"
[[instances]]
set = "small"
names = ["gaps:random/4x4/1..60"]
[[configurations]]
name = "one"
algorithm = "astar"
memory = "512MiB"
[[configurations]]
name = "other"
algorithm = "astar"
memory = "513MiB"
[[configurations]]
name = "more"
algorithm = "bfs"
[report]
measure = "expanded"
"#;

#[test]
fn what_does_the_same_does_not_differ_and_what_does_more_does() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml", "--threads", "1"]);
    // The order in which rows arrived from the only worker.
    let first = "SELECT configuration, count(*) AS first FROM results r
                 WHERE run = (SELECT min(run) FROM results s WHERE s.instance_id = r.instance_id)
                 GROUP BY 1 ORDER BY configuration_position";
    let first = say(folder.path(), &["study", "query", "s.toml", first]);
    assert_eq!(first, "configuration,first\none,20\nother,20\nmore,20\n");
    say(folder.path(), &["study", "report", "s.toml"]);
    let report = std::fs::read_to_string(folder.path().join("s.results/report.md")).unwrap();
    let compared = |pair: &str| {
        let line = report.lines().find(|line| line.starts_with(pair) && line.contains(" to "));
        line.unwrap_or_else(|| panic!("{pair} is missing in {report}"))
    };
    let same = "| one | other | 60 | 60 | 0 | 0 | 1.000 (1.000 to 1.000) | 1.0000 | 1.0000 |";
    assert_eq!(compared("| one | other |"), same);
    for pair in ["| one | more |", "| other | more |"] {
        let line = compared(pair);
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let ratio: f64 = cells[6].split(' ').next().unwrap().parse().unwrap();
        assert!(ratio < 1.0 && cells[7].starts_with("< 0.0001"), "{line}");
    }
}
