//! The catalogue of games and solvers: the only place where games and algorithms meet. The crates
//! above (command line, studies, server) reach games through [`GAMES`], whose entries are `dyn`
//! [`Entry`]: types are erased once per solve, never per node, and only plain data is exchanged
//! ([`Request`], [`Report`], text). A new game is a module in `patience-games` and one line in
//! [`GAMES`]; a new algorithm is a file and one line in `patience-search`. Both then appear in
//! every tool.
//!
//! ```
//! use patience_catalogue::{Context, Request, open};
//!
//! let instance = open("tiles:level/iartistas-04")?;
//! let report = instance.solve(&Request::new("bfs"), &mut Context::unwatched())?;
//! assert_eq!(report.length, Some(5));
//! assert!(report.optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_plans;
mod birds;
pub mod boards;
mod certificate;
mod certified;
mod context;
mod entry;
mod evaluate;
mod family;
pub mod gaps;
mod info;
mod known;
mod layers;
mod name;
#[cfg(feature = "std")]
pub mod native;
pub mod packed;
mod papers;
pub mod parameters;
mod plan;
mod reference;
mod registered;
mod report;
mod request;
mod request_error;
pub mod review;
mod sliding;
mod solver;
mod typed_entry;
mod typed_instance;
mod watch;
mod worth;

pub use best_plans::BestPlans;
pub use certificate::Certificates;
pub use certified::{Certified, Lemmas};
pub use context::{
    CHECKPOINT, Context, MODEL, Notice, Resources, SCRATCH, SPLIT, THREADS, Watcher,
};
pub use entry::{Entry, Instance, Look};
pub use evaluate::Evaluated;
pub use info::{
    AlgorithmInfo, ClaimsInfo, GameInfo, HeuristicInfo, Named, ParameterInfo, SourceInfo,
};
pub use name::{InstanceName, find, is_sought, open, open_within};
pub use patience_learn::ModelFile;
pub use plan::{MoveInfo, PlanError, Step, listed_moves};
pub use reference::{Names, Reference};
pub use registered::Registered;
pub use report::{Record, Report, Verdict};
pub use request::Request;
pub use request_error::RequestError;
pub use solver::{Found, Generator, Method, Solver, Special};
pub use worth::{AnalysedMove, Worth, position_verdict};

use patience_generators::{cohesion, tiles};
use patience_learn::games as learned;

use family::Family;

/// Every game of Patience. A new game is registered by adding a line here.
///
/// ```
/// use patience_catalogue::GAMES;
///
/// for entry in GAMES {
///     println!("{}: {}", entry.info().name, entry.info().title);
/// }
/// ```
pub static GAMES: &[&dyn Entry] = &[
    &Family { first: &gaps::ONE_DECK, second: &gaps::TWO_DECKS },
    &Registered {
        generators: birds::GENERATORS,
        learned: learned::birds::heuristics,
        solvers: birds::solvers,
        defaults: birds::DEFAULTS,
        certificates: Some(Certificates::by_record(&["depth"])),
        ..Registered::new(patience_games::birds::BirdsDomain)
    },
    &Registered {
        generators: &[Generator { source: cohesion::GENERATE, make: cohesion::generated }],
        heuristics: patience_papers::cohesion::heuristics,
        learned: learned::cohesion::heuristics,
        solvers: papers::cohesion,
        certificates: Some(Certificates::by_layers()),
        ..Registered::new(patience_games::cohesion::CohesionDomain)
    },
    &Registered {
        generators: &[Generator { source: tiles::GENERATE, make: tiles::generated }],
        learned: learned::tiles::heuristics,
        solvers: papers::tiles,
        certificates: Some(Certificates::by_layers()),
        ..Registered::new(patience_games::tiles::TilesDomain)
    },
    &Registered {
        solvers: sliding::solvers,
        certificates: Some(Certificates::by_layers()),
        ..Registered::new(patience_games::sliding::SlidingDomain)
    },
];

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
