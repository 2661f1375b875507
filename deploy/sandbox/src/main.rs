//! `saffron-sandbox`: stand-ins for the outside world.

fn main() {}
