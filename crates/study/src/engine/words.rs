//! Converts words and numbers to and from the formats of other programs.

/// Quotes words for a POSIX shell.
pub(super) fn shell_words(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@".contains(c);
    let quoted = words.iter().map(|word| match !word.is_empty() && word.chars().all(plain) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Parses numbers such as `0-4,7`, over several lines, optionally after a job as in `3: 0-4`.
pub(super) fn numbers(text: &str) -> Vec<u64> {
    let last = text.lines().filter_map(|line| line.rsplit(':').next());
    let parts = last.flat_map(|line| line.split([',', ' '])).filter(|part| !part.trim().is_empty());
    let ranges = parts.filter_map(|part| {
        let (first, last) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
        Some(first.parse::<u64>().ok()?..=last.parse::<u64>().ok()?)
    });
    ranges.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers() {
        for (list, words) in [(&[0, 1, 2, 5, 7, 8][..], "0-2,5,7-8"), (&[], ""), (&[3], "3")] {
            assert_eq!(numbers(words), list);
        }
        assert_eq!(numbers("1: 0-1,5\n2: 7\n"), [0, 1, 5, 7]);
        assert_eq!(
            shell_words(&["a b".to_owned(), "c".to_owned(), "it's".to_owned()]),
            r"'a b' c 'it'\''s'"
        );
    }
}
