//! Sets of states that play cannot leave: if the deal is in such a set and no state of it is won, the deal is lost.
//!
//! The states come in layers. A move leads from a layer at most to the next one. A proof of loss has one layer, which no
//! move leaves. For a shortest plan of n moves there are n layers: all that at most n − 1 moves can reach is in them, and
//! nothing in them is won.

use std::collections::HashMap;
use std::io::Read;

use crate::input::Input;
use crate::{Failure, Game};

/// Checks the layers; with `moves` that there is no plan of fewer moves, without that there is none. Returns the number of
/// states, and the lemmas that were used.
pub fn check(
    input: &mut Input<impl Read>,
    game: &dyn Game,
    moves: Option<u64>,
) -> Result<(usize, Vec<&'static str>), Failure> {
    // For each state its layer and its record.
    let mut states: HashMap<Vec<u8>, (u64, u64)> = HashMap::new();
    let wanted = moves.unwrap_or(1);
    for layer in 0..wanted {
        for _ in 0..input.number::<8>()? {
            input.record += 1;
            if states.insert(input.bytes(game.start().len())?, (layer, input.record)).is_some() {
                return Err(input.refuse("the state is listed twice"));
            }
        }
    }
    let mut lemma = None;
    // What can follow must be in the layer or before, or be seen to be lost.
    let mut is_covered = |state: &[u8], layer| {
        states.get(state).is_some_and(|&(found, _)| found <= layer) || {
            let cut = game.is_cut(state);
            lemma = lemma.or(cut);
            cut.is_some()
        }
    };
    if wanted > 0 && !is_covered(game.start(), 0) {
        return Err(Failure::Refused(0, "the deal is not in the first layer".to_owned()));
    }
    let mut fault = |state: &[u8], layer: u64| {
        let is_last = moves.is_some() && layer + 1 == wanted;
        let mut leaves = || game.moves(state).iter().any(|(_, after)| !is_covered(after, layer + 1));
        match game.is_won(state) {
            true => Some("the state is won"),
            false => (!is_last && leaves()).then_some("a move leads out of the set"),
        }
    };
    let faults = states.iter().filter_map(|(state, &(layer, record))| Some((record, fault(state, layer)?)));
    match faults.min() {
        Some((record, reason)) => Err(Failure::Refused(record, reason.to_owned())),
        None => Ok((states.len(), lemma.into_iter().collect())),
    }
}
