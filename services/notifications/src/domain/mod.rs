//! The rules: no I/O.

mod digest;
mod endpoint;
mod fold;
mod happening;
mod kind;
mod payload;
mod quiet;
mod rule;
mod vapid;
mod webpush;
mod words;

pub use digest::{DayFigures, DaySums};
pub use endpoint::{Endpoint, Hosts};
pub use fold::{Turn, WINDOW, turn};
pub use happening::{Happening, OfCheck, Target, Words};
pub use kind::{Kind, Shelf};
pub use payload::{Payload, PayloadTarget, shortened};
pub use quiet::QuietHours;
pub use rule::{Rule, RuleChange};
pub use vapid::Vapid;
pub use webpush::{UserAgentKeys, seal};
