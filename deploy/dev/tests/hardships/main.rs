//! Hardships of the machines that Saffron runs on, each while tills post and an owner reads.
//! Needs `saffron` and `saffron-sandbox` built: `cargo dev prove` runs them one by one.

#[cfg(test)]
mod behind;
#[cfg(test)]
#[allow(dead_code, reason = "what only a cluster asks for")]
#[path = "../cluster/book.rs"]
mod book;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod disk;
#[cfg(test)]
#[path = "../common/door.rs"]
mod door;
#[cfg(test)]
mod equals;
#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod house;
#[cfg(test)]
#[path = "../common/operator.rs"]
mod operator;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
mod reader;
#[cfg(test)]
mod room;
#[cfg(test)]
#[path = "../common/stream.rs"]
mod stream;
#[cfg(test)]
mod sync;
#[cfg(test)]
#[path = "../cluster/tills.rs"]
mod tills;
#[cfg(test)]
mod trace;
#[cfg(test)]
#[path = "../common/workers.rs"]
mod workers;
