//! Further questions about a deal of Gaps.

use std::str::FromStr;

use patience_core::cards::Suit;
use patience_core::sets::permutations;
use patience_core::{Domain, Environment, Game, Limits, Stop, Verdict};
use patience_games::gaps::{Gaps, GapsDomain, Rules};
use patience_gaps::{Answer, Board, Services, Solver};
use serde::Serialize;

use super::conclusive::{PARAMETERS, Task};
use super::mapped::{board, plan};
use crate::context::Context;
use crate::entry::Instance;
use crate::request::Request;
use crate::request_error::RequestError;

/// Answers to the questions that players [`ask`] about a deal (Masten 2024).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Questions {
    /// The minimum number of moves of Twos already in the first column, over all plans. `None` if
    /// the deal is not winnable, or if it is unknown, for the reason in [`stop`](Questions::stop).
    pub moves_of_leftmost_twos: Option<u32>,
    /// A plan with that number.
    pub plan: Vec<String>,
    /// Whether the deal is winnable with fixed suits; `None` if undecided.
    pub won_with_fixed_suits: Option<bool>,
    /// Number of reachable boards; counted only on request.
    pub reachable: Option<u64>,
    /// The reason why an answer is missing.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

fn standard_deal(instance: &dyn Instance) -> Result<&Gaps, RequestError> {
    let game = instance.typed().downcast_ref::<Gaps>();
    game.filter(|game| game.rules() == Rules::Standard && game.columns() >= 2).ok_or_else(|| {
        RequestError::BadOption(format!(
            "{} is not a deal of gaps under standard rules",
            instance.id()
        ))
    })
}

/// Answers the questions about a deal of Gaps under standard rules, all of them together within the
/// limits of the request.
///
/// # Errors
/// The instance is not a deal of Gaps under standard rules.
///
/// ```
/// use patience_catalogue::{Context, Request, gaps::ask, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let questions = ask(&*deal, &Request::default(), true, &Context::unwatched())?;
/// assert!(questions.reachable.unwrap() > 1 && questions.stop.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask(
    instance: &dyn Instance,
    request: &Request,
    count_reachable: bool,
    context: &Context<'_>,
) -> Result<Questions, RequestError> {
    let game = standard_deal(instance)?;
    let (values, seed) = (request.values_for(PARAMETERS)?, request.seed_for(PARAMETERS)?);
    let task = Task::new(&values, seed, &context.resources);
    let standard = board(game);
    let fixed_game = Gaps::new(Rules::FixedSuits, &game.board(&game.start())).ok();
    let mut stop = None;
    let mut limits = request.limits.clone();
    let few = solver(&standard, &task, &limits, context.environment).fewest_two_moves();
    limits = limits.after(few.counters.expanded);
    // If several limits are reached, the last one is reported.
    known(is_won(&few), &mut stop, instance)?;
    let mut won_with_fixed_suits = None;
    if let Some(fixed) = fixed_game {
        let answer = solver(&board(&fixed), &task, &limits, context.environment).solve();
        limits = limits.after(answer.counters.expanded);
        won_with_fixed_suits = known(is_won(&answer), &mut stop, instance)?;
    }
    let mut reachable = None;
    if count_reachable {
        let mut solver = solver(&standard, &task, &limits, context.environment);
        reachable = known(solver.count_reachable(), &mut stop, instance)?;
    }
    let moves_of_leftmost_twos = few.plan().map(|plan| standard.moves_of_leftmost_twos(plan));
    let plan = words(game, few.plan());
    Ok(Questions { moves_of_leftmost_twos, plan, won_with_fixed_suits, reachable, stop })
}

/// A solver for one question.
fn solver<'a>(
    board: &'a Board,
    task: &Task<'_>,
    limits: &Limits,
    environment: Environment<'a>,
) -> Solver<'a> {
    let services = Services::new(environment);
    Solver::new(board).config(task.config.clone()).limits(limits.clone()).services(services)
}

/// Returns an answer, or records what stopped the search for it.
///
/// # Errors
/// The solver has a defect.
fn known<T>(
    answer: Result<T, Stop>,
    stop: &mut Option<Stop>,
    instance: &dyn Instance,
) -> Result<Option<T>, RequestError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(met) => {
            RequestError::if_defect(Some(met), "conclusive", instance.id())?;
            *stop = Some(met);
            Ok(None)
        }
    }
}

/// Whether a deal is won, or the reason why that is unknown.
fn is_won(answer: &Answer) -> Result<bool, Stop> {
    match answer.verdict {
        Verdict::Solved { .. } => Ok(true),
        Verdict::Unsolvable => Ok(false),
        Verdict::Unknown(stop) => Err(stop),
    }
}

/// The moves of a plan, if there is one, as text.
fn words(game: &Gaps, moves: Option<&[patience_gaps::Move]>) -> Vec<String> {
    let (start, moves) = (game.start(), plan(game, moves.unwrap_or_default()));
    moves.into_iter().map(|mv| GapsDomain.move_text(game, &start, mv)).collect()
}

/// The orders of the rows' suits, from the top, for [`ask_in_orders`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrdersOfSuits {
    /// Each.
    All,
    /// This one.
    One(Vec<Suit>),
}

impl FromStr for OrdersOfSuits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(OrdersOfSuits::All);
        }
        let suits: Option<Vec<Suit>> =
            text.chars().map(|c| Suit::from_letter(c).or_else(|| Suit::from_symbol(c))).collect();
        let is_order = |suits: &Vec<Suit>| {
            !suits.is_empty()
                && (1..suits.len()).all(|index| !suits[..index].contains(&suits[index]))
        };
        suits.filter(is_order).map(OrdersOfSuits::One).ok_or_else(|| {
            format!(
                "`{text}` is not a valid order of suits; expected `all` or the letter or symbol \
                 of each row's suit, such as HSDC"
            )
        })
    }
}

/// The answer of [`ask_in_orders`] for one order of the rows: whether the deal is winnable with
/// fixed suits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderAnswer {
    /// The letters of the suits, from the top.
    pub order: String,
    /// `None` if undecided.
    pub won: Option<bool>,
    /// A plan, whose moves are also legal under the standard rules.
    pub plan: Vec<String>,
}

/// The answers of [`ask_in_orders`]: in which orders a deal is winnable with fixed suits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InOrders {
    /// Whether it is winnable in at least one of the orders; `None` if undecided.
    pub won_in_some_order: Option<bool>,
    /// Answers for the requested orders.
    pub orders: Vec<OrderAnswer>,
    /// The reason why an answer is missing.
    #[serde(skip)]
    pub stop: Option<Stop>,
}

/// Decides for each order of the suits whether a deal of Gaps is winnable with fixed suits. The
/// limits of the request cover all orders together.
///
/// # Errors
/// The instance is not a deal of Gaps under standard rules, or an order does not name its suits.
///
/// ```
/// use patience_catalogue::{
///     Context, Request,
///     gaps::{OrdersOfSuits, ask_in_orders},
///     open,
/// };
///
/// let deal = open("gaps:random/3x4/1")?;
/// let answers =
///     ask_in_orders(&*deal, &Request::default(), &OrdersOfSuits::All, &Context::unwatched())?;
/// assert_eq!((answers.orders.len(), answers.orders[0].order.as_str()), (6, "CHS"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask_in_orders(
    instance: &dyn Instance,
    request: &Request,
    orders: &OrdersOfSuits,
    context: &Context<'_>,
) -> Result<InOrders, RequestError> {
    let game = standard_deal(instance)?;
    let (values, seed) = (request.values_for(PARAMETERS)?, request.seed_for(PARAMETERS)?);
    let task = Task::new(&values, seed, &context.resources);
    let (board, suits) = (board(game), game.suits());
    let orders = match orders {
        OrdersOfSuits::All => permutations(suits.len() as u8),
        OrdersOfSuits::One(order) => {
            let numbers = order
                .iter()
                .map(|suit| suits.iter().position(|other| other == suit).map(|at| at as u8));
            let numbers: Option<Vec<u8>> = numbers.collect();
            vec![numbers.filter(|numbers| numbers.len() == suits.len()).ok_or_else(|| {
                let [letters, in_play] = [order, suits]
                    .map(|suits| suits.iter().map(|suit| suit.letter()).collect::<String>());
                RequestError::BadOption(format!(
                    "`{letters}` is not a valid order of suits of {}; expected each of {in_play} \
                     once",
                    instance.id()
                ))
            })?]
        }
    };
    let mut limits = request.limits.clone();
    let mut answers = InOrders { won_in_some_order: Some(false), orders: Vec::new(), stop: None };
    for order in orders {
        let on_board = order.iter().map(|&suit| Suit::CHSD[usize::from(suit)]);
        let renamed = board
            .fixed_suits_in(&on_board.collect::<Vec<_>>())
            .map_err(|error| RequestError::BadOption(error.to_string()))?;
        let answer = solver(&renamed, &task, &limits, context.environment).solve();
        limits = limits.after(answer.counters.expanded);
        let won = known(is_won(&answer), &mut answers.stop, instance)?;
        let plan = words(game, answer.plan());
        let order = order.iter().map(|&suit| suits[usize::from(suit)].letter()).collect();
        answers.orders.push(OrderAnswer { order, won, plan });
    }
    let any = |wanted| answers.orders.iter().any(|answer| answer.won == wanted);
    answers.won_in_some_order =
        if any(Some(true)) { Some(true) } else { (!any(None)).then_some(false) };
    Ok(answers)
}
