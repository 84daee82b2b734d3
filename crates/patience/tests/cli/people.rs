//! Output for people can be read back, on terminals of any width; and reviews of played games.

use std::process::Command;

use assert_cmd::prelude::*;
use serde_json::{Value, json};

use super::{patience, patience_reading};

/// An instance of each game, small enough for every solver.
pub const INSTANCES: [&str; 5] = [
    "gaps:random/3x4/2",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-04",
    "sliding:random/3x3/1",
];

#[test]
fn replay_reads_what_solve_prints() {
    for instance in INSTANCES {
        for how in [&[][..], &["--show"], &["--json"], &["--color", "always"]] {
            let printed = patience(&[&["solve", instance][..], how].concat()).ends(0).stdout;
            patience_reading(&["replay", instance, "--plan", "-"], printed.as_bytes()).ends(0);
        }
        // Among several results, the one for the instance counts.
        let others = INSTANCES.into_iter().rev();
        let several = patience(&["solve"].into_iter().chain(others).collect::<Vec<_>>());
        let several = several.ends(0).stdout;
        patience_reading(&["replay", instance, "--plan", "-"], several.as_bytes()).ends(0);
    }
}

#[test]
fn replay_reads_what_other_commands_print() {
    for instance in INSTANCES {
        let replay = |printed: &str| {
            patience_reading(&["replay", instance, "--plan", "-", "--json"], printed.as_bytes())
        };
        let solved = patience(&["solve", instance, "--json"]).ends(0).stdout;
        replay(&solved).ends(0);
        // A hint is one move, which does not win yet.
        let hint = patience(&["hint", instance]).ends(0).stdout;
        let replayed = replay(&hint).ends(1).stdout;
        assert!(replayed.contains("after 1 move the game"), "{hint}{replayed}");
        assert_eq!(replay(hint.lines().next().unwrap()).ends(1).stdout, replayed);
    }
    let deal = INSTANCES[0];
    let judged = patience(&["gaps", "redeal", deal, "--samples", "2"]).ends(0).stdout;
    let words = patience(&["hint", deal, "--json"]).ends(0).json_lines()[0]["words"]
        .as_str()
        .unwrap()
        .to_owned();
    let (card, _) = words.split_once(' ').unwrap();
    assert!(card.ends_with(['♠', '♥', '♦', '♣']) && judged.contains(" · "), "{judged}");
    // Both the line with the moves and the whole report are plans.
    let line = judged.lines().find(|line| line.contains("play: ")).unwrap();
    patience_reading(&["replay", deal, "--plan", "-"], line.as_bytes()).ends(0);
    patience_reading(&["replay", deal, "--plan", "-"], judged.as_bytes()).ends(0);
}

#[test]
fn of_several_results_the_first_plan_is_taken() {
    let (deal, limit) = ("gaps:random/4x6/3", ["--expansions", "20000", "--json"]);
    let compared =
        patience(&[&["compare", deal, "-a", "hybrid", "-a", "astar"][..], &limit].concat())
            .ends(12)
            .stdout;
    let (open, solved) = compared.split_once('\n').unwrap();
    assert!(open.contains("\"unknown\"") && solved.contains("\"solved\""), "{compared}");
    let replay = |text: &str| patience_reading(&["replay", deal, "--plan", "-"], text.as_bytes());
    replay(&compared).ends(0);
    for without in [open.to_owned(), format!("{open}\n{open}\n")] {
        let refused = replay(&without).ends(2).stderr;
        assert!(refused.contains("there is no plan for gaps:random/4x6/3"), "{refused}");
    }
}

/// A string without a plan is refused as such; damaged JSON is refused with its place.
#[test]
fn texts_without_a_plan_are_told() {
    for (text, expected) in [
        ("lost: proved, no move wins from here", "-: there is no plan in the text: the position"),
        ("{\"plan\":\n [\"1", "-: line 2, column 4: the plan is not valid JSON"),
        ("[1]", "-: the plan is not valid; expected a JSON array of moves"),
        (
            "redeal/pysol/1 redeal/pysol/1 redeal/pysol/1",
            "move 3 (`redeal/pysol/1`): there are more",
        ),
    ] {
        let replayed =
            patience_reading(&["replay", "gaps:random/4x6/3", "--plan", "-"], text.as_bytes())
                .ends(2);
        let told = replayed.stdout + &replayed.stderr;
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_told_as_it_was_typed() {
    let told = |moves: &str| {
        patience_reading(&["replay", "birds:neller/42", "--plan", "-"], moves.as_bytes())
            .ends(2)
            .stdout
    };
    let words = told("5♥ a1");
    assert!(words.contains("5♠ b1, J♠ a1") && words.contains(", and 32 more\n"), "{words}");
    assert!(words.contains("1 │  5♠   J♠   K♠   K♦ │") && !words.contains('>'), "{words}");
    let notation = told("0,0>3,3");
    assert!(
        notation.contains("0,0>0,1 0,1>0,0") && notation.contains("is 5S JS KS KD /"),
        "{notation}"
    );
    let first = notation.lines().next().unwrap();
    assert_eq!(first.matches('>').count(), 11, "the move and ten others: {first}");
    let review =
        patience_reading(&["review", "birds:neller/42", "--moves", "-"], "5♥ a1".as_bytes())
            .ends(2)
            .stderr;
    assert!(review.contains("5♠ b1, J♠ a1"), "{review}");
}

/// A drawing with one wrong card is read as a drawing, and the card is named.
#[test]
fn a_wrong_card_of_a_drawing_is_named() {
    for (instance, from, to, expected) in [
        (
            "birds:neller/42",
            "K♠",
            "5♠",
            "line 4, column 17: 5♠ is on the board twice, in a1 and c1",
        ),
        ("gaps:random/2x4/1", "2♣", "3♣", "is on the board twice, in c1 and a2; 2♣ is missing"),
    ] {
        let game = instance.split(':').next().unwrap();
        let drawn = patience(&["show", instance]).ends(0).stdout.replacen(from, to, 1);
        let read = ["show", "--game", game, "--input", "-"];
        let told = patience_reading(&read, drawn.as_bytes()).ends(2).stderr;
        assert!(told.contains(expected), "{drawn}{told}");
    }
}

/// Illegal moves have one exit code in every command, and a legal plan that does not win has
/// another.
#[test]
fn an_illegal_plan_has_one_exit_code() {
    for (instance, illegal, open) in [
        ("birds:neller/42", "5♥ a1", ""),
        ("tiles:level/iartistas-04", "R R", "R"),
        ("gaps:random/3x4/2", "0,0>0,0", ""),
        ("gaps:random/3x4/2", "redeal/aisleriot/1", ""),
    ] {
        for arguments in [["replay", instance, "--plan", "-"], ["review", instance, "--moves", "-"]]
        {
            patience_reading(&arguments, illegal.as_bytes()).ends(2);
        }
        patience_reading(&["replay", instance, "--plan", "-"], open.as_bytes()).ends(1);
    }
    patience(&["hint", "birds:neller/42", "--after", "5♥ a1"]).ends(2);
}

/// Letters are case-insensitive unless capital and small letters have different meanings.
#[test]
fn moves_are_read_in_any_case() {
    for instance in INSTANCES {
        let moves = patience(&["show", instance, "--format", "json"]).ends(0).json_lines();
        let mv = &moves[0]["moves"][0];
        let board = |text: &str| {
            patience(&["analyse", instance, "--after", text, "--json", "--expansions", "1"])
                .json_lines()[0]["board"]
                .clone()
        };
        let (words, text) = (mv["words"].as_str().unwrap(), mv["text"].as_str().unwrap());
        for text in [words, text] {
            for text in [text.to_uppercase(), text.to_lowercase()] {
                assert_eq!(board(&text), mv["board"], "{instance}: {text}");
            }
        }
    }
}

#[test]
fn drawings_and_moves_for_people_are_read_back() {
    for instance in INSTANCES {
        let game = instance.split(':').next().unwrap();
        let drawn = patience(&["show", instance]).ends(0).stdout;
        let board = patience(&["show", instance, "--format", "notation"]).ends(0).stdout;
        let read = ["show", "--game", game, "--input", "-", "--format", "notation"];
        assert_eq!(patience_reading(&read, drawn.as_bytes()).ends(0).stdout, board, "{drawn}");
        let coloured = patience(&["show", instance, "--color", "always"]).ends(0).stdout;
        assert_eq!(
            patience_reading(&read, coloured.as_bytes()).ends(0).stdout,
            board,
            "{coloured}"
        );
        let record = patience(&["show", instance, "--format", "json"]).ends(0).stdout;
        assert_eq!(patience_reading(&read, record.as_bytes()).ends(0).stdout, board, "{record}");
        let hint = &patience(&["hint", instance, "--json"]).ends(0).json_lines()[0];
        let after = |moves: &Value| {
            patience(&["analyse", instance, "--after", moves.as_str().unwrap(), "--json"])
                .json_lines()[0]["board"]
                .clone()
        };
        assert_eq!(after(&hint["words"]), after(&hint["move"]), "{hint}");
    }
}

#[test]
fn a_redeal_is_read_among_the_moves_of_a_position() {
    let deal = "gaps:random/3x4/5";
    let start = &patience(&["analyse", deal, "--json"]).json_lines()[0]["board"];
    let after = ["--after", "redeal/pysol/5", "--json"];
    let analysed = patience(&[&["analyse", deal], &after[..]].concat());
    let valued = patience(&[&["learn", "values", deal], &after[..]].concat());
    let board = &analysed.json_lines()[0]["board"];
    assert_ne!(board, start);
    assert_eq!(&valued.json_lines()[0]["board"], board);
    let refused = patience(&[&["hint", "birds:neller/42"], &after[..]].concat()).ends(2);
    assert!(refused.stderr.contains("--after: "), "{}", refused.stderr);
}

#[test]
fn a_review_names_the_move_that_lost() {
    // Along a line that wins, the first position in which a move loses.
    let deal = "birds:neller/42";
    let plan = &patience(&["hint", deal, "--json"]).ends(0).json_lines()[0]["plan"];
    let plan: Vec<&str> = plan.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let losing = (0..plan.len()).find_map(|made| {
        let before = plan[..made].join(" ");
        let analysis =
            &patience(&["analyse", deal, "--after", &before, "--json"]).ends(0).json_lines()[0];
        let losing =
            analysis["moves"].as_array().unwrap().iter().find(|mv| mv["worth"] == "loses")?;
        Some((
            made,
            format!("{before} {}", losing["move"].as_str().unwrap()),
            losing["move"].clone(),
        ))
    });
    let (made, played, mv) = losing.expect("a move loses somewhere on the way");
    let review = &patience_reading(&["review", deal, "--moves", "-", "--json"], played.as_bytes())
        .ends(11)
        .json_lines()[0];
    assert_eq!((&review["fatal"]["number"], &review["fatal"]["move"]), (&json!(made + 1), &mv));
    assert_eq!(
        (&review["won"], &review["least"], &review["kept"]),
        (&json!(false), &json!(15), &json!(made))
    );
    let line: Vec<&str> =
        review["fatal"]["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(line.len(), 15 - made);
    let whole = format!("{} {}", plan[..made].join(" "), line.join(" "));
    patience_reading(&["replay", deal, "--plan", "-"], whole.as_bytes()).ends(0);
    let text =
        patience_reading(&["review", deal, "--moves", "-"], played.as_bytes()).ends(11).stdout;
    assert!(text.contains(&format!("lost after {} move", made + 1)), "{text}");
    assert!(text.contains(&format!("move {} lost the game: ", made + 1)), "{text}");
    assert!(text.contains(&format!("instead, a win in {}: ", 15 - made)), "{text}");
}

#[test]
fn a_review_counts_detours_and_narrow_escapes() {
    let level = "tiles:level/iartistas-05";
    let plan = &patience(&["hint", level, "--json"]).ends(0).json_lines()[0]["plan"].to_string();
    let review = |moves: &str| {
        patience_reading(&["review", level, "--moves", "-", "--json"], moves.as_bytes())
            .ends(0)
            .json_lines()
            .remove(0)
    };
    let best = review(plan);
    assert_eq!(
        (&best["accuracy"], &best["detours"], &best["won"]),
        (&json!(100), &json!([]), &json!(true))
    );
    let analysis = &patience(&["analyse", level, "--json"]).ends(0).json_lines()[0];
    let moves = analysis["moves"].as_array().unwrap();
    let longer = |mv: &&Value| {
        mv["worth"] == "wins" && mv["distance"].as_u64() > moves[0]["distance"].as_u64()
    };
    let detour = moves.iter().find(longer).expect("a move of this level is longer than needed");
    let told = review(detour["move"].as_str().unwrap());
    let cost = detour["distance"].as_u64().unwrap() - moves[0]["distance"].as_u64().unwrap();
    assert_eq!((&told["detours"][0]["cost"], &told["accuracy"]), (&json!(cost), &json!(0)));
    assert_eq!((&told["won"], &told["positions"][1]["verdict"]), (&json!(false), &json!("solved")));
    patience_reading(&["review", level, "--moves", "-"], b"LX").ends(2);
}

/// A review's exact values agree with plain A*, and it finds the shortest solution of a small deal.
#[test]
fn a_review_knows_the_shortest_ways_of_gaps() {
    for deal in ["gaps:random/4x5/2", "gaps:random/4x5/9"] {
        let played = &patience(&["solve", deal, "--json"]).ends(0).json_lines()[0]["plan"];
        let plan: Vec<&str> =
            played.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let review = ["review", deal, "--moves", "-", "--json"];
        let told = &patience_reading(&review, plan.join(" ").as_bytes()).ends(0).json_lines()[0];
        let mut exact = 0;
        for made in (0..plan.len()).step_by(3) {
            let after = plan[..made].join(" ");
            let proved = &patience(&["hint", deal, "--after", &after, "-a", "astar", "--json"])
                .ends(0)
                .json_lines()[0];
            let position = &told["positions"][made];
            assert!(
                position["distance"].as_u64() >= proved["distance"].as_u64(),
                "{deal} after {made} moves"
            );
            if position["exact"] == true {
                exact += 1;
                assert_eq!(position["distance"], proved["distance"], "{deal} after {made} moves");
            }
        }
        assert_eq!(told["positions"][0]["exact"], true, "{deal}");
        assert!(exact >= 3, "{deal}: {exact}");
    }
}

/// A position in which one move of several wins.
#[test]
fn a_narrow_escape_is_a_move_where_every_other_one_loses() {
    let narrow = |analysis: &Value| {
        let moves = analysis["moves"].as_array().unwrap();
        moves.len() > 1
            && moves.iter().filter(|mv| mv["worth"] == "wins").count() == 1
            && moves[1]["worth"] == "loses"
    };
    let plan = &patience(&["hint", "birds:neller/42", "--json"]).ends(0).json_lines()[0]["plan"];
    let plan: Vec<&str> = plan.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let told = patience_reading(
        &["review", "birds:neller/42", "--moves", "-", "--json"],
        plan.join(" ").as_bytes(),
    );
    let told = &told.ends(0).json_lines()[0];
    let narrow: Vec<usize> = (0..plan.len())
        .filter(|made| {
            let after = plan[..*made].join(" ");
            narrow(
                &patience(&["analyse", "birds:neller/42", "--after", &after, "--json"])
                    .ends(0)
                    .json_lines()[0],
            )
        })
        .map(|made| made + 1)
        .collect();
    let numbers: Vec<usize> = told["narrow"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv["number"].as_u64().unwrap() as usize)
        .collect();
    assert_eq!((numbers, &told["accuracy"]), (narrow, &json!(100)));
}

#[test]
fn tables_fit_forty_columns() {
    for command in [
        &[
            "compare",
            "tiles:level/iartistas-04",
            "tiles:level/iartistas-05",
            "-a",
            "bfs",
            "-a",
            "astar",
        ][..],
        &["analyse", "cohesion:level/vieira-1"],
        &["list"],
        &["gaps", "questions", "gaps:random/3x4/1..6", "--suits", "all"],
        &["gaps", "questions", "gaps:random/3x4/1..6"],
        &["gaps", "redeal", "gaps:random/3x4/1..6", "--samples", "2"],
        &["certify", "gaps:random/3x4/1..6", "--check"],
        &["study", "bench", "tiles"],
        &["learn", "difficulty", "gaps:random/3x4/1..8", "--expansions", "200", "--plays", "2"],
        &[
            "learn",
            "tune",
            "tiles:level/iartistas-04",
            "--test",
            "tiles:level/iartistas-05",
            "-a",
            "bfs",
            "-a",
            "astar",
        ],
    ] {
        let output = Command::cargo_bin("patience")
            .unwrap()
            .args(command)
            .env("COLUMNS", "40")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            [0, 11, 12].contains(&output.status.code().unwrap()) && text.lines().count() > 8,
            "{text}"
        );
        // A name longer than a line gets its own line.
        let is_wide =
            |line: &&str| line.chars().count() > 40 && line.split_whitespace().count() > 1;
        assert_eq!(text.lines().filter(is_wide).collect::<Vec<_>>(), [""; 0], "{text}");
    }
}

#[test]
fn columns_stand_under_their_heads() {
    let named = "b\tR..R/BRRB/.BB./Y..Y\na-very-long-name\tR..R/BRRB/.BB./Y..Y\n";
    let unnamed = "R..R/BRRB/.BB./Y..Y\n".repeat(12);
    // A wide symbol takes two columns.
    let wide = "漢字\tR..R/BRRB/.BB./Y..Y\n";
    let text = patience_reading(
        &["compare", "--game", "cohesion", "--input", "-", "-a", "bfs"],
        wide.as_bytes(),
    );
    let text = text.stdout;
    let place = |line: &str| {
        textwrap::core::display_width(
            line.split("algorithm").next().unwrap().split("bfs").next().unwrap(),
        )
    };
    let lines: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(place(lines[0]), place(lines[1]), "{text}");
    for boards in [named, &unnamed] {
        let compare = ["compare", "--game", "cohesion", "--input", "-", "-a", "bfs"];
        let text = patience_reading(&compare, boards.as_bytes()).stdout;
        let head = text.lines().next().unwrap().find("algorithm").unwrap();
        let rows: Vec<&str> = text
            .lines()
            .take_while(|line| !line.is_empty())
            .filter(|line| line.contains("bfs"))
            .collect();
        assert!(rows.len() > 1 && rows.iter().all(|row| row.find("bfs") == Some(head)), "{text}");
    }
}

#[test]
fn a_star_is_explained_where_there_is_one() {
    let compare = |algorithm| {
        patience(&["compare", "tiles:level/iartistas-04", "-a", algorithm]).ends(0).stdout
    };
    for (algorithm, has_star) in [("bfs", true), ("greedy", false)] {
        let text = compare(algorithm);
        assert_eq!(
            (text.contains("* proved"), text.contains("5* ")),
            (has_star, has_star),
            "{text}"
        );
    }
}

#[test]
fn a_watched_search_draws_what_it_expands() {
    for instance in INSTANCES {
        let plain = patience(&["solve", instance, "-a", "greedy"]).ends(0).stdout;
        let watched = patience(&["solve", instance, "-a", "greedy", "--watch=2"]).ends(0).stdout;
        let drawn = watched.lines().filter(|line| line.starts_with("expansion "));
        assert_eq!(drawn.count(), 2, "{watched}");
        let board = patience(&["show", instance]).ends(0).stdout;
        let drawn = board.lines().skip(1).filter(|line| !line.trim().is_empty());
        let missing: Vec<&str> = drawn.filter(|line| !watched.contains(line)).collect();
        assert!(missing.is_empty(), "{missing:?} in {watched}");
        // The search is the same.
        let counts = |text: &str| {
            let line = text.lines().find(|line| line.contains(" expanded, ")).unwrap();
            line.split(" generated").next().unwrap().to_owned()
        };
        assert_eq!(counts(&watched), counts(&plain));
    }
    let astar = ["solve", "tiles:level/iartistas-04", "-a", "astar", "--watch"];
    let watched = patience(&astar).ends(0).stdout;
    assert!(watched.contains("expansion 1  g 0 + h 2 = f 2; 0 open, 1 closed"), "{watched}");
    let tree = ["solve", "gaps:random/3x4/2", "-a", "gaps-report-mcts", "--watch=3"];
    let watched = patience(&[&tree[..], &["--expansions", "500"]].concat()).stdout;
    assert!(watched.contains("expansion 3  ") || watched.contains("simulation 3  "), "{watched}");
    let silent = patience(&["solve", INSTANCES[1], "--watch"]).ends(0);
    assert!(silent.stderr.contains("shows no positions"), "{}", silent.stderr);
    let two = [&["solve"][..], &INSTANCES[..2], &["--watch"]].concat();
    assert!(patience(&two).ends(2).stderr.contains("--watch takes a single instance"));
}
