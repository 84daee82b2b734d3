//! Drawings are read back: the rows of the board below the letters of the columns, behind the
//! numbers of the rows.

use patience_core::column_name;

/// The contents of the rows of a drawing; `None` if the text is none. A line may stand above it
/// (the name of the board), and codes of colours count as nothing.
pub(crate) fn rows(text: &str) -> Option<Vec<String>> {
    let text = uncoloured(text);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if !(is_header(lines.next()?) || is_header(lines.next()?)) {
        return None;
    }
    let lines = lines.filter(|line| !line.trim_start().starts_with(['┌', '└']));
    let rows: Option<Vec<String>> =
        lines.enumerate().map(|(row, line)| content(row, line)).collect();
    rows.filter(|rows| !rows.is_empty())
}

/// Whether the words of a line are the names of the first columns.
fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace().enumerate().peekable();
    words.peek().is_some() && words.all(|(column, word)| word == column_name(column))
}

/// What stands behind the number of a row, within the frame if there is one.
fn content(row: usize, line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix(&(row + 1).to_string())?;
    let inside = match rest.trim_start().strip_prefix('│') {
        Some(framed) => framed.trim_end().strip_suffix('│')?,
        None => rest.strip_prefix(' ')?,
    };
    Some(inside.to_owned())
}

/// A drawing of cards in the notation of boards, if the text is one.
pub(crate) fn of_cards(text: &str) -> Option<String> {
    let row = |row: &String| {
        let bare = row.replace(['[', ']', '(', ')'], " ").replace('·', "--");
        bare.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    Some(rows(text)?.iter().map(row).collect::<Vec<_>>().join(" / "))
}

/// The cells of a drawing of three signs a cell, row by row, if the text is one.
pub(crate) fn of_signs(text: &str) -> Option<Vec<Vec<[char; 3]>>> {
    let row = |row: &String| {
        let signs: Vec<char> = row.chars().collect();
        let (cells, rest) = signs.as_chunks();
        rest.is_empty().then(|| cells.to_vec())
    };
    rows(text)?.iter().map(row).collect()
}

/// The text without the codes of colours, `ESC [ … m`.
///
/// ```
/// assert_eq!(patience_games::uncoloured("1 \u{1b}[31m5♥\u{1b}[0m"), "1 5♥");
/// ```
pub fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}
