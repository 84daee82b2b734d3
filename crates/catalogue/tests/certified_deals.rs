//! The deals that certificates may contain are those that the program reads, in its canonical
//! notation and in no other. Both checkers receive boards that are almost deals.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use patience_catalogue::find;
use patience_check::{Failure, check};
use patience_core::certificate;

/// Xorshift: the same boards in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Boards that are deals, or nearly so.
const BOARDS: &[(&str, &[&str])] = &[
    (
        "gaps",
        &["3H -- 2H", "2H 3C -- / -- 3H 2C", "2D 3D 4D -- / 2S -- 3S 4S", "2C --", "-- 2S / 2H --"],
    ),
    ("gaps+fixed-suits", &["3C -- 2C", "2H 3C -- / -- 3H 2C", "2C -- / -- 2H / 2S --"]),
    ("gaps+fixed-twos", &["3H -- 2H", "2H 3C -- / -- 3H 2C", "2D 3D 4D -- / 2S -- 3S 4S"]),
    (
        "birds",
        &[
            "2D -- -- -- / JD -- -- QS / 2H -- TH 2C / -- -- -- QH",
            "AC -- -- -- / -- -- -- -- / -- -- -- -- / -- -- -- --",
        ],
    ),
    ("cohesion", &["R.R", "RBRB", "R..R/BRRB/.BB./Y..Y", "A", "R.../..../.../...R"]),
    ("sliding", &["1 2 / 3 0", "2 1 / 3 0", "1 0 2 / 3 4 5", "5 4 / 3 2 / 1 0"]),
    ("sliding+blank-last", &["1 2 / 3 0", "2 1 / 3 0", "1 2 0 / 4 5 3"]),
    ("tiles", &["r..R", "R..r/.#..", "*b/B./*=bB", "*.*/.#./B.a/*=cA,aB", "a", "r.R/...", "##/#z"]),
];

/// Characters that are put into boards: those of their own game, those of the other games, and some
/// that no game uses.
const SIGNS: &[u8] = b"  //--..##**==,,ABCRZabrz0123456789TJQKCHSD()[]+\t_~";

/// Larger pieces of boards.
const PIECES: &[&str] = &[
    " / ", "--", " --", " 2C", "AH", "/*=", "*=", "/*=rR", ",aA", "////", "/#", "10H", "2c", "/.",
    "  ",
];

/// Puts a few faults, or none, into a board.
fn mutated(board: &str, random: &mut Random) -> String {
    let mut text = board.as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let place = random.below(text.len() + 1);
        let other = random.below(text.len() + 1);
        let (from, to) = (place.min(other), place.max(other));
        match random.below(8) {
            0 | 1 if place < text.len() => text[place] = random.one(SIGNS),
            2 if place < text.len() => drop(text.remove(place)),
            3 => text.insert(place, random.one(SIGNS)),
            4 => drop(text.splice(place..place, random.one(PIECES).bytes())),
            5 => drop(text.drain(from..to)),
            6 => {
                let part = text[from..to].to_vec();
                text.splice(from..from, part);
            }
            // Swaps two words or rows.
            _ => {
                let between = random.one(&[" ", " / ", "/"]);
                let whole = String::from_utf8(text).expect("boards are ASCII");
                let mut parts: Vec<&str> = whole.split(between).collect();
                let (one, other) = (random.below(parts.len()), random.below(parts.len()));
                parts.swap(one, other);
                text = parts.join(between).into_bytes();
            }
        }
    }
    String::from_utf8(text).expect("boards are ASCII")
}

/// Boards at the limits of the rules.
fn edges() -> Vec<(&'static str, String)> {
    let rows = |width: usize, height: usize, sign: &str, first: &str| {
        let mut rows = vec![sign.repeat(width); height];
        rows[0].replace_range(0..1, first);
        rows.join("/")
    };
    let mut boards = Vec::new();
    for (width, height) in
        [(16, 16), (32, 8), (8, 32), (33, 1), (1, 33), (32, 9), (17, 16), (256, 1)]
    {
        boards.push(("cohesion", rows(width, height, ".", "A")));
        boards.push(("cohesion", rows(width, height, ".", ".")));
        boards.push(("tiles", rows(width, height, ".", "a")));
        boards.push(("tiles", rows(width, height, "#", "A")));
    }
    let cards = |ranks: &str, suits: &str| {
        let row = |suit: char| {
            let mut row: Vec<String> = ranks.chars().map(|rank| format!("{rank}{suit}")).collect();
            row.push("--".to_owned());
            row.join(" ")
        };
        suits.chars().map(row).collect::<Vec<_>>().join(" / ")
    };
    for ranks in ["", "2", "23", "234", "A23", "24", "23456789TJQK", "A23456789TJQK"] {
        for suits in ["C", "H", "CH", "HC", "SD", "CHS", "CHSD", "DSHC", "CC", "CHSDC"] {
            for game in ["gaps", "gaps+fixed-suits", "gaps+fixed-twos"] {
                boards.push((game, cards(ranks, suits)));
            }
        }
    }
    let empty = ["-- -- -- --"; 4].join(" / ");
    boards.extend([
        ("birds", empty),
        ("birds", cards("A23", "CHSD")),
        ("birds", cards("A2", "CHSD")),
    ]);
    // Boards that were once accepted by mistake.
    for (game, board) in [
        ("cohesion", "R  R/R  R"),
        ("cohesion", "R#R"),
        ("cohesion", "r.R////"),
        ("tiles", "r.R////"),
        ("tiles", "r.R/*=aA"),
        ("tiles", "r.R*=aA"),
        ("tiles", "*.R*=rR"),
        ("tiles", "r . R"),
        ("gaps", "3H  -- 2H"),
        ("gaps", "2H 3C --/-- 3H 2C"),
        ("gaps", " 3H -- 2H"),
        ("gaps", "3H\t-- 2H"),
    ] {
        boards.push((game, board.to_owned()));
    }
    boards
}

/// A certificate that claims a deal to be lost, with no state in its set: before the set, the deal
/// is the only part that a checker can reject.
fn claim(game: &str, board: &str) -> Vec<u8> {
    certificate(b'C', game, board, &[0; 8])
}

/// Whether the second checker, in Python, accepts each board as a deal.
fn second_opinions(boards: &[(&str, String)]) -> Vec<bool> {
    const SCRIPT: &str = "\
import sys
sys.path.insert(0, sys.argv[1])
import check
for line in sys.stdin:
    try:
        print(check.check(bytes.fromhex(line))[0])
    except (check.Refused, check.Unreadable) as reason:
        print(reason)
";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let mut python = Command::new("python3")
        .args(["-B", "-c", SCRIPT])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python is there");
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let lines: String = boards.iter().map(|(game, board)| hex(claim(game, board)) + "\n").collect();
    let mut input = python.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    let opinions: Vec<bool> = text.lines().map(is_about_the_set).collect();
    assert_eq!(opinions.len(), boards.len());
    opinions
}

/// Whether a checker's message is not about the deal.
fn is_about_the_set(words: &str) -> bool {
    !words.starts_with("not a valid deal") && !words.contains("not printable text")
}

#[test]
fn checkers_accept_the_deals_that_the_program_reads() {
    let mut random = Random(81);
    let mut boards = edges();
    for (game, samples) in BOARDS {
        for _ in 0..3000 {
            boards.push((*game, mutated(random.one(samples), &mut random)));
        }
    }
    let second = second_opinions(&boards);
    let mut accepted = std::collections::BTreeMap::<&str, (u32, u32)>::new();
    for ((game, board), second) in boards.iter().zip(second) {
        let (entry, rules) = find(game).unwrap();
        let read = entry.read(rules, board, "board");
        let is_canonical = read.as_ref().is_ok_and(|deal| deal.board() == *board);
        let first = match check(&claim(game, board)[..]) {
            Ok(_) => true,
            Err(Failure::Refused(_, reason) | Failure::Unreadable(reason)) => {
                is_about_the_set(&reason)
            }
            Err(Failure::Stopped) => unreachable!("nothing stops it"),
        };
        let read = read.map(|deal| deal.board()).map_err(|error| error.to_string());
        assert_eq!(first, is_canonical, "the first checker of {game} `{board}`: {read:?}");
        assert_eq!(second, is_canonical, "the second checker of {game} `{board}`: {read:?}");
        let counts = accepted.entry(game).or_default();
        *(if first { &mut counts.0 } else { &mut counts.1 }) += 1;
    }
    for (game, (deals, others)) in accepted {
        assert!(deals > 300 && others > 800, "{game}: {deals} deals, {others} others");
    }
}
