//! The types that all parts of Saffron share: identifiers, money, business dates, the facts a
//! POS sends, the events services publish, and error codes. No I/O happens here.

pub mod clock;
pub mod contact;
pub mod cursor;
pub mod error;
pub mod event;
pub mod fact;
pub mod figure;
pub mod id;
pub mod money;
pub mod placeholder;
mod secret;
mod source;
pub mod span;
#[cfg(feature = "sqlx")]
pub mod sql;
pub mod time;

pub use clock::Clock;
pub use contact::{EmailAddress, UsPhone};
pub use cursor::Cursor;
pub use error::{Code, Error, parse_field};
pub use id::{CheckId, CustomerId, DrawerId, EventId, ItemId, PosId, ShiftId, UserId};
pub use money::{Money, Quantity, currency, spread};
pub use secret::Secret;
pub use source::{Source, SourceError};
pub use span::Span;
pub use time::{BusinessDate, Calendar, DayStart, DayStarts, Moment, PosTime, QuarterHour, Zone};
