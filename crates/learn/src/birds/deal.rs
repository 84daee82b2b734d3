//! A deal of Birds of a Feather, with what the paper's program counts. The rules are those of
//! `patience-games`.

use patience_core::{Game, freecell_deck};
use patience_games::birds::{BirdsGame, BirdsMove, BirdsState, CELLS, neller, write};

/// The most moves that a board can have: each of the 48 pairs of cells in a row or column, both
/// ways.
pub const MOST_MOVES: usize = 96;

/// A deal of sixteen cards, and what they have in common.
///
/// ```
/// use patience_core::Game;
/// use patience_learn::birds::deal::Deal;
///
/// let deal = Deal::neller(0);
/// assert_eq!(deal.board(&deal.game.start()), "TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D 3S");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The game; its states know a card by its place in the order of the deal.
    pub game: BirdsGame,
    /// In the order of the deal: rank 0 (ace) to 12 (king) times 4 plus the suit in the order C, D,
    /// H, S.
    pub cards: [u8; CELLS],
    /// The cards of each suit.
    pub suits: [u16; 4],
    /// The cards of each rank that is dealt more than once, and how many there are of these ranks.
    pub ranks: ([u16; 8], usize),
}

impl Deal {
    /// The deal that Neller's numbering gives a number.
    pub fn neller(number: i64) -> Deal {
        let deck = freecell_deck(number);
        Deal::new(neller(number), std::array::from_fn(|cell| deck[cell]))
    }

    /// The deal of any board, with cards in some of the cells.
    pub fn of(game: &BirdsGame) -> Deal {
        let mut cards = [0; CELLS];
        // States know a card by its place among the cards, read row by row.
        for (number, card) in cards.iter_mut().zip(game.grid(&game.start()).into_iter().flatten()) {
            *number = (card.rank() - 1) * 4 + card.suit() as u8;
        }
        Deal::new(game.clone(), cards)
    }

    /// The deal of a game whose cards have these numbers; what follows the last of them means
    /// nothing.
    fn new(game: BirdsGame, cards: [u8; CELLS]) -> Deal {
        let dealt = game.tops(&game.start());
        let of = |wanted: &dyn Fn(u8) -> bool| {
            let dealt = (0..CELLS).filter(|index| dealt >> index & 1 != 0);
            dealt.filter(|index| wanted(cards[*index])).fold(0u16, |set, index| set | 1 << index)
        };
        let suits = std::array::from_fn(|suit| of(&|card| usize::from(card % 4) == suit));
        let mut ranks = ([0; 8], 0);
        for rank in 0..13 {
            let same = of(&|card| card / 4 == rank);
            if same.count_ones() > 1 {
                ranks.0[ranks.1] = same;
                ranks.1 += 1;
            }
        }
        Deal { game, cards, suits, ranks }
    }

    /// A position in the canonical notation, without commas.
    pub fn board(&self, state: &BirdsState) -> String {
        write(&self.game, state)
    }

    /// Every card where it was dealt.
    pub fn start(&self) -> BirdsState {
        self.game.start()
    }

    /// Whether every card can be reached from every other over compatible cards: the baseline
    /// "solvable iff connected".
    pub fn is_connected(&self) -> bool {
        self.game.flock_is_connected(&self.start())
    }

    /// Writes the moves to `out`, in the order of the paper's program, and returns how many there
    /// are. Nothing is allocated.
    #[inline]
    pub fn moves(&self, state: &BirdsState, out: &mut [BirdsMove; MOST_MOVES]) -> usize {
        let mut count = 0;
        for mv in self.game.legal_moves(state) {
            out[count] = mv;
            count += 1;
        }
        count
    }

    /// The position after a legal move.
    #[inline]
    pub fn apply(&self, state: &BirdsState, mv: BirdsMove) -> BirdsState {
        self.game.apply(state, mv)
    }

    /// How many stacks a card lying in `cell` could move onto, the stack in `cell` itself left out.
    #[inline]
    pub fn partners(&self, state: &BirdsState, card: usize, cell: u8) -> u32 {
        let compatible = self.game.compatible_with()[card];
        let (row, column) = (0x000f << (cell & 12), 0x1111 << (cell & 3));
        let mut line = (row | column) & !(1 << cell) & state.occupied();
        let mut count = 0;
        while line != 0 {
            count += u32::from(compatible >> state.top(line.trailing_zeros() as u8) & 1);
            line &= line - 1;
        }
        count
    }

    /// The position with its cards named, six bits a cell, the same for equal positions of
    /// different deals.
    #[inline]
    pub fn global_key(&self, state: &BirdsState) -> u128 {
        let mut key = 0;
        let mut cells = state.occupied();
        while cells != 0 {
            let cell = cells.trailing_zeros();
            key |= u128::from(self.cards[state.top(cell as u8)] + 1) << (6 * cell);
            cells &= cells - 1;
        }
        key
    }
}
