//! A board of Birds of a Feather that fits in twelve bytes, with the graphs of its deal beside it.

use patience_core::freecell_deck;
use patience_games::birds::is_connected;

/// Cells of the grid.
pub const CELLS: usize = 16;

/// The most moves that a board can have: each pair of cells in a row or column, both ways.
pub const MOST_MOVES: usize = 2 * PAIRS.len();

/// The pairs of cells in a line, in the order in which the paper's program looks at them: the rows from the top, then
/// the columns from the left.
pub const PAIRS: [(u8, u8); 48] = pairs();

/// By cell: the other cells of its row and column.
pub const LINES: [u16; CELLS] = lines();

const fn pairs() -> [(u8, u8); 48] {
    let mut pairs = [(0, 0); 48];
    let (mut count, mut line) = (0, 0);
    while line < 8 {
        let (first, step) = if line < 4 { (4 * line, 1) } else { (line - 4, 4) };
        let mut a = 0;
        while a < 4 {
            let mut b = a + 1;
            while b < 4 {
                pairs[count] = (first + step * a, first + step * b);
                count += 1;
                b += 1;
            }
            a += 1;
        }
        line += 1;
    }
    pairs
}

const fn lines() -> [u16; CELLS] {
    let mut lines = [0; CELLS];
    let mut index = 0;
    while index < PAIRS.len() {
        let (a, b) = PAIRS[index];
        lines[a as usize] |= 1 << b;
        lines[b as usize] |= 1 << a;
        index += 1;
    }
    lines
}

/// A deal: sixteen cards, each known by the cell in which it is dealt, and what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// By cell: rank 0 (ace) to 12 (king) times 4 plus the suit in the order C, D, H, S.
    pub cards: [u8; CELLS],
    /// By card: the cards that share its suit or whose rank differs by at most one.
    pub compatible: [u16; CELLS],
    /// The cards of each suit.
    pub suits: [u16; 4],
    /// The cards of each rank that is dealt more than once, and how many there are of these ranks.
    pub ranks: ([u16; 8], usize),
}

impl Deal {
    /// The deal of sixteen cards, as numbered in [`Deal::cards`].
    pub fn new(cards: [u8; CELLS]) -> Deal {
        let of = |wanted: &dyn Fn(u8) -> bool| {
            (0..CELLS).filter(|index| wanted(cards[*index])).fold(0u16, |set, index| set | 1 << index)
        };
        let compatible = std::array::from_fn(|index| {
            let card = cards[index];
            of(&|other| other % 4 == card % 4 || (other / 4).abs_diff(card / 4) <= 1) & !(1 << index)
        });
        let suits = std::array::from_fn(|suit| of(&|card| usize::from(card % 4) == suit));
        let mut ranks = ([0; 8], 0);
        for rank in 0..13 {
            let same = of(&|card| card / 4 == rank);
            if same.count_ones() > 1 {
                ranks.0[ranks.1] = same;
                ranks.1 += 1;
            }
        }
        Deal { cards, compatible, suits, ranks }
    }

    /// The deal that Neller's numbering gives a number.
    pub fn neller(number: i64) -> Deal {
        let deck = freecell_deck(number);
        Deal::new(std::array::from_fn(|cell| deck[cell]))
    }

    /// Whether every card can be reached from every other over compatible cards: the baseline "solvable iff
    /// connected".
    pub fn is_connected(&self) -> bool {
        is_connected(u16::MAX, &self.compatible)
    }
}

/// A position of a deal: which card is on top in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Four bits a cell: the card on top; 0 in empty cells, so that equal positions are equal.
    grid: u64,
    /// The cells that hold a stack.
    cells: u16,
    /// The cards on top of the stacks.
    cards: u16,
}

/// A stack goes from one cell onto another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// The cell that becomes empty.
    pub from: u8,
    /// The cell whose card is covered.
    pub to: u8,
}

impl Board {
    /// Every card where it was dealt.
    pub const START: Board = Board { grid: 0xfedc_ba98_7654_3210, cells: u16::MAX, cards: u16::MAX };

    /// Stacks left.
    #[inline]
    pub fn count(&self) -> u32 {
        self.cells.count_ones()
    }

    /// The cells that hold a stack.
    #[inline]
    pub fn cells(&self) -> u16 {
        self.cells
    }

    /// The cards on top.
    #[inline]
    pub fn cards(&self) -> u16 {
        self.cards
    }

    /// One stack is left.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.cells.is_power_of_two()
    }

    /// The card on top of a stack.
    #[inline]
    pub fn card(&self, cell: u8) -> usize {
        (self.grid >> (4 * cell)) as usize & 15
    }

    /// Writes the moves to `out` in the order of the paper's program and returns how many there are.
    #[inline]
    pub fn moves(&self, deal: &Deal, out: &mut [Move; MOST_MOVES]) -> usize {
        let mut count = 0;
        for (a, b) in PAIRS {
            let held = (self.cells >> a) & (self.cells >> b) & 1;
            if held != 0 && deal.compatible[self.card(a)] >> self.card(b) & 1 != 0 {
                out[count] = Move { from: a, to: b };
                out[count + 1] = Move { from: b, to: a };
                count += 2;
            }
        }
        count
    }

    /// The position after a legal move.
    #[inline]
    pub fn apply(&self, mv: Move) -> Board {
        let (moved, covered) = (self.card(mv.from) as u64, self.card(mv.to));
        let grid = self.grid & !(15 << (4 * mv.from)) & !(15 << (4 * mv.to)) | moved << (4 * mv.to);
        Board { grid, cells: self.cells & !(1 << mv.from), cards: self.cards & !(1 << covered) }
    }

    /// How many stacks a card lying in `cell` could move onto, the stack in `cell` itself left out.
    #[inline]
    pub fn partners(&self, deal: &Deal, card: usize, cell: u8) -> u32 {
        let compatible = deal.compatible[card];
        let mut line = LINES[usize::from(cell)] & self.cells;
        let mut count = 0;
        while line != 0 {
            count += u32::from(compatible >> self.card(line.trailing_zeros() as u8) & 1);
            line &= line - 1;
        }
        count
    }

    /// Whether either graph falls apart, so that the position is lost.
    #[inline]
    pub fn is_torn(&self, deal: &Deal) -> bool {
        !is_connected(self.cells, &LINES) || !is_connected(self.cards, &deal.compatible)
    }

    /// The position with its cards named, six bits a cell, the same for equal positions of different deals.
    #[inline]
    pub fn global_key(&self, deal: &Deal) -> u128 {
        let mut key = 0;
        let mut cells = self.cells;
        while cells != 0 {
            let cell = cells.trailing_zeros();
            key |= u128::from(deal.cards[self.card(cell as u8)] + 1) << (6 * cell);
            cells &= cells - 1;
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_core::Random;

    fn text(deal: &Deal) -> String {
        let card = |n: &u8| {
            format!("{}{}", char::from(b"A23456789TJQK"[usize::from(n / 4)]), char::from(b"CDHS"[usize::from(n % 4)]))
        };
        deal.cards
            .chunks(4)
            .map(|row| row.iter().map(card).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
            .join(" / ")
    }

    #[test]
    fn deals_are_nellers() {
        assert_eq!(text(&Deal::neller(0)), "TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D 3S");
        assert_eq!(text(&Deal::neller(4)), "KS QC 3D JS / 5D KD 6S 3S / 2C AC KH 8C / AH 9D 6C 5C");
    }

    /// Random games against a board that is an array of cards.
    #[test]
    fn the_packed_board_plays_like_a_plain_one() {
        let mut random = Random::new(1);
        for seed in 0..200 {
            let deal = Deal::neller(seed);
            let mut plain: Vec<Option<u8>> = deal.cards.iter().copied().map(Some).collect();
            let mut board = Board::START;
            loop {
                let mut expected = Vec::new();
                for (a, b) in PAIRS {
                    let (Some(x), Some(y)) = (plain[usize::from(a)], plain[usize::from(b)]) else { continue };
                    if x % 4 == y % 4 || (x / 4).abs_diff(y / 4) <= 1 {
                        expected.extend([Move { from: a, to: b }, Move { from: b, to: a }]);
                    }
                }
                let mut moves = [Move::default(); MOST_MOVES];
                let count = board.moves(&deal, &mut moves);
                assert_eq!(moves[..count], expected);
                let held: Vec<u8> = plain.iter().flatten().copied().collect();
                assert_eq!(board.count() as usize, held.len());
                let partners: u32 = (0..16u8)
                    .filter(|cell| board.cells() >> cell & 1 != 0)
                    .map(|cell| board.partners(&deal, board.card(cell), cell))
                    .sum();
                assert_eq!(partners as usize, count);
                if count == 0 {
                    break;
                }
                let mv = moves[random.index(count)];
                plain[usize::from(mv.to)] = plain[usize::from(mv.from)].take();
                board = board.apply(mv);
            }
        }
    }
}
