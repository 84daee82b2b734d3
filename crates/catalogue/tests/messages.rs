//! Messages about invalid input never come from Rust's own parsers, which do not list what was
//! expected.

use patience_catalogue::{GAMES, Request, open};

const OF_STD: [&str; 6] = [
    "invalid digit",
    "too large to fit",
    "too small to fit",
    "cannot parse",
    "invalid float",
    "out of range integral",
];

/// Texts that are not a number, or not an acceptable one.
const WRONG: [&str; 8] =
    ["", "x", "-1", "+1", "1.5", "1e3", "99999999999999999999999999999999", "\u{661}"];

fn check(given: &str, said: &str) {
    assert!(OF_STD.iter().all(|text| !said.contains(text)), "{given}: {said}");
    assert!(!said.is_empty(), "{given}");
}

/// Each part of each source's example is replaced in turn, and so is each number within a part.
#[test]
fn names_of_instances() {
    let mut refused = 0;
    for game in GAMES {
        for source in game.info().sources {
            let parts: Vec<&str> = source.example.split('/').collect();
            for place in 1..parts.len() {
                for wrong in WRONG {
                    let mut inner =
                        vec![wrong.to_owned(), format!("{wrong}x4"), format!("4x{wrong}")];
                    inner.extend([format!("{wrong}-8"), format!("6-{wrong}")]);
                    for part in inner {
                        let mut name = parts.clone();
                        name[place] = &part;
                        let name = name.join("/");
                        if let Err(error) = open(&name) {
                            check(&name, &error.to_string());
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 300, "{refused} names");
}

#[test]
fn boards_and_moves() {
    for game in GAMES {
        for wrong in WRONG.into_iter().chain([
            "2C 99999999999C",
            "{\"sequences\":[[1e999]]}",
            "0,99999999999999999999R",
        ]) {
            if let Err(error) = game.read(None, wrong, "it") {
                check(wrong, &error.to_string());
            }
        }
        let level = game.info().sources[0].example.clone();
        let instance = open(&level).unwrap();
        for wrong in [
            "99999999999999999999,0R",
            "0,0>99999999999999999999,1",
            "1.5,0U",
            "x,yR",
            "QH zz99999999999999999999",
        ] {
            if let Err(error) = instance.after(wrong) {
                check(wrong, &error.to_string());
            }
        }
    }
}

#[test]
fn parameters() {
    for game in GAMES {
        let instance = open(&game.info().sources[0].example).unwrap();
        for algorithm in game.info().algorithms {
            for parameter in &algorithm.schema {
                for wrong in WRONG {
                    let request = Request::new(algorithm.name).with(parameter.name, wrong);
                    if let Err(error) = instance.check(&request) {
                        check(wrong, &error.to_string());
                    }
                }
            }
        }
    }
}
