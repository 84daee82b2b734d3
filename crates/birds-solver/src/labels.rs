//! Exact labels by full enumeration: every reachable position with connected graphs, with the
//! probability that uniformly random play wins from it.
//!
//! The positions are generated layer by layer, one stack fewer each, and valued backwards: a single
//! stack has the value 1, and the value of any other position is the mean over its legal moves.
//! Positions with a disconnected graph have the value 0 and are not stored. A deal has between 0.2
//! and 134 million positions (median 29 million); a position takes 16 to 32 bytes while its layer
//! is full, since the table of its layer is between a quarter and half full.

use patience_core::cards::Card;
use patience_core::{Budget, Stop};

use crate::board::Board;
use crate::key_set::KeySet;
use crate::position::{Deal, KEYED, Position, ROOK, Set, is_connected, is_cut};

/// The result of enumerating a board.
///
/// ```
/// use patience_birds::{Board, enumerate};
/// use patience_core::{Budget, cards::Card};
///
/// // Three cards in a row: the ace and the Two of clubs, and the king of hearts, which fits
/// // neither.
/// let mut cells = [None; 16];
/// (cells[0], cells[1], cells[2]) = (Card::parse("AC"), Card::parse("2C"), Card::parse("KH"));
/// let found = enumerate(&Board::new(cells).unwrap(), &mut Budget::unlimited())?;
/// assert_eq!((found.win_probability, found.winning_first_moves), (0.0, 0));
/// # Ok::<(), patience_core::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Enumeration {
    /// Number of reachable positions with both graphs connected, including the board itself and
    /// single stacks.
    pub positions: u64,
    /// How many of them are winnable.
    pub won: u64,
    /// The probability that uniformly random play wins the board. Exact except for rounding of
    /// `f64`, and 0 exactly when the board is not winnable.
    pub win_probability: f64,
    /// Legal moves of the board.
    pub first_moves: u32,
    /// How many of them keep it won.
    pub winning_first_moves: u32,
}

/// A position with its label, from [`enumerate_with`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Label {
    /// The position.
    pub board: Board,
    /// The probability that uniformly random play wins from here; positive exactly when the
    /// position is winnable.
    pub win_probability: f64,
}

/// Enumerates a board; [`Enumeration`] has an example.
///
/// # Errors
/// A limit is reached; positions count as expansions, and a depth limit has no meaning.
pub fn enumerate(board: &Board, budget: &mut Budget) -> Result<Enumeration, Stop> {
    enumerate_with(board, budget, |_, _| {})
}

/// Enumerates a board and visits every position of at most fourteen stacks, small positions first,
/// in an order that depends only on the board. Boards are built only on request: the first argument
/// of `visit` is the probability, the second builds the label.
///
/// ```
/// use patience_birds::{Board, enumerate_with};
/// use patience_core::Budget;
/// use patience_core::cards::{Card, Suit};
///
/// let mut cells = [None; 16];
/// for (cell, rank) in [1, 2, 3].into_iter().enumerate() {
///     cells[cell] = Some(Card::new(rank, Suit::Clubs));
/// }
/// let (board, mut won) = (Board::new(cells).unwrap(), 0);
/// let found = enumerate_with(&board, &mut Budget::unlimited(), |probability, label| {
///     assert_eq!(label().win_probability, probability);
///     won += u64::from(probability > 0.0);
/// })?;
/// assert_eq!((won, found.won, found.win_probability), (found.won, won, 1.0));
/// # Ok::<(), patience_core::Stop>(())
/// ```
///
/// # Errors
/// A limit is reached; positions count as expansions, and a depth limit has no meaning.
pub fn enumerate_with(
    board: &Board,
    budget: &mut Budget,
    mut visit: impl FnMut(f64, &dyn Fn() -> Label),
) -> Result<Enumeration, Stop> {
    let cards: Vec<Card> = board.cells().iter().flatten().copied().collect();
    let (deal, start) = Deal::new(board);
    let before = budget.expanded();

    let mut layers = layers_below(&deal, start, budget)?;
    // Values, from few stacks to many.
    let mut won = 0;
    let mut values: Vec<f64> = Vec::new();
    for stacks in 1..=KEYED as usize {
        budget.check_memory(8 * layers[stacks].places() as u64)?;
        let mut layer_values = vec![0.0; layers[stacks].places()];
        for key in layers[stacks].keys() {
            budget.tick()?;
            let position = Position::from_key(key);
            let value = if stacks == 1 {
                1.0
            } else {
                mean(&deal, position, |child| look_up(&layers[stacks - 1], &values, child))
            };
            layer_values[layers[stacks].place(key)] = value;
            won += u64::from(value > 0.0);
            visit(value, &|| Label { board: to_board(position, &cards), win_probability: value });
        }
        // The layer below is no longer needed, unless the start uses it.
        if start.stacks() as usize > stacks {
            layers[stacks - 1] = KeySet::new();
            values = layer_values;
        } else {
            return Ok(summary(&deal, start, budget.expanded() - before, won, |child| {
                look_up(&layers[stacks - 1], &values, child)
            }));
        }
    }
    let mut won_above = 0;
    let mut value = |position: Position| {
        value_above(&deal, position, &layers[KEYED as usize], &values, &mut won_above)
    };
    let mut result = summary(&deal, start, budget.expanded() - before, 0, &mut value);
    result.won = won + won_above + u64::from(result.win_probability > 0.0);
    Ok(result)
}

/// All positions by number of stacks, found from many to few. Those with more than fourteen stacks
/// have no exact key and are not stored; none of these few can be reached by two paths, so each is
/// examined when it occurs.
fn layers_below(deal: &Deal, start: Position, budget: &mut Budget) -> Result<Vec<KeySet>, Stop> {
    let mut layers: Vec<KeySet> = (0..=KEYED).map(|_| KeySet::new()).collect();
    if is_connected(&deal.compatible, start.cards) && is_connected(&ROOK, start.cells) {
        generate(deal, start, &mut layers, budget)?;
    }
    for stacks in (2..=KEYED as usize).rev() {
        let (below, layer) = layers.split_at_mut(stacks);
        for key in layer[0].keys() {
            budget.tick()?;
            for child in successors(deal, Position::from_key(key)) {
                insert(&mut below[stacks - 1], child, budget)?;
            }
        }
    }
    Ok(layers)
}

/// Adds a position to its layer; counts it if it is new.
fn insert(layer: &mut KeySet, position: Position, budget: &mut Budget) -> Result<(), Stop> {
    if layer.wants() > 0 {
        budget.check_memory(layer.wants())?;
        layer.grow(budget)?;
    }
    if layer.insert(position.key()) { budget.expand() } else { Ok(()) }
}

/// Adds a connected position to its layer; if it has too many stacks, its successors are added in
/// its stead.
fn generate(
    deal: &Deal,
    position: Position,
    layers: &mut [KeySet],
    budget: &mut Budget,
) -> Result<(), Stop> {
    if position.stacks() <= KEYED {
        return insert(&mut layers[position.stacks() as usize], position, budget);
    }
    budget.expand()?;
    successors(deal, position).try_for_each(|child| generate(deal, child, layers, budget))
}

/// The successors in which both graphs are connected.
fn successors(deal: &Deal, position: Position) -> impl Iterator<Item = Position> {
    let targets = position.targets(deal);
    let uncut = position
        .cards
        .iter()
        .filter(|card| !is_cut(&deal.compatible, position.cards, *card))
        .collect::<Set>();
    position
        .cells
        .iter()
        .filter(move |from| !targets[*from].is_empty() && !is_cut(&ROOK, position.cells, *from))
        .flat_map(move |from| targets[from].iter().map(move |to| (from, to)))
        .filter(move |(_, to)| uncut.contains(position.card(*to)))
        .map(move |(from, to)| position.after(from, to))
}

/// The mean value of the positions after each legal move; moves that disconnect a graph count as 0.
fn mean(deal: &Deal, position: Position, value: impl FnMut(Position) -> f64) -> f64 {
    let moves = moves(deal, position);
    if moves == 0 {
        0.0
    } else {
        successors(deal, position).map(value).sum::<f64>() / f64::from(moves)
    }
}

fn moves(deal: &Deal, position: Position) -> u32 {
    position.targets(deal).iter().map(|targets| targets.len()).sum()
}

fn look_up(layer: &KeySet, values: &[f64], position: Position) -> f64 {
    values[layer.place(position.key())]
}

/// The value of a position of fourteen or fifteen stacks.
fn value_above(
    deal: &Deal,
    position: Position,
    layer: &KeySet,
    values: &[f64],
    won: &mut u64,
) -> f64 {
    if position.stacks() <= KEYED {
        return look_up(layer, values, position);
    }
    let value = mean(deal, position, |child| look_up(layer, values, child));
    *won += u64::from(value > 0.0);
    value
}

/// The summary for the start, given the values of its successors.
fn summary(
    deal: &Deal,
    start: Position,
    positions: u64,
    won: u64,
    mut value: impl FnMut(Position) -> f64,
) -> Enumeration {
    let first_moves = moves(deal, start);
    let (mut winning_first_moves, mut sum) = (0, 0.0);
    if positions > 0 {
        for child in successors(deal, start) {
            let value = value(child);
            winning_first_moves += u32::from(value > 0.0);
            sum += value;
        }
    }
    let win_probability = match (start.stacks(), first_moves) {
        (1, _) => 1.0,
        (_, 0) => 0.0,
        _ => sum / f64::from(first_moves),
    };
    Enumeration { positions, won, win_probability, first_moves, winning_first_moves }
}

/// The board of a position, given the cards by number.
fn to_board(position: Position, cards: &[Card]) -> Board {
    let mut cells = [None; 16];
    for cell in position.cells.iter() {
        cells[cell] = Some(cards[position.card(cell)]);
    }
    Board::new(cells).expect("a reachable position is a board")
}
