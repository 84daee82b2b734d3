//! Deciding a deal.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use patience_core::{Limits, Stop, Verdict};

use crate::board::{Board, Move};
use crate::config::{Checkpoint, Config, Services, Strategy};
use crate::plan;
use crate::position::{Geometry, Position, Step};
use crate::report::{Counters, DeepestLine, Report};
use crate::search::{Deepest, End, Shared, Worker};
use crate::sweep::State;
use crate::table::Table;

/// Decides a deal: a plan of real moves, or a proof that there is none, or the limit that was met.
///
/// Of the limits, time is counted by the clock of the environment, memory in bytes of tables and stacks; a depth limit
/// has no meaning here and is ignored. The result for one thread depends on nothing but the board, the configuration
/// and the limits.
pub fn solve(board: &Board, config: &Config, limits: &Limits, services: Services<'_>) -> Report {
    match config.strategy {
        Strategy::Restarts => restarts(board, config, limits, services),
        Strategy::Sweep => crate::sweep::solve(board, config, limits, services),
        Strategy::Masten => crate::masten::solve(board, config, limits, services),
        Strategy::Plain => crate::plain::solve(board, limits, services),
    }
}

/// Bytes that the stacks of a search are expected to need.
const STACKS: u64 = 128 << 10;

/// Looks at the clock, the cancel flag and the watcher.
pub(crate) fn look_around(limits: &Limits, services: &mut Services<'_>, counters: &Counters) -> Result<(), Stop> {
    if services.environment.cancel.load(Ordering::Relaxed) {
        return Err(Stop::Cancelled);
    }
    if limits.time.is_some_and(|most| services.environment.clock.elapsed() >= most) {
        return Err(Stop::Time);
    }
    if let Some(progress) = &mut services.progress {
        progress(counters);
    }
    Ok(())
}

fn restarts(board: &Board, config: &Config, limits: &Limits, mut services: Services<'_>) -> Report {
    let geometry = Geometry::new(board, config.reductions.open_rows, config.seed);
    // The stacks take some hundred positions, and if there is scratch space to go on with, that takes memory as well.
    let has_scratch = services.scratch.is_some();
    let of_tables = |most: u64| {
        let most = most - (most / 2).min(STACKS);
        if has_scratch { most / 2 } else { most }
    };
    let table = Table::new(limits.memory.map_or(u64::MAX, of_tables));
    let state =
        services.checkpoint.as_mut().and_then(|checkpoint| read_checkpoint(&mut **checkpoint, board, config, &table));
    if state.is_some() && has_scratch && geometry.is_acyclic() {
        return crate::sweep::go_on(board, config, limits, services, &table, Counters::default(), state);
    }
    let start = Position::new(&geometry, board);
    let shared = Shared::new(&geometry, config, &table, limits.expansions.unwrap_or(u64::MAX));
    // On a graph with cycles, what one worker has met is not yet refuted, so that others must not rely on it.
    let helpers = if geometry.is_acyclic() { config.threads.max(1) - 1 } else { 0 };
    let others: Vec<Mutex<(Counters, Deepest)>> = (0..helpers).map(|_| Mutex::default()).collect();
    let mut worker = Worker::new(&shared, config.seed);
    {
        let helpers = others.iter().enumerate().map(|(index, result)| {
            let (shared, start) = (&shared, &start);
            let seed = config.seed.wrapping_add(1 + index as u64);
            let help: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                let mut helper = Worker::new(shared, seed);
                helper.run(start, &mut |_| Ok(()));
                if let Ok(mut result) = result.lock() {
                    *result = (helper.counters, helper.deepest);
                }
            });
            help
        });
        let helpers = helpers.collect();
        let workers = services.workers;
        let (worker, services, start, table) = (&mut worker, &mut services, &start, &table);
        workers.run(
            helpers,
            Box::new(move || {
                worker.run(start, &mut |counters| {
                    look_around(limits, services, counters)?;
                    if let Some(checkpoint) = &mut services.checkpoint
                        && checkpoint.is_due()
                    {
                        write_checkpoint(&mut **checkpoint, board, config, table, None);
                    }
                    Ok(())
                });
            }),
        );
    }
    let (mut counters, mut deepest) = (worker.counters, std::mem::take(&mut worker.deepest));
    for other in others {
        let (more, line) = other.into_inner().unwrap_or_default();
        counters.add(&more);
        if line.in_order > deepest.in_order {
            deepest = line;
        }
    }
    let end = shared.into_end();
    if matches!(end, End::Stopped(Stop::Memory)) && has_scratch && geometry.is_acyclic() {
        return crate::sweep::go_on(board, config, limits, services, &table, counters, None);
    }
    finish(&geometry, board, end, counters, table.failure_probability(), Some(&deepest))
}

/// Turns the end of a search into a report; plans are replayed here.
pub(crate) fn finish(
    geometry: &Geometry,
    board: &Board,
    end: End,
    counters: Counters,
    failure_probability: f64,
    deepest: Option<&Deepest>,
) -> Report {
    let (verdict, choices) = match end {
        End::Won(path, choices) => (judged(board, plan::real_moves(geometry, board, &path)), choices),
        End::Lost => (Verdict::Unsolvable, Vec::new()),
        End::Stopped(stop) => (Verdict::Unknown(stop), Vec::new()),
    };
    let deepest = deepest.filter(|_| !matches!(verdict, Verdict::Solved { .. }));
    let deepest = deepest.and_then(|deepest| deepest_line(geometry, board, &deepest.steps));
    Report { verdict, counters, failure_probability, deepest, choices }
}

/// A plan as a verdict, replayed by the rules.
pub(crate) fn judged(board: &Board, moves: Option<Vec<Move>>) -> Verdict<Move> {
    match moves {
        Some(plan) if board.replay(&plan).is_some_and(|last| last.is_solved()) => {
            Verdict::Solved { plan, optimal: false, stop: None }
        }
        // A plan that does not stand the replay proves nothing.
        _ => {
            debug_assert!(false, "the solver's plan does not stand the replay");
            Verdict::Unknown(Stop::Incomplete)
        }
    }
}

fn deepest_line(geometry: &Geometry, board: &Board, steps: &[Step]) -> Option<DeepestLine> {
    let path = plan::path(geometry, &Position::new(geometry, board), steps);
    let moves = plan::moves_along(geometry, board, &path)?;
    let last = board.replay(&moves)?;
    let cards_in_order = crate::explain::cards_in_order(&last);
    Some(DeepestLine { has_moves: !last.moves().is_empty(), moves, board: last, cards_in_order })
}

/// What a checkpoint belongs to: the deal and all that its keys depend on, by FNV-1a.
fn identity(board: &Board, config: &Config) -> u64 {
    let cells = board.cells().iter().map(|cell| cell.map_or(0xFF, |card| card.rank * 4 + card.suit));
    let shape = [board.rows() as u8, board.rules() as u8, config.reductions.open_rows.into()];
    let bytes = cells.chain(shape).chain(config.seed.to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Keeps what is known of a deal: what is proved lost, and how far a sweep has come if there is one.
pub(crate) fn write_checkpoint(
    checkpoint: &mut dyn Checkpoint,
    board: &Board,
    config: &Config,
    table: &Table,
    sweep: Option<&State>,
) {
    // A checkpoint that cannot be written must not end the run it is to protect.
    let _ = checkpoint.save(&mut |out| {
        out.write_all(&identity(board, config).to_le_bytes())?;
        table.save(out)?;
        out.write_all(&[sweep.is_some().into()])?;
        sweep.map_or(Ok(()), |state| state.write(out))
    });
}

/// Loads what was proved before, if it was about this deal, and how far a sweep had come. A checkpoint that cannot be read
/// only costs its work.
fn read_checkpoint(checkpoint: &mut dyn Checkpoint, board: &Board, config: &Config, table: &Table) -> Option<State> {
    let mut kept = checkpoint.load().ok()??;
    let mut of = [0; 8];
    kept.read_exact(&mut of).ok().filter(|()| u64::from_le_bytes(of) == identity(board, config))?;
    table.load(&mut *kept).ok()?;
    let mut swept = [0; 1];
    kept.read_exact(&mut swept).ok().filter(|()| swept == [1])?;
    State::read(&mut *kept).ok()
}
