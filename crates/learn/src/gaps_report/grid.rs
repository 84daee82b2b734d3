//! Grid search that extends the grid if the best point is at its border.

use std::collections::HashMap;

use crate::halving::halve;

/// A parameter and the values to try. [`answers`](super::answers) lists the parameters of each
/// question.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the parameter.
    pub name: &'static str,
    /// The values, ascending; at least two.
    pub values: Vec<f64>,
    /// Minimum meaningful value; `None` extends the axis to both sides.
    pub least: Option<f64>,
}

impl Axis {
    /// Returns the values beyond both ends, if any: an end is extended by the same ratio, or at the
    /// same distance across 0.
    fn beyond(&self) -> [Option<f64>; 2] {
        let next = |end: f64, inner: f64| {
            if end * inner > 0.0 { end * end / inner } else { 2.0 * end - inner }
        };
        let [first, second] = [self.values[0], self.values[1]];
        let last = self.values.len() - 1;
        let below = Some(next(first, second))
            .filter(|below| self.least.is_none_or(|least| *below >= least));
        [below, Some(next(self.values[last], self.values[last - 1]))]
    }
}

/// The result of a grid search, for [`answers`](super::answers).
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The axes with all values tried. A best value at an end of its axis was compared with the
    /// next one beyond it.
    pub axes: Vec<Axis>,
    /// Points with their mean cost over all instances, the cheapest first.
    pub best: Vec<(Vec<f64>, f64)>,
}

/// Maximum number of extensions of a grid. If the cost still falls after that, the best value is
/// the last one of its axis.
const EXTENSIONS: usize = 8;

/// Finds the cheapest point by successive halving over the instances. While it is at the end of an
/// axis, that axis is extended as long as the next value is cheaper over all instances. The cost of
/// a point on an instance is computed once.
pub fn search(mut axes: Vec<Axis>, instances: usize, cost: impl Fn(&[f64], usize) -> f64) -> Found {
    let mut known: HashMap<(Vec<u64>, usize), f64> = HashMap::new();
    let mut cost = |point: &[f64], instance: usize| {
        let key = (point.iter().map(|value| value.to_bits()).collect(), instance);
        *known.entry(key).or_insert_with(|| cost(point, instance))
    };
    for extension in 0.. {
        let points = product(&axes);
        let rounds =
            halve(points.len(), instances, |point, instance| cost(&points[point], instance));
        let last = rounds.last().expect("there is a round");
        let mut best: Vec<(Vec<f64>, f64)> =
            last.costs.iter().map(|(point, cost)| (points[*point].clone(), *cost)).collect();
        let (winner, least) = best[0].clone();
        let mut is_extended = false;
        for (index, axis) in axes.iter_mut().enumerate() {
            let [below, above] = axis.beyond();
            let ends = [(axis.values[0], below), (axis.values[axis.values.len() - 1], above)];
            for (at_front, (end, beyond)) in [true, false].into_iter().zip(ends) {
                let Some(beyond) =
                    beyond.filter(|_| winner[index] == end && extension < EXTENSIONS)
                else {
                    continue;
                };
                let mut point = winner.clone();
                point[index] = beyond;
                let mean = (0..instances).map(|instance| cost(&point, instance)).sum::<f64>()
                    / instances as f64;
                best.push((point, mean));
                if mean < least {
                    axis.values.insert(if at_front { 0 } else { axis.values.len() }, beyond);
                    is_extended = true;
                }
            }
        }
        if !is_extended {
            best.sort_by(|a, b| a.1.total_cmp(&b.1));
            return Found { axes, best };
        }
    }
    unreachable!("an axis is extended {EXTENSIONS} times at most")
}

/// Every combination of the values.
fn product(axes: &[Axis]) -> Vec<Vec<f64>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let with = |point: &Vec<f64>, value: &f64| point.iter().copied().chain([*value]).collect();
        points
            .iter()
            .flat_map(|point| axis.values.iter().map(move |value| with(point, value)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &'static str, values: &[f64], least: Option<f64>) -> Axis {
        Axis { name, values: values.to_vec(), least }
    }

    #[test]
    fn a_grid_grows_until_its_best_point_is_inside() {
        let axes = vec![axis("a", &[1.0, 2.0], Some(0.0)), axis("b", &[-1.0, 0.0, 1.0], None)];
        // The minimum is at (16, -2); every second instance moves it, which averages out.
        let found = search(axes, 8, |point, instance| {
            let noise = if instance % 2 == 0 { 0.1 } else { -0.1 };
            (point[0] - 16.0).abs() + (point[1] + 2.0).abs() + noise * point[0]
        });
        assert_eq!(found.best[0].0, [16.0, -2.0]);
        assert_eq!(
            found.axes[0].values,
            [1.0, 2.0, 4.0, 8.0, 16.0],
            "32 was tried, and is no better"
        );
        assert_eq!(found.axes[1].values, [-2.0, -1.0, 0.0, 1.0]);
        assert!(found.best.iter().any(|(point, _)| point[0] == 32.0));
    }

    #[test]
    fn a_parameter_ends_where_it_means_nothing_more() {
        let found = search(vec![axis("a", &[0.0, 1.0], Some(0.0))], 2, |point, _| point[0]);
        assert_eq!((found.best[0].0[0], found.axes[0].values.len()), (0.0, 2));
        // A cost that falls forever also ends the search.
        let found = search(vec![axis("a", &[1.0, 2.0], None)], 2, |point, _| -point[0]);
        assert_eq!(found.axes[0].values.len(), 2 + EXTENSIONS);
    }
}
