//! What the catalogue offers to those above it: games and instances behind objects, with plain data crossing.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use patience_core::{Claims, Counters, Environment, Format, InputError, Limits, ReplayError, RuleSet, View};
use serde::Serialize;

use crate::Report;

/// A name with one line for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
}

impl From<RuleSet> for Named {
    fn from(RuleSet { name, summary }: RuleSet) -> Self {
        Named { name, summary }
    }
}

impl From<Format> for Named {
    fn from(Format { name, summary }: Format) -> Self {
        Named { name, summary }
    }
}

/// A family of named instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceInfo {
    /// The first word of the path.
    pub name: &'static str,
    /// The shape of the path.
    pub pattern: &'static str,
    /// A whole instance name that exists.
    pub example: String,
    /// One line for people.
    pub summary: &'static str,
}

/// What a heuristic promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimsInfo {
    /// Never above the true distance.
    pub admissible: bool,
    /// Never falls by more than a move costs.
    pub consistent: bool,
    /// What it calls a dead end is lost.
    pub sound_dead_ends: bool,
}

impl From<Claims> for ClaimsInfo {
    fn from(Claims { admissible, consistent, sound_dead_ends }: Claims) -> Self {
        ClaimsInfo { admissible, consistent, sound_dead_ends }
    }
}

/// A heuristic of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeuristicInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// What it promises.
    pub claims: ClaimsInfo,
}

/// An algorithm as one game offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlgorithmInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Whether it settles every instance, given time and memory.
    pub complete: bool,
    /// Whether its plans are the shortest (with an admissible heuristic, if it uses one).
    pub optimal: bool,
    /// The heuristic that it uses unless told otherwise; `None` if it uses none.
    pub heuristic: Option<&'static str>,
    /// The parameters that it looks at.
    pub parameters: Vec<&'static str>,
}

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in a few sentences.
    pub summary: &'static str,
    /// The rule sets, the default first.
    pub rule_sets: Vec<Named>,
    /// The families of named instances.
    pub sources: Vec<SourceInfo>,
    /// The ids of the `level` source.
    pub levels: Vec<&'static str>,
    /// The notations that can be written besides the canonical one.
    pub formats: Vec<Named>,
    /// The algorithm used unless told otherwise.
    pub default_algorithm: &'static str,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmInfo>,
    /// The heuristics, the default first.
    pub heuristics: Vec<HeuristicInfo>,
}

/// A game, with its types erased.
pub trait Entry: Sync + 'static {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// All that the game offers.
    fn info(&self) -> GameInfo;

    /// The instance with a name; `path` is what stands after the colon, `rules` `None` for the default rule set, and
    /// `id` what reports call the instance.
    ///
    /// # Errors
    /// An unknown rule set or source, or a path that does not fit.
    fn instance(&'static self, rules: Option<&str>, path: &str, id: &str) -> Result<Box<dyn Instance>, InputError>;

    /// The instance on a board in any notation of the game.
    ///
    /// # Errors
    /// An unknown rule set, or what is wrong with the board and where.
    fn read(&'static self, rules: Option<&str>, board: &str, id: &str) -> Result<Box<dyn Instance>, InputError>;

    /// Whether a line of an input file is a comment.
    fn is_comment(&self, line: &str) -> bool;
}

/// What to do with an instance.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The algorithm; `None` for the game's best.
    pub algorithm: Option<String>,
    /// The heuristic; `None` for the algorithm's or the game's default.
    pub heuristic: Option<String>,
    /// The weight of the heuristic, where the algorithm has one.
    pub weight: Option<f64>,
    /// The width, where the algorithm has one.
    pub width: Option<usize>,
    /// The iterations, where the algorithm has them.
    pub iterations: Option<u64>,
    /// The depth of nesting, where the algorithm has one.
    pub level: Option<u32>,
    /// The longest playout, where the algorithm has playouts.
    pub playout: Option<u32>,
    /// The constant of exploration, where the algorithm has one.
    pub exploration: Option<f64>,
    /// Expansions of the shortest probe, where the algorithm begins anew.
    pub unit: Option<u64>,
    /// The seed of whatever is random.
    pub seed: u64,
    /// The limits.
    pub limits: Limits,
    /// Options of single solvers, by name. No path and no resource is among them: see [`Resources`].
    pub options: BTreeMap<String, String>,
}

impl Request {
    /// A request for an algorithm, everything else by default.
    pub fn new(algorithm: &str) -> Self {
        Request { algorithm: Some(algorithm.to_owned()), ..Request::default() }
    }

    /// The same request with a heuristic.
    pub fn with_heuristic(mut self, heuristic: &str) -> Self {
        self.heuristic = Some(heuristic.to_owned());
        self
    }

    /// The algorithm that is asked for, if the game has it.
    pub fn algorithm_of<'a>(&self, game: &'a GameInfo) -> Option<&'a AlgorithmInfo> {
        let name = self.algorithm.as_deref().unwrap_or(game.default_algorithm);
        game.algorithms.iter().find(|algorithm| algorithm.name == name)
    }

    /// The parameters that are given, by the names that [`AlgorithmInfo::parameters`] has; options of single solvers are
    /// not among them.
    pub fn given(&self) -> impl Iterator<Item = &str> {
        let parameters = [
            ("heuristic", self.heuristic.is_some()),
            ("weight", self.weight.is_some()),
            ("width", self.width.is_some()),
            ("iterations", self.iterations.is_some()),
            ("level", self.level.is_some()),
            ("playout", self.playout.is_some()),
            ("exploration", self.exploration.is_some()),
            ("unit", self.unit.is_some()),
        ];
        parameters.into_iter().filter(|(_, given)| *given).map(|(parameter, _)| parameter)
    }

    /// Sets a parameter by the name that [`AlgorithmInfo::parameters`] has; other names are options of single solvers.
    ///
    /// # Errors
    /// What the parameter expects instead of the value.
    pub fn set(&mut self, parameter: &str, value: &str) -> Result<(), RequestError> {
        fn number<T: FromStr + PartialOrd>(
            parameter: &str,
            value: &str,
            range: RangeInclusive<T>,
            expected: &str,
        ) -> Result<Option<T>, RequestError> {
            let number = value.parse().ok().filter(|number| range.contains(number));
            number.map(Some).ok_or_else(|| {
                RequestError::BadOption(format!("{parameter} `{}`: expected {expected}", value.escape_debug()))
            })
        }
        const WHOLE: &str = "a whole number of 1 or more";
        match parameter {
            "heuristic" => self.heuristic = Some(value.to_owned()),
            "weight" => self.weight = number(parameter, value, 0.0..=1e6, "a number from 0 to 1000000")?,
            "width" => self.width = number(parameter, value, 1..=usize::MAX, WHOLE)?,
            "iterations" => self.iterations = number(parameter, value, 1..=u64::MAX, WHOLE)?,
            "level" => self.level = number(parameter, value, 1..=9, "a whole number from 1 to 9")?,
            "playout" => self.playout = number(parameter, value, 1..=u32::MAX, WHOLE)?,
            "exploration" => self.exploration = number(parameter, value, 0.0..=1e6, "a number from 0 to 1000000")?,
            "unit" => self.unit = number(parameter, value, 1..=u64::MAX, WHOLE)?,
            option => drop(self.options.insert(option.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// Why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The game has no such algorithm.
    #[error("{game} has no algorithm `{name}` for {rules} rules; it has {known}")]
    UnknownAlgorithm {
        /// The game.
        game: &'static str,
        /// The rule set.
        rules: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game has no such heuristic.
    #[error("{game} has no heuristic `{name}`; it has {known}")]
    UnknownHeuristic {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A parameter or option does not fit.
    #[error("{0}")]
    BadOption(String),
    /// A file that the solver keeps is damaged or missing, or cannot be read or written. Nothing was concluded from it.
    #[error("{0}")]
    Files(String),
    /// A solver produced a plan that the rules refuse. This is a defect of Patience, and nothing was reported.
    #[error("defect: the plan found by {algorithm} fails the replay ({error}); please report this instance")]
    FailedReplay {
        /// The solver.
        algorithm: &'static str,
        /// What the judge said.
        error: ReplayError,
    },
}

/// Something that a running solve tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice {
    /// A state is being expanded.
    Expanded {
        /// Its cost from the start.
        g: u32,
        /// The heuristic's estimate, where asked.
        h: Option<u32>,
        /// States waiting.
        open: u64,
        /// States remembered.
        closed: u64,
    },
    /// A new bound began.
    Iteration {
        /// The bound.
        bound: u32,
    },
    /// Work goes on; the counters tell how much was done.
    Working,
    /// A better plan was found.
    Incumbent {
        /// Its cost.
        cost: u32,
    },
}

/// Watches a solve from outside. It runs on the searching thread and must return at once.
pub trait Watcher: Send {
    /// One notice out of [`every`](Watcher::every); `board` writes the state in question when called.
    fn notice(&mut self, notice: Notice, counters: &Counters, board: &dyn Fn() -> Option<String>);

    /// Expansions are told one in this many. Other notices are always told.
    fn every(&self) -> u64 {
        1024
    }
}

/// The threads and files that a solve may use. Only the program that runs the solve grants them: a [`Request`], which may
/// come from a page or from a file, has no place for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads, 1 or more.
    pub threads: usize,
    /// A folder for positions that do not fit into memory.
    pub scratch: Option<PathBuf>,
    /// A file that keeps what is known of the instance, so that an interrupted solve can be resumed.
    pub checkpoint: Option<PathBuf>,
}

impl Resources {
    /// The names of the resources, which no option may have.
    pub const NAMES: &[&str] = &["threads", "scratch", "checkpoint"];
}

impl Default for Resources {
    /// One thread and no file.
    fn default() -> Self {
        Resources { threads: 1, scratch: None, checkpoint: None }
    }
}

/// What a solve is given by the program that runs it.
pub struct Context<'a> {
    /// Clock, meter and cancel flag.
    pub environment: Environment<'a>,
    /// Who watches.
    pub watcher: Option<&'a mut dyn Watcher>,
    /// Threads and files.
    pub resources: Resources,
}

impl<'a> Context<'a> {
    /// An environment, with one thread, without files and unwatched.
    pub fn new(environment: Environment<'a>) -> Self {
        Context { environment, watcher: None, resources: Resources::default() }
    }
}

impl Context<'static> {
    /// No clock, no meter, no watcher: time limits have no effect and no memory is measured.
    pub fn unwatched() -> Self {
        Context::new(Environment::none())
    }
}

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveInfo {
    /// The move as plans write it.
    pub text: String,
    /// The move as people say it.
    pub words: String,
    /// The board after it, in the canonical notation.
    pub board: String,
    /// Whether the board after it is won.
    pub wins: bool,
}

/// One step of a plan for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move as plans write it; `None` for the start.
    pub text: Option<String>,
    /// The move as people say it; empty for the start.
    pub words: String,
    /// The board after it, drawn.
    pub drawing: String,
}

/// What is wrong with the text of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A word is not a move.
    #[error("move {} (`{text}`) cannot be read: {error}", .index + 1)]
    Unreadable {
        /// The 0-based index.
        index: usize,
        /// The word.
        text: String,
        /// What was expected.
        error: InputError,
    },
    /// A move is not legal where it is made.
    #[error("move {} (`{text}`) is not legal there; legal moves: {legal}\nthe position reached is {board}", .index + 1)]
    Illegal {
        /// The 0-based index.
        index: usize,
        /// The move.
        text: String,
        /// The moves that would be legal.
        legal: String,
        /// The position reached.
        board: String,
    },
    /// The plan ends before the game is won.
    #[error("after all {length} moves the game is not won\nthe position reached is {board}")]
    NotSolved {
        /// The number of moves.
        length: usize,
        /// The position reached.
        board: String,
    },
}

/// One instance, with its types erased.
pub trait Instance: Send + Sync {
    /// What reports call it.
    fn id(&self) -> &str;

    /// The game's name.
    fn game(&self) -> &'static str;

    /// The rule set's name.
    fn rules(&self) -> &'static str;

    /// The board in the canonical notation.
    fn board(&self) -> String;

    /// The board in another notation; `None` if the game does not know it or it cannot express the board.
    fn write(&self, format: &str) -> Option<String>;

    /// The board drawn for a terminal.
    fn draw(&self, colour: bool) -> String;

    /// The board as plain data for interfaces that draw, with the legal moves.
    fn view(&self) -> View;

    /// A PDDL domain and problem, where the size allows it.
    fn pddl(&self) -> Option<(String, String)>;

    /// Whether the board is won.
    fn is_won(&self) -> bool;

    /// The legal moves in the game's order.
    fn moves(&self) -> Vec<MoveInfo>;

    /// The instance that begins after the given moves.
    ///
    /// # Errors
    /// A word that is not a move, or a move that is not legal.
    fn after(&self, moves: &str) -> Result<Box<dyn Instance>, PlanError>;

    /// Plays a plan by the rules and returns its number of moves if it wins.
    ///
    /// # Errors
    /// At which move it fails and why.
    fn judge(&self, plan: &str) -> Result<usize, PlanError>;

    /// The start and every position of a plan, drawn.
    ///
    /// # Errors
    /// A word that is not a move, or a move that is not legal.
    fn film(&self, plan: &str, colour: bool) -> Result<Vec<Step>, PlanError>;

    /// Whether the request names things that exist, without solving.
    ///
    /// # Errors
    /// What does not fit.
    fn check(&self, request: &Request) -> Result<(), RequestError>;

    /// Solves the instance. Every plan in the report was replayed by the rules.
    ///
    /// # Errors
    /// What in the request does not fit.
    fn solve(&self, request: &Request, context: &mut Context<'_>) -> Result<Report, RequestError>;
}
