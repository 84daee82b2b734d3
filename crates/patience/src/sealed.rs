//! JSON objects that end with a checksum of the preceding text: it detects accidents, not malice.

use std::fmt;

use patience_core::fnv1a;

/// Separator between an object and its checksum.
const CHECKSUM: &str = ",\"checksum\":\"";

/// The reason why a string is not a sealed object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsealed {
    /// It has no checksum.
    Foreign,
    /// Its checksum does not match its content.
    Damaged,
}

impl fmt::Display for Unsealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsealed::Foreign => "it does not end with a checksum",
            Unsealed::Damaged => "it is damaged or was edited: its checksum differs",
        })
    }
}

/// An object, as JSON in one line, with its checksum.
pub fn sealed(object: &str) -> String {
    let sum = fnv1a(object.as_bytes());
    let fields = object.strip_suffix('}').expect("an object ends with a brace");
    format!("{fields}{CHECKSUM}{sum:016x}\"}}")
}

/// Returns the object of a string, without its checksum.
///
/// # Errors
/// The text is not a sealed object, or is damaged.
pub fn unsealed(text: &str) -> Result<String, Unsealed> {
    let (fields, sum) = text.trim_end().rsplit_once(CHECKSUM).ok_or(Unsealed::Foreign)?;
    let sum = sum.strip_suffix("\"}").ok_or(Unsealed::Foreign)?;
    let object = format!("{fields}}}");
    match sum == format!("{:016x}", fnv1a(object.as_bytes())) {
        true => Ok(object),
        false => Err(Unsealed::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_any_byte_is_noticed() {
        let text = sealed(r#"{"a":1}"#);
        assert_eq!(unsealed(&text), Ok(r#"{"a":1}"#.to_owned()));
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            assert!(unsealed(std::str::from_utf8(&changed).unwrap()).is_err(), "byte {at}");
        }
        assert_eq!(unsealed(r#"{"a":1}"#), Err(Unsealed::Foreign));
    }
}
