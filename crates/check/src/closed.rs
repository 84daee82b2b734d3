//! Sets of states that play cannot leave: if the deal is in such a set and no state of it is won,
//! the deal is lost.
//!
//! The states form layers. A move leads from a layer at most to the next one. A proof of loss has
//! one layer, which no move leaves. A shortest plan of n moves has n layers: they contain all
//! states reachable in at most n − 1 moves, and none of them is won.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use crate::input::{Input, growth};
use crate::{Failure, Game, Used, refuse_if};

/// `None` for a state that was read. For an expected state, the last layer that it may be in, and
/// the record that needs it.
type States = HashMap<Vec<u8>, Option<(u64, u64)>>;

/// Checks the layers: with `moves`, that no plan has fewer moves; without, that there is no plan.
pub fn check(
    input: &mut Input<'_, impl Read>,
    game: &dyn Game,
    start: &[u8],
    moves: Option<u64>,
) -> Result<Used, Failure> {
    let (mut states, mut lemmas, pass) = (States::new(), BTreeSet::new(), input.pass);
    // Adds a state to those that must follow, unless it is detected as lost.
    let mut expect = |states: &mut States, state: Vec<u8>, last_layer, record| {
        if pass.holds(&state) && !states.contains_key(&state) {
            match game.is_cut(&state) {
                Some(lemma) => drop(lemmas.insert(lemma)),
                None => drop(states.insert(state, Some((last_layer, record)))),
            }
        }
    };
    let layers = moves.unwrap_or(1);
    (0..layers.min(1)).for_each(|layer| expect(&mut states, start.to_vec(), layer, 0));
    for layer in 0..layers {
        input.poll(0)?;
        for _ in 0..input.number::<8>()? {
            input.begin()?;
            let state = input.bytes(start.len())?;
            refuse_if(game.is_won(&state), "the state is won")?;
            let moves = if moves == Some(layer + 1) { Vec::new() } else { game.moves(&state) };
            let (held, room, more) = (states.len(), states.capacity(), moves.len() + 1);
            input.poll(growth::<(Vec<u8>, Option<(u64, u64)>)>(held, room, more))?;
            let before = if pass.holds(&state) { states.insert(state, None) } else { None };
            let is_wrong = before.is_some_and(|before| before.is_none_or(|(last, _)| last < layer));
            refuse_if(is_wrong, "the state is listed twice, or in a later layer than allowed")?;
            moves
                .into_iter()
                .for_each(|(_, after)| expect(&mut states, after, layer + 1, input.record));
        }
    }
    let missed = states.values().flatten().min_by_key(|(_, record)| *record);
    input.record = missed.map_or(input.record, |(_, record)| *record);
    refuse_if(missed.is_some(), "the deal or the state after a move is not in the set")
        .map(|()| (states.len(), lemmas))
}
