//! Ratings of instances and players from games won and lost, on one scale.
//!
//! The model is that of Rasch (1960), also used by chess ratings: a player of strength s wins an
//! instance of difficulty d with probability 1/(1 + exp(d − s)).

/// Points of a scale on which 400 more make a loss ten times as likely relative to a win.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// The rating of an instance that is as difficult as the average.
const MIDDLE: f64 = 1500.0;
/// The prior standard deviation of difficulties, so that an instance that was always won or always
/// lost has a rating.
const SPREAD: f64 = 2.0;
/// Rounds of Newton's method; it converges after far fewer rounds.
const ROUNDS: usize = 60;

/// Rates instances by how often several players won them: `wins[i][p]` of `plays` games of instance
/// i by player p. A higher rating is more difficult; 1500 is the average.
///
/// ```
/// use patience_study::rating::ratings;
///
/// let found = ratings(&[vec![10, 9], vec![6, 3], vec![0, 0]], 10);
/// assert!(found[0] < 1500.0 && found[0] < found[1] && found[1] < found[2]);
/// ```
pub fn ratings(wins: &[Vec<u32>], plays: u32) -> Vec<f64> {
    let players = wins.first().map_or(0, Vec::len);
    let (mut difficulties, mut strengths) = (vec![0.0; wins.len()], vec![0.0; players]);
    let games = f64::from(plays);
    for _ in 0..ROUNDS {
        for (row, difficulty) in wins.iter().zip(&mut difficulties) {
            let (mut slope, mut curve) = (-*difficulty / SPREAD / SPREAD, 1.0 / SPREAD / SPREAD);
            for (won, strength) in row.iter().zip(&strengths) {
                let chance = chance(strength - *difficulty);
                slope += games * chance - f64::from(*won);
                curve += games * chance * (1.0 - chance);
            }
            *difficulty += (slope / curve).clamp(-1.0, 1.0);
        }
        for (player, strength) in strengths.iter_mut().enumerate() {
            // Half an additional win and half an additional loss, so that no strength is infinite.
            let (mut slope, mut curve) = (0.5 - chance(*strength), 0.25);
            for (row, difficulty) in wins.iter().zip(&difficulties) {
                let chance = chance(*strength - difficulty);
                slope += f64::from(row[player]) - games * chance;
                curve += games * chance * (1.0 - chance);
            }
            *strength += (slope / curve).clamp(-1.0, 1.0);
        }
        let mean = difficulties.iter().sum::<f64>() / difficulties.len().max(1) as f64;
        difficulties.iter_mut().for_each(|difficulty| *difficulty -= mean);
        strengths.iter_mut().for_each(|strength| *strength -= mean);
    }
    difficulties.into_iter().map(|difficulty| MIDDLE + POINTS * difficulty).collect()
}

fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-ahead))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games drawn from the model itself reproduce its difficulties.
    #[test]
    fn difficulties_come_back() {
        let mut random = patience_core::Random::new(3);
        let truth: Vec<f64> = (0..40).map(|index| f64::from(index) / 10.0 - 1.95).collect();
        let wins: Vec<Vec<u32>> = truth
            .iter()
            .map(|difficulty| {
                [-1.0, 0.0, 1.0]
                    .iter()
                    .map(|strength| {
                        (0..400).filter(|_| random.unit() < chance(strength - difficulty)).count()
                            as u32
                    })
                    .collect()
            })
            .collect();
        for (rating, difficulty) in ratings(&wins, 400).into_iter().zip(truth) {
            let off = (rating - MIDDLE) / POINTS - difficulty;
            assert!(off.abs() < 0.35, "{rating}: {difficulty}");
        }
    }
}
