//! Reads, judges, groups and maps the files that other systems export, and makes the facts of them that a till would have
//! sent (docs/api.md, For tills). It takes bytes and a place for scratch files, and neither calls anybody nor knows a
//! person: the service `connectors` and `saffron import` do.
//!
//! | module | holds |
//! |---|---|
//! | `table` | bytes to tables of cells: archives, sheets, encodings, separators, headers |
//! | `form` | how numbers, dates, times and words are written, judged by all of a column |

pub mod book;
pub mod form;
pub mod judge;
pub mod layout;
pub mod orders;
pub mod reading;
pub mod sort;
pub mod table;
