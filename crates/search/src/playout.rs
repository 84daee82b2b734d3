//! Parts shared by the Monte Carlo searches: the score of a sequence of moves and the best plan so
//! far.

use patience_core::{Event, Game, Heuristic, Outcome, Parameter, Random, Run, Stop};

use crate::arena::make_room;
use crate::report;

/// Maximum number of moves of a playout, which then counts as lost.
pub const PLAYOUT: Parameter<u64> = Parameter::whole(
    "playout",
    "moves",
    1..=u32::MAX as u64,
    200,
    "Maximum number of moves of a playout",
);

/// The score of a sequence of moves, such as a [`Line`]; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// It wins at this cost.
    Won(u32),
    /// It does not win; the heuristic's ordering value for its last state, `u32::MAX` for a dead
    /// end.
    Lost(u32),
}

/// The moves played from the start, and the cheapest plan found so far.
///
/// ```
/// use patience_core::{Blind, Game, Random, Run, Verdict, example::Doubling};
/// use patience_search::playout::{Line, Score};
///
/// let (game, mut run) = (Doubling { goal: 10 }, Run::unlimited());
/// let mut line = Line::new(&game, &Blind, 200, &run);
/// let score = line.playout(game.start(), &mut Random::new(1), &mut run)?;
/// assert!(matches!(score, Score::Won(_)), "adding one leads to every goal");
/// assert!(matches!(line.outcome(Ok(())).verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct Line<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    /// Maximum number of moves of a line.
    horizon: u32,
    /// The moves played.
    pub moves: Vec<G::Move>,
    /// The cost of each move.
    costs: Vec<u32>,
    cost: u64,
    best: Option<(u32, Vec<G::Move>)>,
    legal: Vec<G::Move>,
}

impl<'a, G: Game> Line<'a, G> {
    /// An empty line of at most `horizon` moves, or of the run's depth limit if that is smaller.
    pub fn new(game: &'a G, heuristic: &'a dyn Heuristic<G>, horizon: u32, run: &Run<G>) -> Self {
        Line {
            game,
            heuristic,
            horizon: run.limits().depth.map_or(horizon, |depth| depth.min(horizon)),
            moves: Vec::new(),
            costs: Vec::new(),
            cost: 0,
            best: None,
            legal: Vec::new(),
        }
    }

    /// Plays a move and returns the state after it.
    pub fn play(&mut self, state: &G::State, mv: G::Move, run: &mut Run<G>) -> G::State {
        run.generated(1);
        let cost = self.game.cost(state, mv);
        self.moves.push(mv);
        self.costs.push(cost);
        self.cost += u64::from(cost);
        self.game.apply(state, mv)
    }

    /// Takes moves back until `len` are left.
    pub fn take_back_to(&mut self, len: usize) {
        self.cost -= self.costs[len..].iter().copied().map(u64::from).sum::<u64>();
        self.costs.truncate(len);
        self.moves.truncate(len);
    }

    /// The moves of the state at the end of the line; `None` if the line ends there (won, out of
    /// moves or too long).
    pub fn legal(
        &mut self,
        state: &G::State,
        out: &mut Vec<G::Move>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        out.clear();
        run.tick()?;
        if self.moves.len() >= self.horizon as usize || self.game.is_goal(state) {
            return Ok(());
        }
        make_room(&mut self.moves, 1, run.budget())?;
        make_room(&mut self.costs, 1, run.budget())?;
        run.sizes(0, self.moves.len() as u64);
        run.expand(self.game, state, self.saturated_cost(), None)?;
        self.game.moves(state, out);
        Ok(())
    }

    /// The score of the line, which ended in `state`; stores it if it is the cheapest plan so far.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for a copy of the plan. The first plan is kept even
    /// then; the line has no moves afterwards.
    pub fn score(&mut self, state: &G::State, run: &mut Run<G>) -> Result<Score, Stop> {
        if !self.game.is_goal(state) {
            return Ok(Score::Lost(
                self.heuristic.value(self.game, state).map_or(u32::MAX, |value| value.ordering),
            ));
        }
        let cost = self.saturated_cost();
        if self.best.as_ref().is_none_or(|(least, _)| cost < *least) {
            let room = run.check_memory(size_of_val(&self.moves[..]) as u64);
            if room.is_ok() {
                self.best = Some((cost, self.moves.clone()));
            } else if self.best.is_none() {
                self.best = Some((cost, std::mem::take(&mut self.moves)));
            }
            room?;
            run.notify(self.game, Event::Incumbent { cost });
        }
        Ok(Score::Won(cost))
    }

    /// The cost of the line, computed as for plans.
    fn saturated_cost(&self) -> u32 {
        u32::try_from(self.cost).unwrap_or(u32::MAX)
    }

    /// Plays uniformly random moves to the end and returns the score.
    pub fn playout(
        &mut self,
        mut state: G::State,
        random: &mut Random,
        run: &mut Run<G>,
    ) -> Result<Score, Stop> {
        let mut legal = std::mem::take(&mut self.legal);
        let end = loop {
            if let Err(stop) = self.legal(&state, &mut legal, run) {
                break Err(stop);
            }
            if legal.is_empty() {
                break self.score(&state, run);
            }
            let mv = legal[random.index(legal.len())];
            state = self.play(&state, mv, run);
        };
        self.legal = legal;
        end
    }

    /// Whether a plan was found.
    pub fn has_plan(&self) -> bool {
        self.best.is_some()
    }

    /// Returns the cheapest plan found, or `Unknown`. `end` is the reason why the search ended.
    pub fn outcome(self, end: Result<(), Stop>) -> Outcome<G::Move> {
        match (self.best, end) {
            (Some((_, plan)), end) => report(self.game, plan, 0, end.err()),
            (None, Err(stop)) => stop.into(),
            (None, Ok(())) => Outcome::unknown(Stop::Incomplete),
        }
    }
}
