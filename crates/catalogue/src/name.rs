//! The names of instances: `GAME[+RULES]:SOURCE/…`.

use patience_core::{Budget, InputError, OpenError, suggest};

use crate::{Entry, GAMES, Instance};

/// The parts of an instance's name.
///
/// ```
/// use patience_catalogue::InstanceName;
///
/// let name = InstanceName::parse("gaps+fixed-suits:solvitaire/4x13/1")?;
/// assert_eq!(
///     (name.game, name.rules, name.path),
///     ("gaps", Some("fixed-suits"), "solvitaire/4x13/1")
/// );
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstanceName<'a> {
    /// The game.
    pub game: &'a str,
    /// The rule set, if named.
    pub rules: Option<&'a str>,
    /// The part after the colon.
    pub path: &'a str,
}

impl<'a> InstanceName<'a> {
    /// Splits a name into its parts, without checking that they exist.
    ///
    /// # Errors
    /// There is no colon, or nothing before or after it.
    pub fn parse(name: &'a str) -> Result<Self, InputError> {
        let (head, path) = name
            .split_once(':')
            .filter(|(head, path)| !head.is_empty() && !path.is_empty())
            .ok_or_else(|| {
                InputError::new(format!(
                    "`{}` is not a valid instance name; expected GAME[+RULES]:SOURCE/…, such as \
                     `gaps:solvitaire/4x13/7` (see `patience list`)",
                    name.escape_debug()
                ))
            })?;
        let (game, rules) = split_rules(head);
        Ok(InstanceName { game, rules, path })
    }
}

/// Splits `GAME[+RULES]`.
pub(crate) fn split_rules(head: &str) -> (&str, Option<&str>) {
    match head.split_once('+') {
        Some((game, rules)) => (game, Some(rules)),
        None => (head, None),
    }
}

/// The game of `GAME[+RULES]` and its rule set, if named.
///
/// ```
/// let (entry, rules) = patience_catalogue::find("gaps+fixed-suits")?;
/// assert_eq!((entry.info().name, rules), ("gaps", Some("fixed-suits")));
/// assert!(patience_catalogue::find("chess").is_err());
/// # Ok::<(), patience_core::InputError>(())
/// ```
///
/// # Errors
/// There is no such game.
pub fn find(head: &str) -> Result<(&'static dyn Entry, Option<&str>), InputError> {
    let (game, rules) = split_rules(head);
    match GAMES.iter().find(|entry| entry.name() == game) {
        Some(entry) => Ok((*entry, rules)),
        None => Err(InputError::new(suggest::unknown(
            "game",
            game,
            GAMES.iter().map(|entry| entry.name()),
        ))),
    }
}

/// Opens the instance with this name, however long it takes to find.
///
/// # Errors
/// A part of the name does not exist or is invalid.
///
/// ```
/// let deal = patience_catalogue::open("gaps:solvitaire/4x13/7")?;
/// assert_eq!((deal.game(), deal.rules()), ("gaps", "standard"));
/// let error = patience_catalogue::open("gasp:solvitaire/4x13/7").err().unwrap();
/// assert!(error.to_string().contains("did you mean `gaps`?"));
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub fn open(name: &str) -> Result<Box<dyn Instance>, OpenError> {
    open_within(name, &mut Budget::unlimited())
}

/// Opens the instance with this name. Most instances use none of the budget; those found by a
/// search, such as a level with a given optimum, are limited by it.
///
/// ```
/// use patience_catalogue::open_within;
/// use patience_core::{Budget, Environment, Limits, OpenError};
///
/// let limits = Limits { expansions: Some(1), ..Limits::default() };
/// let found = open_within(
///     "birds:difficulty/extreme/1",
///     &mut Budget::new(limits, Environment::none()),
/// );
/// assert!(matches!(found.err(), Some(OpenError::Stopped(_))), "it takes a search");
/// ```
///
/// # Errors
/// A part of the name does not exist or is invalid, or a limit is reached.
pub fn open_within(name: &str, budget: &mut Budget<'_>) -> Result<Box<dyn Instance>, OpenError> {
    let parts = InstanceName::parse(name)?;
    let (entry, _) = find(parts.game)?;
    entry.instance(parts.rules, parts.path, name, budget)
}

/// Whether the instance with this name is found by a search, which can take a long time. Invalid
/// names are rejected at once.
///
/// ```
/// use patience_catalogue::is_sought;
///
/// assert!(is_sought("tiles:generate/8x8/4/12/1") && !is_sought("tiles:level/iartistas-04"));
/// ```
pub fn is_sought(name: &str) -> bool {
    let entry = InstanceName::parse(name).and_then(|parts| Ok((find(parts.game)?.0, parts)));
    entry.is_ok_and(|(entry, parts)| entry.is_sought(parts.rules, parts.path))
}
