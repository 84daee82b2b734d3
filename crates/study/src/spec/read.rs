//! Reads a study from TOML.

use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::fault::{Faults, SpecError};
use super::fields::Fields;
use super::parts::{Configuration, Set};
use super::report::ReportSpec;
use super::{MAX_JOBS, Spec, check, configurations, report, sets};

impl Spec {
    /// Reads a study from a file.
    ///
    /// # Errors
    /// All faults, each with its place.
    pub fn open(path: &Path) -> Result<Spec, SpecError> {
        let file = path.display().to_string();
        let source = crate::text::read(path).map_err(|message| SpecError::whole(&file, message))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let stem =
            path.file_stem().map_or("study".to_owned(), |stem| stem.to_string_lossy().into_owned());
        Spec::read(source, &file, folder, stem)
    }

    /// Reads a study from a string; `file` is its name in messages.
    ///
    /// # Errors
    /// All faults, each with its place.
    pub fn read(
        source: String,
        file: &str,
        folder: PathBuf,
        stem: String,
    ) -> Result<Spec, SpecError> {
        read(source, file, folder, stem)
    }
}

fn read(source: String, file: &str, folder: PathBuf, stem: String) -> Result<Spec, SpecError> {
    let mut faults = Faults::new(file, &source);
    let (table, errors) = DeTable::parse_recoverable(&source);
    for error in errors {
        faults.add(error.span().unwrap_or(0..0), error.message());
    }
    if let Some(error) = faults.into_error() {
        return Err(error);
    }
    let mut faults = Faults::new(file, &source);
    let read = contents(&mut faults, Fields::new(table.get_ref(), 0..0, "the study"), &folder);
    match (faults.into_error(), read) {
        (Some(error), _) => Err(error),
        (None, Some(read)) => {
            let Contents { title, question, seed, pin, sets, configurations, report, notes } = read;
            Ok(Spec {
                title,
                question,
                seed,
                pin,
                sets,
                configurations,
                report,
                notes,
                source,
                folder,
                stem,
            })
        }
        (None, None) => Err(SpecError::whole(file, "this is not a study".to_owned())),
    }
}

/// A study without its source file.
struct Contents {
    title: String,
    question: String,
    seed: Option<u64>,
    pin: bool,
    sets: Vec<Set>,
    configurations: Vec<Configuration>,
    report: ReportSpec,
    notes: Vec<String>,
}

/// Returns `None` only if there are faults.
fn contents(faults: &mut Faults<'_>, mut fields: Fields<'_>, folder: &Path) -> Option<Contents> {
    let title = fields.needed(faults, "title");
    let question = fields.text_or_empty(faults, "question");
    // Seeds are kept as SQLite's integers.
    let seed = fields.whole(faults, "seed", 0..=i64::MAX as u64).map(|seed| seed.value);
    let pin = fields
        .convert(faults, "pin", |value| value.as_bool().ok_or_else(|| "true or false".to_owned()));
    let pin = pin.is_none_or(|pin| pin.value);
    let defaults = configurations::Defaults::read(faults, &mut fields);
    let raw_configurations = fields.tables(faults, "configurations");
    let raw_sets = fields.tables(faults, "instances");
    let raw_report = fields.inner(faults, "report");
    fields.finish(faults);

    let mut given = configurations::read(faults, folder, &defaults, raw_configurations);
    let mut sets = sets::read(faults, folder, raw_sets);
    if given.is_empty() && faults.is_empty() {
        faults.add(0..0, "there is no [[configurations]]; a study needs at least one");
    }
    if sets.is_empty() && faults.is_empty() {
        faults.add(0..0, "there are no [[instances]]; a study needs at least one set");
    }
    configurations::assign(faults, &given, &mut sets);
    check::determinism(&mut given, &sets);
    let mut notes = check::settings(faults, &given, &sets);
    notes.extend(sets::unexpected(faults, &sets));
    let (configurations, sets): (Vec<_>, Vec<_>) = (
        given.into_iter().map(|given| given.configuration).collect(),
        sets.into_iter().map(|given| given.set).collect(),
    );
    let report = report::read(faults, raw_report, folder, &configurations, &sets);
    let jobs = sets.iter().map(|set| {
        let each = set.configurations.iter().map(|index| configurations[*index].repetitions);
        u128::from(set.len()) * u128::from(each.sum::<u64>())
    });
    if jobs.sum::<u128>() > u128::from(MAX_JOBS) {
        faults.add(0..0, format!("the study has more than {MAX_JOBS} jobs; split it"));
    }
    Some(Contents { title: title?.value, question, seed, pin, sets, configurations, report, notes })
}
