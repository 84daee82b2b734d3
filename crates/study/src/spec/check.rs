//! Asks every game whether it takes what the configurations ask of it.

use patience_catalogue::{Instance, RequestError};
use patience_core::Budget;
use patience_core::parameter::HEURISTIC;

use super::configurations::Given;
use super::fault::Faults;
use super::sets::Given as GivenSet;

/// Refuses whatever a solve would refuse. Returns notes on what is likely a mistake.
pub(super) fn settings(
    faults: &mut Faults<'_>,
    configurations: &[Given],
    sets: &[GivenSet],
) -> Vec<String> {
    let mut notes = Vec::new();
    for set in sets.iter().filter(|set| !set.set.is_empty()) {
        let Ok(instance) = set.set.instance(0).open(&mut Budget::unlimited()) else { continue };
        for given in set.set.configurations.iter().map(|index| &configurations[*index]) {
            setting(faults, given, &*instance);
            let configuration = &given.configuration;
            let mut all: Vec<String> = configuration.setting.unused(&*instance);
            if configuration.repetitions > 1 && configuration.setting.is_deterministic(&*instance) {
                all.push(format!(
                    "the algorithm is deterministic on {}, so its {} repetitions differ in nothing but time",
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

/// Finds out which configurations are deterministic, wherever they are run.
pub(super) fn determinism(configurations: &mut [Given], sets: &[GivenSet]) {
    for (index, given) in configurations.iter_mut().enumerate() {
        let mine = sets.iter().filter(|set| set.set.configurations.contains(&index));
        // One of each name or file stands for its game.
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
