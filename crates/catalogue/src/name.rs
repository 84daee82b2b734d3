//! The names of instances: `GAME[+RULES]:SOURCE/…`.

use patience_core::InputError;

use crate::{Entry, GAMES, Instance};

/// An instance's name in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstanceName<'a> {
    /// The game.
    pub game: &'a str,
    /// The rule set, if named.
    pub rules: Option<&'a str>,
    /// What stands after the colon.
    pub path: &'a str,
}

impl<'a> InstanceName<'a> {
    /// Takes a name apart; whether its parts exist is not looked at.
    ///
    /// # Errors
    /// There is no colon, or nothing before or after it.
    pub fn parse(name: &'a str) -> Result<Self, InputError> {
        let (head, path) = name.split_once(':').filter(|(head, path)| !head.is_empty() && !path.is_empty()).ok_or_else(|| {
            InputError::new(format!(
                "`{}` is no instance name; it should look like `gaps:solvitaire/4x13/7`, `GAME[+RULES]:SOURCE/…` (see `patience list`)",
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
/// # Errors
/// There is no such game.
pub fn find(head: &str) -> Result<(&'static dyn Entry, Option<&str>), InputError> {
    let (game, rules) = split_rules(head);
    match GAMES.iter().find(|entry| entry.name() == game) {
        Some(entry) => Ok((*entry, rules)),
        None => Err(InputError::new(format!(
            "there is no game `{}`; there are {}",
            game.escape_debug(),
            GAMES.iter().map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// The instance with a name.
///
/// # Errors
/// What in the name does not exist or does not fit.
pub fn open(name: &str) -> Result<Box<dyn Instance>, InputError> {
    let parts = InstanceName::parse(name)?;
    let (entry, _) = find(parts.game)?;
    entry.instance(parts.rules, parts.path, name)
}

/// The names that a name stands for: `gaps:random/4x13/1..3` (both ends included) stands for three, any other name for
/// itself. Only the last part of a path can be a range.
///
/// # Errors
/// A range that ends before it begins.
pub fn open_range(name: &str) -> Result<Box<dyn Iterator<Item = String> + Send>, InputError> {
    let single = || Box::new(std::iter::once(name.to_owned()));
    let Some((head, tail)) = name.rsplit_once('/') else { return Ok(single()) };
    let Some((first, last)) = tail.split_once("..") else { return Ok(single()) };
    let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>()) else { return Ok(single()) };
    if last < first {
        return Err(InputError::new(format!("the range `{first}..{last}` in `{name}` ends before it begins")));
    }
    let head = head.to_owned();
    Ok(Box::new((first..=last).map(move |seed| format!("{head}/{seed}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart() {
        let name = InstanceName::parse("gaps+paper:paper/4x8/20/1").unwrap();
        assert_eq!((name.game, name.rules, name.path), ("gaps", Some("paper"), "paper/4x8/20/1"));
        for rubbish in ["", "gaps", ":", "gaps:", ":x", "gaps solvitaire"] {
            assert!(InstanceName::parse(rubbish).is_err(), "{rubbish:?}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        let names = |name| open_range(name).unwrap().collect::<Vec<_>>();
        assert_eq!(names("birds:neller/-1..1"), ["birds:neller/-1", "birds:neller/0", "birds:neller/1"]);
        assert_eq!(names("birds:neller/5"), ["birds:neller/5"]);
        assert_eq!(names("cohesion:level/a..b"), ["cohesion:level/a..b"]);
        assert!(open_range("birds:neller/3..1").is_err());
    }
}
