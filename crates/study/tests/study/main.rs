//! Studies without their command line: the identity of jobs, damaged files, and rejected
//! specifications.

mod compared;
mod damage;
mod expected;
mod fairness;
mod fetched;
mod golden;
mod identity;
mod measured;
mod report;
mod shards;
mod spec;
mod statistics;

use std::path::{Path, PathBuf};

use patience_study::job::{Assignment, Row};
use patience_study::spec::Spec;
use patience_study::store::Store;
use tempfile::TempDir;

/// Two configurations, one of them repeated, on five boards.
const STUDY: &str = r#"title = "Two on five"
seed = 1
[[instances]]
set = "small"
names = ["gaps:random/4x4/1..5"]
[[configurations]]
algorithm = "bfs"
expansions = 300
[[configurations]]
algorithm = "mcts"
iterations = 20
repetitions = 2
"#;

/// A study in a folder that is removed with it.
struct Study {
    folder: TempDir,
    spec: Spec,
}

impl Study {
    fn new(text: &str) -> Study {
        let folder = tempfile::tempdir().unwrap();
        let spec = read(text, folder.path());
        Study { folder, spec }
    }

    fn edit(&mut self, text: &str) {
        self.spec = read(text, self.folder.path());
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("store.sqlite")
    }

    /// The store, brought up to date with the study.
    fn store(&self) -> Store {
        let mut store = Store::create(&self.path()).unwrap();
        store.adopt(&self.spec).unwrap();
        store
    }

    /// Adds a row for every job that has none. Returns the jobs that had to be done.
    fn run(&self, store: &mut Store) -> Vec<Assignment> {
        let mut all = Vec::new();
        loop {
            let claimed = store.claim(&self.spec, 1000).unwrap();
            store.add(&claimed.iter().map(row).collect::<Vec<_>>()).unwrap();
            if claimed.is_empty() {
                return all;
            }
            all.extend(claimed);
        }
    }
}

fn read(text: &str, folder: &Path) -> Spec {
    Spec::read(text.to_owned(), "s.toml", folder.to_owned(), "s".to_owned())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A row that names the job for which it was made.
fn row(assignment: &Assignment) -> Row {
    Row {
        job: assignment.job,
        attempt: assignment.attempt,
        verdict: "solved".to_owned(),
        length: Some(3),
        seconds: 0.25,
        expanded: 100 + assignment.seed.unwrap_or(0),
        seed: assignment.seed,
        algorithm: "x".to_owned(),
        plan: Some(format!("{:?}", assignment.instance.board.as_ref().map(|(_, board)| board))),
        finished: 1,
        ..Row::default()
    }
}
