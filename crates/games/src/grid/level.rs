//! Collections of levels, with the known facts about each.

use patience_core::{InputError, suggest};

use crate::text::quoted;

/// A level of the collection, with the known facts about it.
///
/// ```
/// let level = &patience_games::cohesion::levels()[0];
/// assert!(patience_games::cohesion::read(&level.board).is_ok(), "{}", level.id);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub id: String,
    /// The source of the level.
    pub source: String,
    /// The board in the game's notation.
    pub board: String,
    /// `solved`, `unsolvable` or `unknown`.
    pub verdict: String,
    /// Length of a shortest plan, if proved.
    pub optimum: Option<u32>,
    /// Number of reachable positions, if counted.
    pub states: Option<u64>,
}

/// Reads the levels of a file with one JSON object per line.
///
/// # Panics
/// If the file is malformed, since it is part of the program.
pub(crate) fn read_levels(file: &str) -> Vec<Level> {
    let level = |line: &str| {
        let json: serde_json::Value = serde_json::from_str(line).expect("a level is a JSON object");
        let text = |field: &str| json[field].as_str().expect("a level has its fields").to_owned();
        Level {
            id: text("id"),
            source: text("source"),
            board: text("board"),
            verdict: text("verdict"),
            optimum: json["optimum"]
                .as_u64()
                .map(|optimum| u32::try_from(optimum).expect("optima are small")),
            states: json["states"].as_u64(),
        }
    };
    file.lines().map(level).collect()
}

/// The level with an id.
///
/// # Errors
/// There is none; the message suggests a similar id, or a few.
pub(crate) fn find_level<'a>(levels: &'a [Level], id: &str) -> Result<&'a Level, InputError> {
    levels.iter().find(|level| level.id == id).ok_or_else(|| {
        let ids = || levels.iter().map(|level| level.id.as_str());
        InputError::new(match suggest::closest(id, ids()) {
            Some(close) => format!("unknown level {}; did you mean `{close}`?", quoted(id)),
            None => {
                let some: Vec<&str> = ids().take(5).collect();
                format!(
                    "unknown level {}; among the {} levels are {}",
                    quoted(id),
                    levels.len(),
                    some.join(", ")
                )
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_levels_are_understood() {
        let level = |id: &str| Level {
            id: id.to_owned(),
            source: String::new(),
            board: String::new(),
            verdict: String::new(),
            optimum: None,
            states: None,
        };
        let levels = ["vieira-1", "vieira-2", "icw-4"].map(level);
        assert_eq!(find_level(&levels, "icw-4"), Ok(&levels[2]));
        let fault = |id: &str| find_level(&levels, id).unwrap_err().to_string();
        assert_eq!(fault("viera-1"), "unknown level `viera-1`; did you mean `vieira-1`?");
        assert_eq!(
            fault("x"),
            "unknown level `x`; among the 3 levels are vieira-1, vieira-2, icw-4"
        );
    }
}
