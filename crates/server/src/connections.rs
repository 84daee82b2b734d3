//! Connections: so many at once, each with so much time to send a request and to take its answer.

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

/// The longest head of a request, in bytes.
const HEAD: usize = 32 << 10;
/// Between two attempts to accept where the machine has no descriptor left.
const RECOVERY: Duration = Duration::from_millis(100);

/// Accepts connections until `stop` is done, and then waits for those that are open. A connection
/// is closed when the head of a request takes longer than `settings.reading` (from the end of the
/// answer before it), or when nothing of an answer is taken for `settings.writing`.
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
        // The next connection waits in the system's queue until a place is free.
        let accepted = async {
            let place =
                Arc::clone(&places).acquire_owned().await.expect("the places are never closed");
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
            // A connection that breaks off concerns its client alone.
            _ = connection.await;
            drop(place);
        });
    }
    open.shutdown().await;
    Ok(())
}
