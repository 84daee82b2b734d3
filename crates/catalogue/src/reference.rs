//! References to instances, by users, studies, questions and stored rows.

use patience_core::{Budget, InputError, OpenError};
use serde::{Deserialize, Serialize};

use crate::{Instance, InstanceName, find, open_within};

/// One instance: a name, or a board with a name.
///
/// ```
/// use patience_catalogue::Reference;
/// use patience_core::Budget;
///
/// let board = Reference::board("cohesion", "R.R", "mine");
/// assert_eq!(board.open(&mut Budget::unlimited())?.id(), "mine");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// `GAME[+RULES]` and the board, if the name alone does not determine it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<(String, String)>,
}

impl Reference {
    /// An instance by its name.
    pub fn named(name: impl Into<String>) -> Self {
        Reference { name: name.into(), board: None }
    }

    /// Refers to a board of `GAME[+RULES]` in any notation of the game, with a name.
    pub fn board(
        game: impl Into<String>,
        board: impl Into<String>,
        name: impl Into<String>,
    ) -> Self {
        Reference { name: name.into(), board: Some((game.into(), board.into())) }
    }

    /// Opens the instance, within a budget if that takes a search.
    ///
    /// # Errors
    /// A part of the name or board is invalid, or a limit is reached.
    pub fn open(&self, budget: &mut Budget<'_>) -> Result<Box<dyn Instance>, OpenError> {
        match &self.board {
            None => open_within(&self.name, budget),
            Some((game, board)) => {
                let (entry, rules) = find(game)?;
                Ok(entry.read(rules, board, &self.name)?)
            }
        }
    }
}

/// The names of a pattern: a single name, or a prefix with each number of a range.
///
/// ```
/// use patience_catalogue::Names;
///
/// let names = Names::parse("birds:neller/8..10")?;
/// let all: Vec<String> = names.iter().flat_map(Names::iter).collect();
/// assert_eq!(all, ["birds:neller/8", "birds:neller/9", "birds:neller/10"]);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The name without its last part, or the whole name.
    pub prefix: String,
    /// The range of the last part, both ends included.
    pub range: Option<(i64, i64)>,
}

impl Names {
    /// Expands a pattern, whether or not its names exist: `gaps:random/4x13/1..3` (both ends
    /// included) to three names, `cohesion:level/vieira-*` to every level with this prefix, and any
    /// other name to itself. Only the last part of a path can be a pattern.
    ///
    /// # Errors
    /// A name without a game, a range that ends before it begins, or a pattern that fits no level.
    pub fn parse(pattern: &str) -> Result<Vec<Names>, InputError> {
        let alone = |prefix: &str| Names { prefix: prefix.to_owned(), range: None };
        let parts = InstanceName::parse(pattern)?;
        if let Some(prefix) =
            parts.path.strip_prefix("level/").and_then(|levels| levels.strip_suffix('*'))
        {
            let (entry, _) = find(parts.game)?;
            let head = &pattern[..pattern.len() - prefix.len() - 1];
            let levels = entry.info().levels.into_iter().filter(|level| level.starts_with(prefix));
            let names: Vec<Names> = levels.map(|level| alone(&format!("{head}{level}"))).collect();
            return match names.is_empty() {
                false => Ok(names),
                true => Err(InputError::new(format!(
                    "{} has no level that begins with `{}`; see `patience list {}`",
                    parts.game,
                    prefix.escape_debug(),
                    parts.game
                ))),
            };
        }
        let range = pattern.rsplit_once('/').and_then(|(prefix, tail)| {
            let (first, last) = tail.split_once("..")?;
            Some((prefix, first.parse::<i64>().ok()?, last.parse::<i64>().ok()?))
        });
        match range {
            None => Ok(vec![alone(pattern)]),
            Some((prefix, first, last)) if first <= last => {
                Ok(vec![Names { prefix: prefix.to_owned(), range: Some((first, last)) }])
            }
            Some((_, first, last)) => Err(InputError::new(format!(
                "the range `{first}..{last}` in `{}` ends before it begins",
                pattern.escape_debug()
            ))),
        }
    }

    /// Number of names; at least 1.
    pub fn count(&self) -> u64 {
        self.range.map_or(1, |(first, last)| last.abs_diff(first).saturating_add(1))
    }

    /// The name with an index from 0.
    ///
    /// # Panics
    /// The index is too large.
    pub fn get(&self, index: u64) -> String {
        assert!(index < self.count(), "there are {} names", self.count());
        match self.range {
            None => self.prefix.clone(),
            Some((first, _)) => format!("{}/{}", self.prefix, first.wrapping_add_unsigned(index)),
        }
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = String> + Send + use<> {
        let names = self.clone();
        (0..names.count()).map(move |index| names.get(index))
    }
}
