//! `patience redeal`.

use crate::patience;

#[test]
fn fields_and_exit_codes_are_those_documented() {
    const FIELDS: [&str; 10] =
        ["instance", "redeals", "rule", "win_chance", "low", "high", "samples", "plan", "verdict", "policies"];
    // The first can be won as it lies; the second is lost, and begins with a gap behind each King.
    for (board, redeals, code, verdict) in [
        ("2C -- 3C / 2H -- 3H", "1", 0, "solved"),
        ("3C -- 2C / 3H -- 2H", "0", 11, "unsolvable"),
        ("3C -- 2C / 3H -- 2H", "1", 12, "unsolvable"),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), board).unwrap();
        let input = file.path().to_str().unwrap();
        let ran = patience(&[
            "redeal",
            "--game",
            "gaps",
            "--input",
            input,
            "--redeals",
            redeals,
            "--samples",
            "20",
            "--time",
            "1h",
            "--json",
        ])
        .ends(code);
        let [record] = &ran.json_lines()[..] else { panic!("one line: {}", ran.stdout) };
        let fields = record.as_object().unwrap();
        let places: Vec<usize> =
            FIELDS.iter().map(|field| ran.stdout.find(&format!("\"{field}\":")).expect(field)).collect();
        assert!(places.is_sorted() && fields.len() == FIELDS.len(), "{}", ran.stdout);
        assert_eq!(record["verdict"], verdict);
        let number = |field: &str| record[field].as_f64().unwrap();
        assert!(number("low") <= number("win_chance") && number("win_chance") <= number("high"));
        assert_eq!(record["samples"], if code == 12 { 20 } else { 0 });
    }
}

#[test]
fn bad_questions_are_explained() {
    for (arguments, expected) in [
        (&["redeal", "birds:neller/1"][..], "expected one of gaps that the conclusive solver decides"),
        (&["redeal", "gaps+jungle:pysol/1"], "expected one of gaps that the conclusive solver decides"),
        (
            &["redeal", "gaps:pysol/1", "--rule", "montana"],
            "expected one of pysol, aisleriot, spaces, station, addiction, unshuffled",
        ),
        (&["redeal", "gaps:pysol/0"], "`0` is not a valid number of a deal"),
    ] {
        let ran = patience(arguments).ends(2);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}
