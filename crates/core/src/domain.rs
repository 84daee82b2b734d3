//! A domain: the surroundings of a game's rules, such as names of instances, notations, deals,
//! drawings and heuristics.

use std::borrow::Cow;

use crate::{Blind, Claims, DEFECT, Declaration, Game, Heuristic, Stop, Values, View};

/// A named set of rules of a game, of a [`Domain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
}

/// A family of named instances of a [`Domain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The first word of the path: `solvitaire` in `gaps:solvitaire/4x13/7`.
    pub name: &'static str,
    /// The shape of the whole path: `solvitaire/RxC/SEED`.
    pub pattern: &'static str,
    /// An example of a path.
    pub example: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
}

/// A notation in which a board can be written, of a [`Domain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers.
    pub summary: &'static str,
}

/// The place of a fault in an input, of an [`InputError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// An error in an input, with its place and the expected input.
///
/// ```
/// use patience_core::InputError;
///
/// let error = InputError::at(2, 5, "`X` is not a valid card; expected something like 5H");
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 5: `X` is not a valid card; expected something like 5H"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}{message}",
    .position.map(|at| format!("line {}, column {}: ", at.line, at.column)).unwrap_or_default(),
)]
#[non_exhaustive]
pub struct InputError {
    /// The place, if the input has places.
    pub position: Option<Position>,
    /// A whole sentence that names the fault and what was expected.
    pub message: Cow<'static, str>,
}

impl InputError {
    /// A fault of the input as a whole.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        InputError { position: None, message: message.into() }
    }

    /// A fault at a line and column, both from 1.
    pub fn at(line: usize, column: usize, message: impl Into<Cow<'static, str>>) -> Self {
        InputError { position: Some(Position { line, column }), message: message.into() }
    }
}

/// The reason why a name leads to no instance; finding one may take a search.
///
/// ```
/// use patience_core::{InputError, OpenError, Stop};
///
/// assert!(matches!(
///     OpenError::from(InputError::new("there is no such deal")),
///     OpenError::Input(_)
/// ));
/// assert_eq!(
///     OpenError::from(Stop::Time).to_string(),
///     "the search for this instance was stopped by its limit (time)"
/// );
/// assert_eq!(
///     OpenError::from(Stop::Cancelled).to_string(),
///     "the search for this instance was interrupted"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The name is invalid, or there is no such instance.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A limit was reached before the instance was found.
    #[error("{}", stopped(*.0))]
    Stopped(Stop),
    /// A plan found by the search for the instance fails the replay.
    #[error("{DEFECT}: a plan found in the search for this instance fails the replay")]
    Defect,
}

fn stopped(stop: Stop) -> String {
    let how = match stop {
        Stop::Cancelled => "interrupted".to_owned(),
        limit => format!("stopped by its limit ({limit})"),
    };
    format!("the search for this instance was {how}")
}

impl From<Stop> for OpenError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Defect => OpenError::Defect,
            stop => OpenError::Stopped(stop),
        }
    }
}

/// A named heuristic, with its guarantees and its constructor for an instance.
///
/// ```
/// use patience_core::{Blind, Claims, Heuristic, HeuristicEntry, example::Doubling};
///
/// let entry: HeuristicEntry<Doubling> = HeuristicEntry {
///     name: "blind",
///     summary: "knows nothing",
///     claims: Claims::CONSISTENT,
///     parameters: &[],
///     build: |_, _| Box::new(Blind),
/// };
/// let game = Doubling { goal: 10 };
/// let heuristic = entry.build_default(&game);
/// assert_eq!(heuristic.claims(), entry.claims);
/// assert_eq!(heuristic.estimate(&game, &1).cost(), Some(0));
/// ```
pub struct HeuristicEntry<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers, with the source.
    pub summary: &'static str,
    /// Guarantees of its estimates, on every instance and for all values of its parameters.
    pub claims: Claims,
    /// Its parameters. Every algorithm that uses the heuristic accepts these as well.
    pub parameters: &'static [Declaration],
    /// Builds it for an instance with values of its parameters; tables are computed here.
    pub build: fn(&G, &Values) -> Box<dyn Heuristic<G> + Send + Sync>,
}

impl<G: Game> HeuristicEntry<G> {
    /// [`Blind`] under its name in every game.
    pub fn blind() -> Self {
        HeuristicEntry {
            name: "blind",
            summary: "0 everywhere",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(Blind),
        }
    }

    /// Builds it for an instance with the defaults of its parameters.
    pub fn build_default(&self, game: &G) -> Box<dyn Heuristic<G> + Send + Sync> {
        (self.build)(game, &Values::default())
    }
}

/// A kind of game: its rule sets, the names of its instances, its notations and its heuristics.
///
/// The first rule set, source, format and heuristic of each list are the defaults. All output is
/// returned as text; none of the methods prints.
///
/// ```
/// use patience_core::{Domain, Game};
/// # use patience_core::InputError;
/// # fn board_after_one_move<D: Domain>(domain: &D, path: &str) -> Result<String, InputError> {
///
/// // Any instance of any game by its name, and the board after its first move.
/// let rules = domain.rule_sets()[0].name;
/// let game = domain.instance(rules, path)?;
/// let start = game.start();
/// let mut moves = Vec::new();
/// game.moves(&start, &mut moves);
/// let next = game.apply(&start, moves[0]);
/// println!("{}", domain.move_words(&game, &start, moves[0]));
/// # Ok(
/// domain.notation(&game, &next)
/// # )
/// # }
/// ```
pub trait Domain: Sync + 'static {
    /// An instance.
    type Game: Game<State: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Send + Sync + 'static;

    /// The name on the command line: `gaps`.
    fn name(&self) -> &'static str;

    /// The display name: `Gaps (Montana)`.
    fn title(&self) -> &'static str {
        self.name()
    }

    /// The rules in a few sentences.
    fn summary(&self) -> &'static str;

    /// The rule sets, the default first. Never empty.
    fn rule_sets(&self) -> &'static [RuleSet];

    /// The families of named instances that need no search.
    fn sources(&self) -> &'static [Source];

    /// The named levels of a `level` source, in order; empty if the domain has none.
    fn levels(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The instance with this name: `path` is the part after the colon, `rules` the name of a rule
    /// set.
    ///
    /// # Errors
    /// An unknown source, or a path that does not fit its pattern.
    fn instance(&self, rules: &str, path: &str) -> Result<Self::Game, InputError>;

    /// The instance on a board in any notation of the domain; the notation is recognised.
    ///
    /// # Errors
    /// The board is invalid; the error has the place and the expected input.
    fn read(&self, rules: &str, text: &str) -> Result<Self::Game, InputError>;

    /// Whether a line of an input file is a comment rather than a board.
    fn is_comment(&self, line: &str) -> bool {
        line.trim_start().starts_with('#')
    }

    /// The instance that starts in a state of another instance, under the same rules.
    fn starting_at(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Self::Game;

    /// The rule set of an instance.
    fn rules(&self, _game: &Self::Game) -> &'static str {
        self.rule_sets()[0].name
    }

    /// The canonical one-line notation of a state; [`read`](Domain::read) turns it back into the
    /// same state.
    fn notation(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> String;

    /// The notations of [`write`](Domain::write) other than the canonical one.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// A state in the notation with the given name; `None` if the name is not in
    /// [`formats`](Domain::formats) or the notation cannot express the instance.
    fn write(
        &self,
        _game: &Self::Game,
        _state: &<Self::Game as Game>::State,
        _format: &str,
    ) -> Option<String> {
        None
    }

    /// A drawing of several lines for a terminal. With `colour`, ANSI colour codes mark suits or
    /// pieces. The cells of `highlight`, a legal move in `state`, are marked. By default the
    /// drawing is the notation, with a line for each row.
    fn draw(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        _highlight: Option<<Self::Game as Game>::Move>,
        _colour: bool,
    ) -> String {
        self.notation(game, state).replace('/', "\n")
    }

    /// A drawing like that of [`draw`](Domain::draw) with fewer characters per line, for narrow
    /// terminals; `None` if the game has no such drawing.
    fn draw_narrow(
        &self,
        _game: &Self::Game,
        _state: &<Self::Game as Game>::State,
        _colour: bool,
    ) -> Option<String> {
        None
    }

    /// A state as plain data for interfaces that draw, with the legal moves in the order of
    /// [`Game::moves`]. By default it is derived from the notation, in which each character is a
    /// cell, `/` ends a row, `.` is an empty cell and `#` a wall; a move goes from the cells that
    /// lose something to those that gain something.
    fn view(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> View {
        View::of_notation(self, game, state)
    }

    /// A move in plan notation.
    fn move_text(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        mv: <Self::Game as Game>::Move,
    ) -> String;

    /// A move in words, with cells by [`cell_name`](crate::cell_name): `5♥ d2`.
    /// [`parse_move`](Domain::parse_move) reads it back.
    fn move_words(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        mv: <Self::Game as Game>::Move,
    ) -> String {
        self.move_text(game, state, mv)
    }

    /// Reads a move of [`move_text`](Domain::move_text) or [`move_words`](Domain::move_words). The
    /// move need not be legal, but by default only legal moves are recognised.
    ///
    /// # Errors
    /// The text is not a move; the error states the expected input.
    fn parse_move(
        &self,
        game: &Self::Game,
        state: &<Self::Game as Game>::State,
        text: &str,
    ) -> Result<<Self::Game as Game>::Move, InputError> {
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        let found = legal.iter().copied().find(|&mv| {
            text == self.move_text(game, state, mv) || text == self.move_words(game, state, mv)
        });
        found.ok_or_else(|| {
            let known = legal.into_iter().map(|mv| self.move_text(game, state, mv));
            let known = known.take(10).collect::<Vec<_>>().join(" ");
            InputError::new(format!("it is not a legal move there; expected one of: {known}"))
        })
    }

    /// Splits the text of a plan into moves. By default a move is a word between white space;
    /// commas around it are ignored and commas inside belong to it, as in `2,0`. Override this if
    /// [`move_text`](Domain::move_text) or [`move_words`](Domain::move_words) contains white
    /// space, or if a plan is written without separators.
    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let words = text.split_whitespace().map(|word| word.trim_matches(','));
        words.filter(|word| !word.is_empty()).collect()
    }

    /// The heuristics, the default (the best admissible one) first. Never empty.
    fn heuristics(&self) -> Vec<HeuristicEntry<Self::Game>>;

    /// Explains why an instance is lost, if that is visible without search. `None` means that the
    /// question is left open.
    fn why_lost(&self, _game: &Self::Game) -> Option<String> {
        None
    }

    /// A PDDL domain and problem of the instance, for independent planners; `None` if the instance
    /// is too large.
    fn pddl(&self, _game: &Self::Game) -> Option<(String, String)> {
        None
    }

    /// The move that an action of [`pddl`](Domain::pddl) stands for, in the notation for programs.
    /// The action is given as its words: `tilt`, `left`. `None` if there is no such action.
    fn pddl_move(&self, _game: &Self::Game, _action: &[&str]) -> Option<String> {
        None
    }
}
