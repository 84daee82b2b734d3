//! Checks with every game that it accepts the configurations.

use patience_catalogue::{Instance, RequestError};
use patience_core::Budget;
use patience_core::parameter::HEURISTIC;

use super::configurations::Given;
use super::fault::Faults;
use super::sets::Given as GivenSet;
use crate::program::NO_PDDL;

/// Rejects everything that a solve would reject. Returns notes on likely mistakes.
pub(super) fn settings(
    faults: &mut Faults<'_>,
    configurations: &[Given],
    sets: &[GivenSet],
) -> Vec<String> {
    let mut notes = Vec::new();
    for set in sets.iter().filter(|set| !set.set.is_empty()) {
        let Ok(instance) = set.set.instance(0).open(&mut Budget::unlimited()) else { continue };
        for given in set.set.configurations.iter().map(|index| &configurations[*index]) {
            match &given.configuration.setting.program {
                None => setting(faults, given, &*instance),
                Some(program) => {
                    let needs_pddl = program.uses("domain") || program.uses("problem");
                    if needs_pddl && instance.pddl().is_none() {
                        faults.add(given.span.clone(), format!("{}: {NO_PDDL}", set.set.name));
                    }
                }
            }
            let configuration = &given.configuration;
            let mut all: Vec<String> = configuration.setting.unused(&*instance);
            if configuration.repetitions > 1 && configuration.setting.is_deterministic(&*instance) {
                all.push(format!(
                    "the algorithm is deterministic on {}, so its {} repetitions differ only in time",
                    instance.game(),
                    configuration.repetitions
                ));
            }
            for note in all {
                let note = format!("{}: {note}", configuration.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }
    notes
}

/// Determines which configurations are deterministic on every set.
pub(super) fn determinism(configurations: &mut [Given], sets: &[GivenSet]) {
    for (index, given) in configurations.iter_mut().enumerate() {
        let mine = sets.iter().filter(|set| set.set.configurations.contains(&index));
        // The first instance of each name or file represents its game.
        let mut firsts = mine.flat_map(|set| &set.set.instances).filter(|some| some.len() > 0);
        let setting = &given.configuration.setting;
        given.configuration.deterministic = firsts.all(|instances| {
            let instance = instances.get(0).open(&mut Budget::unlimited());
            instance.is_ok_and(|instance| setting.is_deterministic(&*instance))
        });
    }
}

fn setting(faults: &mut Faults<'_>, given: &Given, instance: &dyn Instance) {
    let span_of = |name: &str| given.spans.get(name).unwrap_or(&given.span).clone();
    let Err(error) = instance.check(&given.configuration.setting.request(None)) else { return };
    let span = match &error {
        RequestError::UnknownHeuristic { .. } => span_of(HEURISTIC.name),
        RequestError::BadValue(value) => span_of(value.parameter),
        _ => span_of("algorithm"),
    };
    faults.add(span, error.to_string());
}
