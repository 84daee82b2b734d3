//! Limits are kept as documented, regardless of the length of a unit of work.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::environment::{Clock, Meter};

/// A clock that each unit of work advances by a fixed time, to simulate a solver with units of that
/// length.
struct Work {
    unit: Duration,
    done: Cell<u32>,
}

impl Work {
    fn units(unit: Duration) -> Self {
        Work { unit, done: Cell::new(0) }
    }
}

impl Clock for Work {
    fn elapsed(&self) -> Duration {
        self.unit * self.done.get()
    }
}

/// The times at which budgets of time and of processor time stop work in units of a given length.
fn stopped_at(limit: Duration, unit: Duration) -> [Duration; 2] {
    let wall = Limits { time: Some(limit), ..Limits::default() };
    let cpu = Limits { cpu_time: Some(limit), ..Limits::default() };
    [(wall, Stop::Time), (cpu, Stop::CpuTime)].map(|(limits, stop)| {
        let (clock, other) = (Work::units(unit), Work::units(Duration::from_secs(9)));
        let environment = Environment::none();
        let environment = match stop {
            Stop::Time => environment.with_clock(&clock).with_cpu_clock(&other),
            _ => environment.with_clock(&other).with_cpu_clock(&clock),
        };
        let budget = Budget::new(limits, environment);
        while budget.tick().is_ok() {
            clock.done.set(clock.done.get() + 1);
            other.done.set(other.done.get() + 1);
        }
        assert_eq!(budget.tick(), Err(stop), "it stays stopped");
        clock.elapsed()
    })
}

#[test]
fn time_is_kept_however_long_a_unit_of_work_takes() {
    for unit in [1, 10, 100, 1000, 20_000, 100_000].map(Duration::from_micros) {
        for limit in [1, 10, 1000].map(Duration::from_millis) {
            for stopped in stopped_at(limit, unit) {
                let over = stopped.saturating_sub(limit);
                assert!(over <= 2 * APART.max(unit), "units of {unit:?}: {over:?} over {limit:?}");
            }
        }
    }
    assert_eq!(stopped_at(Duration::ZERO, Duration::from_millis(1)), [Duration::ZERO; 2]);
}

#[test]
fn units_that_suddenly_take_long_are_noticed() {
    let clock = Work::units(Duration::from_micros(1));
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let budget = Budget::new(limits, Environment::none().with_clock(&clock));
    for _ in 0..10_000 {
        budget.tick().unwrap();
        clock.done.set(clock.done.get() + 1);
    }
    let mut long = 0;
    while budget.tick().is_ok() {
        clock.done.set(clock.done.get() + 1000);
        long += 1;
    }
    assert!(long <= MAX_UNITS, "{long} units");
}

#[test]
fn the_clock_is_read_seldom_where_units_are_short() {
    struct Counting(Cell<u32>);
    impl Clock for Counting {
        fn elapsed(&self) -> Duration {
            self.0.set(self.0.get() + 1);
            Duration::ZERO
        }
    }
    let clock = Counting(Cell::new(0));
    let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
    let mut budget = Budget::new(limits, Environment::none().with_clock(&clock));
    (0..100_000).for_each(|_| budget.expand().unwrap());
    assert!(clock.0.get() < 500, "{}", clock.0.get());
}

#[test]
fn cancelling_is_noticed_at_the_next_unit() {
    let cancel = AtomicBool::new(false);
    let mut budget = Budget::new(Limits::default(), Environment::none().with_cancel(&cancel));
    assert_eq!((budget.expand(), budget.tick(), budget.poll()), (Ok(()), Ok(()), Ok(())));
    cancel.store(true, Ordering::Relaxed);
    let cancelled = Err(Stop::Cancelled);
    assert_eq!((budget.expand(), budget.tick(), budget.poll()), (cancelled, cancelled, cancelled));
    assert_eq!(budget.expanded(), 1);
}

#[test]
fn expansions_of_any_length_keep_the_time() {
    for unit in [1, 100, 5000, 100_000].map(Duration::from_micros) {
        let (clock, limit) = (Work::units(unit), Duration::from_millis(50));
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let mut budget = Budget::new(limits, Environment::none().with_clock(&clock));
        // Two units that expand nothing come with each expansion.
        while budget.expand().and_then(|()| budget.tick()).and_then(|()| budget.tick()).is_ok() {
            clock.done.set(clock.done.get() + 3);
        }
        let over = clock.elapsed().saturating_sub(limit);
        assert!(over <= 2 * APART.max(3 * unit), "units of {unit:?}: {over:?}");
        assert_eq!(budget.expand(), Err(Stop::Time), "it stays stopped");
    }
}

#[test]
fn expansions_granted_before_are_not_made_after_cancelling_or_in_another_slice() {
    let cancel = AtomicBool::new(false);
    let limits = Limits { expansions: Some(1000), ..Limits::default() };
    let mut budget = Budget::new(limits, Environment::none().with_cancel(&cancel));
    budget.expand().unwrap();
    budget.spend(900);
    budget.slice(Some(5));
    let made = (0..).take_while(|_| budget.expand().is_ok()).count();
    assert_eq!((made, budget.expanded()), (5, 906));
    budget.slice(None);
    budget.expand().unwrap();
    cancel.store(true, Ordering::Relaxed);
    assert_eq!((budget.expand(), budget.expanded()), (Err(Stop::Cancelled), 907));
}

#[test]
fn expansions_are_exact_in_slices_too() {
    for most in [0, 1, 7] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let mut budget = Budget::new(limits, Environment::none());
        let mut allowed = 0;
        while budget.expand().is_ok() {
            allowed += 1;
        }
        assert_eq!((allowed, budget.expanded(), budget.is_used_up()), (most, most, true));
    }
    let limits = Limits { expansions: Some(10), ..Limits::default() };
    let mut budget = Budget::new(limits, Environment::none());
    let mut turns = Vec::new();
    for _ in 0..4 {
        budget.slice(Some(4));
        let before = budget.expanded();
        while budget.expand().is_ok() {}
        turns.push((budget.expanded() - before, budget.is_used_up()));
    }
    assert_eq!(turns, [(4, false), (4, false), (2, true), (0, true)]);
    budget.slice(None);
    assert_eq!(budget.expand(), Err(Stop::Expansions));
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    struct Held(u64);
    impl Meter for Held {
        fn bytes(&self) -> u64 {
            self.0
        }
        fn peak(&self) -> u64 {
            self.0
        }
    }
    let limits = Limits { memory: Some(100), ..Limits::default() };
    let budget = Budget::new(limits, Environment::none().with_meter(&Held(60)));
    assert_eq!((budget.check_memory(40), budget.check_memory(41)), (Ok(()), Err(Stop::Memory)));
    assert_eq!(
        (budget.check_memory(u64::MAX), budget.check_held(100)),
        (Err(Stop::Memory), Ok(()))
    );
    assert_eq!(budget.check_held(101), Err(Stop::Memory));
}

#[test]
fn limits_that_cannot_be_measured_are_refused() {
    struct Nothing;
    impl Clock for Nothing {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
    impl Meter for Nothing {
        fn bytes(&self) -> u64 {
            0
        }
        fn peak(&self) -> u64 {
            0
        }
    }
    let none = Environment::none();
    let time = Limits { time: Some(Duration::MAX), ..Limits::default() };
    let memory = Limits { memory: Some(u64::MAX), ..Limits::default() };
    let both = Limits { time: time.time, ..memory.clone() };
    let (no_clock, no_meter) = (Err(Stop::NoClock), Err(Stop::NoMeter));
    for (limits, environment, work, growth) in [
        (&time, none, no_clock, Ok(())),
        (&time, none.with_meter(&Nothing), no_clock, Ok(())),
        (&time, none.with_clock(&Nothing), Ok(()), Ok(())),
        (&memory, none, Ok(()), no_meter),
        (&memory, none.with_clock(&Nothing), Ok(()), no_meter),
        (&memory, none.with_meter(&Nothing), Ok(()), Ok(())),
        (&both, none.with_meter(&Nothing), no_clock, Ok(())),
        (&both, none.with_clock(&Nothing), Ok(()), no_meter),
        (&Limits::default(), none, Ok(()), Ok(())),
    ] {
        let mut budget = Budget::new(limits.clone(), environment);
        assert_eq!((budget.expand(), budget.poll()), (work, work), "{limits:?}");
        assert_eq!((budget.tick(), budget.tick()), (work, work), "{limits:?}");
        budget.slice(Some(10));
        assert_eq!(budget.expand(), work, "a slice allows nothing: {limits:?}");
        assert_eq!(budget.check_memory(1), growth, "{limits:?}");
        assert_eq!(budget.check_held(1), Ok(()), "memory that the solver counts is exact");
    }
}
