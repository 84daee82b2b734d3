//! Messages about invalid input: the given text, and a similar known name.

use strsim::osa_distance;

/// Quotes input for messages: at most 20 characters, with control characters escaped.
///
/// ```
/// assert_eq!(patience_core::suggest::quoted("4x\n"), r"`4x\n`");
/// ```
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    if text.chars().nth(20).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

/// A sentence about an unknown name, with a similar name or with all known names.
///
/// ```
/// let message = patience_core::suggest::unknown("game", "gasp", ["gaps", "birds"]);
/// assert!(message.contains("did you mean `gaps`?"), "{message}");
/// ```
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let shown: String = name.chars().take(40).collect();
    let shown = shown.escape_debug();
    match (closest(name, known.iter().copied()), known.is_empty()) {
        (Some(close), _) => {
            format!(
                "unknown {what} `{shown}`; did you mean `{close}`? There are {}",
                known.join(", ")
            )
        }
        (None, false) => format!("unknown {what} `{shown}`; there are {}", known.join(", ")),
        (None, true) => format!("unknown {what} `{shown}`; there are none"),
    }
}

/// The end of a message that suggests a similar known name, if there is one.
///
/// ```
/// assert_eq!(patience_core::suggest::meant("hrd", ["easy", "hard"]), "; did you mean `hard`?");
/// assert_eq!(patience_core::suggest::meant("mild", ["easy", "hard"]), "");
/// ```
pub fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(name, known).map_or_else(String::new, |close| format!("; did you mean `{close}`?"))
}

/// The most similar known name, if only a few letters are inserted, deleted, replaced or swapped.
///
/// ```
/// assert_eq!(patience_core::suggest::closest("asstar", ["bfs", "astar"]), Some("astar"));
/// assert_eq!(patience_core::suggest::closest("chess", ["bfs", "astar"]), None);
/// ```
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: String = name.chars().take(MAX_INPUT + 1).flat_map(char::to_lowercase).collect();
    let count = letters.chars().count();
    if count > MAX_INPUT {
        return None;
    }
    let distances = known.into_iter().map(|known| (osa_distance(&letters, known), known));
    distances
        .filter(|(distance, _)| *distance <= count.div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Maximum length of compared names.
const MAX_INPUT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_harmless() {
        assert_eq!(quoted("a\u{1b}b"), "`a\\u{1b}b`");
        assert_eq!(quoted(&"x".repeat(50)), format!("`{}…`", "x".repeat(20)));
    }

    #[test]
    fn typing_errors_are_understood() {
        let known = ["gaps", "birds", "cohesion", "tiles", "conclusive"];
        for (name, meant) in [
            ("gap", Some("gaps")),
            ("bridś", Some("birds")),
            ("brids", Some("birds")),
            ("Tiles", Some("tiles")),
            ("cohesoin", Some("cohesion")),
            ("conclusiv", Some("conclusive")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(closest(name, known), meant, "{name}");
        }
        assert_eq!(closest(&"gaps".repeat(1_000_000), known), None);
    }

    #[test]
    fn a_message_names_what_there_is() {
        let said = unknown("game", "brids", ["gaps", "birds"]);
        assert_eq!(said, "unknown game `brids`; did you mean `birds`? There are gaps, birds");
        assert_eq!(unknown("level", "x", []), "unknown level `x`; there are none");
    }
}
