//! Places for work: so much at once, so much waiting, the rest refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Settings;

/// The places that the server has.
pub(crate) struct Pool {
    solvers: Arc<Semaphore>,
    watched: Arc<Semaphore>,
    rules: Arc<Semaphore>,
    studies: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
}

/// A ticket of somebody who waits.
pub(crate) struct Ticket(Arc<AtomicUsize>);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Pool {
    pub fn new(settings: &Settings) -> Self {
        Pool {
            solvers: Arc::new(Semaphore::new(settings.solvers)),
            watched: Arc::new(Semaphore::new(settings.watched)),
            rules: Arc::new(Semaphore::new(16)),
            studies: Arc::new(Semaphore::new(2)),
            waiting: Arc::default(),
            queue: settings.queue,
        }
    }

    /// A place in the queue; `None` if it is full.
    pub fn ticket(&self) -> Option<Ticket> {
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let ticket = Ticket(Arc::clone(&self.waiting));
        (before < self.queue).then_some(ticket)
    }

    /// Waits for a place to search; places are given in the order of asking.
    pub async fn search(&self, watched: bool) -> OwnedSemaphorePermit {
        acquire(if watched { &self.watched } else { &self.solvers }).await
    }

    /// Waits for a place to apply rules.
    pub async fn rules(&self) -> OwnedSemaphorePermit {
        acquire(&self.rules).await
    }

    /// Waits for a place to look at a study.
    pub async fn studies(&self) -> OwnedSemaphorePermit {
        acquire(&self.studies).await
    }
}

async fn acquire(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(semaphore).acquire_owned().await.expect("the pool is never closed")
}
