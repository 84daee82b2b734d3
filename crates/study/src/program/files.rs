//! The private folder of a job, the files in it, and the command with its placeholders filled in.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::input::Input;
use crate::external::Program;
use crate::setting::Setting;

/// The placeholders of a command.
const PLACEHOLDERS: [&str; 12] = [
    "instance", "board", "domain", "problem", "file", "folder", "seed", "time", "cpu_time",
    "memory", "threads", "private",
];

/// The file with the output of a program, for the command that validates it.
pub(super) const OUTPUT: &str = "output.txt";

/// Whether a word is a placeholder of jobs.
pub(crate) fn is_placeholder(word: &str) -> bool {
    PLACEHOLDERS.contains(&word) || word == "output"
}

/// The first `{word}` of a command that is not a placeholder. Only a command that `validates` has
/// the output.
pub(crate) fn unknown_placeholder(word: &str, validates: bool) -> Option<String> {
    let inner =
        word.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inner, _)| inner);
    let is_word = |inner: &&str| {
        !inner.is_empty()
            && inner.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let is_known = |inner: &str| is_placeholder(inner) && (validates || inner != "output");
    let unknown = inner.filter(is_word).find(|inner| !is_known(inner))?;
    Some(format!(
        "unknown placeholder `{{{unknown}}}`; expected one of {}",
        PLACEHOLDERS.join(", ")
    ))
}

/// A job: its folder, and its commands with their placeholders filled in.
pub(super) struct Prepared {
    pub folder: TempDir,
    pub command: Vec<String>,
    pub validate: Vec<String>,
}

/// A fresh folder with the files that the commands name, and the commands.
pub(super) fn prepare(
    program: &Program,
    input: &Input,
    seed: Option<u64>,
    setting: &Setting,
) -> Result<Prepared, String> {
    let in_words = |error: std::io::Error| error.to_string();
    let folder = tempfile::Builder::new().prefix("patience-job-").tempdir().map_err(in_words)?;
    let file = |name: &str, content: String| {
        let path = folder.path().join(name);
        fs::write(&path, content).map_err(in_words)?;
        Ok::<String, String>(path.display().to_string())
    };
    let mut values = vec![
        ("instance", input.name().to_owned()),
        ("folder", study().display().to_string()),
        ("private", folder.path().display().to_string()),
        ("output", folder.path().join(OUTPUT).display().to_string()),
        ("seed", seed.unwrap_or(0).to_string()),
        ("time", limit(setting.time)),
        ("cpu_time", limit(setting.cpu_time)),
        ("memory", setting.memory.to_string()),
        ("threads", setting.threads.to_string()),
    ];
    match input {
        Input::Board(instance) => {
            if program.uses("board") {
                values.push(("board", file("board.txt", format!("{}\n", instance.board()))?));
            }
            if program.uses("domain") || program.uses("problem") {
                let (domain, problem) = instance.pddl().ok_or(NO_PDDL)?;
                values.push(("domain", file("domain.pddl", domain)?));
                values.push(("problem", file("problem.pddl", problem)?));
            }
        }
        Input::File(own) => {
            let path = |name: &str| study().join(name).display().to_string();
            values.extend(["file", "problem"].map(|word| (word, path(&own.name))));
            values.extend(own.domain.as_deref().map(|domain| ("domain", path(domain))));
        }
    }
    let fill = |word: &String| {
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("{{{name}}}"), value)
        };
        values.iter().fold(word.clone(), fill)
    };
    let [command, validate] = [&program.command, &program.validate].map(|words| {
        let mut command: Vec<String> = words.iter().map(fill).collect();
        if let Some(first) = command.first_mut() {
            *first = located(first);
        }
        command
    });
    Ok(Prepared { folder, command, validate })
}

/// The reason why there is no problem file.
pub(crate) const NO_PDDL: &str = "the board is too large for PDDL";

/// The whole seconds of a limit; 0 if there is none.
fn limit(seconds: Option<f64>) -> String {
    seconds.map_or(0, |seconds| seconds.ceil() as u64).to_string()
}

/// The folder of the study: workers run in it.
pub(super) fn study() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// A program given by a path, relative to the folder of the study.
pub(super) fn located(program: &str) -> String {
    match Path::new(program).components().count() {
        // As in a shell, a name alone is looked up in `PATH`.
        1 => program.to_owned(),
        _ => study().join(program).display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_misspelt_ones_named() {
        let instance = patience_catalogue::open("gaps:random/3x4/1").unwrap();
        let board = instance.board();
        let input = Input::Board(instance);
        let words = ["solve", "{instance}", "{board}", "--time={time},{seed}", "{ print }", "{2}"];
        let command = words.map(str::to_owned).to_vec();
        assert!(command.iter().all(|word| unknown_placeholder(word, false).is_none()));
        assert!(unknown_placeholder("x{sead}", true).unwrap().contains("`{sead}`"));
        let of_output = [false, true].map(|validates| unknown_placeholder("{output}", validates));
        assert!(of_output[0].is_some() && of_output[1].is_none());
        let program = Program { command, ..Program::default() };
        let setting = Setting { time: Some(1.5), ..Setting::default() };
        let Prepared { folder, command, .. } =
            prepare(&program, &input, Some(7), &setting).unwrap();
        assert_eq!(command[0], "solve");
        assert_eq!(command[1], "gaps:random/3x4/1");
        assert_eq!(fs::read_to_string(&command[2]).unwrap().trim(), board);
        assert_eq!(command[3..], ["--time=2,7", "{ print }", "{2}"]);
        assert!(Path::new(&command[2]).starts_with(folder.path()));
    }
}
