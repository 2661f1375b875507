//! Kinds of happenings, rules and texts of notifications, and the encryption of pushes. No I/O.

mod delivery;
mod digest;
mod endpoint;
mod format;
mod happening;
mod kind;
mod payload;
mod quiet;
mod rule;
mod vapid;
mod webpush;

pub use delivery::{Delivery, WINDOW, delivery};
pub use digest::{DayFigures, DaySums};
pub use endpoint::{Endpoint, PushHosts};
pub use format::DOLLARS;
pub use happening::{
    CardAmount, CheckAmount, Content, Differing, FinishedCampaign, Happening, Overlap, Overlapped, Target,
};
pub use kind::{Kind, Shelf};
pub use payload::{Payload, PayloadTarget, shortened};
pub use quiet::QuietHours;
pub use rule::{Rule, RuleChange};
pub use vapid::Vapid;
pub use webpush::BrowserKeys;
