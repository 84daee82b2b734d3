//! The deals: boards by name, each pinned forever.

use patience_core::{InputError, Random, Source};

use super::layout::{self, Board};
use super::rule_set::Entry;
use super::twister::MersenneTwister;
use super::{Gaps, Rules, pysol};
use crate::cards::Card;
use crate::text::quoted;

/// The families of deals; some belong only to some rule sets.
pub(super) const SOURCES: &[Source] = &[
    Source {
        name: "solvitaire",
        pattern: "solvitaire/RxC/SEED",
        example: "solvitaire/4x13/7",
        summary: "Solvitaire's numbered deals (rule sets standard, fixed-suits and fixed-twos); \
                  SEED below 2^32",
    },
    Source {
        name: "paper",
        pattern: "paper/RxC/SHUFFLES/SEED",
        example: "paper/4x8/20/1",
        summary: "the paper's: SHUFFLES swaps of a gap and a card from the solved board (rule \
                  sets paper and paper-any-row)",
    },
    Source {
        name: "random",
        pattern: "random/RxC/SEED",
        example: "random/4x13/7",
        summary: "random boards, for every rule set: all initial layouts are equally likely",
    },
    Source {
        name: "scramble",
        pattern: "scramble/RxC/MOVES/SEED",
        example: "scramble/4x8/30/1",
        summary: "MOVES moves back from a solved board, so winnable in at most MOVES, for every \
                  rule set",
    },
    Source {
        name: "pysol",
        pattern: "pysol/NUMBER",
        example: "pysol/7",
        summary: "PySolFC's numbered deals of the rule set's game (standard: Montana); \
                  NUMBER from 1 to 10^20 (every rule set but paper and paper-any-row)",
    },
    Source {
        name: "swaps",
        pattern: "swaps/RxC/SWAPS/SEED",
        example: "swaps/4x8/20/1",
        summary: "the Gaps paper's naive shuffle: SWAPS swaps of two random cards from the solved \
                  board, for every rule set",
    },
];

/// Maximum number of swaps and moves: more do not make a deal harder.
pub(super) const MAX_STEPS: u64 = 1_000_000;

/// The words of a path that matches the pattern of a source.
pub(super) fn words_of<'a>(sources: &[Source], path: &'a str) -> Result<Vec<&'a str>, InputError> {
    let words: Vec<&str> = path.split('/').collect();
    let source = sources.iter().find(|source| source.name == words[0]).ok_or_else(|| {
        let known: Vec<&str> = sources.iter().map(|source| source.name).collect();
        InputError::new(format!(
            "{} is not a valid source; expected one of {}",
            quoted(words[0]),
            known.join(", ")
        ))
    })?;
    if words.len() != source.pattern.split('/').count() {
        return Err(InputError::new(format!(
            "{} is not a valid path; expected {}, such as {}",
            quoted(path),
            source.pattern,
            source.example
        )));
    }
    Ok(words)
}

/// The deal with this name.
pub(super) fn instance(rules: Rules, path: &str) -> Result<Gaps, InputError> {
    let words = words_of(SOURCES, path)?;
    let board = match words[0] {
        "pysol" => pysol::deal(rules, words[1])?,
        _ => sized(rules, &words)?,
    };
    Ok(Gaps::new(rules, &board).expect("a dealer deals every card once"))
}

/// A deal whose name contains its size.
fn sized(rules: Rules, words: &[&str]) -> Result<Board, InputError> {
    let (rows, columns) = size(words[1], &[1, 2, 3, 4], rules.most_columns(), rules.name())?;
    Ok(match words[0] {
        "solvitaire" if matches!(rules, Rules::Standard | Rules::FixedSuits | Rules::FixedTwos) => {
            solvitaire(rules, rows, columns, number("seed", words[2], u64::from(u32::MAX))? as u32)
        }
        "paper" if rules.takes_any_card() => {
            let shuffles = number("number of shuffles", words[2], MAX_STEPS)?;
            paper(rules, rows, columns, shuffles, number("seed", words[3], u64::from(u32::MAX))?)
        }
        "random" => layout::random(rules, rows, columns, number("seed", words[2], u64::MAX)?),
        "swaps" => {
            let swaps = number("number of swaps", words[2], MAX_STEPS)?;
            let solved = layout::solved(rules, &rules.suit_order()[..rows], columns);
            swapped(solved, swaps, number("seed", words[3], u64::MAX)?)
        }
        "scramble" => {
            let moves = number("number of moves", words[2], MAX_STEPS)?;
            scramble(rules, rows, columns, moves, number("seed", words[3], u64::MAX)?)
        }
        _ => {
            let (deals, fitting) = match words[0] {
                "solvitaire" => ("remove the aces", "standard, fixed-suits or fixed-twos"),
                _ => ("keep the aces", "paper or paper-any-row"),
            };
            return Err(InputError::new(format!(
                "`{}` deals {deals} and fit the rules {fitting}, not {}; `random`, `scramble` and \
                 `swaps` fit all",
                words[0],
                rules.name()
            )));
        }
    })
}

/// Parses rows and columns, such as `4x13`, for the given numbers of rows, and 2 or more columns up
/// to the maximum.
pub(super) fn size(
    text: &str,
    rows: &[usize],
    most_columns: usize,
    rules: &str,
) -> Result<(usize, usize), InputError> {
    let parts = text
        .split_once('x')
        .and_then(|(rows, columns)| Some((digits::<usize>(rows)?, digits::<usize>(columns)?)));
    let fits = |(height, width): &(usize, usize)| {
        rows.contains(height) && (2..=most_columns).contains(width)
    };
    parts.filter(fits).ok_or_else(|| {
        let heights: Vec<String> = rows.iter().map(usize::to_string).collect();
        let (last, others) =
            heights.split_last().expect("every rule set allows some number of rows");
        InputError::new(format!(
            "{} is not a valid size under the rules {rules}; expected rows ({} or {last}), an x \
             and columns (2 to {most_columns}), such as {last}x{most_columns}",
            quoted(text),
            others.join(", ")
        ))
    })
}

pub(super) fn number(what: &str, text: &str, most: u64) -> Result<u64, InputError> {
    digits(text).filter(|number: &u64| *number <= most).ok_or_else(|| {
        InputError::new(format!(
            "{} is not a valid {what}; expected a whole number from 0 to {most}",
            quoted(text)
        ))
    })
}

/// A number in decimal digits only: no sign, no blanks.
pub(super) fn digits<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Solvitaire's deals: the deck from the aces up, within a rank clubs, hearts, spades, diamonds;
/// shuffled from the last card down; dealt from the end, column by column; the aces become gaps.
/// With fewer than four rows only the first suits are in play.
fn solvitaire(rules: Rules, rows: usize, columns: usize, seed: u32) -> Board {
    let suits = &rules.suit_order()[..rows];
    let mut deck: Vec<Card> = (1..=columns as u8)
        .flat_map(|rank| suits.iter().map(move |suit| Card::new(rank, *suit)))
        .collect();
    let mut twister = MersenneTwister::new(seed);
    for last in (1..deck.len()).rev() {
        deck.swap(last, twister.up_to(last as u32) as usize);
    }
    let mut board = vec![Vec::with_capacity(columns); rows];
    for (index, card) in deck.into_iter().rev().enumerate() {
        board[index % rows].push((card.rank() > 1).then_some(card));
    }
    board
}

/// The paper's deals: swaps of a random gap and a random card, both counted row by row, from the
/// solved board.
fn paper(rules: Rules, rows: usize, columns: usize, shuffles: u64, seed: u64) -> Board {
    let mut board = layout::solved(rules, &rules.suit_order()[..rows], columns).concat();
    let mut random = PaperRandom::new(seed);
    if columns > 1 {
        for _ in 0..shuffles {
            let gap = random.below(rows as u32) as usize;
            let card = random.below((rows * (columns - 1)) as u32) as usize;
            let nth = |n: usize, is_gap: bool| {
                (0..board.len())
                    .filter(|cell| board[*cell].is_none() == is_gap)
                    .nth(n)
                    .expect("counted")
            };
            let (gap, card) = (nth(gap, true), nth(card, false));
            board.swap(gap, card);
        }
    }
    board.chunks(columns).map(<[_]>::to_vec).collect()
}

/// Swaps of two different random cards from the solved board. Gaps stay at the ends of the rows.
pub(super) fn swapped(solved: Board, swaps: u64, seed: u64) -> Board {
    let mut random = Random::new(seed);
    let columns = solved[0].len();
    let mut cards: Vec<Card> = solved.concat().into_iter().flatten().collect();
    if cards.len() > 1 {
        for _ in 0..swaps {
            let one = random.index(cards.len());
            let other = random.index(cards.len() - 1);
            cards.swap(one, other + usize::from(other >= one));
        }
    }
    cards
        .chunks(columns - 1)
        .map(|row| row.iter().copied().map(Some).chain([None]).collect())
        .collect()
}

/// Makes a random walk of reversed moves from a solved board; free rows are assigned at random
/// first.
fn scramble(rules: Rules, rows: usize, columns: usize, moves: u64, seed: u64) -> Board {
    let mut random = Random::new(seed);
    let mut suits = rules.suit_order()[..rows].to_vec();
    if !rules.fixed_rows() {
        random.shuffle(&mut suits);
    }
    let arrived = |board: &[Option<Card>], cell: usize| {
        let Some(card) = board[cell] else { return false };
        let may_enter = match rules.entry() {
            Entry::AnyBase | Entry::BaseFromOutside => card.rank() == rules.base(),
            Entry::OwnBase => card == Card::new(rules.base(), suits[cell / columns]),
            Entry::AnyCard => true,
        };
        // A gap cannot have admitted the card, so it does not matter which gap it came from.
        let left = (!cell.is_multiple_of(columns)).then(|| board[cell - 1]);
        let right = if (cell + 1).is_multiple_of(columns) { None } else { board[cell + 1] };
        left.map_or(may_enter, |left| rules.fits(columns, card, left, right))
    };
    let inside = |cell: usize| cell.is_multiple_of(columns);
    let barred = |card, gap| rules.entry() == Entry::BaseFromOutside && inside(card) && inside(gap);
    walk_back(layout::solved(rules, &suits, columns), moves, &mut random, arrived, barred)
}

/// Reverses randomly drawn moves: each moves a card from a cell that it could have entered to any
/// gap that it could have come from, unless `barred` forbids it. No card moves twice in a row,
/// since two such steps are equivalent to one. If no other card can move, the walk ends early.
pub(super) fn walk_back(
    solved: Board,
    moves: u64,
    random: &mut Random,
    arrived: impl Fn(&[Option<Card>], usize) -> bool,
    barred: impl Fn(usize, usize) -> bool,
) -> Board {
    let columns = solved[0].len();
    let mut board = solved.concat();
    let mut last_moved = None;
    for _ in 0..moves {
        let came_from = |card: usize| {
            let (board, barred) = (&board, &barred);
            (0..board.len()).filter(move |gap| board[*gap].is_none() && !barred(card, *gap))
        };
        let movable = |cell: &usize| {
            Some(*cell) != last_moved && arrived(&board, *cell) && came_from(*cell).next().is_some()
        };
        let cards: Vec<usize> = (0..board.len()).filter(movable).collect();
        if cards.is_empty() {
            break;
        }
        let card = cards[random.index(cards.len())];
        let gaps: Vec<usize> = came_from(card).collect();
        let gap = gaps[random.index(gaps.len())];
        board.swap(card, gap);
        last_moved = Some(gap);
    }
    board.chunks(columns).map(<[_]>::to_vec).collect()
}

/// The linear congruential generator of the paper's program: `s ← (9301·s + 49297) mod 233280`.
///
/// ```
/// use patience_games::gaps::PaperRandom;
///
/// let mut random = PaperRandom::new(1);
/// assert_eq!(random.unit(), f64::from(9301 + 49297) / 233280.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperRandom {
    state: u64,
}

impl PaperRandom {
    const MODULUS: u64 = 233_280;

    /// The generator for a seed.
    pub fn new(seed: u64) -> Self {
        // Only the remainder matters, and larger seeds would overflow.
        PaperRandom { state: seed % Self::MODULUS }
    }

    /// The next number in `[0, 1)`, a multiple of 1/233280.
    pub fn unit(&mut self) -> f64 {
        self.state = (9301 * self.state + 49297) % Self::MODULUS;
        self.state as f64 / Self::MODULUS as f64
    }

    /// The next number below `bound`, as the program draws it: the floor of the float times the
    /// bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.unit() * f64::from(bound)) as u32
    }
}
