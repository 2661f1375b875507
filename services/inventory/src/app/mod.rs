//! The use cases, one a file: each changes state in one transaction.

mod end_marks;
mod forget_editor;
mod mark_sold_out;
mod record;
mod reserve_code;
mod restored;
mod save_changed;
mod update_item;
mod upkeep;
mod upload_image;

pub use end_marks::*;
pub use forget_editor::*;
pub use mark_sold_out::*;
pub use record::*;
pub use reserve_code::*;
pub use restored::*;
pub use update_item::*;
pub use upkeep::*;
pub use upload_image::*;

use jiff::Timestamp;
use saffron_kit::objects::Objects;
use saffron_kit::pg::Database;
use saffron_kit::picture::Easel;

use crate::domain::{FRAME, MAX_MEBIBYTES};

/// What the use cases share.
pub struct App {
    pub database: Database,
    /// The store of pictures.
    pub objects: Objects,
    easel: Easel,
}

impl App {
    #[must_use]
    pub fn new(database: Database, objects: Objects) -> App {
        App { database, objects, easel: Easel::new(FRAME, MAX_MEBIBYTES) }
    }

    /// The present moment, UTC.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.database.clock().now()
    }
}
