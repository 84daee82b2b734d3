//! Asks the solver about the present position in the background, one position at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use patience_catalogue::{Instance, Request, Resources, Verdict};
use patience_core::Stop;

use crate::solving;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// It is being looked at, or will be.
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
    /// Not settled within the limits.
    Unknown(Stop),
}

/// The background solver with its memory of positions.
pub struct Adviser {
    request: Request,
    known: HashMap<String, Advice>,
    answers: mpsc::Receiver<(String, Advice)>,
    sender: mpsc::Sender<(String, Advice)>,
    /// Stops the question that is being answered.
    cancel: Arc<AtomicBool>,
}

impl Adviser {
    pub fn new(request: Request) -> Self {
        let (sender, answers) = mpsc::channel();
        Adviser { request, known: HashMap::new(), answers, sender, cancel: Arc::default() }
    }

    /// What is known of a position.
    pub fn advice(&self, position: &Arc<dyn Instance>) -> &Advice {
        self.known.get(&position.board()).unwrap_or(&Advice::Asking)
    }

    /// Drops the question before and asks about this position, unless the answer is known.
    pub fn ask(&mut self, position: &Arc<dyn Instance>) {
        self.cancel.store(true, Ordering::Relaxed);
        self.listen();
        let board = position.board();
        if self.known.contains_key(&board) {
            return;
        }
        let cancel = Arc::new(AtomicBool::new(false));
        self.cancel = Arc::clone(&cancel);
        let (position, request, sender) = (Arc::clone(position), self.request.clone(), self.sender.clone());
        std::thread::spawn(move || {
            let Ok(report) = solving::solve_until(&*position, &request, &Resources::default(), None, &cancel) else {
                return;
            };
            let advice = match (report.verdict, report.stop) {
                (_, Some(Stop::Cancelled)) => return,
                (Verdict::Solved, _) => Advice::Wins { plan: report.plan, optimal: report.optimal },
                (Verdict::Unsolvable, _) => Advice::Lost,
                (Verdict::Unknown, stop) => Advice::Unknown(stop.unwrap_or(Stop::Incomplete)),
            };
            // Nobody listens any more once the player has left.
            let _ = sender.send((board, advice));
        });
    }

    /// Notes what is known from elsewhere: a plan that wins from this position.
    pub fn know(&mut self, position: &Arc<dyn Instance>, plan: &[String]) {
        self.cancel.store(true, Ordering::Relaxed);
        let advice = Advice::Wins { plan: plan.to_vec(), optimal: false };
        self.known.entry(position.board()).or_insert(advice);
    }

    /// Takes in the answers that have come.
    pub fn listen(&mut self) {
        self.known.extend(self.answers.try_iter());
    }

    /// Forgets what is known: for tests of what is asked while it is not.
    #[cfg(test)]
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Waits for the answer to the question that was asked: for tests.
    #[cfg(test)]
    pub fn wait(&mut self, position: &Arc<dyn Instance>) {
        while *self.advice(position) == Advice::Asking {
            let (board, advice) = self.answers.recv().expect("a question was asked");
            self.known.insert(board, advice);
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
