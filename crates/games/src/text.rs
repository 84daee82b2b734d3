//! Parts shared by the notations: words with their places, and the splitting of boards into rows.

pub(crate) use patience_core::suggest::quoted;
use patience_core::{InputError, parse_cell};

use crate::cards::Card;

/// A word of an input with its place: line and column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
    pub column: usize,
}

impl Word<'_> {
    /// An error at this word.
    pub fn error(&self, message: String) -> InputError {
        InputError::at(self.line, self.column, message)
    }
}

/// The words of `text` (runs without white space) in rows: a row ends at a `/` or at the end of a
/// line. Empty lines are skipped.
///
/// # Errors
/// A row without words before or after a `/`.
pub(crate) fn rows_of_words(text: &str) -> Result<Vec<Vec<Word<'_>>>, InputError> {
    let mut rows = Vec::new();
    // The `/` not yet followed by a word.
    let mut open: Option<(usize, usize)> = None;
    for (line_index, line) in text.lines().enumerate() {
        let mut row = Vec::new();
        let mut word_start: Option<(usize, usize)> = None;
        let mut column = 0;
        for (offset, c) in line.char_indices().chain([(line.len(), '\n')]) {
            column += 1;
            if c.is_whitespace() || c == '/' {
                if let Some((start, column)) = word_start.take() {
                    row.push(Word { text: &line[start..offset], line: line_index + 1, column });
                }
                if c == '/' {
                    if row.is_empty() {
                        let message = "a row is empty; expected cells before this `/`";
                        return Err(InputError::at(line_index + 1, column, message));
                    }
                    rows.push(std::mem::take(&mut row));
                    open = Some((line_index + 1, column));
                }
            } else if word_start.is_none() {
                word_start = Some((offset, column));
                open = None;
            }
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    match open {
        Some((line, column)) => {
            Err(InputError::at(line, column, "a row is empty; expected cells after this `/`"))
        }
        None => Ok(rows),
    }
}

/// Whether a sign separates the moves of a plan, as written by people and as printed.
///
/// ```
/// assert!([' ', '\n', ',', '·'].into_iter().all(patience_games::separates_moves));
/// assert!(!patience_games::separates_moves(';'));
/// ```
pub fn separates_moves(sign: char) -> bool {
    sign.is_whitespace() || [',', '·'].contains(&sign)
}

/// The words of a plan: between white space and separators, except for the comma in a place such
/// as `0,4`.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for mut rest in text.split(|sign: char| sign.is_whitespace() || sign == '·') {
        while let Some(at) = separating_comma(rest) {
            words.push(&rest[..at]);
            rest = &rest[at + 1..];
        }
        words.push(rest);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The first comma of a word that is not between the two numbers of a place, which are at the start
/// of the word or after a `>`.
fn separating_comma(word: &str) -> Option<usize> {
    let is_of_place = |at: usize| {
        let before = word[..at].trim_end_matches(|sign: char| sign.is_ascii_digit());
        before.len() < at
            && (before.is_empty() || before.ends_with('>'))
            && word[at + 1..].starts_with(|sign: char| sign.is_ascii_digit())
    };
    word.match_indices(',').map(|(at, _)| at).find(|at| !is_of_place(*at))
}

/// The moves of a plan in words, which are slices of `text`. `goes_on` returns whether a word
/// belongs to the same move as the preceding one. A word with a foreign sign in it, such as the
/// second of `Q♥ m2;3♠ a1`, belongs to the move of its first characters, so that a message names
/// the sign.
pub(crate) fn moves_of_words<'a>(
    text: &'a str,
    words: Vec<&'a str>,
    goes_on: impl Fn(&str, &str) -> bool,
) -> Vec<&'a str> {
    let mut moves: Vec<&str> = Vec::new();
    let mut before = "";
    for word in words {
        match moves.last_mut() {
            Some(last) if goes_on(before, word) || goes_on(before, beginning(word)) => {
                // Both are slices of the text, with the word after the move.
                let start = last.as_ptr() as usize - text.as_ptr() as usize;
                *last = &text[start..word.as_ptr() as usize - text.as_ptr() as usize + word.len()];
            }
            _ => moves.push(word),
        }
        before = word;
    }
    moves
}

/// The letters and digits at the beginning of a word.
fn beginning(word: &str) -> &str {
    &word[..word.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(word.len())]
}

/// The moves of a plan with cards: `0,4>2,0`, or a card and a cell, `Q♥ m2`.
pub(crate) fn card_moves(text: &str) -> Vec<&str> {
    moves_of_words(text, words(text), |before, word| {
        Card::parse(before).is_some() && parse_cell(word).is_some()
    })
}

/// A card and the column and row of a cell: `Q♥ m2`.
pub(crate) fn parse_card_move(text: &str) -> Option<(Card, (usize, usize))> {
    let mut words = text.split_whitespace();
    let parsed = (Card::parse(words.next()?)?, parse_cell(words.next()?)?);
    words.next().is_none().then_some(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let rows = rows_of_words("AH --/2C\n\n  3D").unwrap();
        let flat: Vec<Vec<_>> = rows
            .iter()
            .map(|row| row.iter().map(|w| (w.text, w.line, w.column)).collect())
            .collect();
        let expected: Vec<Vec<(&str, usize, usize)>> =
            vec![vec![("AH", 1, 1), ("--", 1, 4)], vec![("2C", 1, 7)], vec![("3D", 3, 3)]];
        assert_eq!(flat, expected);
    }

    #[test]
    fn empty_rows_are_refused_at_their_place() {
        for (text, line, column) in [
            ("/", 1, 1),
            ("a//b", 1, 3),
            ("a/ /b", 1, 4),
            ("/a", 1, 1),
            ("a/", 1, 2),
            ("a/\n\n", 1, 2),
            ("a\n/b", 2, 1),
            ("a/\n/b", 2, 1),
        ] {
            let error = rows_of_words(text).unwrap_err();
            let at = error.position.map(|at| (at.line, at.column));
            assert_eq!(
                (at, error.message.starts_with("a row is empty")),
                (Some((line, column)), true),
                "{text:?}"
            );
        }
        for text in ["", "\n\n", "a/b", "a/\nb", "a\n\nb\n"] {
            assert!(rows_of_words(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn moves_need_no_space_between_them() {
        for text in ["3,2>1,2,3,3>2,3", "3,2>1,2·3,3>2,3", ",3,2>1,2 ,3,3>2,3,"] {
            assert_eq!(card_moves(text), ["3,2>1,2", "3,3>2,3"], "{text}");
        }
        for text in ["5♥ c2,7♥ d3", "5♥ c2·7♥ d3", "5♥,c2,7♥·d3"] {
            let moves = card_moves(text);
            assert_eq!(moves.len(), 2, "{text}: {moves:?}");
        }
        assert_eq!(words("0,0R,1,2U,R b2 up"), ["0,0R", "1,2U", "R", "b2", "up"]);
        // A foreign sign between two moves counts as part of the first.
        for sign in [";", ".", "|", "->"] {
            let text = format!("5♥ c2{sign}7♥ d3");
            assert_eq!(card_moves(&text)[0], format!("5♥ c2{sign}7♥"));
        }
        // An incomplete move is kept in one piece for the message.
        assert_eq!(words("3,2 > 1,2"), ["3,2", ">", "1,2"]);
    }

    #[test]
    fn moves_have_one_word_or_two() {
        assert_eq!(
            card_moves(" 0,0>0,1, Q♥  m2, 2c a1\n1,0>1,1 4D"),
            ["0,0>0,1", "Q♥  m2", "2c a1", "1,0>1,1", "4D"]
        );
        assert_eq!(parse_card_move("Q♥  m2"), Some((Card::parse("QH").unwrap(), (12, 1))));
        assert_eq!(
            (parse_card_move("QH"), parse_card_move("QH m2 x"), card_moves(" , ")),
            (None, None, vec![])
        );
    }
}
