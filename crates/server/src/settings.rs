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
    /// The address to listen on. Requests must name this port; names of other machines are
    /// rejected.
    pub address: SocketAddr,
    /// Maximum number of concurrent searches.
    pub solvers: usize,
    /// Maximum number of concurrent watched searches, including slow and paused ones.
    pub watched: usize,
    /// Maximum number of waiting searches; more are rejected.
    pub queue: usize,
    /// Time of one solve.
    pub time: Duration,
    /// Maximum lifetime of a watched search, including pauses.
    pub life: Duration,
    /// Maximum heap of one solve, in bytes.
    pub memory: u64,
    /// Maximum bytes of a request's body.
    pub body: usize,
    /// Maximum number of connections; more wait.
    pub connections: usize,
    /// Time limit for the headers of a request, and again for its body.
    pub reading: Duration,
    /// Time after which a connection is closed if its client reads no part of the answer.
    pub writing: Duration,
    /// The folder of studies to show.
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
