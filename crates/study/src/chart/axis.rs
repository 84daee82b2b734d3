//! The axes of a chart: their range, the position of each value, and the ticks.

/// An axis from its low to its high end.
pub(super) struct Axis {
    low: f64,
    high: f64,
    log: bool,
    /// The ticks, each a value with its label.
    pub ticks: Vec<(f64, String)>,
}

/// The ends of an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the lowest and highest values.
    Values,
    /// At ticks; a linear axis of non-negative values starts at zero.
    Ticks,
}

impl Axis {
    /// An axis for some values. It ignores values that are not finite, and values of zero or less
    /// on a logarithmic axis.
    pub fn new(
        values: impl Iterator<Item = f64>,
        log: bool,
        ends: Ends,
        most_ticks: usize,
    ) -> Self {
        let shown = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let nothing = (f64::INFINITY, f64::NEG_INFINITY, true);
        let (low, high, whole) = shown.fold(nothing, |(low, high, whole), v| {
            (low.min(v), high.max(v), whole && v.fract() == 0.0)
        });
        // If every value is a whole number, there are no ticks between whole numbers.
        let least_step = if whole && low <= high { 1.0 } else { 0.0 };
        let (mut low, mut high) = match (low > high, log) {
            (true, true) => (1.0, 10.0),
            (true, false) => (0.0, 1.0),
            _ => (low, high),
        };
        if ends == Ends::Ticks && !log {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if low == high {
            (low, high) = if low == 0.0 {
                (0.0, 1.0)
            } else {
                (low - low.abs() / 2.0, high + high.abs() / 2.0)
            };
        }
        let scale = if log { logarithmic(low, high, most_ticks) } else { None };
        let (between, label): (Vec<f64>, fn(f64, f64) -> String) = match scale {
            Some(ticks) => (ticks, |value, _| power(value)),
            // A logarithmic axis uses these only if `high` is at most three times `low`, so no tick
            // is near zero.
            None => (linear(low, high, most_ticks, least_step), plain),
        };
        let step = between.get(1).map_or(1.0, |second| second - between[0]);
        let inside = |value: &f64| ends == Ends::Ticks || (low..=high).contains(value);
        let ticks: Vec<(f64, String)> =
            between.into_iter().filter(inside).map(|value| (value, label(value, step))).collect();
        if let (Ends::Ticks, [(first, _), .., (last, _)]) = (ends, &ticks[..]) {
            (low, high) = (*first, *last);
        }
        Axis { low, high, log, ticks }
    }

    /// The position of a value, from 0 at the low end to 1 at the high end. A logarithmic axis
    /// cannot show zero: values that are too low are placed at its low end.
    pub fn place(&self, value: f64) -> f64 {
        match self.log {
            true if value <= self.low => 0.0,
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, from the last that is not above `low` to the first
/// that is not below `high`.
fn linear(low: f64, high: f64, most: usize, least_step: f64) -> Vec<f64> {
    let rough = (high - low) / most.max(2) as f64;
    let unit = 10f64.powf(rough.log10().floor());
    let step = unit
        * [1.0, 2.0, 5.0].into_iter().find(|factor| factor * unit >= rough * 0.999).unwrap_or(10.0);
    let step = step.max(least_step);
    // A rounding error must not add a tick.
    let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
    // Zero is not written as -0.
    (0..=(last - first) as usize).map(|index| (first + index as f64) * step + 0.0).collect()
}

/// Powers of ten around `low` and `high`, or 1, 2 and 5 times them if there are few; nothing if
/// even those are few.
fn logarithmic(low: f64, high: f64, most: usize) -> Option<Vec<f64>> {
    let around = |candidates: Vec<f64>| {
        let first = candidates.iter().rposition(|tick| *tick <= low * 1.000_001)?;
        let last = candidates.iter().position(|tick| *tick >= high * 0.999_999)?;
        Some(candidates[first..=last].to_vec())
    };
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let decades = (last - first) as usize;
    if high / low > 99.0 {
        // Every power of ten, or every second, third, …
        let every = decades.div_ceil(most.max(2)).max(1);
        let last = first + (decades.div_ceil(every) * every) as i32;
        return around((first..=last).step_by(every).map(ten_to).collect());
    }
    (high / low > 3.0).then(|| {
        around(
            (first..=last)
                .flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * ten_to(power)))
                .collect(),
        )
    })?
}

fn ten_to(power: i32) -> f64 {
    10f64.powi(power)
}

/// A tick of a logarithmic axis, short at both ends: `0.01`, `100`, `1e5`.
fn power(value: f64) -> String {
    let exponent = value.log10().floor();
    match value {
        0.0005..50_000.0 => format!("{value:.*}", (-exponent).max(0.0) as usize),
        _ => format!("{:.0}e{exponent}", value / 10f64.powf(exponent)),
    }
}

/// A tick of a linear axis, with as many digits as the step between ticks needs.
fn plain(value: f64, step: f64) -> String {
    let digits = (-step.log10().floor()).max(0.0);
    match value.abs() {
        1e7.. => format!("{value:e}"),
        _ => format!("{value:.*}", digits as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Ends};

    /// The labels of an axis, and the positions of its lowest and highest values.
    fn axis(values: &[f64], log: bool, ends: Ends) -> (String, [f64; 2]) {
        let axis = Axis::new(values.iter().copied(), log, ends, 6);
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        (labels.join(" "), [least, most].map(|value| (axis.place(value) * 100.0).round() / 100.0))
    }

    #[test]
    fn ticks_are_round_numbers() {
        use Ends::{Ticks, Values};
        type Case<'c> = (&'c [f64], bool, Ends, &'c str, [f64; 2]);
        let cases: &[Case] = &[
            (&[14.0, 46.0], false, Ticks, "0 10 20 30 40 50", [0.28, 0.92]),
            (&[0.4, 1.0], false, Ticks, "0.0 0.2 0.4 0.6 0.8 1.0", [0.4, 1.0]),
            (&[0.1, 0.3], false, Ticks, "0.00 0.05 0.10 0.15 0.20 0.25 0.30", [0.33, 1.0]),
            (&[-3.0, 4.0], false, Ticks, "-4 -2 0 2 4", [0.13, 1.0]),
            (&[4.0, 13.0], false, Values, "4 6 8 10 12", [0.0, 1.0]),
            (&[7.0, 7.0], false, Values, "4 6 8 10", [0.5, 0.5]),
            (&[3e8, 4e8], false, Values, "3e8 3.2e8 3.4e8 3.6e8 3.8e8 4e8", [0.0, 1.0]),
            (&[2.0, 40_000.0], true, Values, "10 100 1000 10000", [0.0, 1.0]),
            (&[2.0, 40_000.0], true, Ticks, "1 10 100 1000 10000 1e5", [0.06, 0.92]),
            (&[1.0, 1e12], true, Ticks, "1 100 10000 1e6 1e8 1e10 1e12", [0.0, 1.0]),
            (&[0.02, 0.3], true, Ticks, "0.02 0.05 0.1 0.2 0.5", [0.0, 0.84]),
            (&[100.0, 150.0], true, Values, "100 110 120 130 140 150", [0.0, 1.0]),
            (&[0.0, 100.0], true, Ticks, "40 60 80 100 120 140 160", [0.0, 0.66]),
            (&[0.0], false, Ticks, "0 1", [0.0, 0.0]),
            (&[1.0, 2.0], false, Ticks, "0 1 2", [0.5, 1.0]),
            (&[11.0, 13.0], false, Values, "11 12 13", [0.0, 1.0]),
            (&[], false, Ticks, "0.0 0.2 0.4 0.6 0.8 1.0", [f64::INFINITY, f64::NEG_INFINITY]),
        ];
        for (values, log, ends, labels, places) in cases {
            assert_eq!(axis(values, *log, *ends), ((*labels).to_owned(), *places), "{values:?}");
        }
    }
}
