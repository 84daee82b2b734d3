//! The solver's interface: a deal, its settings, and the questions that it answers.

use patience_core::{Limits, Stop};

use crate::answer::Answer;
use crate::board::{Board, Move};
use crate::config::Config;
use crate::fault::Fault;
use crate::job::Job;
use crate::parts::PartStore;
use crate::services::{Files, Services};
use crate::solve::{answer, without_files};
use crate::{parts, plans, restarts, solve};

/// The state of a [`Solver`] without files.
#[derive(Default)]
pub struct NoFiles;

/// Answers questions about one deal.
///
/// Time limits use the clock of the environment; memory limits count bytes of tables and stacks.
/// Searches ignore a depth limit; a longer plan ends in [`Stop::Depth`]. Each question has the full
/// limits. On one thread an answer depends only on the board, the configuration, the limits and the
/// content of a checkpoint.
///
/// No question can fail if it uses no files. A solver [with files](Solver::with_files) only decides
/// deals.
///
/// ```
/// use patience_core::{Limits, Stop, Verdict};
/// use patience_gaps::{Board, Solver};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let answer = Solver::new(&board).solve();
/// assert!(board.is_won_by(answer.plan().expect("it can be won")));
///
/// let limits = Limits { expansions: Some(0), ..Limits::default() };
/// let stopped = Solver::new(&board).limits(limits).solve();
/// assert_eq!(stopped.verdict, Verdict::Unknown(Stop::Expansions));
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub struct Solver<'a, F = NoFiles> {
    board: &'a Board,
    config: Config,
    limits: Limits,
    /// Services for each question; default: [`Services::default`].
    services: Option<Services<'a>>,
    files: F,
}

impl<'a> Solver<'a> {
    /// A solver with the default configuration, without limits, and with
    /// [`Services::default`].
    pub fn new(board: &'a Board) -> Self {
        Solver {
            board,
            config: Config::default(),
            limits: Limits::default(),
            services: None,
            files: NoFiles,
        }
    }
}

impl<'a, F> Solver<'a, F> {
    /// Sets the configuration.
    pub fn config(self, config: Config) -> Self {
        Solver { config, ..self }
    }

    /// Sets the limits.
    pub fn limits(self, limits: Limits) -> Self {
        Solver { limits, ..self }
    }

    /// Sets the clock, the threads, and the receiver of progress.
    pub fn services(self, services: Services<'a>) -> Self {
        Solver { services: Some(services), ..self }
    }

    /// Sets files that [`solve`](Solver::solve) may use.
    ///
    /// ```
    /// use patience_core::{Limits, Verdict};
    /// use patience_gaps::{Board, Files, MemoryScratch, Solver};
    ///
    /// let board: Board = "3C -- 2C 4C".parse()?;
    /// let mut scratch = MemoryScratch::default();
    /// let files = Files { scratch: Some(&mut scratch), ..Files::default() };
    /// assert_eq!(Solver::new(&board).with_files(files).solve()?.verdict, Verdict::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_files<'f>(self, files: Files<'f>) -> Solver<'a, Files<'f>> {
        let Solver { board, config, limits, services, .. } = self;
        Solver { board, config, limits, services, files }
    }

    fn job(&mut self) -> Job<'_> {
        job(self.board, &self.config, &self.limits, &mut self.services)
    }
}

/// The job of one question, which borrows the services.
fn job<'b>(
    board: &'b Board,
    config: &Config,
    limits: &Limits,
    services: &'b mut Option<Services<'_>>,
) -> Job<'b> {
    let services = services.as_mut().map(Services::lend).unwrap_or_default();
    Job { board, config: config.clone(), limits: limits.clone(), services }
}

impl Solver<'_, Files<'_>> {
    /// Decides the deal: a plan of real moves, or a proof that there is none, or the limit that was
    /// met.
    ///
    /// # Errors
    /// A checkpoint or a scratch space is rejected, damaged, or cannot be read or written: then
    /// there is no verdict.
    pub fn solve(&mut self) -> Result<Answer, Fault> {
        let mut job = job(self.board, &self.config, &self.limits, &mut self.services);
        let answer = solve::decide(&mut job, self.files.lend())?;
        Ok(answer.within(self.limits.depth))
    }
}

impl Solver<'_> {
    /// Decides the deal: a plan of real moves, or a proof that there is none, or the limit that was
    /// met.
    pub fn solve(&mut self) -> Answer {
        let answer = without_files(solve::decide(&mut self.job(), Files::default()));
        answer.within(self.limits.depth)
    }

    /// Decides the deal by [restarts](crate::Strategy::Restarts) on one thread, and writes a proof
    /// if it is lost, as `docs/certificates.md` defines it.
    ///
    /// The configuration's seed, restarts, dead ends, persistent sets and sleep sets apply. Steps
    /// are drawn by [`Policy::OF_CERTIFICATES`](crate::Policy::OF_CERTIFICATES), and fixed Twos are
    /// not tried. The proof is held in memory, and counts against the limit: about a byte for each
    /// expansion, and 20 for each position stored.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "3C -- 2C 4C".parse()?;
    /// let proof = Solver::new(&board).certify().proof.expect("it is lost");
    /// let certificate = patience_core::certificate(b'T', "gaps", &board.to_string(), &proof);
    /// assert_eq!(patience_check::check(&certificate[..]).unwrap().claim, "lost");
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn certify(&mut self) -> Answer {
        let (ended, proof) = restarts::recorded(&mut self.job());
        let answer = answer(self.board, Some(crate::Strategy::Restarts), ended);
        Answer { proof, ..answer.within(self.limits.depth) }
    }

    /// Proves a shortest plan, or that there is none, by A* with exact keys. Meant for small
    /// boards: every generated board stays in memory. Paths longer than `upper`, the length of a
    /// known plan, are not followed; if no plan is shorter, the verdict is `Unknown(Incomplete)`
    /// with that length as the lower bound, which proves that the known plan is a shortest one.
    ///
    /// ```
    /// use patience_core::Verdict;
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
    /// let answer = Solver::new(&board).shortest(None);
    /// let Verdict::Solved { plan, optimal: true, .. } = answer.verdict else {
    ///     panic!("it can be won")
    /// };
    /// assert_eq!(plan.len() as u32, answer.lower_bound);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn shortest(&mut self, upper: Option<u32>) -> Answer {
        let ended = plans::shortest(&mut self.job(), upper);
        answer(self.board, None, ended).within(self.limits.depth)
    }

    /// Finds a plan at most as long as the given one, with a lower bound on all plans. If the given
    /// plan does not solve the board, the verdict is `Unknown(Incomplete)`.
    ///
    /// Two searches alternate, each with twice the limit in every round: A* between boards of the
    /// plan, in windows of growing length; and beam search for another plan, from the deal and from
    /// boards on the way. It ends after `rounds` rounds (at most
    /// [`MAX_ROUNDS`](crate::MAX_ROUNDS)), at a limit, or when the plan is proved shortest. Without
    /// a limit the result is always the same.
    ///
    /// ```
    /// use patience_gaps::{Board, MAX_ROUNDS, Solver};
    ///
    /// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
    /// let mut solver = Solver::new(&board);
    /// let found = solver.solve();
    /// let shorter = solver.shorten(found.plan().expect("it can be won"), MAX_ROUNDS);
    /// let plan = shorter.plan().expect("a plan that is no longer");
    /// assert_eq!(plan.len() as u32, shorter.lower_bound, "no plan is shorter");
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn shorten(&mut self, plan: &[Move], rounds: u32) -> Answer {
        let ended = plans::shorten(&mut self.job(), plan, rounds);
        answer(self.board, None, ended).within(self.limits.depth)
    }

    /// A lower bound on the moves of every plan, by landmarks of the delete relaxation. The verdict
    /// is `Unsolvable` if the bound proves that there is no plan, otherwise `Unknown`.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// // The Two and the Three are one column too far right.
    /// let board: Board = "-- 2C 3C".parse()?;
    /// assert_eq!(Solver::new(&board).fewest_moves().lower_bound, 2);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn fewest_moves(&mut self) -> Answer {
        answer(self.board, None, plans::fewest_moves(&mut self.job()))
    }

    /// Finds a plan with the fewest moves of Twos that are already in the first column;
    /// [`Board::moves_of_leftmost_twos`] counts them. The limits cover all searches together.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
    /// let answer = Solver::new(&board).fewest_two_moves();
    /// assert_eq!(board.moves_of_leftmost_twos(answer.plan().expect("it can be won")), 0);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn fewest_two_moves(&mut self) -> Answer {
        solve::fewest_two_moves(&mut self.job()).within(self.limits.depth)
    }

    /// Counts the boards reachable from the deal, itself included, by the unreduced rules.
    ///
    /// # Errors
    /// A limit was reached.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
    /// assert!(Solver::new(&board).count_reachable().unwrap() > 1);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn count_reachable(&mut self) -> Result<u64, Stop> {
        plans::count_reachable(&mut self.job())
    }

    /// Decides a deal together with other processes that have the same deal, configuration, number
    /// of parts and store. The limits and the counters are those of this process.
    ///
    /// ```
    /// use patience_core::Verdict;
    /// use patience_gaps::{Board, PartStore, Solver};
    /// use std::collections::BTreeMap;
    /// use std::io::{self, Cursor, Read, Write};
    ///
    /// /// A single process, which stores its results in memory.
    /// #[derive(Default)]
    /// struct Alone(BTreeMap<(u32, bool), Vec<u8>>);
    ///
    /// impl PartStore for Alone {
    ///     fn claim(&mut self, _: u32) -> io::Result<bool> {
    ///         Ok(true)
    ///     }
    ///     fn release(&mut self) {}
    ///     fn decided(&mut self) -> io::Result<Vec<u32>> {
    ///         Ok(self
    ///             .0
    ///             .keys()
    ///             .filter(|(_, is_decided)| *is_decided)
    ///             .map(|(part, _)| *part)
    ///             .collect())
    ///     }
    ///     fn save(
    ///         &mut self,
    ///         part: u32,
    ///         is_decided: bool,
    ///         write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ///     ) -> io::Result<()> {
    ///         write(self.0.entry((part, is_decided)).insert_entry(Vec::new()).get_mut())
    ///     }
    ///     fn load(
    ///         &mut self,
    ///         part: u32,
    ///         is_decided: bool,
    ///     ) -> io::Result<Option<(Box<dyn Read>, u64)>> {
    ///         let kept = self.0.get(&(part, is_decided)).cloned();
    ///         Ok(kept
    ///             .map(|bytes| (bytes.len() as u64, bytes))
    ///             .map(|(length, bytes)| (Box::new(Cursor::new(bytes)) as _, length)))
    ///     }
    ///     fn is_due(&mut self) -> bool {
    ///         false
    ///     }
    ///     fn wait(&mut self) {}
    ///     fn name(&self, part: u32, _: bool) -> String {
    ///         format!("part {part}")
    ///     }
    /// }
    ///
    /// let board: Board = "3C -- 2C 4C / 4H 2H -- 3H".parse()?;
    /// let answer = Solver::new(&board).solve_parts(4, &mut Alone::default())?;
    /// assert_ne!(answer.verdict, Verdict::Unknown(patience_core::Stop::Incomplete));
    /// let together = answer.together.expect("what all did");
    /// assert_eq!(together.parts, together.decided);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A file of a part is rejected, damaged, or cannot be read or written: then there is no
    /// verdict.
    pub fn solve_parts(
        &mut self,
        parts: usize,
        store: &mut dyn PartStore,
    ) -> Result<Answer, Fault> {
        let (ended, together) = parts::run(&mut self.job(), parts, store)?;
        let strategy = Some(crate::Strategy::Restarts);
        let answer = answer(self.board, strategy, ended).within(self.limits.depth);
        Ok(Answer { together: Some(together), ..answer })
    }
}
