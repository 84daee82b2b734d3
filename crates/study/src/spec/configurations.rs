//! `[[configurations]]` and `[limits]`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use patience_catalogue::{MODEL, ModelFile, native};
use patience_core::Argument;
use patience_core::parameter::HEURISTIC;
use patience_core::units::MAX_THREADS;
use toml::de::DeValue;

use super::fault::{Faults, listed};
use super::fields::{At, Fields, quantity, shown};
use super::matrix;
use super::parts::{Configuration, Set};
use super::program;
use super::sets::Given as GivenSet;
use crate::program::Program;
use crate::setting::{DEFAULT_MEMORY, Setting};
use crate::units;

/// A configuration with the places of its keys.
pub(super) struct Given {
    pub configuration: Configuration,
    /// The sets that it runs on, if not all.
    on: Option<Vec<At<String>>>,
    /// The place of the name, or of its substitute.
    pub span: Range<usize>,
    /// The places of the algorithm and the parameters, by name.
    pub spans: BTreeMap<String, Range<usize>>,
}

/// Defaults for all configurations.
#[derive(Default)]
pub(super) struct Defaults {
    repetitions: u64,
    limits: Limits,
}

#[derive(Clone, Default)]
struct Limits {
    time: Option<f64>,
    cpu_time: Option<f64>,
    expansions: Option<u64>,
    memory: Option<u64>,
    depth: Option<u32>,
    threads: Option<usize>,
    disk: Option<u64>,
    disk_files: Option<u64>,
}

/// Maximum number of repetitions.
const MAX_REPETITIONS: u64 = 1_000_000_000;

impl Defaults {
    pub fn read(faults: &mut Faults<'_>, fields: &mut Fields<'_>) -> Defaults {
        let repetitions =
            fields.whole(faults, "repetitions", 1..=MAX_REPETITIONS).map_or(1, |given| given.value);
        let mut limits = Limits::default();
        if let Some(mut table) = fields.inner(faults, "limits") {
            limits = Limits::read(faults, &mut table);
            table.finish(faults);
        }
        Defaults { repetitions, limits }
    }
}

impl Limits {
    fn read(faults: &mut Faults<'_>, fields: &mut Fields<'_>) -> Limits {
        let text = |value: &DeValue<'_>| {
            quantity(value).ok_or_else(|| "a number, or a string with a unit".to_owned())
        };
        let seconds = |value: &DeValue<'_>| {
            let time =
                units::duration(&text(value)?).map_err(|error| error.to_string())?.as_secs_f64();
            // A limit that the clock cannot express would panic at the first job.
            if time <= 1e9 { Ok(time) } else { Err("at most 30 years".to_owned()) }
        };
        let [time, cpu_time] = ["time", "cpu_time"].map(|key| fields.convert(faults, key, seconds));
        let [memory, disk] = ["memory", "disk"].map(|key| {
            fields.convert(faults, key, |value| {
                let bytes = units::bytes(&text(value)?).map_err(|error| error.to_string())?;
                if bytes <= 1 << 60 { Ok(bytes) } else { Err("at most 1048576TiB".to_owned()) }
            })
        });
        Limits {
            time: time.map(|time| time.value),
            cpu_time: cpu_time.map(|time| time.value),
            expansions: fields.whole(faults, "expansions", 0..=u64::MAX).map(|given| given.value),
            memory: memory.map(|memory| memory.value),
            depth: fields
                .whole(faults, "depth", 0..=u64::from(u32::MAX))
                .map(|given| given.value as u32),
            threads: fields
                .whole(faults, "threads", 1..=MAX_THREADS as u64)
                .map(|given| given.value as usize),
            disk: disk.map(|disk| disk.value),
            disk_files: fields.whole(faults, "disk_files", 0..=u64::MAX).map(|given| given.value),
        }
    }

    fn or(self, others: &Limits) -> Limits {
        Limits {
            time: self.time.or(others.time),
            cpu_time: self.cpu_time.or(others.cpu_time),
            expansions: self.expansions.or(others.expansions),
            memory: self.memory.or(others.memory),
            depth: self.depth.or(others.depth),
            threads: self.threads.or(others.threads),
            disk: self.disk.or(others.disk),
            disk_files: self.disk_files.or(others.disk_files),
        }
    }
}

/// Reads all configurations. Equal names and equal configurations are faults.
pub(super) fn read(
    faults: &mut Faults<'_>,
    folder: &Path,
    defaults: &Defaults,
    tables: Vec<Fields<'_>>,
) -> Vec<Given> {
    let mut all: Vec<Given> = Vec::new();
    let mut given = Vec::new();
    for mut fields in tables {
        let Some(each) = matrix::each(faults, &mut fields) else {
            given.push(configuration(faults, folder, defaults, fields, ""));
            continue;
        };
        for values in each {
            let table = matrix::filled(fields.table(), &values);
            let mut fields = Fields::new(&table, fields.span.clone(), "`[[configurations]]`");
            let _ = fields.get("each");
            matrix::complete(faults, &mut fields);
            given.push(configuration(faults, folder, defaults, fields, &matrix::label(&values)));
        }
    }
    for given in given {
        let mine = &given.configuration;
        if all.iter().any(|earlier| earlier.configuration.name == mine.name) {
            let message = format!(
                "there are two configurations named `{}`; give each a different `name`",
                mine.name
            );
            faults.add(given.span.clone(), message);
        } else if let Some(same) =
            all.iter().find(|earlier| earlier.configuration.setting == mine.setting)
        {
            let message = format!(
                "`{}` and `{}` are the same configuration",
                same.configuration.name, mine.name
            );
            faults.add(given.span.clone(), message);
        }
        all.push(given);
    }
    all
}

fn configuration(
    faults: &mut Faults<'_>,
    folder: &Path,
    defaults: &Defaults,
    mut fields: Fields<'_>,
    label: &str,
) -> Given {
    let name = fields.text(faults, "name");
    let algorithm = fields.text(faults, "algorithm");
    let repetitions = fields.whole(faults, "repetitions", 1..=MAX_REPETITIONS);
    let on = fields.texts(faults, "on");
    let model = fields.text(faults, MODEL.name).and_then(|file| read_model(faults, folder, &file));
    let program = program::read(faults, folder, &mut fields);
    let limits = Limits::read(faults, &mut fields).or(&defaults.limits);
    let mut spans = BTreeMap::new();
    spans.extend(
        algorithm.as_ref().map(|algorithm| ("algorithm".to_owned(), algorithm.span.clone())),
    );
    let mut parameters = BTreeMap::new();
    // The seed counts the repetitions, so it is the study's.
    if let Some(seed) = fields.get("seed") {
        faults.add(
            seed.span(),
            "`seed` is the study's, at the top of the file; `repetitions` count it upwards",
        );
    }
    let mut tables = fields.inner(faults, "options").into_iter().collect::<Vec<_>>();
    tables.push(fields);
    let mut span = 0..0;
    for mut table in tables {
        span = table.span.clone();
        for (key, value) in table.rest() {
            let Some(given) = argument(value.get_ref()) else {
                let message = format!(
                    "{} is not a valid value of `{}`; expected a single value",
                    shown(value.get_ref()),
                    key.value
                );
                faults.add(value.span(), message);
                continue;
            };
            let Some(read) = read_parameter(faults, &key, value.span(), &given) else { continue };
            if parameters.insert(key.value.clone(), read).is_some() {
                faults.add(key.span.clone(), format!("`{}` is given twice", key.value));
            }
            spans.insert(key.value, value.span());
        }
    }
    let span = name.as_ref().or(algorithm.as_ref()).map_or(span, |given| given.span.clone());
    let algorithm = algorithm.map(|given| given.value);
    let heuristic = parameters.get(HEURISTIC.name).map(Argument::to_string);
    let name = name.map(|given| given.value).unwrap_or_else(|| {
        let algorithm = algorithm.as_deref();
        let algorithm = program.as_ref().map(Program::name).or(algorithm).unwrap_or("default");
        let words = [Some(algorithm), heuristic.as_deref(), Some(label)];
        let words = words.into_iter().flatten().filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    });
    let Limits { time, cpu_time, mut expansions, memory, mut depth, threads, .. } = limits;
    let Limits { mut disk, mut disk_files, .. } = limits;
    if program.is_some() {
        // Limits of the study that apply only to solvers.
        (expansions, depth) = (None, None);
    } else {
        // Limits that apply only to programs: solvers write no files.
        (disk, disk_files) = (None, None);
    }
    let (memory, threads) = (memory.unwrap_or(DEFAULT_MEMORY), threads.unwrap_or(1));
    let setting = Setting {
        algorithm,
        parameters,
        model,
        program,
        threads,
        time,
        cpu_time,
        expansions,
        memory,
        depth,
        disk,
        disk_files,
    };
    let repetitions = repetitions.map_or(defaults.repetitions, |given| given.value);
    Given {
        configuration: Configuration { name, setting, repetitions, deterministic: false },
        on,
        span,
        spans,
    }
}

/// The content of a model file, if valid.
fn read_model(faults: &mut Faults<'_>, folder: &Path, file: &At<String>) -> Option<String> {
    let path = folder.join(&file.value);
    let read = native::read_model(&path).map_err(|error| error.to_string());
    let read = read.and_then(|text| {
        ModelFile::keep(&text).map(|_| text).map_err(|error| format!("is refused: {error}"))
    });
    read.map_err(|message| faults.add(file.span.clone(), format!("{} {message}", path.display())))
        .ok()
}

/// A TOML value as the value of a parameter.
fn argument(value: &DeValue<'_>) -> Option<Argument> {
    match value {
        DeValue::Boolean(flag) => Some(Argument::Flag(*flag)),
        DeValue::String(text) => Some(Argument::Text(text.to_string())),
        DeValue::Float(_) => quantity(value)?.parse().ok().map(Argument::Number),
        // An integer beyond u64 is shown as written.
        DeValue::Integer(_) => {
            quantity(value).map(|text| text.parse().map_or(Argument::Text(text), Argument::Whole))
        }
        _ => None,
    }
}

/// The value in the type that the catalogue declares for its name. Whether the algorithm accepts it
/// is checked with the instances.
fn read_parameter(
    faults: &mut Faults<'_>,
    key: &At<String>,
    span: Range<usize>,
    given: &Argument,
) -> Option<Argument> {
    let declared = match patience_catalogue::parameters::find(&key.value) {
        Ok(declared) => declared,
        Err(error) => {
            faults.add(key.span.clone(), error.to_string());
            return None;
        }
    };
    if !declared.may_come_from_outside() {
        let message = format!(
            "`{}` cannot be set here: files are for the program that runs a solve",
            key.value
        );
        faults.add(key.span.clone(), message);
        return None;
    }
    declared.read(given).map_err(|error| faults.add(span, error.to_string())).ok()
}

/// Gives every set its configurations: all, or those whose `on` names it (`*` at the end matches
/// the rest).
pub(super) fn assign(faults: &mut Faults<'_>, configurations: &[Given], sets: &mut [GivenSet]) {
    for (index, given) in configurations.iter().enumerate() {
        let Some(on) = &given.on else {
            sets.iter_mut().for_each(|set| set.set.configurations.push(index));
            continue;
        };
        let mut chosen = vec![false; sets.len()];
        for pattern in on {
            let matches = |set: &Set| match pattern.value.strip_suffix('*') {
                Some(prefix) => set.name.starts_with(prefix),
                None => set.name == pattern.value,
            };
            if !sets.iter().any(|set| matches(&set.set)) {
                let known = listed(sets.iter().map(|set| set.set.name.as_str()));
                faults.add(
                    pattern.span.clone(),
                    format!("unknown set `{}`; there are {known}", pattern.value),
                );
            }
            sets.iter().zip(&mut chosen).for_each(|(set, chosen)| *chosen |= matches(&set.set));
        }
        for (set, _) in sets.iter_mut().zip(chosen).filter(|(_, chosen)| *chosen) {
            set.set.configurations.push(index);
        }
    }
    for set in
        sets.iter().filter(|set| set.set.configurations.is_empty() && !configurations.is_empty())
    {
        faults.add(
            set.span.clone(),
            format!("no configuration is run on the set `{}`", set.set.name),
        );
    }
}
