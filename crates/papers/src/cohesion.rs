//! The Cohesion paper: its "weighted A*", and its heuristics as in its program.

use std::sync::OnceLock;

use patience_core::{
    Budget, Claims, Estimate, Game, Heuristic, HeuristicEntry, Outcome, Part, Run, Stop, Verdict,
};
use patience_games::cohesion::{CohesionGame, CohesionMove, CohesionState, MstWalls};
use patience_search::best_first::{Ties, Variant, Weights, search};
use patience_search::report;
use patience_search::table::Table;

/// The paper's "weighted A*", f = h + weight·g: the weight is on g, and its program's is 3. It is
/// rounded to thousandths.
///
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_games::cohesion::read;
/// use patience_search::best_first::search;
///
/// let outcome = search(
///     &read("R.R/B.B")?,
///     &Blind,
///     &patience_papers::cohesion::wastar(3.0),
///     &mut Run::unlimited(),
/// );
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn wastar(weight: f64) -> Variant {
    // The weights of weighted A*, which are on h.
    let Weights { g: h, h: g } = Weights::weighted(weight);
    Variant { weights: Weights { g, h }, ties: Ties::Fifo, ..Variant::ASTAR }
}

/// The greedy search of the paper's text: it moves to the child with the lowest estimate, the first
/// if tied, and stops if all children have higher estimates than the position itself.
///
/// With `check`, children that the paper's check calls lost are left out.
///
/// The text does not say what it does on a plateau; here no position is entered twice, so the
/// search ends. Incomplete: it never takes a move back, and the check is not always right.
///
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_games::cohesion::{MstWalls, read};
/// use patience_papers::cohesion::climb;
///
/// let outcome = climb(&read("R.R/B.B")?, &MstWalls, true, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn climb(
    game: &CohesionGame,
    heuristic: &dyn Heuristic<CohesionGame>,
    check: bool,
    run: &mut Run<CohesionGame>,
) -> Outcome<CohesionMove> {
    match climbed(game, heuristic, check, run) {
        Ok(Some(plan)) => report(game, plan, 0, None),
        Ok(None) => Outcome::unknown(Stop::Incomplete),
        Err(stop) => stop.into(),
    }
}

fn climbed(
    game: &CohesionGame,
    heuristic: &dyn Heuristic<CohesionGame>,
    check: bool,
    run: &mut Run<CohesionGame>,
) -> Result<Option<Vec<CohesionMove>>, Stop> {
    let worth = |state: &CohesionState| heuristic.estimate(game, state).cost().unwrap_or(u32::MAX);
    let (mut state, mut plan, mut moves) = (game.start(), Vec::new(), Vec::new());
    let mut visited = Table::new();
    while !game.is_goal(&state) {
        visited.insert(game.key(&state), (), run.budget())?;
        run.expand(game, &state, plan.len() as u32, None)?;
        moves.clear();
        game.moves(&state, &mut moves);
        run.generated(moves.len() as u64);
        let children = moves.iter().map(|mv| (*mv, game.apply(&state, *mv)));
        let new = children.filter(|(_, next)| visited.get(&game.key(next)).is_none());
        let kept = new.filter(|(_, next)| !check || !looks_lost(game, next));
        let Some((mv, next)) = kept.min_by_key(|(_, next)| worth(next)) else { return Ok(None) };
        if worth(&next) > worth(&state) {
            return Ok(None);
        }
        plan.push(mv);
        state = next;
    }
    Ok(Some(plan))
}

/// The paper's heuristics. They are here, not with the game, because they need a search.
///
/// ```
/// for heuristic in patience_papers::cohesion::heuristics() {
///     println!("{}: {}", heuristic.name, heuristic.summary);
/// }
/// ```
pub fn heuristics() -> Vec<HeuristicEntry<CohesionGame>> {
    vec![
        HeuristicEntry {
            name: "report-h1",
            summary: "the paper's H1: cells not as in a solution board; overestimates in half of \
                      all positions",
            claims: Claims::SOUND,
            parameters: &[],
            build: |_, _| Box::new(PaperH1::default()),
        },
        HeuristicEntry {
            name: "report-h2",
            summary: "the paper's H2: sizes of the pieces and distances to their places in a \
                      solution board; overestimates",
            claims: Claims::SOUND,
            parameters: &[],
            build: |_, _| Box::new(PaperH2::default()),
        },
    ]
}

/// A blank cell among the numbers of colours.
const BLANK: u8 = 0;

/// The number of each cell's colour in reading order.
fn grid(game: &CohesionGame, state: &CohesionState) -> Vec<u8> {
    let mut grid = vec![BLANK; game.size().cells()];
    game.unpack(state, &mut grid);
    grid
}

/// A solved board for comparison. The paper stores one with each level; here it is the one found by
/// a greedy search guided by [`MstWalls`] among its first 50,000 positions.
///
/// That search respects the solve's limits on time and memory and its cancel flag, through
/// [`Heuristic::prepare`]; its expansions are not counted, because the paper's program has the
/// board without a search.
#[derive(Default)]
struct SolutionBoard(OnceLock<Option<Vec<u8>>>);

impl SolutionBoard {
    /// The search for the board: nearly greedy, as g only decides between equal estimates.
    const SEARCH: Variant = Variant {
        weights: Weights { g: 1, h: 1_000 },
        ties: Ties::LowHFifo,
        node_limit: Some(50_000),
        ..Variant::ASTAR
    };

    /// Searches for the board, unless already done.
    fn prepare(&self, game: &CohesionGame, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.0.get().is_none() {
            let mut run = Run::new(budget.rest(), budget.environment());
            let board = match search(game, &MstWalls, &Self::SEARCH, &mut run).verdict {
                Verdict::Solved { plan, .. } => Some(grid(
                    game,
                    &plan.into_iter().fold(game.start(), |state, mv| game.apply(&state, mv)),
                )),
                Verdict::Unsolvable | Verdict::Unknown(Stop::Incomplete) => None,
                Verdict::Unknown(stop) => return Err(stop),
            };
            // Another thread may have been faster, with the same board.
            let _ = self.0.set(board);
        }
        Ok(())
    }

    /// The board, if one was found.
    fn get(&self, game: &CohesionGame) -> Option<&[u8]> {
        self.prepare(game, &mut Budget::unlimited()).expect("this search has no limits");
        self.0.get()?.as_deref()
    }
}

/// The paper's H1 as in its program: the cells of pieces that differ from the solution board (its
/// text says the pieces not in place). 0 everywhere if no solution board is known.
#[derive(Default)]
struct PaperH1 {
    solution: SolutionBoard,
}

impl Heuristic<CohesionGame> for PaperH1 {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn prepare(&self, game: &CohesionGame, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.solution.prepare(game, budget)
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let Some(solution) = self.solution.get(game) else { return Estimate::Cost(0) };
        let grid = grid(game, state);
        let wrong =
            grid.iter().zip(solution).filter(|(cell, solved)| **cell != BLANK && cell != solved);
        Estimate::Cost(wrong.count() as u32)
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        let cells = grid(game, state).iter().filter(|cell| **cell != BLANK).count();
        let wrong = self.estimate(game, state).cost().unwrap_or(0);
        match self.solution.get(game) {
            Some(_) => vec![
                Part::whole("cells with a piece", cells as i64),
                Part::whole("of these not as in the solution board", wrong),
            ],
            None => vec![Part::words("solution board", "none was found")],
        }
    }
}

/// The paper's H2 as in its program: for each piece, its size (not in the text) plus the Manhattan
/// distance from it to the final piece of its colour in the solution board, from first cell to
/// first cell; 0 in a won position, and everywhere if no solution board is known.
#[derive(Default)]
struct PaperH2 {
    solution: SolutionBoard,
    /// By colour, column and row of the final piece's first cell.
    finals: OnceLock<Option<Vec<(usize, usize)>>>,
}

impl PaperH2 {
    /// The places in the solution board of an instance.
    fn finals(&self, game: &CohesionGame) -> Option<&[(usize, usize)]> {
        let width = game.size().width;
        let first = |solution: &[u8], colour: usize| {
            let cell = solution.iter().position(|cell| usize::from(*cell) == colour + 1);
            cell.map(|cell| (cell % width, cell / width)).expect("no colour is ever lost")
        };
        let finals = |solution: &[u8]| {
            (0..game.letters().len()).map(|colour| first(solution, colour)).collect()
        };
        self.finals.get_or_init(|| self.solution.get(game).map(finals)).as_deref()
    }
}

impl PaperH2 {
    /// The sum of the sizes of all pieces and the distances to their places.
    fn terms(&self, game: &CohesionGame, state: &CohesionState) -> (usize, usize) {
        let Some(finals) = self.finals(game).filter(|_| !game.is_goal(state)) else {
            return (0, 0);
        };
        let (mut sizes, mut ways) = (0, 0);
        game.each_piece(state, |piece| {
            let (x, y) = (piece.first % game.size().width, piece.first / game.size().width);
            let (final_x, final_y) = finals[usize::from(piece.colour) - 1];
            sizes += piece.size;
            ways += x.abs_diff(final_x) + y.abs_diff(final_y);
        });
        (sizes, ways)
    }
}

impl Heuristic<CohesionGame> for PaperH2 {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn prepare(&self, game: &CohesionGame, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.solution.prepare(game, budget)
    }

    fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
        let (sizes, ways) = self.terms(game, state);
        Estimate::Cost((sizes + ways) as u32)
    }

    fn parts(&self, game: &CohesionGame, state: &CohesionState) -> Vec<Part> {
        let (sizes, ways) = self.terms(game, state);
        vec![
            Part::whole("sizes of the pieces", sizes as i64),
            Part::whole("ways to their places", ways as i64),
        ]
    }
}

/// The paper's check: whether it calls a position lost. Its first rule, walls, is that of
/// [`MstWalls`]: a piece separates pieces of another colour forever. By its second, the board has
/// fewer blank cells than the smaller of two pieces of a colour has cells. The second rule "wasn't
/// always true", so this is not an [`Estimate::DeadEnd`]: only a search that makes no proofs uses
/// it.
fn looks_lost(game: &CohesionGame, state: &CohesionState) -> bool {
    !game.is_goal(state)
        && (lacks_room(game, state) || MstWalls.estimate(game, state) == Estimate::DeadEnd)
}

/// Whether the second rule calls a position lost.
fn lacks_room(game: &CohesionGame, state: &CohesionState) -> bool {
    let mut sizes = vec![Vec::new(); game.letters().len()];
    game.each_piece(state, |piece| sizes[usize::from(piece.colour) - 1].push(piece.size));
    let blanks = grid(game, state).iter().filter(|cell| **cell == BLANK).count();
    sizes.iter_mut().any(|sizes| {
        sizes.sort_unstable();
        // The smaller of the two largest pieces is the largest of all the smaller ones.
        sizes.len() > 1 && blanks < sizes[sizes.len() - 2]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_games::cohesion::read;

    /// The second rule calls this board lost, and it is won in one move: the rule is not sound.
    #[test]
    fn the_second_rule_is_not_always_right() {
        let game = read("RR.RR").expect("a board");
        assert!(lacks_room(&game, &game.start()), "one blank cell, pieces of two");
        assert!(looks_lost(&game, &game.start()));
        let verdict = climb(&game, &MstWalls, false, &mut Run::unlimited()).verdict;
        assert!(matches!(verdict, Verdict::Solved { plan, .. } if plan.len() == 1));
        let roomy = read("RR..RR").expect("a board");
        assert!(!looks_lost(&roomy, &roomy.start()));
    }

    /// The check leaves out all children, and the result makes no claim: with one blank cell left,
    /// the piece of two must still reach the other.
    #[test]
    fn what_the_check_leaves_out_proves_nothing() {
        let game = read("RR.BRR/...BBB/BBBBBB").expect("a board");
        let with = climb(&game, &MstWalls, true, &mut Run::unlimited()).verdict;
        assert!(!matches!(with, Verdict::Unsolvable), "{with:?}");
    }

    /// Rates no state better than the start.
    struct Homesick;

    impl Heuristic<CohesionGame> for Homesick {
        fn claims(&self) -> Claims {
            Claims::SOUND
        }

        fn estimate(&self, game: &CohesionGame, state: &CohesionState) -> Estimate {
            Estimate::Cost(u32::from(*state != game.start()))
        }
    }

    /// On puzzle 1 the search climbs straight to a solution; if all children are worse, it stops at
    /// once.
    #[test]
    fn climbing_stops_where_all_children_are_worse() {
        let game = read("R..R/BRRB/.BB./Y..Y").expect("a board");
        let mut run = Run::unlimited();
        let verdict = climb(&game, &MstWalls, false, &mut run).verdict;
        assert!(matches!(verdict, Verdict::Solved { .. }));
        let mut run = Run::unlimited();
        let verdict = climb(&game, &Homesick, false, &mut run).verdict;
        assert_eq!(verdict, Verdict::Unknown(Stop::Incomplete));
        assert_eq!(run.counters().expanded, 1);
    }
}
