//! The work of one process.

use std::io;

use patience_core::{Budget, Stop};

use super::cut::{Cut, Part};
use super::file::{Content, Header};
use super::store::PartStore;
use crate::board::Move;
use crate::config::Strategy;
use crate::counters::{Counters, SplitCounters};
use crate::fault::{Fault, Halt};
use crate::job::{Claim, Ended, Job};
use crate::memory::{Cache, ENTRY, Table};
use crate::position::{Geometry, Position, path, real_moves};
use crate::restarts::{End, Shared, Worker};

/// Decides a deal together with other processes.
pub(crate) fn run(
    job: &mut Job<'_>,
    parts: usize,
    store: &mut dyn PartStore,
) -> Result<(Ended, SplitCounters), Fault> {
    let (board, config) = (job.board, &job.config);
    let geometry = Geometry::new(board, config.reductions.open_rows, config.seed);
    if !geometry.is_acyclic() || config.strategy != Strategy::Restarts {
        let what =
            "only the strategy `restarts`, with open rows under standard rules, works on parts";
        return Err(Fault::refused(what));
    }
    // Proved losses are held twice: in the table, and in a list to be written, which doubles when
    // full.
    let table = Table::new(job.limits.memory.map_or(u64::MAX, |most| most / 5)).with_journal();
    let mut budget = job.budget();
    let mut counters = Counters::default();
    let reductions = &config.reductions;
    let cut = match Cut::new(&geometry, board, reductions, parts, &mut budget, &mut counters) {
        Ok(cut) => cut,
        Err(stop) => {
            let together =
                SplitCounters { expanded: counters.expanded, ..SplitCounters::default() };
            return Ok((Ended::new(Claim::Stopped(stop), counters), together));
        }
    };
    let header = Header::new(board, config, &geometry, &cut);
    let (spent, settled) = (counters.expanded, vec![None; cut.parts.len()]);
    let mut team = Team {
        job,
        geometry: &geometry,
        cut,
        header,
        table: &table,
        settled,
        counters,
        spent,
        store,
    };
    let claim = match team.run(&budget) {
        Ok(claim) => claim,
        Err(Halt::Stop(stop)) => Claim::Stopped(stop),
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let decided = || team.settled.iter().flatten();
    let comparisons = decided().fold(0u128, |sum, part| sum.saturating_add(part.comparisons));
    let together = SplitCounters {
        parts: team.cut.parts.len() as u32,
        decided: decided().count() as u32,
        expanded: decided().fold(team.spent, |sum, part| sum.saturating_add(part.expanded)),
    };
    let failure_probability = comparisons as f64 / 2f64.powi(96);
    Ok((Ended { failure_probability, ..Ended::new(claim, team.counters) }, together))
}

/// A decided part.
#[derive(Clone, Debug)]
struct Settled {
    plan: Option<Vec<Move>>,
    expanded: u64,
    comparisons: u128,
}

/// This process's view of the work.
struct Team<'a, 'j> {
    job: &'a mut Job<'j>,
    geometry: &'a Geometry,
    cut: Cut,
    header: Header,
    table: &'a Table,
    settled: Vec<Option<Settled>>,
    counters: Counters,
    /// Expansions not yet in the file of a decided part.
    spent: u64,
    store: &'a mut dyn PartStore,
}

impl Team<'_, '_> {
    fn run(&mut self, budget: &Budget<'_>) -> Result<Claim, Halt> {
        if let Some(steps) = &self.cut.won {
            return Ok(Claim::Won(self.plan_along(&path(self.geometry, &self.cut.deal, steps))));
        }
        loop {
            self.look()?;
            if let Some(parts) = self.job.services.parts {
                parts(self.settled.iter().flatten().count() as u32, self.settled.len() as u32);
            }
            self.job.report(&self.counters);
            if let Some(plan) = self.won() {
                return Ok(Claim::Won(Some(plan.clone())));
            }
            if self.settled.iter().all(Option::is_some) {
                return Ok(Claim::Lost);
            }
            budget.poll()?;
            match self.claim()? {
                Some(part) => {
                    let ended = self.decide(part, budget);
                    self.store.release();
                    ended?;
                }
                None => self.store.wait(),
            }
        }
    }

    /// The real moves along a path from the deal.
    fn plan_along(&self, path: &[(u8, Position)]) -> Option<Vec<Move>> {
        real_moves(self.geometry, self.job.board, path)
    }

    /// The plan of a part that is won.
    fn won(&self) -> Option<&Vec<Move>> {
        self.settled.iter().flatten().find_map(|part| part.plan.as_ref())
    }

    /// Reads the parts that others have decided since the last call.
    fn look(&mut self) -> Result<(), Fault> {
        for part in self.store.decided().map_err(no_store)? {
            let name = self.store.name(part, true);
            let Some(slot) = self.settled.get_mut(part as usize) else {
                let what = format!("{name} is not one of the {} parts", self.cut.parts.len());
                return Err(Fault::refused(what));
            };
            if slot.is_some() {
                continue;
            }
            let read = self.store.load(part, true);
            let read = read.map_err(|error| cannot_be("read", &name, error))?;
            let Some((from, length)) = read else { continue };
            let file = self.header.read(from, length, name.clone(), part)?;
            file.keys.iter().for_each(|key| self.table.add_known(key));
            let plan = match file.content {
                Content::Begun => {
                    let what = format!("{name} is damaged: its part is not decided");
                    return Err(Fault::broken(what));
                }
                Content::Lost => None,
                Content::Won(plan) if self.job.board.is_won_by(&plan) => Some(plan),
                Content::Won(_) => {
                    let what = format!("{name} is damaged: its plan does not win");
                    return Err(Fault::broken(what));
                }
            };
            *slot = Some(Settled { plan, expanded: file.expanded, comparisons: file.comparisons });
        }
        Ok(())
    }

    /// Claims an undecided part, if one is free.
    fn claim(&mut self) -> Result<Option<u32>, Fault> {
        for part in 0..self.cut.parts.len() {
            let number = part as u32;
            if self.settled[part].is_none() && self.store.claim(number).map_err(no_store)? {
                // It may have been decided, and released, since the last look.
                self.look()?;
                if self.settled[part].is_none() {
                    return Ok(Some(number));
                }
                self.store.release();
            }
        }
        Ok(None)
    }

    /// Decides a claimed part, resuming its stored state, and stores the result.
    fn decide(&mut self, part: u32, budget: &Budget<'_>) -> Result<(), Halt> {
        let name = self.store.name(part, false);
        let kept = self.store.load(part, false);
        let kept = kept.map_err(|error| cannot_be("read", &name, error))?;
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
        let config = self.job.config.clone();
        let shared = Shared::new(self.geometry, &config, table, left)
            .with_caches(Cache::share_of(self.job.memory(), 1));
        let mut worker = Worker::new(&shared, config.seed);
        let mut fault = None;
        worker.run(&position, &mut |counters| {
            budget.poll()?;
            let mut all = self.counters;
            all.add(counters);
            self.job.report(&all);
            if self.store.is_due() {
                if let Err(error) = self.save(part, &Content::Begun, spent(counters)) {
                    let name = self.store.name(part, false);
                    (self.job.services.warn)(&format!("{name} could not be saved: {error}"));
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
                let first = self::path(self.geometry, &self.cut.deal, &steps);
                let plan = self.plan_along(&[first, path].concat());
                match plan.filter(|plan| self.job.board.is_won_by(plan)) {
                    Some(plan) => (Content::Won(plan), None),
                    None => (Content::Begun, Some(Stop::Defect)),
                }
            }
        };
        let saved = self.save(part, &content, spent(&counters));
        if content == Content::Begun {
            self.spent = self.spent.saturating_add(spent(&counters).0);
        }
        self.counters.add(&counters);
        saved
            .map_err(|error| cannot_be("written", &self.store.name(part, stop.is_none()), error))?;
        match stop {
            Some(stop) if self.won().is_none() => Err(stop.into()),
            _ => Ok(()),
        }
    }

    /// Stores the state of a part, with the expansions and comparisons spent.
    fn save(&mut self, part: u32, content: &Content, spent: (u64, u128)) -> io::Result<()> {
        let is_decided = !matches!(content, Content::Begun);
        let (header, table) = (&self.header, self.table);
        self.store.save(part, is_decided, &mut |out| {
            table.with_keys(|keys| header.write(out, part, content, spent, keys))
        })
    }
}

fn no_store(error: io::Error) -> Fault {
    Fault::broken("the folder of the parts cannot be used").because(error)
}

fn cannot_be(done: &str, name: &str, error: io::Error) -> Fault {
    Fault::broken(format!("{name} cannot be {done}")).because(error)
}
