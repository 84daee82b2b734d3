//! The named rule sets of Gaps, compared with plain search by rules that share no code with them:
//! every verdict, every shortest length, every count of moves, and the exact solver if it
//! accepts their deals.

#[path = "../../games/tests/gaps/naive.rs"]
mod naive;
#[path = "../../games/tests/gaps/shortest.rs"]
mod shortest;

use naive::Board;
use patience_catalogue::{Context, Instance, Request, Verdict, find, open};
use patience_core::Limits;
use patience_games::cards::Card;
use patience_testing::size;
use shortest::shortest;

/// Rule set, and number of columns of the largest board.
const FAMILY: [(&str, usize); 13] = [
    ("line-up", 6),
    ("house-of-commons", 10),
    ("blue-moon", 14),
    ("red-moon", 14),
    ("paganini", 10),
    ("free-parking", 13),
    ("galary", 14),
    ("jungle", 14),
    ("spaces-and-aces", 14),
    ("double-montana", 13),
    ("double-blue-moon", 14),
    ("double-red-moon", 14),
    ("paganini-ii", 14),
];
/// Rule sets with two decks have an even number of rows, and lack the solver with persistent sets.
const TWO_DECKS: [&str; 4] =
    ["double-montana", "double-blue-moon", "double-red-moon", "paganini-ii"];
/// Rule sets that the exact solver decides.
const MAPPED: [&str; 5] = ["line-up", "house-of-commons", "blue-moon", "red-moon", "paganini"];

/// Deals with more positions are skipped: plain search is slow.
fn most_positions() -> usize {
    size(500, 1_500)
}

fn read(rules: &str, board: &str) -> Box<dyn Instance> {
    let (games, _) = find("gaps").unwrap();
    games.read(Some(rules), board, "board").unwrap()
}

fn board(instance: &dyn Instance) -> Board {
    let cell = |word: &str| if word == "--" { None } else { Some(Card::parse(word).unwrap()) };
    instance.board().split(" / ").map(|row| row.split(' ').map(cell).collect()).collect()
}

/// Compares plain search with searches over the rules, with all moves and with those of persistent
/// sets, and, if it accepts the deal, with the exact solver. Returns whether the deal was
/// small enough.
fn agrees(rules: &str, instance: &dyn Instance) -> bool {
    let Ok(expected) = shortest(rules, board(instance), most_positions()) else { return false };
    let found = instance.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap();
    assert_eq!(found.length, expected, "{} {}", instance.id(), instance.board());
    let solver = if TWO_DECKS.contains(&rules) { "restarts" } else { "reduced" };
    let found = instance.solve(&Request::new(solver), &mut Context::unwatched()).unwrap();
    assert_eq!(
        found.length.is_some(),
        expected.is_some(),
        "{} {}",
        instance.id(),
        instance.board()
    );
    assert_ne!(found.verdict, Verdict::Unknown, "{}", instance.id());
    if ["free-parking", "galary"].contains(&rules) {
        for width in [1u64, 1_000_000] {
            let request = Request::new("reduced").with("link-width", width);
            let found = instance.solve(&request, &mut Context::unwatched()).unwrap();
            assert_eq!(
                found.length.is_some(),
                expected.is_some(),
                "{width}: {} {}",
                instance.id(),
                instance.board()
            );
            assert_ne!(found.verdict, Verdict::Unknown, "{width}: {}", instance.id());
        }
    }
    match (expected, solver) {
        (Some(length), "reduced") => finds_plans_within_the_depth(instance, length as u32),
        (None, "reduced") => proves_losses_within_the_depth(instance),
        _ => {}
    }
    if MAPPED.contains(&rules) {
        let found = instance.solve(&Request::new("conclusive"), &mut Context::unwatched()).unwrap();
        let verdict = if expected.is_some() { Verdict::Solved } else { Verdict::Unsolvable };
        assert_eq!(found.verdict, verdict, "{} {}", instance.id(), instance.board());
    }
    true
}

/// A depth limit equal to the shortest length leaves that plan, and a lower limit leaves none.
fn finds_plans_within_the_depth(instance: &dyn Instance, length: u32) {
    let within = |depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { limits, ..Request::new("reduced") };
        instance.solve(&request, &mut Context::unwatched()).unwrap().length
    };
    assert_eq!(within(length), Some(length as usize), "{} {}", instance.id(), instance.board());
    if length > 0 {
        assert_eq!(within(length - 1), None, "{} {}", instance.id(), instance.board());
    }
}

/// A depth limit that breadth-first search does not reach does not prevent a proof of loss.
fn proves_losses_within_the_depth(instance: &dyn Instance) {
    for depth in [3, 6, 10, 20] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let within = |solver| {
            let request = Request { limits: limits.clone(), ..Request::new(solver) };
            instance.solve(&request, &mut Context::unwatched()).unwrap()
        };
        if within("bfs").verdict == Verdict::Unsolvable {
            let found = within("reduced");
            assert_eq!(
                found.verdict,
                Verdict::Unsolvable,
                "depth {depth}: {} {}",
                instance.id(),
                instance.board()
            );
        }
    }
}

#[test]
fn a_search_cut_by_depth_takes_no_proof_away_from_the_next() {
    let board = "2H 3H -- 6H 5H -- / 2S 6S 5S 4H 3S 4S";
    let instance = read("free-parking", board);
    proves_losses_within_the_depth(&*instance);
    let limits = Limits { depth: Some(15), ..Limits::default() };
    for solver in ["reduced", "portfolio"] {
        let request = Request { limits: limits.clone(), ..Request::new(solver) };
        let found = instance.solve(&request, &mut Context::unwatched()).unwrap();
        assert_eq!(found.verdict, Verdict::Unsolvable, "{solver}");
    }
}

/// If moves can be undone, proving a loss is not left to restarts, which prove it only after
/// searching a whole component.
#[test]
fn losses_with_cycles_take_no_more_than_a_round() {
    let board = "AD -- 2D 2S 2C 4D / AS -- 5D 5C 3S 4C / AC 4S -- 5S 3C 3D";
    let instance = read("galary", board);
    let solve = |solver| instance.solve(&Request::new(solver), &mut Context::unwatched()).unwrap();
    let [plain, found] = ["bfs", "reduced"].map(solve);
    assert_eq!((plain.verdict, plain.expanded), (Verdict::Unsolvable, 21_127));
    assert_eq!(found.verdict, Verdict::Unsolvable);
    assert!(found.expanded < 400_000, "{}", found.expanded);
}

#[test]
fn small_deals_are_decided_as_by_plain_search() {
    for (rules, most_columns) in FAMILY {
        let (mut checked, mut won) = (0, 0);
        let (rows, seeds): (&[usize], _) = if TWO_DECKS.contains(&rules) {
            (&[2, 4], size(3, 24))
        } else {
            (&[1, 2, 3, 4], size(2, 20))
        };
        for (rows, columns) in rows
            .iter()
            .flat_map(|rows| (2..=most_columns.min(7)).map(move |columns| (rows, columns)))
        {
            for seed in 0..seeds {
                for path in [
                    format!("random/{rows}x{columns}/{seed}"),
                    format!("scramble/{rows}x{columns}/9/{seed}"),
                ] {
                    let instance = open(&format!("gaps+{rules}:{path}")).unwrap();
                    let is_small = agrees(rules, &*instance);
                    checked += u32::from(is_small);
                    won += u32::from(is_small && path.starts_with("scramble"));
                }
            }
        }
        println!("{rules}: {checked} deals");
        let few = size(12, 150);
        assert!(checked - won > few && won > few, "{rules}: {checked} deals, {won} scrambled");
    }
}

/// Boards of the moons and of Paganini with aces in any cell: to the exact solver they are
/// `standard`.
#[test]
fn boards_with_aces_elsewhere_are_decided_too() {
    for rules in ["blue-moon", "red-moon", "paganini"] {
        let mut checked = 0;
        for (rows, columns) in (1..=4).flat_map(|rows| (2..=6).map(move |columns| (rows, columns)))
        {
            for seed in 0..size(3, 12) {
                let paper =
                    open(&format!("gaps+paper-any-row:random/{rows}x{columns}/{seed}")).unwrap();
                let paganini = |rank: u8| if rank > 1 { rank + 4 } else { rank };
                let row = |row: &Vec<Option<Card>>| {
                    let word = |card: &Option<Card>| match (card, rules) {
                        (None, _) => "--".to_owned(),
                        (Some(card), "paganini") => {
                            Card::new(paganini(card.rank()), card.suit()).to_string()
                        }
                        (Some(card), _) => card.to_string(),
                    };
                    row.iter().map(word).collect::<Vec<_>>().join(" ")
                };
                let text = board(&*paper).iter().map(row).collect::<Vec<_>>().join(" / ");
                let instance = read(rules, &text);
                checked += u32::from(agrees(rules, &*instance));
            }
        }
        assert!(checked > size(25, 100), "{rules}: {checked} boards");
    }
}

/// Only if aces are in other cells of a board of fourteen columns does the solver reject the deal,
/// and list those that it accepts.
#[test]
fn the_widest_boards_need_their_aces_in_place() {
    let request = Request::new("conclusive");
    for (name, fits) in [
        ("gaps+blue-moon:random/4x14/1", true),
        ("gaps+red-moon:pysol/1", true),
        ("gaps+jungle:pysol/1", false),
        ("gaps+blue-moon:scramble/4x14/200/1", false),
        ("gaps+blue-moon:scramble/4x13/200/1", true),
    ] {
        let said = open(name).unwrap().check(&request);
        assert_eq!(said.is_ok(), fits, "{name}");
        if let Err(error) = said {
            assert!(error.to_string().contains("whose aces are in column a"), "{name}: {error}");
        }
    }
}

/// Deals of the full size: in every report, the solver's plans are replayed under the rules of the
/// rule set.
#[test]
fn first_deals_of_pysolfc_are_decided() {
    let mut found = Vec::new();
    for rules in MAPPED {
        for number in 2..=3 {
            let mut request = Request::new("conclusive");
            request.limits.expansions = Some(3_000_000);
            let instance = open(&format!("gaps+{rules}:pysol/{number}")).unwrap();
            found.push(instance.solve(&request, &mut Context::unwatched()).unwrap().verdict);
        }
    }
    let (won, lost) = (Verdict::Solved, Verdict::Unsolvable);
    // These are in the order of `MAPPED`.
    let expected = [[won, won], [won, won], [won, lost], [lost, lost], [lost, won]];
    assert_eq!(found, expected.concat());
}

#[test]
fn moves_are_counted_as_by_the_naive_rules() {
    fn count(rules: &str, board: &Board, depth: usize) -> Vec<u64> {
        let moves = naive::moves(rules, board);
        let mut counts = vec![moves.len() as u64];
        counts.resize(depth, 0);
        if depth > 1 {
            for mv in moves {
                let deeper = count(rules, &naive::after(board, mv), depth - 1);
                counts[1..].iter_mut().zip(deeper).for_each(|(sum, more)| *sum += more);
            }
        }
        counts
    }
    let mut compared = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| line.starts_with("gaps+")) {
        let (name, counts) = line.split_once('\t').unwrap();
        let rules = name[5..].split_once(':').unwrap().0;
        if FAMILY.iter().any(|(family, _)| *family == rules) {
            let pinned: Vec<u64> =
                counts.split('\t').take(3).map(|count| count.parse().unwrap()).collect();
            assert_eq!(count(rules, &board(&*open(name).unwrap()), 3), pinned, "{name}");
            compared += 1;
        }
    }
    assert!(compared >= 2 * FAMILY.len(), "{compared} deals");
}
