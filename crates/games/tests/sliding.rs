//! Sliding tiles: notations, claims on whole closures, parity, pattern databases, Korf's table.

mod closure;

use closure::{check_claims, check_damaged_drawings, check_drawings, check_notation, closure};
use patience_core::{
    Budget, Claims, Domain, Environment, Game, Heuristic, Limits, OneThread, Stop, Threads,
    Workers, fnv1a,
};
use patience_games::sliding::{
    Manhattan, PatternDatabase, Patterns, SlidingDomain, SlidingGame, SlidingState, korf,
};

fn instance(path: &str) -> SlidingGame {
    SlidingDomain.instance("standard", path).unwrap()
}

#[test]
fn damaged_drawings_are_refused_at_their_line() {
    check_damaged_drawings(&SlidingDomain, &SlidingDomain.instance("standard", "korf/1").unwrap());
}

#[test]
fn notation_and_claims_hold_on_closures() {
    for rules in ["standard", "blank-last"] {
        for path in
            ["random/2x2/1", "random/2x3/1", "shuffled/2x3/2", "random/3x2/3", "shuffled/3x2/7"]
        {
            let game = SlidingDomain.instance(rules, path).unwrap();
            let states = closure(&game, 1000).expect("at most 1,000 states");
            assert_eq!(states.states.len(), (1..=game.size().cells()).product::<usize>() / 2);
            check_claims(&SlidingDomain, &game, &states);
            if rules == "standard" {
                check_notation(&SlidingDomain, &game, &states);
                check_drawings(&SlidingDomain, &game, &states);
            }
        }
    }
}

/// Reinefeld (1993) and others: the numbers of positions of the 8-puzzle that are 0, 1, 2, …
/// moves from the goal in the corner.
const BY_DISTANCE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn eight_puzzle_has_its_known_distances() {
    let states = closure(&instance("random/3x3/1"), 200_000).unwrap();
    assert_eq!(states.states.len(), 181_440);
    let mut counts = [0; 32];
    states.distances.iter().for_each(|distance| counts[distance.unwrap() as usize] += 1);
    assert_eq!(counts, BY_DISTANCE);
    if patience_testing::all() {
        check_claims(&SlidingDomain, &instance("random/3x3/1"), &states);
    }
}

#[test]
fn half_of_all_orders_are_lost_by_parity() {
    for size in ["2x2", "2x3", "3x3"] {
        let mut lost = 0;
        for seed in 0..200 {
            let game = instance(&format!("shuffled/{size}/{seed}"));
            lost += u32::from(!game.is_solvable());
            if size != "3x3" {
                let states = closure(&game, 1000).unwrap();
                let wins = states.states.iter().any(|state| game.is_goal(state));
                assert_eq!(wins, game.is_solvable(), "shuffled/{size}/{seed}");
            }
            assert_eq!(SlidingDomain.why_lost(&game).is_some(), !game.is_solvable());
            assert!(instance(&format!("random/{size}/{seed}")).is_solvable());
        }
        assert!((70..130).contains(&lost), "{size}: {lost} of 200");
    }
    // All orders of 2x2.
    let all = patience_core::sets::permutations(4);
    let solvable = all.iter().filter(|order| {
        let board = format!("{} {} / {} {}", order[0], order[1], order[2], order[3]);
        SlidingDomain.read("standard", &board).unwrap().is_solvable()
    });
    assert_eq!(solvable.count(), 12);
}

#[test]
fn equal_keys_mean_equal_states_on_every_size() {
    for rows in 2..=5 {
        for columns in 2..=5 {
            let mut keys = std::collections::HashMap::new();
            for seed in 0..50 {
                let game = instance(&format!("shuffled/{rows}x{columns}/{seed}"));
                let state = game.start();
                let known = keys.entry(game.key(&state)).or_insert(state);
                assert_eq!(*known, state, "{rows}x{columns}");
            }
        }
    }
}

/// The rules again, by text alone: returns the boards after each move.
fn by_text(rows: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut after = Vec::new();
    for y in 0..rows.len() {
        for x in 0..rows[0].len() {
            let beside = [(y.wrapping_sub(1), x), (y, x.wrapping_sub(1)), (y, x + 1), (y + 1, x)];
            for (to_y, to_x) in beside {
                if rows.get(to_y).and_then(|row| row.get(to_x)) == Some(&0) {
                    let mut next = rows.to_vec();
                    (next[to_y][to_x], next[y][x]) = (rows[y][x], 0);
                    after.push(next);
                }
            }
        }
    }
    after
}

#[test]
fn moves_are_those_of_the_naive_rules() {
    let rows_of = |game: &SlidingGame, state: &SlidingState| -> Vec<Vec<u8>> {
        game.tiles(state).chunks(game.size().width).map(<[u8]>::to_vec).collect()
    };
    for rows in 2..=5 {
        for columns in 2..=5 {
            let game = instance(&format!("random/{rows}x{columns}/9"));
            let (mut state, mut moves) = (game.start(), Vec::new());
            for step in 0..60 {
                moves.clear();
                game.moves(&state, &mut moves);
                let mut ours: Vec<_> =
                    moves.iter().map(|mv| rows_of(&game, &game.apply(&state, *mv))).collect();
                let mut naive = by_text(&rows_of(&game, &state));
                ours.sort();
                naive.sort();
                assert_eq!(ours, naive);
                state = game.apply(&state, moves[step * 7 % moves.len()]);
            }
        }
    }
}

#[test]
fn faults_of_boards_are_named_at_their_place() {
    let fault = |text: &str| SlidingDomain.read("standard", text).unwrap_err().to_string();
    assert_eq!(
        fault("1 2 / 3 4"),
        "line 1, column 9: `4` is not a valid tile, 0 is missing; expected 0 to 3"
    );
    assert_eq!(
        fault("1 1 / 3 0"),
        "line 1, column 3: duplicate tile `1`, 2 is missing; expected each number once"
    );
    assert_eq!(
        fault("1 x / 3 0"),
        "line 1, column 3: `x` is not a valid tile, 2 is missing; expected 0 to 3"
    );
    assert_eq!(
        fault("1 2 / 3 0 4"),
        "line 1, column 7: this row has 3 cells, the first row 2, 5 is missing; expected 2 to 5 \
         rows of 2 to 5 numbers"
    );
    let drawn = "     a   b\n   ┌────────┐\n 1 │      1 │\n 2 │  2   · │\n   └────────┘";
    assert!(fault(drawn).contains("3 is missing"), "{}", fault(drawn));
    let dotted = drawn.replace("     1", "·1   3");
    let expected = "line 3, column 6: this row has 3 cells, the line of letters 2";
    assert!(fault(&dotted).starts_with(expected), "{}", fault(&dotted));
    let in_one_row = SlidingDomain.read("standard", "1 2 3 0").unwrap();
    assert_eq!(SlidingDomain.notation(&in_one_row, &in_one_row.start()), "1 2 / 3 0");
    assert!(
        fault("0 1 2")
            .starts_with("line 1, column 1: a board with 1 row of 3 cells is not valid; expected")
    );
    assert!(fault("").starts_with("line 1, column 1: the board is empty"));
    assert!(fault("0 99999999999999999999 / 1 2").contains("is not a valid tile"));
}

#[test]
fn moves_are_read_by_number_direction_or_both() {
    let game = SlidingDomain.read("standard", "3 1 2 / 4 0 5 / 6 7 8").unwrap();
    let read = |text: &str| SlidingDomain.parse_move(&game, &game.start(), text);
    assert_eq!(read("5"), Ok(5));
    assert_eq!((read("left"), read("LEFT"), read("5 left")), (Ok(5), Ok(5), Ok(5)));
    // Well-formed moves are read, legal or not.
    assert_eq!(read("8"), Ok(8));
    let blank = game.start().blank() as u8;
    assert_eq!((read("5 right"), read("8 left")), (Ok(blank), Ok(blank)));
    for malformed in ["", "0", "9", "x", "5 left left", "left 5", "53"] {
        let fault = read(malformed).unwrap_err().to_string();
        assert!(
            fault.ends_with("expected a tile from 1 to 8, a direction, or both, such as `5 left`"),
            "{fault}"
        );
    }
    let in_corner = SlidingDomain.read("standard", "0 1 / 2 3").unwrap();
    let read = |text: &str| SlidingDomain.parse_move(&in_corner, &in_corner.start(), text);
    assert_eq!((read("left"), read("right")), (Ok(1), Ok(0)), "no tile slides to the right");
    for text in ["5 left, 8 · 12 up ·", "5 left,8·12 up", "5 left,8,12,up"] {
        assert_eq!(SlidingDomain.split_plan(text).len(), 3, "{text}");
    }
}

/// Faults are named as they were written, and a size is given as rows of cells.
#[test]
fn faults_are_named_as_they_are_written() {
    let told = |text: &str| SlidingDomain.read("standard", text).unwrap_err().to_string();
    let game = SlidingDomain.read("standard", "0 1 2 / 3 4 5").unwrap();
    let drawing = SlidingDomain.draw(&game, &game.start(), None, false);
    let doubled = told(&drawing.replacen("·   1", "·   ·", 1));
    assert!(doubled.contains("duplicate tile `·`, 1 is missing"), "{doubled}");
    for (text, expected) in [
        ("0 -- / 1 2", "duplicate tile `--`, 3 is missing"),
        ("0 1 2", "a board with 1 row of 3 cells is not valid; expected 2 to 5 rows"),
        ("0,1,2 / 3,4,5", "a board with 2 rows of 1 cell is not valid"),
    ] {
        assert!(told(text).contains(expected), "{text}: {}", told(text));
    }
}

#[test]
fn korfs_boards_are_as_published() {
    assert_eq!(korf().len(), 100);
    assert_eq!(korf().iter().map(|board| board.length).sum::<u32>(), 5305);
    let estimate = |number: usize| {
        let game = instance(&format!("korf/{number}"));
        assert!(game.is_solvable());
        let estimate = Manhattan::new(&game).estimate(&game, &game.start()).cost().unwrap();
        assert_eq!((korf()[number - 1].length - estimate) % 2, 0);
        estimate
    };
    assert_eq!([1, 2, 12, 88, 100].map(estimate), [41, 43, 35, 43, 38]);
    // Under the other rules the boards are the same, rotated by 180 degrees.
    let turned = SlidingDomain.instance("blank-last", "korf/12").unwrap();
    assert_eq!(
        SlidingDomain.notation(&turned, &turned.start()),
        "1 3 5 6 / 0 13 14 9 / 11 4 8 12 / 10 7 15 2"
    );
    assert!(turned.is_solvable());
}

#[test]
fn databases_are_whole_stored_and_refused_when_damaged() {
    let game = instance("random/3x3/1");
    let budget = || Budget::unlimited();
    let database = PatternDatabase::build(&game, &[1, 2, 3, 4, 5, 6, 7, 8], &mut budget()).unwrap();
    // One pattern of all tiles gives the true distance, for any place of the blank.
    let states = closure(&game, 200_000).unwrap();
    for (state, distance) in states.states.iter().zip(&states.distances) {
        assert_eq!(Some(database.moves(&game, state)), *distance);
    }
    let small = PatternDatabase::build(&game, &[3, 1], &mut budget()).unwrap();
    let bytes = small.to_bytes();
    assert_eq!(PatternDatabase::from_bytes(&bytes), Ok(small.clone()));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(PatternDatabase::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(PatternDatabase::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(Patterns::of(&game, vec![small.clone()]).is_err(), "tiles are missing");
    let rest = PatternDatabase::build(&game, &[2, 4, 5, 6, 7, 8], &mut budget()).unwrap();
    let both = Patterns::of(&game, vec![small.clone(), rest.clone()]).unwrap();
    assert_eq!(both.claims(), Claims::ADMISSIBLE);
    let other = SlidingDomain.instance("blank-last", "random/3x3/1").unwrap();
    assert!(Patterns::of(&other, vec![small, rest]).is_err(), "another corner");
    for (state, distance) in states.states.iter().zip(&states.distances) {
        assert!(both.estimate(&game, state).cost() <= *distance);
    }
}

/// Checksums of databases that another algorithm built, with a list of placements for each level.
#[test]
fn databases_are_the_same_on_any_number_of_threads() {
    let whole = [1, 2, 3, 4, 5, 6, 7, 8];
    for (rules, name, tiles, sum) in [
        ("standard", "korf/1", &[7, 3, 15, 2][..], 0xb3ca_6713_3468_f5f9),
        ("standard", "korf/1", &[1, 4, 5, 8, 9], 0xd5f5_384c_f357_4054),
        ("blank-last", "korf/1", &[1, 2, 3, 4, 5], 0xa8df_e3ca_e354_1729),
        ("standard", "random/2x5/1", &[9, 1, 2, 3, 4, 5], 0x6190_ec47_9442_1839),
        ("standard", "random/5x2/1", &[3, 4, 5, 6, 7, 8], 0x299e_1dfb_b1dc_481d),
        ("standard", "random/5x5/1", &[6, 7, 8, 11], 0x7b6b_a4b2_3c33_a18d),
        ("standard", "random/2x3/1", &[1, 2, 3, 4, 5], 0x3408_eb31_4c49_d894),
        ("standard", "random/3x3/1", &whole, 0xdbcb_652d_818c_ec23),
        ("standard", "random/4x5/1", &[1, 2, 6, 7, 11], 0x581d_f535_f30a_2663),
    ] {
        let game = SlidingDomain.instance(rules, name).unwrap();
        let build = |workers: &dyn Workers| {
            PatternDatabase::build_on(&game, tiles, workers, &mut Budget::unlimited()).unwrap()
        };
        let (database, work) = build(&Threads(3));
        assert_eq!(fnv1a(&database.to_bytes()), sum, "{name} {tiles:?}");
        assert_eq!(build(&OneThread), (database, work), "{name} {tiles:?}");
    }
    // The twelve boards of this size that can be reached form a circle.
    let game = instance("random/2x2/1");
    let build = PatternDatabase::build_on(&game, &[1, 2, 3], &OneThread, &mut Budget::unlimited());
    let (_, work) = build.unwrap();
    assert_eq!((work.levels, work.expanded, work.moves), (7, 12, 24));
}

#[test]
fn building_keeps_the_limits() {
    let game = instance("korf/1");
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let mut budget = Budget::new(limits, Environment::none());
    let built = Patterns::new(&game, 6).prepare(&game, &mut budget);
    assert_eq!(built, Err(Stop::NoMeter));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let mut budget = Budget::new(Limits::default(), Environment::none().with_cancel(&cancel));
    assert_eq!(Patterns::new(&game, 6).prepare(&game, &mut budget), Err(Stop::Cancelled));
}
