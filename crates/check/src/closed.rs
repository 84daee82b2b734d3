//! Sets of states that play cannot leave: if the deal is in such a set and no state of it is won, the deal is lost.
//!
//! The states come in layers. A move leads from a layer at most to the next one. A proof of loss has one layer, which no
//! move leaves. For a shortest plan of n moves there are n layers: all that at most n − 1 moves can reach is in them, and
//! nothing in them is won.

use std::collections::HashMap;
use std::io::Read;

use crate::input::Input;
use crate::{Failure, Game, Used, refuse_if};

/// Checks the layers; with `moves` that there is no plan of fewer moves, without that there is none.
pub fn check(input: &mut Input<impl Read>, game: &dyn Game, start: &[u8], moves: Option<u64>) -> Result<Used, Failure> {
    // For each state its layer and its record.
    let mut states: HashMap<Vec<u8>, (u64, u64)> = HashMap::new();
    let layers = moves.unwrap_or(1);
    for layer in 0..layers {
        for _ in 0..input.number::<8>()? {
            input.record += 1;
            let twice = states.insert(input.bytes(start.len())?, (layer, input.record)).is_some();
            refuse_if(twice, "the state is listed twice")?;
        }
    }
    let mut lemmas = Vec::new();
    // What can follow must be in the layer or before, or be seen to be lost.
    let mut is_covered = |state: &[u8], layer| {
        states.get(state).is_some_and(|&(found, _)| found <= layer) || {
            let cut = game.is_cut(state);
            lemmas = cut.map_or(std::mem::take(&mut lemmas), |lemma| vec![lemma]);
            cut.is_some()
        }
    };
    refuse_if(layers > 0 && !is_covered(start, 0), "the deal is not in the first layer")?;
    for (state, &(layer, record)) in &states {
        let is_last = moves.is_some() && layer + 1 == layers;
        if game.is_won(state) || !is_last && game.moves(state).iter().any(|(_, after)| !is_covered(after, layer + 1)) {
            input.record = record;
            return Err("the state is won, or a move leads out of the set".into());
        }
    }
    Ok((states.len(), lemmas))
}
