//! The catalogue's interface: games and instances as objects, exchanging plain data.

use std::any::Any;

use patience_core::{Budget, Declaration, InputError, OpenError, View};

use crate::packed::ExpandError;
use crate::plan::{MoveInfo, PlanError, Step};
use crate::{
    AlgorithmInfo, Certified, Context, Evaluated, GameInfo, Lemmas, ModelFile, Report, Request,
    RequestError,
};

/// A game, with its types erased.
///
/// ```
/// let (cohesion, rules) = patience_catalogue::find("cohesion")?;
/// assert_eq!((cohesion.name(), rules), ("cohesion", None));
/// let board = cohesion.read(None, "R.R", "mine")?;
/// assert_eq!((board.id(), board.moves().is_empty()), ("mine", false));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub trait Entry: Sync + 'static {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The game's rule sets, instances, algorithms and heuristics.
    fn info(&self) -> GameInfo;

    /// The instance with this name; `path` is the part after the colon, `rules` is `None` for the
    /// default rule set, and `id` is the instance's name in reports.
    ///
    /// # Errors
    /// The rule set or source is unknown, the path does not fit, or a limit stopped the search for
    /// the instance.
    fn instance(
        &'static self,
        rules: Option<&str>,
        path: &str,
        id: &str,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Instance>, OpenError>;

    /// Whether [`instance`](Entry::instance) needs a search for this path.
    fn is_sought(&self, rules: Option<&str>, path: &str) -> bool;

    /// The instance on a board in any notation of the game.
    ///
    /// # Errors
    /// The rule set is unknown, or the board is invalid; the error has its place.
    fn read(
        &'static self,
        rules: Option<&str>,
        board: &str,
        id: &str,
    ) -> Result<Box<dyn Instance>, InputError>;

    /// The parameters declared by each solver and heuristic, by name.
    fn parameters(&self) -> Vec<(&'static str, &'static [Declaration])>;

    /// Whether a line of an input file is a comment.
    fn is_comment(&self, line: &str) -> bool;

    /// Whether verdicts under a rule set can be certified.
    fn has_certificates(&self, rules: &str) -> bool;
}

/// Options for drawing the board of an [`Instance`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether to use ANSI colours.
    pub colour: bool,
    /// The available width in characters. A wider board is drawn more narrowly, if its game
    /// supports it.
    pub width: Option<usize>,
}

impl Look {
    /// The board is drawn without colours, in the game's normal width.
    pub const PLAIN: Look = Look { colour: false, width: None };
}

/// One instance, with its types erased.
///
/// ```
/// use patience_catalogue::Look;
///
/// let deal = patience_catalogue::open("birds:neller/42")?;
/// let first = &deal.moves()[0];
/// let after = deal.after(&first.text)?;
/// assert_eq!(after.board(), first.board);
/// println!("{}\n{}", first.words, after.draw(Look::PLAIN));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Instance: Send + Sync {
    /// Name of the game in reports.
    fn id(&self) -> &str;

    /// The game's name.
    fn game(&self) -> &'static str;

    /// The rule set's name.
    fn rules(&self) -> &'static str;

    /// The board in the canonical notation.
    fn board(&self) -> String;

    /// The board in another notation; `None` if the game does not know it or it cannot express the
    /// board.
    fn write(&self, format: &str) -> Option<String>;

    /// The board drawn for a terminal.
    fn draw(&self, look: Look) -> String;

    /// The board as plain data for interfaces that draw, with the legal moves.
    fn view(&self) -> View;

    /// A PDDL domain and problem, if the size allows it.
    fn pddl(&self) -> Option<(String, String)>;

    /// The move that an action of that domain stands for, given as its words; `None` if there is no
    /// such action.
    fn pddl_move(&self, action: &[&str]) -> Option<String>;

    /// Whether the board is won.
    fn is_won(&self) -> bool;

    /// The legal moves in the game's order.
    fn moves(&self) -> Vec<MoveInfo>;

    /// The numbers of sequences of 1, 2, … `depth` legal moves ([`perft`](patience_core::perft)).
    fn perft(&self, depth: usize) -> Vec<u64>;

    /// The number of moves that a string is split into, legal or not.
    fn count_moves(&self, text: &str) -> usize;

    /// The instance that begins after the given moves.
    ///
    /// # Errors
    /// A word that is not a move, or a move that is not legal.
    fn after(&self, moves: &str) -> Result<Box<dyn Instance>, PlanError>;

    /// The instance after the legal move with an index in [`moves`](Instance::moves); `None` if the
    /// index is too large.
    fn successor(&self, index: usize) -> Option<Box<dyn Instance>>;

    /// Returns the values of all heuristics for the board, in the order of the game's list; learned
    /// heuristics use the given model if it fits, and otherwise the built-in one. Heuristics that
    /// need a search respect the budget, and report when it is insufficient.
    ///
    /// # Errors
    /// No heuristic of the game takes the model.
    fn evaluate(
        &self,
        model: Option<&'static ModelFile>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Evaluated>, RequestError>;

    /// Returns the value of one heuristic for the board; `None` if the game has none with this
    /// name.
    fn evaluate_by(
        &self,
        heuristic: &str,
        model: Option<&'static ModelFile>,
        budget: &mut Budget<'_>,
    ) -> Option<Evaluated>;

    /// The start as bytes, one per cell, as [`expand`](Instance::expand) takes states; `None` if
    /// the game has no such form.
    fn start_bytes(&self) -> Option<Vec<u8>>;

    /// Expands consecutive states of this instance, given as bytes, and appends the result for each
    /// to `out`: a header and a record per move, in the layout of [`packed`](crate::packed).
    ///
    /// ```
    /// use patience_catalogue::{open, packed::RECORD};
    ///
    /// let level = open("tiles:level/iartistas-04")?;
    /// let start = level.start_bytes().expect("every game of one deck has bytes");
    /// let mut out = Vec::new();
    /// level.expand(&start, &mut out)?;
    /// assert_eq!((out[0], out[4]), (2, 0), "two moves, not won");
    /// assert_eq!(&out[8..14], [1, 0, 0, 0, 0, b'R'], "costs 1, does not win, and is written R");
    /// let after = out[8 + RECORD..][..start.len()].to_vec();
    /// level.expand(&after, &mut out)?;
    /// assert!(level.expand(&after[1..], &mut out).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The game has no such form, bytes are not a state of the instance, or the answer is too long.
    fn expand(&self, states: &[u8], out: &mut Vec<u8>) -> Result<(), ExpandError>;

    /// The instance that starts in a state given as bytes; it keeps the id.
    ///
    /// ```
    /// let deal = patience_catalogue::open("birds:neller/42")?;
    /// let mut out = Vec::new();
    /// deal.expand(&deal.start_bytes().expect("bytes"), &mut out)?;
    /// let after = deal.at_bytes(&out[8 + 16..][..16])?;
    /// assert_eq!(after.board(), deal.moves()[0].board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The game has no such form, or the bytes are not a state of the instance.
    fn at_bytes(&self, bytes: &[u8]) -> Result<Box<dyn Instance>, ExpandError>;

    /// The game in its own type, for questions specific to one game.
    fn typed(&self) -> &dyn Any;

    /// Plays a plan by the rules and returns its number of moves if it wins.
    ///
    /// # Errors
    /// The plan fails; the error has the move and the reason.
    fn validate(&self, plan: &str) -> Result<usize, PlanError>;

    /// The start and every position of a plan, drawn.
    ///
    /// # Errors
    /// A word that is not a move, or a move that is not legal.
    fn film(&self, plan: &str, look: Look) -> Result<Vec<Step>, PlanError>;

    /// The request for a plan shown to a player, used by every command and the page: if the solver
    /// can shorten plans it does, unless the request already configures that.
    fn for_player(&self, request: Request) -> Request;

    /// The name of the algorithm for the request: the requested one, or else the first algorithm of
    /// the game that fits the instance.
    ///
    /// # Errors
    /// The requested algorithm does not exist or does not fit the instance.
    fn algorithm(&self, request: &Request) -> Result<&'static str, RequestError>;

    /// Checks the request without solving.
    ///
    /// # Errors
    /// The request does not fit the instance.
    fn check(&self, request: &Request) -> Result<(), RequestError>;

    /// Solves the instance. Every plan in the report was replayed by the rules.
    ///
    /// # Errors
    /// The request does not fit the instance.
    fn solve(&self, request: &Request, context: &mut Context<'_>) -> Result<Report, RequestError>;

    /// Whether verdicts of the instance can be certified.
    ///
    /// # Errors
    /// The game has no certificates.
    fn check_certificates(&self) -> Result<(), RequestError>;

    /// Lists the names of parameters that [`certify`](Instance::certify) reads besides the limits,
    /// with `depth` for the limit of that name.
    fn certify_reads(&self, lemmas: Lemmas) -> &'static [&'static str];

    /// Decides the instance and writes a certificate of the verdict.
    ///
    /// Gaps and Birds of a Feather are decided by their exact solvers; a winnable deal gets its
    /// plan. For the other games, and without lemmas, all states are listed in the order of their
    /// distance: a plan is then shortest.
    ///
    /// ```
    /// use patience_catalogue::{Context, Lemmas, Request, Verdict, open};
    ///
    /// let deal = open("birds:neller/10")?;
    /// let certified =
    ///     deal.certify(&Request::default(), Lemmas::All, &mut Context::unwatched())?;
    /// assert!(certified.verdict == Verdict::Unsolvable && certified.certificate.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rule set has no certificates, or a plan fails the replay.
    fn certify(
        &self,
        request: &Request,
        lemmas: Lemmas,
        context: &mut Context<'_>,
    ) -> Result<Certified, RequestError>;

    /// The certificate for the report of a solve of this instance, without another search: it
    /// contains the plan, or the record of a solve that kept one on request
    /// ([`Resources::record`](crate::Resources::record)).
    ///
    /// ```
    /// use patience_catalogue::{Context, Request, Resources, open};
    ///
    /// let deal = open("gaps:random/3x4/1")?;
    /// let resources = Resources { record: true, ..Resources::default() };
    /// let report =
    ///     deal.solve(&Request::default(), &mut Context { resources, ..Context::unwatched() })?;
    /// assert!(deal.certificate_of(&report)?.certificate.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Verdicts under the rule set cannot be certified, or no record was requested.
    fn certificate_of(&self, report: &Report) -> Result<Certified, RequestError>;
}

impl Request {
    /// The algorithm that solves an instance of the game under this request, if there is one.
    pub fn algorithm_of<'a>(
        &self,
        game: &'a GameInfo,
        instance: &dyn Instance,
    ) -> Option<&'a AlgorithmInfo> {
        let name = instance.algorithm(self).ok()?;
        game.algorithms.iter().find(|algorithm| algorithm.name == name)
    }
}
