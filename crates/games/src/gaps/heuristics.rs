//! The heuristics that are not from the paper: lower bounds with proofs.
//!
//! For an assignment of suits to rows in which the game may end, the *home* of a card is the cell
//! of its rank in its suit's row. With fixed rows there is one assignment, otherwise up to 24.

use patience_core::sets::Set64;
use patience_core::{Claims, Estimate, Heuristic, Part};

use super::relax::Facts;
use super::rule_set::Fit;
use super::state::{CARDS, GAP, RANKS, ROW};
use super::{Gaps, State};

/// `counts[row][slot]`: the cards of a suit that would be home if its row were this one.
pub(super) type Matches = [[u8; 4]; 4];

/// Counts the cards in their own column, by row and suit.
pub(super) fn matches(game: &Gaps, state: &State) -> Matches {
    let mut counts = [[0; 4]; 4];
    for card in game.numbers() {
        let cell = usize::from(state.cells[card]);
        counts[cell / ROW][card / RANKS] += u8::from(cell % ROW == card % RANKS);
    }
    counts
}

/// The cards that are not home under an arrangement.
fn misplaced(game: &Gaps, matches: &Matches, arrangement: &[u8; 4]) -> u32 {
    let home: u32 =
        (0..game.rows()).map(|row| u32::from(matches[row][usize::from(arrangement[row])])).sum();
    game.card_count() as u32 - home
}

/// The number of cards that are not home, minimised over the arrangements.
///
/// Consistent: each of these cards has to move, a move moves one card, and under every arrangement
/// it changes the count by at most one.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Misplaced};
///
/// let (deal, solved) = (
///     GapsDomain.read("standard", "2H 3H -- 4H")?,
///     GapsDomain.read("standard", "2H 3H 4H --")?,
/// );
/// assert_eq!(
///     Misplaced::new(&deal).estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Four is not home"
/// );
/// assert_eq!(Misplaced::new(&solved).estimate(&solved, &solved.start()), Estimate::Cost(0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Misplaced {
    arrangements: Vec<[u8; 4]>,
}

impl Misplaced {
    /// The bound for an instance.
    pub fn new(game: &Gaps) -> Self {
        Misplaced { arrangements: game.arrangements() }
    }
}

impl Heuristic<Gaps> for Misplaced {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let matches = matches(game, state);
        let counts =
            self.arrangements.iter().map(|arrangement| misplaced(game, &matches, arrangement));
        Estimate::Cost(counts.min().expect("there is an arrangement"))
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let matches = matches(game, state);
        let counted =
            self.arrangements.iter().map(|suits| (misplaced(game, &matches, suits), suits));
        let (misplaced, suits) =
            counted.min_by_key(|(count, _)| *count).expect("there is an arrangement");
        cards_parts(game, suits, misplaced)
    }
}

/// The cards that are home and those that are not, under an arrangement.
fn cards_parts(game: &Gaps, suits: &[u8; 4], misplaced: u32) -> Vec<Part> {
    let symbol = |slot: &u8| game.suits()[usize::from(*slot)].symbol();
    vec![
        Part::words(
            "suits of the rows",
            suits[..game.rows()].iter().map(symbol).collect::<String>(),
        ),
        Part::whole("cards home", game.card_count() as i64 - i64::from(misplaced)),
        Part::whole("cards not home", misplaced),
    ]
}

/// Assigns to each row separately the suit with the most cards in their own column, and counts the
/// cards that are not home under this assignment.
///
/// Two rows may take the same suit, so it is never above [`Misplaced`]; a move raises the sum of
/// the rows' maxima by at most one, so it is consistent if any suit may end in any row, and also
/// with fixed rows.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, RowDominance};
///
/// let (deal, solved) = (
///     GapsDomain.read("standard", "2H 3H -- 4H")?,
///     GapsDomain.read("standard", "2H 3H 4H --")?,
/// );
/// assert_eq!(
///     RowDominance.estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Four is not home"
/// );
/// assert_eq!(RowDominance.estimate(&solved, &solved.start()), Estimate::Cost(0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct RowDominance;

impl Heuristic<Gaps> for RowDominance {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let matches = matches(game, state);
        let home: u32 =
            matches.iter().map(|row| u32::from(*row.iter().max().expect("four suits"))).sum();
        Estimate::Cost(game.card_count() as u32 - home)
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let rows = matches(game, state).into_iter().take(game.rows()).enumerate();
        rows.map(|(row, suits)| {
            let (slot, most) = suits
                .into_iter()
                .enumerate()
                .take(game.rows())
                .max_by_key(|(slot, count)| (*count, 4 - slot))
                .expect("a suit");
            Part::whole(
                format!("cards home in row {} if it is {}", row + 1, game.suits()[slot].symbol()),
                most,
            )
        })
        .collect()
    }
}

/// Reachability by delete relaxation: [`Misplaced`] over the arrangements whose homes are all
/// reachable if every true fact stays true. A state without such an arrangement is a dead end.
///
/// Sound under every rule set: the relaxation allows every real move, so no play reaches a fact
/// that the relaxation does not. Consistent: after a move, the relaxation reaches no more than
/// before (its first step covers the move), so arrangements only drop out, and for each the count
/// falls by at most one.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Reachability};
///
/// let (deal, solved) = (
///     GapsDomain.read("standard", "2H 3H -- 4H")?,
///     GapsDomain.read("standard", "2H 3H 4H --")?,
/// );
/// assert_eq!(
///     Reachability::new(&deal).estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Four is not home"
/// );
/// assert_eq!(
///     Reachability::new(&solved).estimate(&solved, &solved.start()),
///     Estimate::Cost(0)
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Reachability {
    arrangements: Vec<[u8; 4]>,
    facts: Facts,
}

impl Reachability {
    /// The bound for an instance.
    pub fn new(game: &Gaps) -> Self {
        Reachability { arrangements: game.arrangements(), facts: Facts::new(game) }
    }

    /// The arrangements still possible in `state`, each with its count of misplaced cards.
    fn open<'a>(
        &'a self,
        game: &'a Gaps,
        state: &State,
    ) -> impl Iterator<Item = (&'a [u8; 4], u32)> {
        let rows = self.facts.rounds(game, state);
        let matches = matches(game, state);
        self.arrangements
            .iter()
            .filter(move |suits| {
                (0..game.rows()).all(|row| rows[row][usize::from(suits[row])].is_some())
            })
            .map(move |suits| (suits, misplaced(game, &matches, suits)))
    }
}

impl Heuristic<Gaps> for Reachability {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        self.open(game, state)
            .map(|(_, count)| count)
            .min()
            .map_or(Estimate::DeadEnd, Estimate::Cost)
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let Some((suits, misplaced)) = self.open(game, state).min_by_key(|(_, count)| *count)
        else {
            return vec![self.dead_end(game, state)];
        };
        let mut parts = vec![Part::words(
            "reachable arrangements of suits",
            format!("{} of {}", self.open(game, state).count(), self.arrangements.len()),
        )];
        parts.extend(cards_parts(game, suits, misplaced));
        parts
    }
}

/// The reason for a dead end in which each row could be completed separately, or whose cause is
/// unknown.
pub(super) const NO_ARRANGEMENT: &str =
    "no suits can be completed in all rows, even if cards and gaps never left a cell";

impl Reachability {
    /// The reason why no arrangement is reachable.
    fn dead_end(&self, game: &Gaps, state: &State) -> Part {
        let rows = self.facts.rounds(game, state);
        let closed =
            (0..game.rows()).find(|row| rows[*row][..game.rows()].iter().all(Option::is_none));
        Part::dead_end(match closed {
            Some(row) => {
                format!(
                    "no suit can be completed in row {}, even if cards and gaps never left a cell",
                    row + 1
                )
            }
            None => NO_ARRANGEMENT.to_owned(),
        })
    }
}

/// [`Reachability`] plus the moves caused by circular waiting.
///
/// Consider an arrangement, and suppose that each misplaced card moves exactly once, straight home.
/// Then it waits for the card that occupies its home and, if a gap outside column 0 takes only the
/// successor of its left neighbour, for its predecessor if that is misplaced too. Cards that wait
/// for each other in a cycle cannot all move only once: at least one moves twice. Disjoint cycles
/// add up, so the number of misplaced cards plus that of disjoint cycles is a lower bound under the
/// arrangement, and the minimum over the possible arrangements is a bound for the game. It is
/// admissible but not consistent, because the cycles are chosen greedily.
///
/// ```
/// use patience_core::{Domain, Estimate, Game, Heuristic};
/// use patience_games::gaps::{GapsDomain, Precedence};
///
/// let (deal, solved) = (
///     GapsDomain.read("standard", "2H 3H -- 4H")?,
///     GapsDomain.read("standard", "2H 3H 4H --")?,
/// );
/// assert_eq!(
///     Precedence::new(&deal).estimate(&deal, &deal.start()),
///     Estimate::Cost(1),
///     "the Four is not home"
/// );
/// assert_eq!(Precedence::new(&solved).estimate(&solved, &solved.start()), Estimate::Cost(0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub struct Precedence {
    reachability: Reachability,
}

impl Precedence {
    /// The bound for an instance.
    pub fn new(game: &Gaps) -> Self {
        Precedence { reachability: Reachability::new(game) }
    }
}

impl Heuristic<Gaps> for Precedence {
    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn estimate(&self, game: &Gaps, state: &State) -> Estimate {
        let mut open: Vec<_> = self.reachability.open(game, state).collect();
        open.sort_unstable_by_key(|(_, misplaced)| *misplaced);
        let mut least: Option<u32> = None;
        for (suits, misplaced) in open {
            let enough = least.map_or(u32::MAX, |least| least.saturating_sub(misplaced));
            if enough == 0 {
                break;
            }
            let bound = misplaced + disjoint_cycles(game, state, suits, enough);
            least = Some(least.map_or(bound, |least| least.min(bound)));
        }
        least.map_or(Estimate::DeadEnd, Estimate::Cost)
    }

    fn parts(&self, game: &Gaps, state: &State) -> Vec<Part> {
        let open = self.reachability.open(game, state);
        let bounds = open.map(|(suits, misplaced)| {
            (misplaced + disjoint_cycles(game, state, suits, u32::MAX), misplaced, suits)
        });
        let Some((bound, misplaced, suits)) = bounds.min_by_key(|(bound, ..)| *bound) else {
            return self.reachability.parts(game, state);
        };
        let mut parts = cards_parts(game, suits, misplaced);
        parts.push(Part::whole("cycles of cards that wait for each other", bound - misplaced));
        parts
    }
}

/// Counts disjoint cycles of misplaced cards that wait for each other, by one depth-first walk: a
/// card that waits for no other is removed, and so is each cycle when it closes. Stops counting at
/// `enough`.
fn disjoint_cycles(game: &Gaps, state: &State, suits: &[u8; 4], enough: u32) -> u32 {
    let mut home = [0u8; CARDS];
    for (row, slot) in suits.iter().enumerate().take(game.rows()) {
        for rank in 0..game.columns() - 1 {
            home[usize::from(*slot) * RANKS + rank] = (row * ROW + rank) as u8;
        }
    }
    let mut waiting: Set64 =
        game.numbers().filter(|card| state.cells[*card] != home[*card]).collect();

    let needs_predecessor = game.rules().fit() == Fit::Successor;
    let mut circles = 0;
    let mut path = [0; CARDS];
    let (mut length, mut on_path) = (0, Set64::EMPTY);
    while let Some(first) = waiting.first()
        && circles < enough
    {
        if length == 0 {
            path[0] = first;
            (length, on_path) = (1, Set64::of(first));
        }
        let card = path[length - 1];
        let occupant = state.cards[usize::from(home[card])];
        let next = if needs_predecessor && card % RANKS != 0 && waiting.contains(card - 1) {
            card - 1
        } else if occupant != GAP && waiting.contains(occupant.into()) {
            occupant.into()
        } else {
            waiting.remove(card);
            on_path.remove(card);
            length -= 1;
            continue;
        };
        if !on_path.contains(next) {
            path[length] = next;
            length += 1;
            on_path.insert(next);
        } else {
            circles += 1;
            loop {
                length -= 1;
                let member = path[length];
                waiting.remove(member);
                on_path.remove(member);
                if member == next {
                    break;
                }
            }
        }
    }
    circles
}
