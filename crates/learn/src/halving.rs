//! Successive halving (Jamieson and Talwalkar 2016): many candidates on few instances, few
//! candidates on many.

/// One round: the candidates, the number of instances, and the mean costs.
///
/// ```
/// use patience_learn::halving::halve;
///
/// let rounds = halve(4, 8, |candidate, _instance| candidate as f64);
/// assert_eq!(rounds[0].instances, 4, "half of them in the first of two rounds");
/// assert_eq!(rounds[0].costs[0], (0, 0.0), "the cheapest first");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The instances used, counted from the first.
    pub instances: usize,
    /// Candidates by index with their mean cost, the cheapest first; the first half continues.
    pub costs: Vec<(usize, f64)>,
}

/// Halves the candidates until one is left, doubling the instances so that the last round uses all
/// of them. `cost` is called once per candidate and instance. Ties go to the earlier candidate.
///
/// # Panics
/// If there is no candidate or no instance.
///
/// ```
/// let rounds = patience_learn::halving::halve(4, 8, |candidate, _instance| {
///     f64::from(candidate.abs_diff(2) as u32)
/// });
/// assert_eq!(rounds.last().unwrap().costs[0].0, 2, "the cheapest is left");
/// ```
pub fn halve(
    candidates: usize,
    instances: usize,
    mut cost: impl FnMut(usize, usize) -> f64,
) -> Vec<Round> {
    assert!(candidates > 0 && instances > 0, "at least one candidate and one instance are needed");
    let halvings = candidates.next_power_of_two().ilog2();
    let mut sums: Vec<(usize, f64)> = (0..candidates).map(|index| (index, 0.0)).collect();
    let mut rounds = Vec::new();
    let mut done = 0;
    for round in 0..halvings.max(1) {
        let until = (instances >> (halvings.max(1) - 1 - round)).max(1);
        for (candidate, sum) in &mut sums {
            *sum += (done..until).map(|instance| cost(*candidate, instance)).sum::<f64>();
        }
        done = until;
        sums.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let costs = sums.iter().map(|(candidate, sum)| (*candidate, sum / until as f64)).collect();
        rounds.push(Round { instances: until, costs });
        sums.truncate(sums.len().div_ceil(2));
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_is_found_with_few_questions() {
        let mut asked = 0;
        let rounds = halve(16, 64, |candidate, instance| {
            asked += 1;
            // Noise that averages out over the instances; candidate 11 is the best.
            candidate.abs_diff(11) as f64 + if instance % 2 == 0 { 0.4 } else { -0.4 }
        });
        assert_eq!(rounds.last().unwrap().costs[0].0, 11);
        assert_eq!(
            rounds.iter().map(|round| (round.instances, round.costs.len())).collect::<Vec<_>>(),
            [(8, 16), (16, 8), (32, 4), (64, 2)]
        );
        assert!(asked < 16 * 64 / 3, "{asked} questions");
    }

    #[test]
    fn one_candidate_and_one_instance_do() {
        assert_eq!(halve(1, 1, |_, _| 2.0), [Round { instances: 1, costs: vec![(0, 2.0)] }]);
        assert_eq!(halve(3, 2, |candidate, _| -(candidate as f64)).last().unwrap().costs[0].0, 2);
    }
}
