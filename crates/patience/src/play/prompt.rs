//! The input line for the name of a new game.

use crossterm::event::{KeyCode, KeyEvent};
use patience_catalogue::{InstanceName, find};

/// Maximum length of a name: longer than any board in a name.
const MAX_NAME: usize = 400;

/// Result of a key press.
pub enum Answer {
    /// Typing continues.
    Typing,
    /// No new game.
    Cancelled,
    /// Opens the game with this name.
    Open(String),
}

/// A name being typed; initially the name after the current game's.
pub struct Prompt {
    pub text: String,
}

impl Prompt {
    /// Starts with the name that follows a game's.
    pub fn after(name: &str) -> Self {
        Prompt { text: next_name(name) }
    }

    pub fn key(&mut self, key: KeyEvent) -> Answer {
        match key.code {
            KeyCode::Esc => return Answer::Cancelled,
            KeyCode::Enter => return Answer::Open(self.text.trim().to_owned()),
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Char(character) if !character.is_control() && self.text.len() < MAX_NAME => {
                self.text.push(character);
            }
            _ => {}
        }
        Answer::Typing
    }
}

/// The name after another: the next number, or the next level of the list (the first after the
/// last). A name with neither stays unchanged.
fn next_name(name: &str) -> String {
    if let Some((head, level)) = name.split_once(":level/") {
        let levels = InstanceName::parse(name)
            .ok()
            .and_then(|parts| find(parts.game).ok())
            .map(|(entry, _)| entry.info().levels);
        let next = levels.and_then(|levels| {
            let at = levels.iter().position(|other| *other == level)?;
            levels.get((at + 1) % levels.len()).copied()
        });
        return next.map_or_else(|| name.to_owned(), |level| format!("{head}:level/{level}"));
    }
    let (head, number) = name.rsplit_once('/').unwrap_or((name, ""));
    match number.parse::<i64>().ok().and_then(|number| number.checked_add(1)) {
        Some(next) if !head.is_empty() => format!("{head}/{next}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::next_name;

    #[test]
    fn the_next_game_is_the_next_number_or_level() {
        assert_eq!(next_name("gaps:solvitaire/4x13/8"), "gaps:solvitaire/4x13/9");
        assert_eq!(next_name("birds:neller/-1"), "birds:neller/0");
        assert_eq!(next_name("tiles:level/iartistas-04"), "tiles:level/iartistas-05");
        let levels = patience_catalogue::find("tiles").unwrap().0.info().levels;
        assert_eq!(
            next_name(&format!("tiles:level/{}", levels[levels.len() - 1])),
            format!("tiles:level/{}", levels[0])
        );
        for other in
            ["standard input:1", "tiles:level/none", "gaps:solvitaire/4x13/9223372036854775807", ""]
        {
            assert_eq!(next_name(other), other);
        }
    }
}
