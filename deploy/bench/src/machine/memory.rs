//! Memory of processes over time.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use saffron_dev::bench::table::{Table, number};

use super::memories;

/// The pause between two samples.
const SAMPLE_EVERY: Duration = Duration::from_secs(30);
/// Processes that are no service of ours.
const SERVERS: [&str; 2] = ["postgres", "nats"];

/// Memory of each process from the beginning on.
pub struct Memory {
    watched: Vec<(&'static str, i32)>,
    /// The samples: when, and bytes of each process.
    samples: RefCell<Vec<(Duration, Vec<u64>)>>,
}

impl Memory {
    /// A sampler of these processes.
    pub fn of(watched: &[(&'static str, i32)]) -> Memory {
        Memory { watched: watched.to_vec(), samples: RefCell::default() }
    }

    /// Takes samples until it is dropped.
    pub async fn watch(self: Rc<Self>, began: Instant) {
        let mut look = tokio::time::interval(SAMPLE_EVERY);
        loop {
            look.tick().await;
            self.sample(began.elapsed()).await;
        }
    }

    /// Takes a sample on another thread: this one has to note events when they come.
    pub async fn sample(&self, at: Duration) {
        let pids: Vec<i32> = self.watched.iter().map(|(_, pid)| *pid).collect();
        if let Ok(bytes) = tokio::task::spawn_blocking(move || memories(&pids)).await {
            self.samples.borrow_mut().push((at, bytes));
        }
    }

    /// Memory of all services in the last fifth of the samples over that in the second: the first is for warming up.
    pub fn growth(&self) -> f64 {
        let samples = self.samples.borrow();
        let of = |(_, bytes): &(Duration, Vec<u64>)| -> f64 {
            let services = self.watched.iter().zip(bytes).filter(|((name, _), _)| !SERVERS.contains(name));
            services.map(|(_, bytes)| *bytes as f64).sum()
        };
        let mean = |from: usize, to: usize| {
            let some = samples.get(from..to.max(from + 1)).unwrap_or_default();
            some.iter().map(of).sum::<f64>() / some.len() as f64
        };
        let fifth = |fifths: usize| samples.len() * fifths / 5;
        mean(fifth(4).min(samples.len().saturating_sub(1)), samples.len()) / mean(fifth(1), fifth(2))
    }

    /// MB at the beginning, after each fifth of the time, and at most.
    pub fn table(&self) -> Table {
        let samples = self.samples.borrow();
        let last = samples.len().saturating_sub(1);
        let shown: Vec<_> = (0..=5).filter_map(|fifth| samples.get(last * fifth / 5)).collect();
        let heads = shown.iter().map(|(at, _)| format!("{} s", at.as_secs()));
        let mut table =
            Table::new(["MB of".to_owned()].into_iter().chain(heads).chain(["at most".to_owned()]));
        for (index, (name, _)) in self.watched.iter().enumerate() {
            let mb =
                |(_, bytes): &(Duration, Vec<u64>)| bytes.get(index).map_or(0.0, |bytes| *bytes as f64 / 1e6);
            let cells = shown.iter().map(|look| number(mb(look), 0));
            let most = samples.iter().map(mb).fold(0.0, f64::max);
            table.row([(*name).to_owned()].into_iter().chain(cells).chain([number(most, 0)]));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_of_services_after_warming_up() {
        let memory = Memory::of(&[("postgres", 1), ("reports", 2), ("gateway", 3)]);
        let at = |step: u64, each: u64| (Duration::from_secs(step), vec![1_000 * step, each, each]);
        memory.samples.replace(vec![at(0, 10), at(1, 40), at(2, 40), at(3, 50), at(4, 60)]);
        assert_eq!(memory.growth(), 1.5);
        memory.samples.replace(vec![at(0, 10)]);
        assert_eq!(memory.growth(), 1.0);
        assert_eq!(memory.table().text().lines().count(), 2 + 3);
    }
}
