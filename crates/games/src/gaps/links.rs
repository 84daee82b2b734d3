//! Links: pairs of neighbours that follow each other in their suit, the measure of progress where moves can be taken back.
//!
//! Under a rule set where a card fits behind its predecessor or before its successor, a card that is moved stands beside one of
//! them, and a card that stands between both cannot move. So with the lowest cards in column 0 counted as links, too, no move takes
//! away more than it gives, but for one: a lowest card that leaves its successor in column 0 for another row. When all
//! links are there the deal is solved. That makes the count a level for `levels` of `patience-search`,
//! in which positions are compared by a weighted sum of what is seen around the links that are missing.

use patience_core::{Claims, Estimate, Heuristic, Part, Random};

use super::rule_set::Fit;
use super::state::{CARDS, CELLS, GAP, RANKS, ROW};
use super::{Gaps, State};

/// Orders the positions of one level, with a bonus for each link, above or below 0, drawn by a seed, so that several
/// searches build the suits in different orders.
///
/// ```
/// use patience_core::{Domain, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Links};
///
/// let deal = GapsDomain.read("free-parking", "2C 3C -- 4H / -- 2H 3H 4C")?;
/// assert!(Links::fits(&deal));
/// assert_eq!(Links::count(&deal, &deal.start()), 3, "the Two of Clubs in column a, and two Threes behind their Twos");
/// assert_ne!(Links::new(&deal, Some(1)).estimate(&deal, &deal.start()), Links::new(&deal, Some(2)).estimate(&deal, &deal.start()));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Links {
    /// By the number of a link's left card.
    bonus: [i32; CARDS],
}

/// The most that a link is worth more or less.
const MOST_BONUS: u32 = 20;

/// What keeps sums above 0: positions of full deals lie some hundreds around it.
const MIDDLE: i32 = 4000;

impl Links {
    /// Whether the links of a deal only grow: see the head of this file.
    pub fn fits(game: &Gaps) -> bool {
        game.rules().fit() == Fit::SuccessorOrPredecessor
    }

    /// The order with bonuses drawn by a seed, or with none.
    pub fn new(game: &Gaps, seed: Option<u64>) -> Self {
        let mut bonus = [0; CARDS];
        if let Some(seed) = seed {
            let mut random = Random::new(seed);
            for card in game.numbers() {
                bonus[card] = random.below(2 * MOST_BONUS + 1) as i32 - MOST_BONUS as i32;
            }
        }
        Links { bonus }
    }

    /// The links of a position, the lowest cards in column 0 among them.
    pub fn count(game: &Gaps, state: &State) -> u32 {
        let board = Board::new(game, state);
        let bases = (0..game.rows()).filter(|row| board.is_base(board.cells[row * 16 + 1]));
        board.links.count_ones() + bases.count() as u32
    }

    /// The links of a solved position.
    pub fn all(game: &Gaps) -> u32 {
        game.card_count() as u32
    }
}

impl Heuristic<Gaps> for Links {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let board = Board::new(game, state);
        let bonus: i32 =
            game.numbers().filter(|card| board.is_linked(place(state.cells[*card]))).map(|card| self.bonus[card]).sum();
        let sum = MIDDLE + bonus + board.around_cards(game, state) + board.gaps(game, state) + board.rows(game);
        Estimate::Cost(sum.max(0) as u32)
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        vec![Part::whole("links missing", Links::all(game) - Links::count(game, state))]
    }
}

/// Beside the board.
const EDGE: u8 = GAP + 1;

/// By card: its predecessor in its suit; none for the lowest, for gaps and the edge.
const PREDECESSOR: [u8; CARDS + 2] = {
    let mut predecessor = [u8::MAX; CARDS + 2];
    let mut card = 0;
    while card < CARDS {
        if card % RANKS != 0 {
            predecessor[card] = card as u8 - 1;
        }
        card += 1;
    }
    predecessor
};

/// By cell: its place on a [`Board`].
const PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = (cell / ROW * 16 + cell % ROW + 1) as u8;
        cell += 1;
    }
    places
};

fn place(cell: u8) -> usize {
    usize::from(PLACES[usize::from(cell)])
}

/// A position with edges left and right of each row.
struct Board {
    cells: [u8; 64],
    /// The places of left cards of links.
    links: u64,
}

impl Board {
    fn new(game: &Gaps, state: &State) -> Board {
        let mut cells = [EDGE; 64];
        let columns = game.columns();
        for row in 0..game.rows() {
            cells[row * 16 + 1..][..columns].copy_from_slice(&state.cards[row * ROW..][..columns]);
        }
        let follow = cells.windows(2).map(|pair| PREDECESSOR[usize::from(pair[1])] == pair[0]);
        let links = follow.enumerate().fold(0, |links, (place, linked)| links | u64::from(linked) << place);
        Board { cells, links }
    }

    fn is_linked(&self, place: usize) -> bool {
        self.links >> place & 1 == 1
    }

    fn is_base(&self, card: u8) -> bool {
        card < GAP && usize::from(card) % RANKS == 0
    }

    fn is_top(&self, game: &Gaps, card: u8) -> bool {
        card < GAP && usize::from(card) % RANKS + 2 == game.columns()
    }

    /// What stands right of a card whose successor does not.
    fn right(&self, place: usize) -> usize {
        match self.cells[place + 1] {
            EDGE => 0,
            GAP => 1,
            card => 2 + usize::from(self.is_linked(place + 1)) + 2 * usize::from(self.is_base(card)),
        }
    }

    /// What stands left of a card whose predecessor does not.
    fn left(&self, game: &Gaps, place: usize) -> usize {
        match self.cells[place - 1] {
            EDGE => 0,
            GAP => 1,
            card => 2 + usize::from(self.is_linked(place - 2)) + 2 * usize::from(self.is_top(game, card)),
        }
    }

    /// The weights of cards, of links, and of what is in the way of missing ones.
    fn around_cards(&self, game: &Gaps, state: &State) -> i32 {
        let mut sum = 0;
        for card in game.numbers() {
            let (at, rank) = (place(state.cells[card]), card % RANKS);
            let (before, behind) = (usize::from(self.is_linked(at - 1)), usize::from(self.is_linked(at)));
            let column = at % 16 - 1;
            sum += i32::from(CARD[before + 2 * behind + 4 * usize::from(column == rank)][rank]);
            if behind == 1 {
                sum += i32::from(SHIFT[column + 12 - rank]);
            } else if !self.is_top(game, card as u8) {
                let next = place(state.cells[card + 1]);
                let ends = 2 * before + usize::from(self.is_linked(next));
                sum += i32::from(MISSING[self.right(at)][4 * self.left(game, next) + ends]);
            }
        }
        sum
    }

    /// The weights of the gaps' neighbours.
    fn gaps(&self, game: &Gaps, state: &State) -> i32 {
        let kind = |card: u8, last: bool| match card {
            EDGE => 0,
            GAP => 1,
            _ => 2 + usize::from(last),
        };
        let mut sum = 0;
        for gap in state.gaps(game.rows()) {
            let (left, right) = (self.cells[place(*gap) - 1], self.cells[place(*gap) + 1]);
            sum += i32::from(BESIDE_GAP[kind(left, self.is_top(game, left))][kind(right, self.is_base(right))]);
        }
        sum
    }

    /// The weights of the rows' runs from column 0 on.
    fn rows(&self, game: &Gaps) -> i32 {
        let run = |row: usize| match self.is_base(self.cells[row * 16 + 1]) {
            true => 1 + (self.links >> (row * 16 + 1)).trailing_ones() as usize,
            false => 0,
        };
        (0..game.rows()).map(|row| i32::from(RUN[run(row)])).sum()
    }
}

// The weights, in thirtieths of a unit of log-odds, the less the better. They were found by logistic regression (Adagrad, six epochs) on 324,600
// pairs of positions of one level, of which one led to a win within a beam and the other did not: 180 wins among
// PySolFC's numbers 33000 to 33149 of Free Parking and Galary, beams by levels of 1000, ordered by `LevelSum`.

/// By whether its predecessor stands before a card (1), its successor behind it (2) and it stands in its last column (4); by rank.
const CARD: [[i8; RANKS]; 8] = [
    [-3, -5, -1, 0, -1, 0, -1, 0, -2, -2, -3, 0, 3],
    [-2, 2, 5, 4, 3, 3, 2, 1, 3, 3, 0, 1, 4],
    [5, 2, 1, 2, 4, 3, 4, 2, 4, 3, 4, 6, 0],
    [0, 5, -1, -4, -5, -5, -5, -2, -5, -5, -2, -2, 0],
    [-2, 3, -7, -2, -4, -11, -12, -14, -7, -6, -9, -18, -16],
    [-2, -1, 1, 0, -1, -6, -4, -4, -4, -6, -3, -3, -4],
    [-2, 0, 2, 0, -2, 0, -5, 0, -6, -4, -3, -6, 0],
    [0, -3, -4, -2, -2, -1, 1, -1, 0, 0, -1, -2, 0],
];

/// By 12 plus the columns that a linked pair stands right of its last ones.
const SHIFT: [i8; 25] = [0, 0, -3, -4, 4, 3, -1, 6, 1, 2, 4, 2, -9, -4, -3, 3, 3, 5, 4, 3, -2, -12, -2, -4, 22];

/// By what stands right of a card whose successor stands elsewhere: the edge, a gap, a card with no link to its right, one with, and
/// the same for lowest cards. Then by what stands left of the successor (edge, gap, no link to its left, one, the same for highest cards)
/// times 4, plus 2 if the card is linked to its left, plus 1 if the successor is to its right.
const MISSING: [[i8; 24]; 6] = [
    [26, 6, 10, -13, 8, -3, 9, 12, 3, 4, 9, 8, 6, 0, 8, 4, -4, 9, 2, 7, -2, -4, -1, -11],
    [-10, -13, -4, 8, -3, -3, -14, 8, -4, 9, -10, 8, -5, 13, -12, 9, -2, 7, -1, 22, 3, 17, -10, 26],
    [-2, -14, 7, 3, -3, -3, -1, -2, -4, -3, -1, -1, -1, -5, -5, -8, -1, 2, 0, 4, 0, 14, 3, -1],
    [-6, -4, 8, 31, -1, -5, 2, -1, 0, -3, 0, -5, 2, 1, 0, -4, 5, 4, 4, 8, -3, 1, 9, -1],
    [-9, 0, 23, 18, -5, -13, -15, -11, -14, -9, -8, -4, -12, 16, -8, 10, 1, 1, 31, -17, 8, 16, 15, 28],
    [-20, 8, 1, 14, -2, -6, -10, 9, -1, -8, 6, 8, -3, 18, -2, 1, 1, -14, -11, 0, -1, 7, -15, 31],
];

/// By what stands left of a gap (edge, gap, card, highest card), then right of it (edge, gap, card, lowest card).
const BESIDE_GAP: [[i8; 4]; 4] = [[0, 1, -4, 9], [10, -7, -7, -2], [10, -5, -6, -3], [5, 7, 3, 33]];

/// By the length of a row's run from column 0 on.
const RUN: [i8; 14] = [1, -1, 1, -3, -3, -3, 1, 1, 1, -3, -1, -3, 0, 7];
