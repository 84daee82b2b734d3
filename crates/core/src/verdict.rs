//! The results of searches.

use std::fmt;

/// The reason why a search ended without a full answer.
///
/// ```
/// use patience_core::Stop;
///
/// assert_eq!(Stop::Memory.to_string(), "memory");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time was up.
    Time,
    /// The processor time was used.
    CpuTime,
    /// The allowed number of expansions was used.
    Expansions,
    /// The allowed memory was used.
    Memory,
    /// States beyond the depth limit were left out.
    Depth,
    /// The method examines only some of the states.
    Incomplete,
    /// The search was cancelled.
    Cancelled,
    /// A plan fails the replay by the rules: [a defect](DEFECT), which proves nothing about the
    /// instance.
    Defect,
    /// Nothing was searched: time is limited, and the run has no clock. `Environment::std()` has
    /// one, [`Environment::with_clock`](crate::Environment::with_clock) gives it another, and
    /// [`Environment::with_cpu_clock`](crate::Environment::with_cpu_clock) one of processor time.
    NoClock,
    /// Nothing could be stored: memory is limited, and the run has no meter.
    /// [`Environment::with_meter`](crate::Environment::with_meter) gives it one.
    NoMeter,
}

/// The start of every message about a defect. Programs end with this error, whichever solver has
/// the defect.
pub const DEFECT: &str = "this is a defect of Patience, please report it";

impl Stop {
    /// The word used in output and files; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Time => "time",
            Stop::CpuTime => "cpu-time",
            Stop::Expansions => "expansions",
            Stop::Memory => "memory",
            Stop::Depth => "depth",
            Stop::Incomplete => "incomplete",
            Stop::Cancelled => "cancelled",
            Stop::Defect => "defect",
            Stop::NoClock => "no clock",
            Stop::NoMeter => "no meter",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Allows a stop to be returned as an error.
impl std::error::Error for Stop {}

/// The result of a search on an instance.
///
/// ```
/// use patience_core::{Outcome, Stop, Verdict};
///
/// let said = |outcome: Outcome<char>| match outcome.verdict {
///     Verdict::Solved { plan, .. } => format!("{} moves", plan.len()),
///     Verdict::Unsolvable => "proved: there is no plan".to_owned(),
///     Verdict::Unknown(why) => format!("unknown: {why}"),
/// };
/// assert_eq!(said(Outcome::solved(vec!['a', 'd'])), "2 moves");
/// assert_eq!(said(Outcome::unknown(Stop::Time)), "unknown: time");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// A plan was found.
    Solved {
        /// The moves from the start to a goal.
        plan: Vec<M>,
        /// Whether no plan is cheaper; true only if proved.
        optimal: bool,
        /// The reason why an anytime search stopped before it proved the plan optimal.
        stop: Option<Stop>,
    },
    /// It is proved that no plan exists: a complete search with exact keys and sound dead ends ran
    /// out of states.
    Unsolvable,
    /// Undecided, with the reason.
    Unknown(Stop),
}

impl<M> Verdict<M> {
    /// The plan, if one was found: for callers that do not need the reason for its absence.
    ///
    /// ```
    /// use patience_core::{Outcome, Stop};
    ///
    /// assert_eq!(Outcome::solved(vec!['a', 'd']).verdict.plan(), Some(&['a', 'd'][..]));
    /// assert_eq!(Outcome::<char>::unknown(Stop::Time).verdict.plan(), None);
    /// let defect = std::panic::catch_unwind(|| {
    ///     Outcome::<char>::unknown(Stop::Defect).verdict.plan().is_none()
    /// });
    /// assert!(defect.is_err());
    /// ```
    ///
    /// # Panics
    /// The solver has a defect ([`Stop::Defect`]).
    pub fn plan(&self) -> Option<&[M]> {
        match self {
            Verdict::Solved { plan, .. } => Some(plan),
            Verdict::Unknown(Stop::Defect) => panic!("{DEFECT}: a plan fails the replay"),
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        }
    }
}

/// A verdict with its proved bound.
///
/// ```
/// use patience_core::{Outcome, Verdict};
///
/// let outcome = Outcome::solved_within(vec!["left", "up"], 2, 2);
/// assert!(
///     matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }),
///     "no plan costs less than 2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The verdict on the instance.
    pub verdict: Verdict<M>,
    /// Lower bound on the cost of any plan; 0 if nothing was proved. Meaningless for `Unsolvable`.
    pub lower_bound: u32,
}

impl<M> Outcome<M> {
    /// A plan not known to be cheapest.
    pub fn solved(plan: Vec<M>) -> Self {
        Outcome { verdict: Verdict::Solved { plan, optimal: false, stop: None }, lower_bound: 0 }
    }

    /// A plan of the given cost; it is optimal exactly when `lower_bound` has reached that cost. A
    /// cost of `u32::MAX` also stands for all greater sums, so it is never proved to be the least.
    pub fn solved_within(plan: Vec<M>, cost: u32, lower_bound: u32) -> Self {
        debug_assert!(lower_bound <= cost, "a lower bound above a plan's cost is no bound");
        Outcome {
            verdict: Verdict::Solved {
                plan,
                optimal: lower_bound >= cost && cost < u32::MAX,
                stop: None,
            },
            lower_bound,
        }
    }

    /// A proof that no plan exists.
    pub fn unsolvable() -> Self {
        Outcome { verdict: Verdict::Unsolvable, lower_bound: 0 }
    }

    /// A plan of the given cost, found by a search that was stopped before it could prove more than
    /// `lower_bound`.
    pub fn stopped_at(plan: Vec<M>, cost: u32, lower_bound: u32, stop: Stop) -> Self {
        let mut outcome = Outcome::solved_within(plan, cost, lower_bound);
        if let Verdict::Solved { optimal: false, stop: why, .. } = &mut outcome.verdict {
            *why = Some(stop);
        }
        outcome
    }

    /// Returns the outcome with a proved bound.
    pub fn with_lower_bound(self, lower_bound: u32) -> Self {
        Outcome { lower_bound, ..self }
    }

    /// An outcome with neither a proof nor a plan.
    pub fn unknown(stop: Stop) -> Self {
        Outcome { verdict: Verdict::Unknown(stop), lower_bound: 0 }
    }
}

/// Lets `?` end a search at a limit.
impl<M> From<Stop> for Outcome<M> {
    fn from(stop: Stop) -> Self {
        Outcome::unknown(stop)
    }
}
