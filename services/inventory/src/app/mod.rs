//! What changes state: one use case a file, one transaction each.

mod end_marks;
mod forget_editor;
mod housekeeping;
mod locate;
mod mark_sold_out;
mod record;
mod reserve_code;
mod restored;
mod settle;
mod update_item;
mod upload_image;

pub use end_marks::{END_MARKS_EVERY, end_marks};
pub use forget_editor::forget_editor;
pub use housekeeping::{HOUSEKEEPING_EVERY, housekeeping};
pub use locate::{locate, no_such_item};
pub use mark_sold_out::mark_sold_out;
pub use record::record;
pub use reserve_code::reserve_code;
pub use restored::restored;
pub use update_item::{Update, update_item};
pub use upload_image::upload_image;

use jiff::Timestamp;
use saffron_kit::pg::Database;
use saffron_kit::picture::Easel;

use crate::domain::{FRAME, MOST_MEBIBYTES};
use crate::store::Objects;

/// What the use cases stand on.
pub struct App {
    /// Inventory's own.
    pub database: Database,
    /// Where the pictures are.
    pub objects: Objects,
    easel: Easel,
}

impl App {
    /// On this database and this object store.
    #[must_use]
    pub fn new(database: Database, objects: Objects) -> App {
        App { database, objects, easel: Easel::new(FRAME, MOST_MEBIBYTES) }
    }

    /// The present moment, UTC.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.database.clock().now()
    }
}
