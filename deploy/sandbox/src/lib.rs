//! Stand-ins for the world outside Saffron: a POS that sends a day's trade. They use the public doors
//! only, as a real one would, and are never linked into a service.

pub mod pos;
pub mod till;
