//! The card provider as its callers see it: over HTTP, with a clock that the test sets.

mod calls;
mod control;
mod pages;
mod program;
mod shapes;
mod webhooks;
mod world;
