//! Times and sizes in the form used by people, on the command line and in files.

use std::fmt::Display;
use std::time::Duration;

/// The units of time with their seconds. The first match counts, so `ms` comes before `m`.
const TIMES: [(&str, f64); 7] = [
    ("µs", 1e-6),
    ("ms", 1e-3),
    ("min", 60.0),
    ("s", 1.0),
    ("m", 60.0),
    ("h", 3600.0),
    ("d", 86400.0),
];

/// The units of size with their bytes.
const SIZES: [(&str, f64); 9] = [
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
    ("kB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("B", 1.0),
];

/// Maximum number of threads that a program of this workspace starts at its user's request.
pub const MAX_THREADS: usize = 4096;

/// A string that is neither a time nor a size.
///
/// ```
/// let error = patience_core::units::bytes("plenty").unwrap_err();
/// assert_eq!((error.text.as_str(), error.quantity), ("plenty", "size"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid {quantity}; expected a value such as {examples}")]
#[non_exhaustive]
pub struct UnitError {
    /// The text, with control characters escaped.
    pub text: String,
    /// `time` or `size`.
    pub quantity: &'static str,
    /// Valid values.
    pub examples: &'static str,
}

impl UnitError {
    fn new(text: &str, quantity: &'static str, examples: &'static str) -> Self {
        UnitError { text: text.escape_debug().to_string(), quantity, examples }
    }
}

/// A time: `10s`, `500ms`, `1.5h`, `2 min`, `3d`, a sum such as `1h 30m`, or a bare number of
/// seconds.
///
/// ```
/// use patience_core::units;
/// use std::time::Duration;
///
/// assert_eq!(units::duration("1h 30m"), Ok(Duration::from_secs(5400)));
/// let error = units::duration("soon").unwrap_err().to_string();
/// assert_eq!(error, "`soon` is not a valid time; expected a value such as 10s, 500ms, 2m or 1h");
/// ```
///
/// # Errors
/// The text is not a duration; the error has the expected input.
pub fn duration(text: &str) -> Result<Duration, UnitError> {
    let bare = number(text).filter(|(_, rest)| rest.is_empty()).map(|(seconds, _)| seconds);
    bare.or_else(|| sum(text, &TIMES))
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| UnitError::new(text, "time", "10s, 500ms, 2m or 1h"))
}

/// A size in bytes: `512MiB`, `1.5 GiB`, `1GB`, or a bare number. Case does not matter.
///
/// ```
/// assert_eq!(patience_core::units::bytes("1.5 GiB"), Ok(3 << 29));
/// ```
///
/// # Errors
/// The text is not a size; the error has the expected input.
pub fn bytes(text: &str) -> Result<u64, UnitError> {
    number(text)
        .and_then(|(number, unit)| match unit {
            "" => Some(number),
            _ => Some(number * SIZES.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?.1),
        })
        .filter(|bytes| *bytes < u64::MAX as f64)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| UnitError::new(text, "size", "512MiB or 4GiB"))
}

/// The number at the start of a string, and the rest; white space around both is ignored.
fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let number: f64 = number.replace('_', "").parse().ok()?;
    number.is_finite().then_some((number, rest.trim_start()))
}

/// The sum of numbers with units.
fn sum(mut text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let mut sum = 0.0;
    loop {
        let (first, rest) = number(text)?;
        let (unit, scale) = units.iter().find(|(name, _)| rest.starts_with(name))?;
        sum += first * scale;
        text = rest[unit.len()..].trim_start();
        if text.is_empty() {
            return Some(sum);
        }
    }
}

/// `12,345`
///
/// ```
/// assert_eq!(patience_core::units::count(1_234_567), "1,234,567");
/// ```
pub fn count(number: impl Display) -> String {
    let digits = number.to_string();
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 row`, `2 rows`.
///
/// ```
/// assert_eq!(patience_core::units::counted(1, "row"), "1 row");
/// assert_eq!(patience_core::units::counted(1_234, "row"), "1,234 rows");
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = count(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A human-readable size: `1.5 MiB`.
///
/// ```
/// assert_eq!(patience_core::units::size(1536.0), "1.5 KiB");
/// ```
pub fn size(bytes: f64) -> String {
    let mut value = bytes;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if value < 1024.0 {
            return if unit == "B" {
                format!("{value:.0} B")
            } else {
                format!("{value:.1} {unit}")
            };
        }
        value /= 1024.0;
    }
    format!("{value:.1} TiB")
}

/// A human-readable time: `12 µs`, `3.4 ms`, `1.25 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
///
/// ```
/// use patience_core::units::time;
///
/// assert_eq!([0.25, 200.0].map(time), ["250 ms", "3 min 20 s"]);
/// ```
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.009_995 => format!("{:.2} ms", s * 1e3),
        s if s < 0.999_5 => format!("{:.0} ms", s * 1e3),
        s if s < 99.995 => format!("{s:.2} s"),
        s => {
            let s = s.round() as u64;
            match s {
                0..3600 => format!("{} min {} s", s / 60, s % 60),
                3600..86400 => format!("{} h {} min", s / 3600, s % 3600 / 60),
                _ => format!("{} d {} h", s / 86400, s % 86400 / 3600),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, seconds) in [
            ("10s", 10.0),
            ("0.5s", 0.5),
            ("500ms", 0.5),
            ("500 ms", 0.5),
            ("2m", 120.0),
            ("2 min", 120.0),
            ("1.5h", 5400.0),
            ("3d", 259_200.0),
            ("1h30m", 5400.0),
            ("3", 3.0),
            ("0.25", 0.25),
            ("1_000s", 1000.0),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for malformed in [
            "", "s", "x", "-1", "-1s", "1y", "1y2", "1s2", "1h y", "nan", "inf", "1.2.3s", "1e400",
            "1 s s",
        ] {
            assert!(duration(malformed).is_err(), "{malformed}");
        }
        assert!(duration(&"9".repeat(30)).is_err());
        assert_eq!(
            duration(&"1s".repeat(100_000)),
            Ok(Duration::from_secs(100_000)),
            "long sums need no stack"
        );
    }

    #[test]
    fn sizes_are_read() {
        for (text, expected) in [
            ("512MiB", 512 << 20),
            ("4gib", 4 << 30),
            ("1.5 KiB", 1536),
            ("1GB", 1_000_000_000),
            ("1kB", 1000),
            ("7B", 7),
            ("1_000", 1000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        // A bare letter is ambiguous: 1000 or 1024.
        for malformed in
            ["", "B", "many", "-1B", "4G", "1MiB 1KiB", "nan", "1.2.3B", "99999999999 TiB"]
        {
            assert!(bytes(malformed).is_err(), "{malformed}");
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        for seconds in [0.000_012, 0.0034, 0.25, 1.25, 200.0, 7500.0, 300_000.0] {
            let read = duration(&time(seconds)).unwrap().as_secs_f64();
            assert!((read / seconds - 1.0).abs() < 0.01, "{seconds}: {read}");
        }
        for written in [7.0, 1536.0, 3e9] {
            assert!(
                (bytes(&size(written)).unwrap() as f64 / written - 1.0).abs() < 0.05,
                "{written}"
            );
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(-1234), "-1,234");
        assert_eq!(size(1536.0), "1.5 KiB");
        assert_eq!(time(0.000_012), "12 µs");
        assert_eq!(time(0.0034), "3.40 ms");
        assert_eq!(time(0.25), "250 ms");
        assert_eq!(time(1.25), "1.25 s");
        assert_eq!(time(200.0), "3 min 20 s");
        assert_eq!(time(7500.0), "2 h 5 min");
    }
}
