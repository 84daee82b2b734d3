//! Coordinates for people: the letter of the column and the number of the row, `a1` at the top
//! left. Column `z` is followed by `aa`.

/// The name of a column, counted from 0.
///
/// ```
/// assert_eq!([0, 25, 26].map(patience_core::column_name), ["a", "z", "aa"]);
/// ```
pub fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        before => column_name(before - 1) + letter.encode_utf8(&mut [0; 4]),
    }
}

/// The number of a row, counted from 0, in superscript digits: for drawings in which a ten may
/// follow directly.
///
/// ```
/// assert_eq!(patience_core::raised_row(0) + "10♠", "¹10♠");
/// ```
pub fn raised_row(row: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    (row + 1).to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

/// The name of a cell; column and row count from 0.
///
/// ```
/// assert_eq!(patience_core::cell_name(12, 1), "m2");
/// ```
pub fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Returns the column and the row of a name, from 0; `None` if the text is not a cell. Capital
/// letters are accepted. Names with more than two letters and rows beyond 99 are rejected.
///
/// ```
/// use patience_core::parse_cell;
///
/// assert_eq!((parse_cell("m2"), parse_cell("M2")), (Some((12, 1)), Some((12, 1))));
/// assert_eq!(parse_cell("2m"), None);
/// ```
pub fn parse_cell(text: &str) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = text.split_at(digits);
    if !(1..=2).contains(&letters.len()) || number.len() > 2 || number.starts_with('0') {
        return None;
    }
    let letter = |byte: u8| {
        byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'))
    };
    let column =
        letters.bytes().try_fold(0, |column, byte| Some(26 * column + letter(byte)? + 1))? - 1;
    let row: usize =
        number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((column, row - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for column in 0..200 {
            for row in [0, 8, 98] {
                let name = cell_name(column, row);
                for text in [name.to_uppercase(), name] {
                    assert_eq!(parse_cell(&text), Some((column, row)), "{text}");
                }
            }
        }
        assert_eq!(
            (cell_name(12, 1), cell_name(26, 0), column_name(31)),
            ("m2".into(), "aa1".into(), "af".into())
        );
        for malformed in ["", "a", "1", "a0", "1a", "a1b", "a+1", "aaa1", "a100", "é1", "a１"] {
            assert_eq!(parse_cell(malformed), None, "{malformed:?}");
        }
    }
}
