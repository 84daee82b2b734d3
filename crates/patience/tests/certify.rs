//! `patience certify`, `solve --certificate`, and the checker's own program.

use assert_cmd::Command;
use serde_json::Value;

fn patience() -> Command {
    Command::cargo_bin("patience").expect("the program is built")
}

fn checked(path: &std::path::Path) -> patience_check::Verified {
    let file = std::fs::File::open(path).expect("it was written");
    patience_check::check(file).unwrap_or_else(|failure| panic!("{}: {failure:?}", path.display()))
}

/// Instance, further arguments, exit code, claim.
const CASES: &[(&str, &[&str], i32, &str)] = &[
    ("gaps:solvitaire/4x13/869", &[], 11, "lost"),
    ("gaps:solvitaire/4x13/869", &["--plain", "sets"], 11, "lost"),
    ("gaps:solvitaire/4x13/53", &["--plain", "dead-ends"], 11, "lost"),
    ("gaps:solvitaire/3x4/3", &["--plain", "rows"], -1, ""),
    ("gaps+fixed-suits:solvitaire/4x6/3", &[], -1, ""),
    ("gaps+fixed-twos:solvitaire/4x6/3", &[], -1, ""),
    ("gaps:solvitaire/4x13/1", &[], 0, "won in"),
    ("birds:neller/10", &[], 11, "lost"),
    ("birds:neller/42", &[], 0, "won in 15 moves"),
    ("tiles:level/iartistas-04", &[], 0, "won in 5 moves and in no fewer"),
];

#[test]
fn certificates_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate");
    for (instance, more, code, claim) in CASES {
        let assert = patience()
            .args(["certify", instance, "--check", "--json", "-o"])
            .arg(&path)
            .args(*more)
            .assert();
        let assert = if *code < 0 { assert } else { assert.code(*code) };
        let record: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        let verified = checked(&path);
        assert!(verified.claim.starts_with(claim), "{instance}: {verified:?}");
        assert_eq!(record["claim"], verified.claim.as_str(), "{record}");
        assert_eq!(record["board"], verified.deal.1.as_str());
        assert_eq!(record["bytes"], std::fs::metadata(&path).unwrap().len());
        assert_eq!(record["verdict"] == "unsolvable", verified.claim == "lost");
        let uses = |lemma: &str| verified.lemmas.contains(&lemma);
        assert!(!(more.contains(&"sets") && uses("persistent sets")), "{verified:?}");
        assert!(!(more.contains(&"dead-ends") && uses("relaxation")), "{verified:?}");
        assert!(!more.contains(&"rows") || verified.lemmas.is_empty(), "{verified:?}");
    }
}

#[test]
fn several_are_streamed_into_the_checker() {
    let assert =
        patience().args(["certify", "birds:neller/9..11", "--check", "--json"]).assert().code(11);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let claims: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["claim"].clone())
        .collect();
    assert_eq!(claims, ["won in 15 moves", "lost", "won in 15 moves"]);
}

/// A compressed certificate has the same content; the checker, which is to stay short, reads it
/// from a pipe.
#[test]
fn a_certificate_is_compressed_if_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let [plain, short, nameless] = ["c.pcert", "c.pcert.zst", ".zst"].map(|name| {
        let path = folder.path().join(name);
        patience().args(["certify", "cohesion:level/vieira-1", "-o"]).arg(&path).assert().code(0);
        std::fs::read(path).unwrap()
    });
    assert!(nameless == short);
    assert!(2 * short.len() < plain.len(), "{} of {}", short.len(), plain.len());
    let mut whole = Vec::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(&short[..]).unwrap();
    std::io::Read::read_to_end(&mut decoder, &mut whole).unwrap();
    assert!(whole == plain);
    let refused = patience_check::check(&short[..]).unwrap_err().to_string();
    assert!(refused.contains("zstd -dc FILE | patience-check -"), "{refused}");
}

#[test]
fn solve_writes_a_certificate_and_says_how_to_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate");
    let assert = patience()
        .args(["solve", "gaps:solvitaire/4x13/869", "--certificate"])
        .arg(&path)
        .assert()
        .code(11);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let check = format!("to check it: patience-check {}\n", path.display());
    assert!(text.contains(&check), "{text}");
    assert_eq!(checked(&path).claim, "lost");
    assert!(assert.get_output().stderr.is_empty(), "the search itself left the proof");
    for (arguments, expected) in [
        (&["solve", "birds:neller/1"][..], "patience certify birds:neller/1 -o FILE; patience-c"),
        (&["solve", "gaps+standard:solvitaire/4x13/1"], "-o FILE; patience-check FILE"),
        (&["solve", "birds:neller/1"], "\n  2,3>2,2 2,0>3,0 0,0>0,3 "),
        (&["solve", "birds:neller/1", "--certificate", "c.zst"], "zstd -dc c.zst | patience-che"),
        (&["certify", "--check", "c.zst"], "`zstd -dc c.zst | patience-check -` verifies it"),
    ] {
        let output = patience().current_dir(folder.path()).args(arguments).output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(text.contains(expected), "{text}");
    }

    let assert = patience()
        .args(["solve", "birds:neller/6727", "--certificate"])
        .arg(&path)
        .assert()
        .code(11);
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(text.contains("the certificate lists 22,826 states"), "{text}");
    assert_eq!(checked(&path).claim, "lost");
}

#[test]
fn what_cannot_be_certified_is_said() {
    for (arguments, expected) in [
        (&["certify", "birds:neller/1"][..], "--output"),
        (&["certify", "birds:neller/1..2", "-o", "x"], "one instance"),
        (&["certify", "gaps+paper:paper/4x8/20/1", "--check"], "no certificates for gaps+paper"),
        (&["solve", "birds:neller/1..2", "--certificate", "x"], "single instance"),
        (&["certify", "birds:neller/1", "--check", "--threads", "2"], "records a single search"),
        (
            &["solve", "gaps+jungle:pysol/1", "--certificate", "x"],
            "no certificates for gaps+jungle",
        ),
        (
            &["solve", "gaps:solvitaire/4x13/869", "--certificate", "x", "--threads", "2"],
            "leave out `threads`",
        ),
        (
            &["solve", "gaps:solvitaire/4x13/869", "--certificate", "x", "--strategy", "sweep"],
            "leave out `strategy`",
        ),
        (
            &["solve", "birds:neller/6727", "--certificate", "x", "--expansions", "20000"],
            "expansions were used up",
        ),
        (
            &["certify", "birds:neller/1", "-o", "/no/such/folder/x"],
            "cannot write /no/such/folder/x",
        ),
    ] {
        let assert = patience().args(arguments).assert().failure();
        let text = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
    // After a limit there is no verdict to certify, and no file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate");
    let limited = ["certify", "gaps:solvitaire/4x13/7", "--expansions", "100", "-o"];
    let ended = patience().args(limited).arg(&path).assert().code(12).get_output().stdout.clone();
    let ended = String::from_utf8_lossy(&ended);
    assert!(ended.contains("unknown: the expansions were used up (--expansions)"), "{ended}");
    assert!(!path.exists());
}

#[test]
fn flags_that_make_no_difference_are_noted() {
    for (arguments, note) in [
        (
            &["gaps:random/3x4/1", "--depth", "3", "--optimal"][..],
            "note: certificates do not use --optimal, --depth",
        ),
        (&["gaps:random/3x4/1", "--seed", "3"], ""),
        (
            &["gaps:random/3x4/1", "--seed", "3", "--plain", "rows"],
            "note: certificates do not use --seed",
        ),
        (&["tiles:level/iartistas-04", "--weight", "3"], "note: certificates do not use --weight"),
    ] {
        let assert = patience().args(["certify", "--check"]).args(arguments).assert();
        let text = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert_eq!(text.trim(), note, "{arguments:?}");
    }
}

/// The input file with the boards stays unchanged.
#[test]
fn a_certificate_does_not_replace_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    std::fs::write(&board, "R.R/B.B\n").unwrap();
    let name = board.to_str().unwrap();
    let attached = format!("--output={name}");
    for words in [
        &["certify", "--output", name][..],
        &["certify", &attached],
        &["solve", "--certificate", name],
    ] {
        let ran =
            patience().args(words).args(["--game", "cohesion", "--input", name]).output().unwrap();
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{told}");
        assert!(told.contains("board.txt: the command reads it; expected another file"), "{told}");
        assert_eq!(std::fs::read_to_string(&board).unwrap(), "R.R/B.B\n");
    }
}
