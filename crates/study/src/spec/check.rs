//! Checks that every game accepts the configurations.

use patience_catalogue::{Instance, RequestError};
use patience_core::Budget;
use patience_core::parameter::HEURISTIC;

use super::configurations::Given;
use super::fault::Faults;
use super::sets::Given as GivenSet;
use crate::file::InstanceFile;
use crate::program::NO_PDDL;

/// Rejects all settings that a solve would reject. Returns notes on likely mistakes.
pub(super) fn settings(
    faults: &mut Faults<'_>,
    configurations: &[Given],
    sets: &[GivenSet],
) -> Vec<String> {
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    for set in sets.iter().filter(|set| !set.set.is_empty()) {
        if let Some(file) = InstanceFile::of(&set.set.instance(0)) {
            for index in &set.set.configurations {
                on_files(faults, &configurations[*index], &file, &set.set.name);
            }
            continue;
        }
        let Ok(instance) = set.set.instance(0).open(&mut Budget::unlimited()) else { continue };
        for given in set.set.configurations.iter().map(|index| &configurations[*index]) {
            match &given.configuration.setting.program {
                None => setting(faults, given, &*instance),
                Some(program) => {
                    let needs_pddl = program.uses("domain") || program.uses("problem");
                    if program.uses("file") {
                        let message = "`{file}` is for sets of `files`; boards have `{board}`";
                        faults.add(given.span.clone(), format!("{}: {message}", set.set.name));
                    }
                    if needs_pddl && instance.pddl().is_none() {
                        faults.add(given.span.clone(), format!("{}: {NO_PDDL}", set.set.name));
                    }
                }
            }
            let configuration = &given.configuration;
            let mut all: Vec<String> = configuration.setting.unused(&*instance);
            if configuration.repetitions > 1 && configuration.setting.is_deterministic(&*instance) {
                all.push(format!(
                    "the algorithm is deterministic on {}, so its {} repetitions differ only in \
                     time",
                    instance.game(),
                    configuration.repetitions
                ));
            }
            for note in all {
                let place = notes.iter().position(|(known, _)| *known == note);
                let place = place.unwrap_or_else(|| {
                    notes.push((note, Vec::new()));
                    notes.len() - 1
                });
                let names = &mut notes[place].1;
                if !names.contains(&configuration.name.as_str()) {
                    names.push(&configuration.name);
                }
            }
        }
    }
    notes.into_iter().map(|(note, names)| format!("{}: {note}", some(&names))).collect()
}

/// `a, b and 7 more`: a matrix of configurations has a note once.
fn some(names: &[&str]) -> String {
    const MAX_NAMED: usize = 3;
    let named = names.iter().take(MAX_NAMED).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Determines which configurations are deterministic on every set.
pub(super) fn determinism(configurations: &mut [Given], sets: &[GivenSet]) {
    for (index, given) in configurations.iter_mut().enumerate() {
        let mine = sets.iter().filter(|set| set.set.configurations.contains(&index));
        // The first instance of each name or file represents its game.
        let mut firsts = mine.flat_map(|set| &set.set.instances).filter(|some| some.len() > 0);
        let setting = &given.configuration.setting;
        given.configuration.deterministic = firsts.all(|instances| {
            if let Some(program) = &setting.program {
                return program.is_deterministic();
            }
            let instance = instances.get(0).open(&mut Budget::unlimited());
            instance.is_ok_and(|instance| setting.is_deterministic(&*instance))
        });
    }
}

/// Rejects configurations that cannot run on files.
fn on_files(faults: &mut Faults<'_>, given: &Given, file: &InstanceFile, set: &str) {
    let mut fault = |words: &str| faults.add(given.span.clone(), format!("{set}: {words}"));
    let Some(program) = &given.configuration.setting.program else {
        return fault("only a `program` reads files; leave the set out of `on`");
    };
    if program.uses("board") {
        fault("files have no `{board}`; the program needs `{file}`");
    }
    if program.uses("domain") && file.domain.is_none() {
        fault("`{domain}` needs the `domain` of the set");
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
