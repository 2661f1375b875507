//! How messages are handed to the providers: by several workers, through crashes and refusals.

mod killed;
mod restored;
mod set_aside;
mod tries;
mod workers;
