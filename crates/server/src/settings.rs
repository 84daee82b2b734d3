//! Limits of the server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use patience_api::ModelFile;

/// Limits of the server.
///
/// ```
/// use patience_server::Settings;
///
/// let settings = Settings { solvers: 2, ..Settings::default() };
/// assert!(settings.address.ip().is_loopback(), "this machine only");
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens. Requests must name this port; other machines' names are refused.
    pub address: SocketAddr,
    /// Searches that run at once.
    pub solvers: usize,
    /// Searches that are watched, perhaps slowly or paused, at once.
    pub watched: usize,
    /// Searches that wait for one of these places; beyond that they are refused.
    pub queue: usize,
    /// Time of one solve.
    pub time: Duration,
    /// From when a watched search began to when it is ended, pauses included.
    pub life: Duration,
    /// Heap of one solve in bytes.
    pub memory: u64,
    /// Bytes of a request's body.
    pub body: usize,
    /// Connections at once; more wait.
    pub connections: usize,
    /// Time in which the head of a request must have come, and as much again for its body.
    pub reading: Duration,
    /// Time after which a connection is closed whose client takes nothing of its answer.
    pub writing: Duration,
    /// The folder whose studies are shown.
    pub studies: Option<PathBuf>,
    /// Model for the learned heuristics of its game (default: built-in). No request can name one.
    pub model: Option<&'static ModelFile>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 4455)),
            solvers: std::thread::available_parallelism().map_or(2, usize::from).max(2),
            watched: 6,
            queue: 200,
            time: Duration::from_secs(60),
            life: Duration::from_secs(900),
            memory: 512 << 20,
            body: 128 << 10,
            connections: 256,
            reading: Duration::from_secs(10),
            writing: Duration::from_secs(30),
            studies: None,
            model: None,
        }
    }
}
