//! Moves on standard output: in words for people, in the notation of plans for programs.

use std::io::IsTerminal;

use patience_catalogue::gaps::{Redeal, RedealError, play_on};
use patience_catalogue::{Instance, Look};
use patience_core::Stop;

/// The reason why a search ended, for people, in a word or two.
pub fn of_stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Cancelled => "interrupted",
        stop => stop.name(),
    }
}

/// The reader of the moves that a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A person at a terminal: `8♥ f3`.
    Person,
    /// A program that reads a pipe or a file: `0,5>2,5`.
    Program,
}

impl Reader {
    /// The reader of standard output.
    pub fn of_stdout() -> Self {
        if std::io::stdout().is_terminal() { Reader::Person } else { Reader::Program }
    }
}

/// The moves of a game in words, up to a won board, with at most `redeals` redeals among them.
///
/// # Errors
/// A move or a redeal is not legal.
pub fn of_moves(
    instance: &dyn Instance,
    moves: &[String],
    redeals: Option<u32>,
) -> Result<Vec<String>, RedealError> {
    let mut words = Vec::with_capacity(moves.len());
    let start = instance.after("").map_err(RedealError::Plan)?;
    play_on(start, &moves.join(" "), redeals, |before, text, _| {
        words.push(match text.parse::<Redeal>() {
            Ok(redeal) => redeal.words(),
            Err(_) => {
                let step = before.film(text, Look::PLAIN).map_err(RedealError::Plan)?.pop();
                step.map_or_else(|| text.to_owned(), |step| step.words)
            }
        });
        Ok(())
    })?;
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::of_stop;
    use patience_core::Stop;

    /// People see one word in every command; records keep the name for programs.
    #[test]
    fn people_read_that_a_search_was_interrupted() {
        assert_eq!(
            (of_stop(Stop::Cancelled), Stop::Cancelled.name()),
            ("interrupted", "cancelled")
        );
        assert_eq!(of_stop(Stop::Time), "time");
    }
}
