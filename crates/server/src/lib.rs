//! Patience in a browser: the page, its API over HTTP with server-sent events, and bounded solvers
//! behind it.
//!
//! The server is safe by default: it answers only requests to this machine's own name and from the
//! page itself (`guard`), bodies are small and must arrive soon, every search runs on a thread of a
//! bounded pool within time and memory limits, and it stops when its client disconnects (`jobs`).
//! The page is part of the program (`page`). The only files read are those of the studies in one
//! folder (`studies`), and no path is built from a request.

#![forbid(unsafe_code)]

mod connections;
mod guard;
mod jobs;
mod page;
mod pool;
mod refusals;
mod rules;
mod settings;
mod studies;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use tokio::net::TcpListener;

pub use settings::Settings;

/// State shared by all requests.
struct Shared {
    settings: Settings,
    pool: pool::Pool,
    running: jobs::Running,
    /// The cached answer that lists the games.
    games: tokio::sync::OnceCell<axum::body::Bytes>,
}

/// The paths of the API, each with its method, as the OpenAPI file must list them.
pub const PATHS: &[(&str, &str)] = &[
    ("get", "/api/games"),
    ("get", "/api/limits"),
    ("post", "/api/position"),
    ("post", "/api/line"),
    ("post", "/api/redeals"),
    ("post", "/api/notations"),
    ("post", "/api/evaluate"),
    ("post", "/api/solve"),
    ("post", "/api/analyse"),
    ("post", "/api/certify"),
    ("post", "/api/chance"),
    ("post", "/api/deal"),
    ("post", "/api/control"),
    ("get", "/api/studies"),
    ("post", "/api/study"),
    ("post", "/api/rows"),
];

/// The service.
///
/// ```
/// use patience_server::{Settings, router};
///
/// let service: axum::Router = router(Settings::default());
/// assert!(service.has_routes());
/// ```
pub fn router(settings: Settings) -> Router {
    let shared = Arc::new(Shared {
        pool: pool::Pool::new(&settings),
        running: jobs::Running::default(),
        games: tokio::sync::OnceCell::new(),
        settings: settings.clone(),
    });
    Router::new()
        .route("/api/games", get(rules::games))
        .route("/api/limits", get(rules::limits))
        .route("/api/control", post(jobs::control))
        .route("/api/position", post(rules::question))
        .route("/api/line", post(rules::question))
        .route("/api/redeals", post(rules::question))
        .route("/api/notations", post(rules::question))
        .route("/api/evaluate", post(rules::question))
        .route("/api/solve", post(jobs::job))
        .route("/api/analyse", post(jobs::job))
        .route("/api/certify", post(jobs::job))
        .route("/api/chance", post(jobs::job))
        .route("/api/deal", post(jobs::job))
        .route("/api/studies", get(studies::list))
        .route("/api/study", post(studies::show))
        .route("/api/rows", post(studies::rows))
        .fallback(get(page::file))
        .layer(DefaultBodyLimit::max(settings.body))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&shared), guard::check))
        .with_state(shared)
}

/// Serves on a listener until `stop` completes.
///
/// ```
/// use patience_server::{Settings, serve};
///
/// tokio::runtime::Runtime::new()?.block_on(async {
///     let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
///     serve(listener, Settings::default(), async { println!("and ends at once") }).await
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The network reports an error.
pub async fn serve(
    listener: TcpListener,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    connections::serve(listener, router(settings.clone()), &settings, stop).await
}

/// Serves on an address, on its own runtime, until the program ends; `ready` receives the address.
///
/// ```no_run
/// use patience_server::{Settings, run};
///
/// run(Settings::default(), |address| println!("http://{address}/"))?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The address is in use or not available.
pub fn run(settings: Settings, ready: impl FnOnce(std::net::SocketAddr)) -> std::io::Result<()> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(
        async {
            let listener = TcpListener::bind(settings.address).await?;
            let address = listener.local_addr()?;
            ready(address);
            serve(listener, Settings { address, ..settings }, std::future::pending()).await
        },
    )
}

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
