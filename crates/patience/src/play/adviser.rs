//! Asks the solver about the current position in the background, one position at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use patience_catalogue::gaps::{
    RedealAnswer, RedealQuestion, RedealRule, RedealTally, redeal_chance,
};
use patience_catalogue::native::HeapMeter;
use patience_catalogue::{Context, Instance, Request, RequestError, Resources, Verdict};
use patience_core::{Environment, Stop, WallClock};

use crate::solving;

/// The solver's result for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The query is running or pending.
    Asking,
    /// This plan wins.
    Wins {
        /// The moves.
        plan: Vec<String>,
        /// Whether it is proved that no plan is shorter.
        optimal: bool,
    },
    /// Proved: no plan wins.
    Lost,
    /// Undecided within the limits.
    Unknown(Stop),
}

/// Maximum number of games sampled for the chance of winning with redeals.
const SAMPLES: u64 = 200;

/// The sampled games of the recommended redeal policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    pub samples: u64,
    pub tally: RedealTally,
    /// Whether it is proved to be 0 or 1.
    pub is_proved: bool,
}

/// A position: game, rule set and board. The same board under other rules is another position, and
/// a player may change games.
type Position = (&'static str, &'static str, String);

fn key(position: &dyn Instance) -> Position {
    (position.game(), position.rules(), position.board())
}

/// A position with a redeal rule and the number of redeals left.
type Redealing = (Position, RedealRule, u32);

/// Messages from the background threads.
enum Heard {
    Advice(Position, Advice),
    Chance(Redealing, Option<Chance>),
}

/// Converts an estimate; a defect in the estimate counts as a defect of the whole position.
fn weighed(redealing: Redealing, answer: Result<RedealAnswer, RequestError>) -> Heard {
    if matches!(answer, Err(RequestError::Defect { .. })) {
        return Heard::Advice(redealing.0, Advice::Unknown(Stop::Defect));
    }
    let answer = answer.ok().filter(|answer| !answer.cancelled);
    let games = answer.and_then(|answer| answer.policies.into_iter().next());
    let chance = games.filter(|games| games.samples > 0).map(|games| Chance {
        samples: games.samples,
        tally: games.total(),
        is_proved: games.are_proved(),
    });
    Heard::Chance(redealing, chance)
}

/// The background solver with its memory of positions.
pub struct Adviser {
    request: Request,
    known: HashMap<Position, Advice>,
    /// The chances of lost positions; `None` if no game was sampled.
    chances: HashMap<Redealing, Option<Chance>>,
    /// The chance that is being estimated.
    weighing: Option<Redealing>,
    answers: mpsc::Receiver<Heard>,
    sender: mpsc::Sender<Heard>,
    /// The position queried last.
    asked: Option<Position>,
    /// Stops the running query.
    cancel: Arc<AtomicBool>,
}

impl Adviser {
    pub fn new(request: Request) -> Self {
        let (sender, answers) = mpsc::channel();
        let (known, chances) = (HashMap::new(), HashMap::new());
        Adviser {
            request,
            known,
            chances,
            weighing: None,
            answers,
            sender,
            asked: None,
            cancel: Arc::default(),
        }
    }

    /// Returns the known result for a position.
    pub fn advice(&self, position: &Arc<dyn Instance>) -> &Advice {
        self.known.get(&key(&**position)).unwrap_or(&Advice::Asking)
    }

    /// Cancels the previous query and asks about this position, unless the answer is known.
    pub fn ask(&mut self, position: &Arc<dyn Instance>) {
        self.cancel.store(true, Ordering::Relaxed);
        self.weighing = None;
        self.listen();
        let asked = key(&**position);
        self.asked = Some(asked.clone());
        if self.known.contains_key(&asked) {
            return;
        }
        let cancel = Arc::new(AtomicBool::new(false));
        self.cancel = Arc::clone(&cancel);
        let request = position.for_player(self.request.clone());
        let (position, sender) = (Arc::clone(position), self.sender.clone());
        std::thread::spawn(move || {
            let solved =
                solving::solve_until(&*position, &request, &Resources::default(), None, &cancel);
            let report = match solved {
                Ok(report) => report,
                Err(RequestError::Defect { .. }) => {
                    let _ = sender.send(Heard::Advice(asked, Advice::Unknown(Stop::Defect)));
                    return;
                }
                Err(_) => return,
            };
            let advice = match (report.verdict, report.stop) {
                (_, Some(Stop::Cancelled)) => return,
                (Verdict::Solved, _) => Advice::Wins { plan: report.plan, optimal: report.optimal },
                (Verdict::Unsolvable, _) => Advice::Lost,
                (Verdict::Unknown, stop) => Advice::Unknown(stop.unwrap_or(Stop::Incomplete)),
            };
            // If the player has left, there is no receiver.
            let _ = sender.send(Heard::Advice(asked, advice));
        });
    }

    /// Like [`ask`](Self::ask), but does not interrupt a query that is running.
    pub fn ask_unless_asked(&mut self, position: &Arc<dyn Instance>) {
        if self.asked != Some(key(&**position)) {
            self.ask(position);
        }
    }

    /// The chance of winning a lost position with redeals, which is estimated in the background.
    pub fn chance(
        &mut self,
        position: &Arc<dyn Instance>,
        rule: RedealRule,
        left: u32,
    ) -> Option<Chance> {
        let key = (key(&**position), rule, left);
        if let Some(known) = self.chances.get(&key) {
            return *known;
        }
        if self.weighing.as_ref() != Some(&key) {
            self.weighing = Some(key.clone());
            let cancel = Arc::new(AtomicBool::new(false));
            self.cancel = Arc::clone(&cancel);
            let (position, limits, sender) =
                (Arc::clone(position), self.request.limits.clone(), self.sender.clone());
            std::thread::spawn(move || {
                let (clock, meter) = (WallClock::start(), HeapMeter::start());
                let environment =
                    Environment::none().with_clock(&clock).with_meter(&meter).with_cancel(&cancel);
                let question = RedealQuestion {
                    rule,
                    redeals: left,
                    samples: SAMPLES,
                    seed: 1,
                    is_lost: true,
                    limits,
                };
                let answer = redeal_chance(&*position, &question, &Context::new(environment));
                if !cancel.load(Ordering::Relaxed) {
                    // If the player has left, there is no receiver.
                    let _ = sender.send(weighed(key, answer));
                }
            });
        }
        None
    }

    /// Records a winning plan from this position that was found elsewhere.
    pub fn know(&mut self, position: &Arc<dyn Instance>, plan: &[String]) {
        self.cancel.store(true, Ordering::Relaxed);
        let advice = Advice::Wins { plan: plan.to_vec(), optimal: false };
        self.known.entry(key(&**position)).or_insert(advice);
    }

    /// Receives the answers that have arrived.
    pub fn listen(&mut self) {
        while let Ok(heard) = self.answers.try_recv() {
            self.hear(heard);
        }
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Advice(position, advice) => drop(self.known.insert(position, advice)),
            Heard::Chance(redealing, chance) => drop(self.chances.insert(redealing, chance)),
        }
    }

    /// Discards all results, for tests of the state before an answer arrives.
    #[cfg(test)]
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Waits for the answer to the current query: for tests.
    #[cfg(test)]
    pub fn wait(&mut self, position: &Arc<dyn Instance>) {
        while *self.advice(position) == Advice::Asking {
            let heard = self.answers.recv().expect("a question was asked");
            self.hear(heard);
        }
    }

    /// Waits for the answer to the last query: for tests.
    #[cfg(test)]
    pub fn wait_for_question(&mut self) {
        while self.asked.as_ref().is_some_and(|asked| !self.known.contains_key(asked)) {
            let heard = self.answers.recv().expect("a question was asked");
            self.hear(heard);
        }
    }

    /// Waits for the chance being estimated: for tests.
    #[cfg(test)]
    pub fn wait_for_chance(&mut self) {
        while self.weighing.as_ref().is_some_and(|key| !self.chances.contains_key(key)) {
            let heard = self.answers.recv().expect("a question was asked");
            self.hear(heard);
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player who changes games gets no answers about the previous one.
    #[test]
    fn a_board_by_other_rules_is_another_position() {
        let (gaps, _) = patience_catalogue::find("gaps").unwrap();
        let of = |rules: &str| -> Arc<dyn Instance> {
            Arc::from(gaps.read(Some(rules), "2H -- 3H / 2C -- 3C", "mine").unwrap())
        };
        let (standard, fixed) = (of("standard"), of("fixed-suits"));
        let mut adviser = Adviser::new(Request::default());
        for position in [&standard, &fixed] {
            assert_eq!(*adviser.advice(position), Advice::Asking);
            adviser.ask_unless_asked(position);
            adviser.wait(position);
        }
        assert!(matches!(adviser.advice(&standard), Advice::Wins { .. }));
        assert_eq!(*adviser.advice(&fixed), Advice::Lost);
        // Each redeal rule has its own chances.
        for rule in [RedealRule::Unshuffled, RedealRule::Pysol] {
            assert_eq!(adviser.chance(&fixed, rule, 1), None);
            adviser.wait_for_chance();
            let chance = adviser.chance(&fixed, rule, 1).expect("games were played");
            assert_eq!(chance.is_proved, !rule.shuffles());
        }
    }

    #[test]
    fn a_defect_in_sampled_games_is_told() {
        let (gaps, _) = patience_catalogue::find("gaps").unwrap();
        let lost: Arc<dyn Instance> =
            Arc::from(gaps.read(Some("fixed-suits"), "2H -- 3H / 2C -- 3C", "mine").unwrap());
        let mut adviser = Adviser::new(Request::default());
        adviser.ask(&lost);
        adviser.wait(&lost);
        assert_eq!(*adviser.advice(&lost), Advice::Lost);
        let defect =
            RequestError::Defect { algorithm: "redeal", instance: "mine".to_owned(), error: None };
        adviser.hear(weighed((key(&*lost), RedealRule::Pysol, 2), Err(defect)));
        assert_eq!(*adviser.advice(&lost), Advice::Unknown(Stop::Defect));
    }
}
