//! No row ever appears under a job that did not produce it.

use std::path::Path;

use patience_study::job::Row;

use super::{STUDY, Study, read};

#[test]
fn whatever_changes_a_job_makes_it_another() {
    // The edit, and how many of the 15 jobs must run again.
    let cases = [
        ("title = \"Two on five\"", "title = \"Renamed\"", 0),
        // Breadth-first search does not depend on it.
        ("seed = 1", "seed = 100", 10),
        // The second seed of the repetitions becomes the first.
        ("seed = 1", "seed = 2", 5),
        ("seed = 1", "seed = 0", 5),
        ("1..5", "2..6", 3),
        ("expansions = 300", "expansions = 301", 5),
        ("iterations = 20", "iterations = 21", 10),
        ("iterations = 20", "iterations = 20\nexploration = 0.5", 10),
        ("iterations = 20", "iterations = 20\nmemory = \"64MiB\"", 10),
        ("iterations = 20", "iterations = 20\ntime = \"1s\"", 10),
        ("iterations = 20", "iterations = 20\ndepth = 50", 10),
        ("iterations = 20", "iterations = 20\nname = \"the same by another name\"", 0),
    ];
    for (from, to, wanted) in cases {
        let mut study = Study::new(STUDY);
        let mut store = study.store();
        assert_eq!(study.run(&mut store).len(), 15);
        let edited = STUDY.replacen(from, to, 1);
        assert_ne!(edited, STUDY, "{from}");
        study.edit(&edited);
        store.adopt(&study.spec).unwrap();
        // Before anything runs, there are only rows of exactly these jobs.
        let results = store.number("SELECT count(*) FROM results").unwrap();
        assert_eq!(results, 15 - wanted, "{to}");
        assert_eq!(store.unplanned().unwrap(), wanted, "{to}");
        assert_eq!(
            store.tallies().unwrap().iter().map(|tally| tally.jobs).sum::<u64>(),
            15 - wanted,
            "{to}"
        );
        assert_eq!(study.run(&mut store).len() as u64, wanted, "{to}");
        let wrong =
            "SELECT count(*) FROM results r JOIN jobs j ON j.id = r.job WHERE r.seed <> j.seed";
        assert_eq!(store.number(wrong).unwrap(), 0, "{to}");
        // Changed back: no row is lost, and no job runs twice.
        study.edit(STUDY);
        store.adopt(&study.spec).unwrap();
        assert_eq!(store.number("SELECT count(*) FROM results").unwrap(), 15, "{to}");
        assert_eq!(study.run(&mut store).len(), 0, "{to}");
    }
}

#[test]
fn boards_of_a_file_are_known_by_what_is_on_them() {
    let text = "title = \"Boards\"\n[[instances]]\nset = \"own\"\ngame = \"cohesion\"\n\
                file = \"boards.txt\"\n\
                [[configurations]]\nalgorithm = \"bfs\"\n";
    let folder = tempfile::tempdir().unwrap();
    let boards = |lines: &str| std::fs::write(folder.path().join("boards.txt"), lines).unwrap();
    boards("R..R/BRRB/.BB./Y..Y\nmine\tR..R/BRRB/.BB./B..B\n");
    let spec = super::read(text, folder.path());
    let mut store =
        patience_study::store::Store::create(&folder.path().join("store.sqlite")).unwrap();
    store.adopt(&spec).unwrap();
    let first = store.claim(&spec, 10).unwrap();
    store.add(&first.iter().map(super::row).collect::<Vec<_>>()).unwrap();
    // A board at the top moves all lines, and the rows with them.
    boards("G..G/BRRB/.BB./R..R\nR..R/BRRB/.BB./Y..Y\nmine\tR..R/BRRB/.BB./B..B\n");
    let spec = super::read(text, folder.path());
    store.adopt(&spec).unwrap();
    assert_eq!(store.unplanned().unwrap(), 0);
    let new = store.claim(&spec, 10).unwrap();
    let names: Vec<&str> = new.iter().map(|assignment| assignment.instance.name.as_str()).collect();
    assert_eq!(names, ["boards.txt:1"]);
    store.add(&new.iter().map(super::row).collect::<Vec<_>>()).unwrap();
    let mixed = "SELECT count(*) FROM results r JOIN instances i ON i.id = r.instance_id \
                 WHERE instr(r.plan, i.board) = 0";
    assert_eq!(store.number(mixed).unwrap(), 0);
    assert_eq!(
        store.number("SELECT count(*) FROM results WHERE instance = 'boards.txt:2'").unwrap(),
        1
    );
    // Another board under a known name is another instance.
    boards("mine\tR..R/BRRB/.BB./G..G\n");
    let spec = super::read(text, folder.path());
    store.adopt(&spec).unwrap();
    assert_eq!((store.unplanned().unwrap(), store.claim(&spec, 10).unwrap().len()), (3, 1));
    // The same board twice, without names, would be ambiguous.
    boards("R..R/BRRB/.BB./Y..Y\nR..R/BRRB/.BB./Y..Y\n");
    let error = patience_study::spec::Spec::read(
        text.to_owned(),
        "s.toml",
        folder.path().to_owned(),
        "s".to_owned(),
    );
    assert!(error.unwrap_err().to_string().contains("boards.txt:2` twice"));
}

#[test]
fn another_version_of_the_study_at_the_same_time_does_no_harm() {
    let old = Study::new(STUDY);
    let mut first = old.store();
    let one = first.claim(&old.spec, 1).unwrap();
    // Another process starts with an edited study: other boards, another configuration.
    let edited = STUDY.replace("1..5", "3..8").replace("expansions = 300", "expansions = 9");
    let new = super::read(&edited, old.folder.path());
    let mut second = patience_study::store::Store::open(&old.path()).unwrap();
    second.adopt(&new).unwrap();
    // The first resumes from the common state, and adds its own rows.
    first.add(&one.iter().map(super::row).collect::<Vec<_>>()).unwrap();
    let rest = old.run(&mut first);
    assert!(rest.iter().all(|assignment| assignment.configuration == 1), "{rest:?}");
    assert_eq!(rest.len(), 12);
    let missing = second.claim(&new, 100).unwrap();
    assert_eq!((missing.len(), second.unplanned().unwrap()), (6, 1));
}

/// A name may stand for another board in another version of the program, and merged files may come
/// from anyone.
#[test]
fn a_row_of_another_board_is_refused() {
    let study = Study::new(STUDY);
    let mut store = study.store();
    let claimed = store.claim(&study.spec, 1000).unwrap();
    let of = |index: usize, board: &str| Row {
        game: "gaps".to_owned(),
        rules: "standard".to_owned(),
        board: board.to_owned(),
        ..super::row(&claimed[index])
    };
    // Three jobs on the first instance.
    store.add(&[of(0, "2C -- 3C"), of(1, "2C -- 3C")]).unwrap();
    for row in [of(2, "2H -- 3H"), Row { rules: "fixed-suits".to_owned(), ..of(2, "2C -- 3C") }] {
        let refused = store.add(&[of(3, "2C 3C --"), row]).unwrap_err().to_string();
        assert!(refused.contains("another board named gaps:random/4x4/1"), "{refused}");
        assert_eq!(store.number("SELECT count(*) FROM runs").unwrap(), 2, "nothing is added");
    }
    store.add(&[of(2, "2C -- 3C")]).unwrap();
}

/// A missing seed is not the seed 0: without a seed, the first repetition uses the solver's
/// default.
#[test]
fn a_study_without_a_seed_is_not_one_with_the_seed_0() {
    let seeds = |line: &str| {
        let spec = read(&STUDY.replacen("seed = 1\n", line, 1), Path::new("."));
        (
            spec.identity(),
            spec.seed_of(0),
            spec.seed_of(1),
            spec.settings()[0].request(spec.seed_of(0)),
        )
    };
    let (none, first, second, request) = seeds("");
    assert_eq!((first, second, request.values.contains_key("seed")), (None, Some(1), false));
    assert!(none.contains("\"seed\":0"), "as in the published stores: {none}");
    let (zero, first, second, request) = seeds("seed = 0\n");
    assert_eq!((first, second, request.values.contains_key("seed")), (Some(0), Some(1), true));
    assert_ne!(zero, none);
}
