//! Gauges: what a sampler found last, or what is read at the moment of a scrape.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use opentelemetry::KeyValue;

use super::Gauge;

/// The labels of a gauge, made once.
pub type Labels = Arc<[KeyValue]>;

/// The value of a gauge.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The gauge.
    pub gauge: Gauge,
    /// The labels of this value.
    pub labels: Labels,
    /// In the unit of the gauge.
    pub value: f64,
}

/// A gauge that is read at the moment of a scrape.
struct Watched {
    gauge: Gauge,
    labels: Labels,
    value: Box<dyn Fn() -> f64 + Send + Sync>,
}

/// All gauges of this process.
struct Board {
    watched: Vec<Watched>,
    /// A slot for each sampler; empty after a failure, since an old value would pass for a new one.
    found: Vec<Vec<Reading>>,
}

static BOARD: Mutex<Board> = Mutex::new(Board { watched: Vec::new(), found: Vec::new() });

fn board() -> MutexGuard<'static, Board> {
    BOARD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows `value` as it is at the moment of a scrape; it must not wait for anything. Does nothing while metrics are off.
pub fn watch(gauge: Gauge, labels: Labels, value: impl Fn() -> f64 + Send + Sync + 'static) {
    if super::is_on() {
        board().watched.push(Watched { gauge, labels, value: Box::new(value) });
    }
}

/// The readings of one sampler.
pub(super) struct Slot(usize);

impl Slot {
    pub(super) fn new() -> Slot {
        let mut board = board();
        board.found.push(Vec::new());
        Slot(board.found.len() - 1)
    }

    /// Replaces the readings of the sampler.
    pub(super) fn put(&self, readings: Vec<Reading>) {
        if let Some(found) = board().found.get_mut(self.0) {
            *found = readings;
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.put(Vec::new());
    }
}

/// Calls `show` for every value of a gauge.
pub(super) fn each(gauge: Gauge, mut show: impl FnMut(f64, &[KeyValue])) {
    let board = board();
    for watched in board.watched.iter().filter(|watched| watched.gauge == gauge) {
        show((watched.value)(), &watched.labels);
    }
    for reading in board.found.iter().flatten().filter(|reading| reading.gauge == gauge) {
        show(reading.value, &reading.labels);
    }
}
