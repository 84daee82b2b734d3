//! The moves on boards of letters, compared with the simplest implementation of the rules.

mod brute;

use std::collections::BTreeSet;

use brute::Random;
use patience_check::grids::{read_cohesion, read_sliding, read_tiles};

const WAYS: [(u8, isize, isize); 4] = [(b'L', -1, 0), (b'R', 1, 0), (b'U', 0, -1), (b'D', 0, 1)];

/// A move's name and the state after it.
type Move = ([u8; 2], Vec<u8>);

struct Plain {
    width: usize,
    height: usize,
    /// The cells that no piece enters.
    blocked: Vec<bool>,
}

impl Plain {
    fn next(&self, cell: usize, (_, right, down): (u8, isize, isize)) -> Option<usize> {
        let (x, y) = ((cell % self.width) as isize + right, (cell / self.width) as isize + down);
        let is_inside =
            (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
        is_inside.then(|| y as usize * self.width + x as usize)
    }

    /// The cells that are joined to a cell by cells of its letter.
    fn piece(&self, state: &[u8], cell: usize) -> BTreeSet<usize> {
        let mut piece = BTreeSet::from([cell]);
        loop {
            let around = piece.iter().flat_map(|at| WAYS.map(|way| self.next(*at, way)));
            let more: BTreeSet<usize> =
                around.flatten().filter(|at| state[*at] == state[cell]).collect();
            if more.is_subset(&piece) {
                return piece;
            }
            piece.extend(more);
        }
    }

    fn pieces(&self, state: &[u8]) -> BTreeSet<BTreeSet<usize>> {
        let cells = (0..state.len()).filter(|cell| state[*cell] != b'.');
        cells.map(|cell| self.piece(state, cell)).collect()
    }

    fn shifts(&self, state: &[u8]) -> Vec<Move> {
        let mut moves = Vec::new();
        for piece in self.pieces(state) {
            for way in WAYS {
                let to: Vec<usize> =
                    piece.iter().filter_map(|cell| self.next(*cell, way)).collect();
                let fits = |cell: &usize| state[*cell] == b'.' || piece.contains(cell);
                if to.len() == piece.len() && to.iter().all(fits) {
                    let first = *piece.first().expect("a piece has a cell");
                    let mut after = state.to_vec();
                    piece.iter().for_each(|cell| after[*cell] = b'.');
                    to.iter().for_each(|cell| after[*cell] = state[first]);
                    moves.push(([first as u8, way.0], after));
                }
            }
        }
        moves
    }

    /// Moves every piece by one cell if possible, until none can move.
    fn tilts(&self, state: &[u8]) -> Vec<Move> {
        let tilt = |way: (u8, isize, isize)| {
            let mut after = state.to_vec();
            loop {
                let free = |after: &[u8], cell: usize| {
                    let to = self.next(cell, way)?;
                    let is_free = after[cell] != b'.' && after[to] == b'.' && !self.blocked[to];
                    is_free.then_some((cell, to))
                };
                match (0..after.len()).find_map(|cell| free(&after, cell)) {
                    Some((cell, to)) => after.swap(cell, to),
                    None => return ([way.0, 0], after),
                }
            }
        };
        WAYS.into_iter().map(tilt).filter(|(_, after)| after != state).collect()
    }
}

/// Rows of the given number of letters of an alphabet.
fn board(random: &mut Random, (width, height): (usize, usize), letters: &[u8]) -> String {
    let mut row =
        || (0..width).map(|_| char::from(letters[random.below(letters.len())])).collect::<String>();
    (0..height).map(|_| row()).collect::<Vec<_>>().join("/")
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    let mut random = Random(71);
    let mut cohesion = (0, 0);
    for round in 0..400 {
        let size = if round % 50 == 0 { (16, 16) } else { (1 + round % 7, 1 + random.below(6)) };
        let (width, height) = size;
        let letters: &[u8] = [&b"A......"[..], b"AB..", b"ABC...", b"AAB."][random.below(4)];
        let (game, start) = read_cohesion(&board(&mut random, size, letters).replacen('.', "A", 1))
            .expect("the board can be read");
        let plain = Plain { width, height, blocked: vec![false; width * height] };
        let pieces = plain.pieces(&start);
        let letters: BTreeSet<u8> = start.iter().copied().filter(|sign| *sign != b'.').collect();
        assert_eq!(game.is_won(&start), letters.len() == pieces.len());
        assert_eq!(sorted(game.moves(&start)), sorted(plain.shifts(&start)));
        cohesion.0 += usize::from(game.is_won(&start));
        cohesion.1 += game.moves(&start).len();

        let text = board(&mut random, size, b"ab...#A").replacen(['.', 'A'], "a", 1);
        let Ok((game, start)) = read_tiles(&text) else { continue };
        let blocked = text.bytes().filter(|sign| *sign != b'/').map(|sign| sign == b'#').collect();
        let plain = Plain { width, height, blocked };
        assert_eq!(game.moves(&start), plain.tilts(&start), "{text}");
    }
    assert!(cohesion.0 > 20 && cohesion.1 > 1000, "{cohesion:?}");
}

/// On the largest boards, pieces are found in time linear in the cells. With quadratic or cubic
/// time, this would take many minutes.
#[test]
fn large_pieces_are_found_at_once() {
    let comb = [vec!["AAAAAAAAAAAAAAA.".to_owned()], vec!["A.A.A.A.A.A.A.B.".to_owned(); 15]];
    let (game, start) = read_cohesion(&comb.concat().join("/")).expect("the board can be read");
    for _ in 0..3000 {
        assert!(game.is_won(&start));
        assert_eq!(game.moves(&start).len(), 3, "the comb right, the other two ways");
    }
}

/// Every order of 2x2 and 2x3: parity reports exactly those as lost that no play from the goal
/// reaches.
#[test]
fn parity_cuts_exactly_what_the_goal_does_not_reach() {
    for (blank_last, home) in [
        (false, "0 1 / 2 3"),
        (true, "1 2 / 3 0"),
        (false, "0 1 2 / 3 4 5"),
        (true, "1 2 3 / 4 5 0"),
    ] {
        let (game, start) = read_sliding(home, blank_last).unwrap();
        assert!(game.is_won(&start));
        let mut reached = BTreeSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(state) = open.pop() {
            assert_eq!(game.is_cut(&state), None);
            for (name, after) in game.moves(&state) {
                assert_eq!(
                    (state[usize::from(name[0])], after[usize::from(name[0])], name[1] > 0),
                    (after[state.iter().position(|tile| *tile == 0).unwrap()], 0, false)
                );
                if reached.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        let count = (1..=start.len()).product::<usize>();
        assert_eq!(reached.len(), count / 2);
        // Swapping two tiles leads to the other half.
        for state in &reached {
            let mut other = state.clone();
            let tiles: Vec<usize> = (0..other.len()).filter(|cell| other[*cell] > 0).collect();
            other.swap(tiles[0], tiles[1]);
            assert_eq!(game.is_cut(&other), Some("parity"));
        }
    }
    for malformed in
        ["0 1", "0 1 / 2 3 ", "0 1/2 3", "0 1 / 2 2", "0 1 / 2 4", "00 1 / 2 3", "0 1 / 2", ""]
    {
        assert!(read_sliding(malformed, false).is_err(), "{malformed}");
    }
}
