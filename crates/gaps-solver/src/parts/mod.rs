//! One deal, decided by several processes that know nothing of each other but files.
//!
//! Every process cuts the game into the same *parts*: positions, found breadth first from the deal,
//! one of which every play to a solved board passes. A part is decided by restarts that remember;
//! it is won, and so is the deal, or lost, and then all the positions that were proved lost for it
//! are written down with that. The deal is lost when all parts are. What is written down of the
//! parts of others goes into the table, so that nobody proves it again.
//!
//! A process claims a part before it works on it, so that no two work on the same. But no verdict
//! depends on claims: what is known of a part is true whoever found it, and there is one file for
//! it, which is written whole. The files are described in [`file`]; `docs/gaps-solver.md` argues
//! why nothing is lost or counted twice.

mod cut;
mod file;

use std::io;

use patience_core::{Budget, Limits, Stop, Verdict};

use crate::board::{Board, Move};
use crate::cache::Cache;
use crate::config::{Config, Services, Strategy};
use crate::fault::{Fault, Halt};
use crate::plan;
use crate::position::Geometry;
use crate::search::Worker;
use crate::shared::Shared;
use crate::solution::{Counters, Solution};
use crate::table::{ENTRY, Table};
use crate::verdict::{End, validated};
use cut::{Cut, Part};
use file::{Content, Header};

/// Where the processes of [`solve_parts`] leave what they find for each other: files that may come
/// from anywhere. What is read is verified, and what is not what was written is an error.
pub trait Exchange {
    /// Claims a part for this process until it is released; false if another one has it. A process
    /// that ends has none.
    ///
    /// # Errors
    /// What went wrong.
    fn claim(&mut self, part: u32) -> io::Result<bool>;

    /// Releases the part that is claimed.
    fn release(&mut self);

    /// The parts that are decided.
    ///
    /// # Errors
    /// What went wrong.
    fn decided(&mut self) -> io::Result<Vec<u32>>;

    /// Replaces what is kept of the claimed part: entirely, or, if that fails, not at all. What is
    /// decided stays apart from what is begun, and takes its place.
    ///
    /// # Errors
    /// What went wrong.
    fn save(
        &mut self,
        part: u32,
        is_decided: bool,
        write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// What is kept of a part, decided or begun, with its length in bytes.
    ///
    /// # Errors
    /// What went wrong. That nothing is kept is no error.
    fn load(&mut self, part: u32, is_decided: bool)
    -> io::Result<Option<(Box<dyn io::Read>, u64)>>;

    /// Whether it is time to save what is begun, and to look at what others have decided.
    fn is_due(&mut self) -> bool;

    /// Waits a moment for others.
    fn wait(&mut self);

    /// What to call a part in messages: the path of its file.
    fn name(&self, part: u32, is_decided: bool) -> String;
}

/// What all processes did together in [`solve_parts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Together {
    /// Parts that the deal was cut into; none if it was decided before there were enough.
    pub parts: u32,
    /// Parts that are decided.
    pub decided: u32,
    /// Expansions that were spent on these.
    pub expanded: u64,
}

/// Decides a deal together with other processes that are given the same deal, configuration, number
/// of parts and exchange. The limits and the counters are this process's own.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, Exchange, Services, solve_parts};
/// use std::collections::BTreeMap;
/// use std::io::{self, Cursor, Read, Write};
///
/// /// A process alone: what it keeps, it keeps in memory.
/// #[derive(Default)]
/// struct Alone(BTreeMap<(u32, bool), Vec<u8>>);
///
/// impl Exchange for Alone {
///     fn claim(&mut self, _: u32) -> io::Result<bool> {
///         Ok(true)
///     }
///     fn release(&mut self) {}
///     fn decided(&mut self) -> io::Result<Vec<u32>> {
///         Ok(self.0.keys().filter(|(_, is_decided)| *is_decided).map(|(part, _)| *part).collect())
///     }
///     fn save(
///         &mut self,
///         part: u32,
///         is_decided: bool,
///         write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
///     ) -> io::Result<()> {
///         write(self.0.entry((part, is_decided)).insert_entry(Vec::new()).get_mut())
///     }
///     fn load(&mut self, part: u32, is_decided: bool) -> io::Result<Option<(Box<dyn Read>, u64)>> {
///         let kept = self.0.get(&(part, is_decided)).cloned();
///         Ok(kept.map(|bytes| (bytes.len() as u64, bytes)).map(|(length, bytes)| (Box::new(Cursor::new(bytes)) as _, length)))
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
/// let (config, limits) = (Config::default(), Limits::default());
/// let (solution, together) = solve_parts(&board, &config, &limits, Services::none(), 4, &mut Alone::default())?;
/// assert_ne!(solution.verdict, Verdict::Unknown(patience_core::Stop::Incomplete));
/// assert_eq!(together.parts, together.decided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A file of a part that is refused, damaged, or cannot be read or written: then there is no
/// verdict.
pub fn solve_parts(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
    parts: usize,
    exchange: &mut dyn Exchange,
) -> Result<(Solution, Together), Fault> {
    let geometry = Geometry::new(board, config.reductions.open_rows, config.seed);
    if !geometry.is_acyclic() || config.strategy != Strategy::Restarts {
        let message =
            "only the strategy `restarts`, with open rows under standard rules, works on parts";
        return Err(Fault::Refused(message.to_owned()));
    }
    // What is proved lost is held twice, in the table and to be written down, the latter in a list
    // that doubles.
    let table = Table::new(limits.memory.map_or(u64::MAX, |most| most / 5)).with_journal();
    let mut budget = services.budget(limits);
    let cut = match Cut::new(&geometry, board, &config.reductions, parts, &mut budget) {
        Ok(cut) => cut,
        Err(stop) => {
            let counters = Counters::default();
            let solution = Solution::new(Verdict::Unknown(stop), Strategy::Restarts, counters, 0.0);
            return Ok((solution, Together::default()));
        }
    };
    let header = Header::new(board, config, &geometry, &cut);
    let counters = Counters { expanded: cut.expanded, ..Counters::default() };
    let settled = vec![None; cut.parts.len()];
    let mut team = Team {
        board,
        config,
        geometry: &geometry,
        cut,
        header,
        table: &table,
        settled,
        counters,
        exchange,
    };
    let verdict = match team.run(&budget, &mut services) {
        Ok(verdict) => verdict,
        Err(Halt::Stop(stop)) => Verdict::Unknown(stop),
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let decided = || team.settled.iter().flatten();
    let comparisons = decided().fold(0u128, |sum, part| sum.saturating_add(part.comparisons));
    let together = Together {
        parts: team.cut.parts.len() as u32,
        decided: decided().count() as u32,
        expanded: decided().fold(team.cut.expanded, |sum, part| sum.saturating_add(part.expanded)),
    };
    let probability = comparisons as f64 / 2f64.powi(96);
    Ok((Solution::new(verdict, Strategy::Restarts, team.counters, probability), together))
}

/// A part that is decided.
#[derive(Clone, Debug)]
struct Settled {
    plan: Option<Vec<Move>>,
    expanded: u64,
    comparisons: u128,
}

/// This process's view of the work.
struct Team<'a> {
    board: &'a Board,
    config: &'a Config,
    geometry: &'a Geometry,
    cut: Cut,
    header: Header,
    table: &'a Table,
    settled: Vec<Option<Settled>>,
    counters: Counters,
    exchange: &'a mut dyn Exchange,
}

impl Team<'_> {
    fn run(
        &mut self,
        budget: &Budget<'_>,
        services: &mut Services<'_>,
    ) -> Result<Verdict<Move>, Halt> {
        if let Some(steps) = &self.cut.won {
            let path = plan::path(self.geometry, &self.cut.deal, steps);
            return Ok(validated(self.board, plan::real_moves(self.geometry, self.board, &path)));
        }
        loop {
            self.look()?;
            if let Some(parts) = services.parts {
                parts(self.settled.iter().flatten().count() as u32, self.settled.len() as u32);
            }
            if let Some(progress) = &mut services.progress {
                progress(&self.counters);
            }
            if let Some(plan) = self.won() {
                return Ok(validated(self.board, Some(plan.clone())));
            }
            if self.settled.iter().all(Option::is_some) {
                return Ok(Verdict::Unsolvable);
            }
            budget.poll()?;
            match self.claim()? {
                Some(part) => {
                    let ended = self.decide(part, budget, services);
                    self.exchange.release();
                    ended?;
                }
                None => self.exchange.wait(),
            }
        }
    }

    /// The plan of a part that is won.
    fn won(&self) -> Option<&Vec<Move>> {
        self.settled.iter().flatten().find_map(|part| part.plan.as_ref())
    }

    /// Takes over what others have decided since the last look.
    fn look(&mut self) -> Result<(), Fault> {
        for part in self.exchange.decided().map_err(|error| Fault::Broken(error.to_string()))? {
            let name = self.exchange.name(part, true);
            let Some(slot) = self.settled.get_mut(part as usize) else {
                return Err(Fault::Refused(format!(
                    "{name} is none of the {} parts",
                    self.cut.parts.len()
                )));
            };
            if slot.is_some() {
                continue;
            }
            let read = self
                .exchange
                .load(part, true)
                .map_err(|error| Fault::Broken(format!("{name}: {error}")))?;
            let Some((from, length)) = read else { continue };
            let file = self.header.read(from, length, name.clone(), part)?;
            file.keys.iter().for_each(|key| self.table.add_known(key));
            let plan = match file.content {
                Content::Begun => {
                    return Err(Fault::Broken(format!(
                        "{name} is damaged: its part is not decided"
                    )));
                }
                Content::Lost => None,
                Content::Won(plan)
                    if self.board.replay(&plan).is_some_and(|last| last.is_solved()) =>
                {
                    Some(plan)
                }
                Content::Won(_) => {
                    return Err(Fault::Broken(format!("{name} is damaged: its plan wins nothing")));
                }
            };
            *slot = Some(Settled { plan, expanded: file.expanded, comparisons: file.comparisons });
        }
        Ok(())
    }

    /// Claims a part that is not decided yet, if there is one that nobody else has.
    fn claim(&mut self) -> Result<Option<u32>, Fault> {
        for part in 0..self.cut.parts.len() {
            let number = part as u32;
            let broken = |error: io::Error| Fault::Broken(error.to_string());
            if self.settled[part].is_none() && self.exchange.claim(number).map_err(broken)? {
                // It may have been decided, and released, since the last look.
                self.look()?;
                if self.settled[part].is_none() {
                    return Ok(Some(number));
                }
                self.exchange.release();
            }
        }
        Ok(None)
    }

    /// Decides a part, which is claimed, from where it was left, and writes down what was found.
    fn decide(
        &mut self,
        part: u32,
        budget: &Budget<'_>,
        services: &mut Services<'_>,
    ) -> Result<(), Halt> {
        let name = self.exchange.name(part, false);
        let kept = self
            .exchange
            .load(part, false)
            .map_err(|error| Fault::Broken(format!("{name}: {error}")))?;
        let begun =
            kept.map(|(from, length)| self.header.read(from, length, name, part)).transpose()?;
        let (earlier, compared) =
            begun.as_ref().map_or((0, 0), |file| (file.expanded, file.comparisons));
        self.table.begin_journal(begun.map(|file| file.keys).unwrap_or_default());
        let comparisons = self.table.comparisons();
        let Part { position, steps } = self.cut.parts[part as usize].clone();
        let left =
            budget.limits().expansions.map(|most| most.saturating_sub(self.counters.expanded));
        let table = self.table;
        let spent = |counters: &Counters| {
            let comparisons =
                table.comparisons().saturating_sub(comparisons).saturating_add(compared);
            (earlier.saturating_add(counters.expanded), comparisons)
        };
        let shared = Shared::new(self.geometry, self.config, table, left);
        let shared =
            shared.with_caches(Cache::share_of(budget.limits().memory.unwrap_or(u64::MAX), 1));
        let mut worker = Worker::new(&shared, self.config.seed);
        let mut fault = None;
        worker.run(&position, &mut |counters| {
            budget.poll()?;
            if let Some(progress) = &mut services.progress {
                let mut all = self.counters;
                all.add(counters);
                progress(&all);
            }
            if self.exchange.is_due() {
                if let Err(error) = self.save(part, &Content::Begun, spent(counters)) {
                    (services.warn)(&format!(
                        "{} could not be saved: {error}",
                        self.exchange.name(part, false)
                    ));
                }
                fault = self.look().err();
                if fault.is_some() || self.won().is_some() {
                    return Err(Stop::Cancelled);
                }
            }
            Ok(())
        });
        fault.map_or(Ok(()), Err)?;
        let mut counters = worker.counters;
        counters.peak_bytes += table.with_keys(|keys| keys.capacity() as u64 * ENTRY);
        let end = shared.into_end();
        let (content, stop) = match end {
            End::Lost => (Content::Lost, None),
            End::Stopped(stop) => (Content::Begun, Some(stop)),
            End::Won(path, _) => {
                let whole = [plan::path(self.geometry, &self.cut.deal, &steps), path].concat();
                match validated(self.board, plan::real_moves(self.geometry, self.board, &whole)) {
                    Verdict::Solved { plan, .. } => (Content::Won(plan), None),
                    _ => (Content::Begun, Some(Stop::Incomplete)),
                }
            }
        };
        let saved = self.save(part, &content, spent(&counters));
        self.counters.add(&counters);
        saved.map_err(|error| {
            Fault::Broken(format!("{}: {error}", self.exchange.name(part, stop.is_none())))
        })?;
        match stop {
            Some(stop) if self.won().is_none() => Err(stop.into()),
            _ => Ok(()),
        }
    }

    /// Writes down what is known of a part, with the expansions and comparisons that it took.
    fn save(&mut self, part: u32, content: &Content, spent: (u64, u128)) -> io::Result<()> {
        let is_decided = !matches!(content, Content::Begun);
        let (header, table) = (&self.header, self.table);
        self.exchange.save(part, is_decided, &mut |out| {
            table.with_keys(|keys| header.write(out, part, content, spent, keys))
        })
    }
}
