//! Values of all heuristics for a position, and their components.

use patience_core::{Budget, Game, Part, Values};
use serde::Serialize;

use crate::known::Known;
use crate::{ClaimsInfo, ModelFile};

/// The value of a heuristic for a position.
///
/// ```
/// use patience_core::Budget;
///
/// let level = patience_catalogue::open("tiles:level/iartistas-04")?;
/// for said in level.evaluate(None, &mut Budget::unlimited())? {
///     println!("{}: {:?}", said.heuristic, said.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluated {
    /// The heuristic.
    pub heuristic: &'static str,
    /// Estimate in the unit of costs; `None` for a dead end, or if not computed.
    pub value: Option<u32>,
    /// Ordering value, if it differs.
    pub ordering: Option<u32>,
    /// Whether the heuristic calls the position a dead end.
    pub dead_end: bool,
    /// Guarantees that hold on every instance.
    pub claims: ClaimsInfo,
    /// Components of the value, the reason for a dead end, or the limit that was reached before the
    /// value was computed.
    pub parts: Vec<Part>,
}

/// Evaluates each heuristic of a game at the start of an instance.
pub(crate) fn evaluate<G: Game>(
    heuristics: Vec<Known<G>>,
    game: &G,
    model: Option<&'static ModelFile>,
    budget: &mut Budget<'_>,
) -> Vec<Evaluated> {
    let values = &Values::default();
    let state = game.start();
    let evaluated = |entry: Known<G>| {
        let heuristic = entry.build(game, values, model);
        if let Err(stop) = heuristic.prepare(game, budget) {
            return Evaluated {
                heuristic: entry.name(),
                value: None,
                ordering: None,
                dead_end: false,
                claims: entry.claims().into(),
                parts: vec![Part::words("not computed", format!("stopped by its limit ({stop})"))],
            };
        }
        let value = heuristic.value(game, &state);
        Evaluated {
            heuristic: entry.name(),
            value: value.map(|value| value.cost),
            ordering: value
                .filter(|value| value.ordering != value.cost)
                .map(|value| value.ordering),
            dead_end: value.is_none(),
            claims: entry.claims().into(),
            parts: heuristic.parts(game, &state),
        }
    };
    heuristics.into_iter().map(evaluated).collect()
}
