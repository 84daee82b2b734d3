//! The questions that the rules alone can answer.

use patience_catalogue::gaps::{play_on, redeal_offers};
use patience_catalogue::{Evaluated, GAMES, GameInfo, Instance, Reference, is_sought};
use patience_core::View;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ApiError, JobContext, Question, Since};

/// The questions of [`answer`].
pub const QUESTIONS: &[&str] = &["games", "position", "line", "redeals", "notations", "evaluate"];

/// Whether a question may need a search, or take as long as one: a server queues such questions
/// separately, so that others need not wait for them.
///
/// ```
/// use serde_json::json;
///
/// let level = json!({ "instance": "tiles:level/iartistas-04" });
/// let generated = json!({ "instance": "tiles:generate/16x16/12/200/1" });
/// assert!(!patience_api::is_dear("position", &level));
/// assert!(patience_api::is_dear("position", &generated));
/// assert!(patience_api::is_dear("evaluate", &level));
///
/// let line = |length| {
///     json!({ "instance": "tiles:level/iartistas-04", "moves": "L".repeat(length) })
/// };
/// assert!(!patience_api::is_dear("line", &line(100)));
/// assert!(patience_api::is_dear("line", &line(200)));
/// assert!(!patience_api::is_dear("position", &line(200)));
/// ```
pub fn is_dear(name: &str, question: &Value) -> bool {
    let text = |field| question.get(field).and_then(Value::as_str);
    let moves = text("moves").unwrap_or_default();
    // Each step of a line is a separate position, and takes time in proportion to its board.
    let size = text("board").map_or(0, str::len).max(FULL_DEAL);
    name == "evaluate"
        || text("instance").is_some_and(is_sought)
        || moves.len() > MAX_CHEAP_TEXT
        || name == "line" && most_moves(moves) * size > MAX_CHEAP_LINE
}

/// An upper bound on the number of moves in a string: a word of capitals may be a plan of Match the
/// Tiles.
fn most_moves(text: &str) -> usize {
    let of = |word: &str| match word.bytes().all(|letter| letter.is_ascii_uppercase()) {
        true => word.len(),
        false => 1,
    };
    text.split_whitespace().map(of).sum()
}

/// Maximum length of a line.
const MAX_MOVES: usize = 2_000;

/// Maximum length of the moves of a cheap question: some hundred moves.
const MAX_CHEAP_TEXT: usize = 2_000;

/// The length of the text of a full deal of Gaps.
const FULL_DEAL: usize = 160;

/// Maximum product of moves and size of the board of a cheap line: 150 moves of a full deal, and
/// about a tenth of a second on any board.
const MAX_CHEAP_LINE: usize = 150 * FULL_DEAL;

/// A position: a named instance or a board of a game, and the moves from there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Where {
    /// `GAME[+RULES]:SOURCE/…`
    pub instance: Option<String>,
    /// `GAME[+RULES]`, for a board.
    pub game: Option<String>,
    /// A board in any notation of the game.
    pub board: Option<String>,
    /// Moves to make from there; in Gaps, a redeal is written `redeal/RULE/SEED`.
    pub moves: Option<String>,
}

impl Where {
    /// The instance before the moves, found within the bounds and `seconds`.
    fn origin(
        &self,
        context: &JobContext<'_>,
        seconds: Option<f64>,
    ) -> Result<Box<dyn Instance>, ApiError> {
        let reference = match (&self.instance, &self.game, &self.board) {
            (Some(name), None, None) => Reference::named(name),
            (None, Some(game), Some(board)) => Reference::board(game, board, "board"),
            _ => {
                return Err(ApiError::new(
                    "the position is not valid; expected either `instance` or both `game` and \
                     `board`",
                ));
            }
        };
        Ok(context.within(seconds, |budget| reference.open(budget))?)
    }

    /// The instance after the moves.
    pub fn open(
        &self,
        context: &JobContext<'_>,
        seconds: Option<f64>,
    ) -> Result<Box<dyn Instance>, ApiError> {
        let origin = self.origin(context, seconds)?;
        self.play(origin, context, |_, _, _| {})
    }

    /// Makes the moves, and reports each one's notation with the positions before and after it.
    fn play(
        &self,
        origin: Box<dyn Instance>,
        context: &JobContext<'_>,
        mut each: impl FnMut(&dyn Instance, &str, &dyn Instance),
    ) -> Result<Box<dyn Instance>, ApiError> {
        let moves = self.moves.as_deref().unwrap_or_default();
        if origin.count_moves(moves) > MAX_MOVES {
            return Err(ApiError::new(format!(
                "the line is too long for one question; expected at most {MAX_MOVES} moves"
            )));
        }
        play_on(origin, moves, None, |before, text, after| {
            if context.is_cancelled() || context.left().is_zero() {
                return Err(ApiError::new("the time limit was reached before the end of the line"));
            }
            each(before, text, after);
            Ok(())
        })
    }
}

/// A position, as drawn by the page.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    game: &'static str,
    rules: &'static str,
    /// The board in the canonical notation.
    board: String,
    won: bool,
    view: View,
}

impl Position {
    pub fn of(instance: &dyn Instance) -> Self {
        Position {
            game: instance.game(),
            rules: instance.rules(),
            board: instance.board(),
            won: instance.is_won(),
            view: instance.view(),
        }
    }
}

/// A move with the position after it.
#[derive(Debug, Serialize)]
struct Step {
    #[serde(rename = "move")]
    text: String,
    words: String,
    from: Vec<usize>,
    to: Vec<usize>,
    position: Position,
}

/// A position and the positions after each of the moves.
#[derive(Debug, Serialize)]
struct Line {
    origin: Position,
    steps: Vec<Step>,
}

#[derive(Debug, Serialize)]
struct Written {
    name: &'static str,
    summary: &'static str,
    text: String,
}

#[derive(Debug, Serialize)]
struct Notations {
    notations: Vec<Written>,
}

/// Values of all heuristics for a position.
#[derive(Debug, Serialize)]
struct Values {
    heuristics: Vec<Evaluated>,
}

/// Answers a question. `Ok(None)` if there is no question with that name. The rules answer at once;
/// an instance that needs a search, such as a generated level, is found within the bounds of
/// `context`.
///
/// ```
/// use patience_api::{JobContext, answer};
/// use serde_json::json;
///
/// let question = json!({ "instance": "tiles:level/iartistas-04" });
/// let position = answer("position", question, &JobContext::unbounded())?.expect("it is known");
/// assert_eq!(position["view"]["control"], "tilt");
/// # Ok::<(), patience_api::ApiError>(())
/// ```
///
/// # Errors
/// The question is invalid, or its instance was not found in time.
pub fn answer(
    name: &str,
    question: Value,
    context: &JobContext<'_>,
) -> Result<Option<Value>, ApiError> {
    let clock = Since::now(context.clock);
    let context = &context.by(&clock);
    let written = match name {
        "games" => serde_json::to_value(games()),
        "position" => serde_json::to_value(Position::of(&*parse(question)?.open(context, None)?)),
        "redeals" => serde_json::to_value(redeal_offers(&*parse(question)?.open(context, None)?)),
        "line" => serde_json::to_value(line(&parse(question)?, context)?),
        "notations" => serde_json::to_value(notations(&*parse(question)?.open(context, None)?)),
        "evaluate" => {
            let instance = parse(question)?.open(context, None)?;
            let model = context.model_for(&*instance);
            let heuristics = context.within(None, |budget| instance.evaluate(model, budget))?;
            serde_json::to_value(Values { heuristics })
        }
        _ => return Ok(None),
    };
    Ok(Some(written?))
}

/// The instance of a position, for programs that expand its states as bytes.
///
/// ```
/// use patience_api::{JobContext, open};
/// use serde_json::json;
///
/// let level = open(json!({ "instance": "tiles:level/iartistas-04" }), &JobContext::unbounded())?;
/// assert!(level.expand(&level.start_bytes().expect("bytes"), &mut Vec::new()).is_ok());
/// # Ok::<(), patience_api::ApiError>(())
/// ```
///
/// # Errors
/// The position is invalid, or its instance was not found in time.
pub fn open(position: Value, context: &JobContext<'_>) -> Result<Box<dyn Instance>, ApiError> {
    let clock = Since::now(context.clock);
    parse(position)?.open(&context.by(&clock), None)
}

/// A position as plain data, as in the answer to the question `position`.
pub fn described(instance: &dyn Instance) -> Result<Value, ApiError> {
    Ok(serde_json::to_value(Position::of(instance))?)
}

fn parse(question: Value) -> Result<Where, ApiError> {
    Question(question).read()
}

fn games() -> Vec<GameInfo> {
    GAMES.iter().map(|entry| entry.info()).collect()
}

fn line(place: &Where, context: &JobContext<'_>) -> Result<Line, ApiError> {
    let origin = place.origin(context, None)?;
    let mut steps: Vec<Step> = Vec::new();
    let first = Position::of(&*origin);
    place.play(origin, context, |_, text, after| {
        let mut position = Position::of(after);
        position.view.palette.clear();
        let shown = steps.last().map_or(&first, |step| &step.position);
        let made = shown.view.moves.iter().find(|mv| mv.text == text).cloned();
        // A redeal does not move a single card.
        let (words, from, to) =
            made.map_or_else(Default::default, |made| (made.words, made.from, made.to));
        steps.push(Step { text: text.to_owned(), words, from, to, position });
    })?;
    Ok(Line { origin: first, steps })
}

fn notations(instance: &dyn Instance) -> Notations {
    let info = GAMES.iter().map(|entry| entry.info()).find(|info| info.name == instance.game());
    let canonical = Written {
        name: "notation",
        summary: "the canonical notation, one line",
        text: instance.board(),
    };
    let formats = info.into_iter().flat_map(|info| info.formats);
    let others = formats.filter_map(|format| {
        let text = instance.write(format.name)?;
        Some(Written { name: format.name, summary: format.summary, text })
    });
    let mut notations: Vec<Written> = std::iter::once(canonical).chain(others).collect();
    if let Some((domain, problem)) = instance.pddl() {
        notations.push(Written {
            name: "pddl-domain",
            summary: "the rules for planners (PDDL)",
            text: domain,
        });
        notations.push(Written {
            name: "pddl-problem",
            summary: "the position for planners (PDDL)",
            text: problem,
        });
    }
    Notations { notations }
}
