//! Connections: a bounded number, each with time limits for sending a request and taking its
//! answer.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::Settings;

/// Maximum size of a request's headers, in bytes.
const HEAD: usize = 32 << 10;
/// Interval between two attempts to accept if the machine has no file descriptors left.
const RECOVERY: Duration = Duration::from_millis(100);

/// Accepts connections until `stop` completes, then waits for the open ones. A connection is closed
/// if the headers of a request take longer than `settings.reading` (from the end of the previous
/// answer), or if the client reads no part of an answer for `settings.writing`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    settings: &Settings,
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(settings.connections.max(1)));
    let open = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(settings.reading).max_buf_size(HEAD);
    tokio::pin!(stop);
    loop {
        // The next connection waits in the system's queue until a slot is free.
        let accepted = async {
            let place =
                Arc::clone(&places).acquire_owned().await.expect("the slots are never closed");
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(RECOVERY).await;
            continue;
        };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(settings.writing));
        let service = TowerToHyperService::new(router.clone());
        let connection = open.watch(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
        tokio::spawn(async move {
            // A broken connection affects only its client.
            _ = connection.await;
            drop(place);
        });
    }
    open.shutdown().await;
    Ok(())
}
