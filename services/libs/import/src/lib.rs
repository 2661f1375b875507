//! Reads, judges, groups and maps the files that other systems export, and makes the facts of them that a till would have
//! sent (docs/api.md, For tills). It takes bytes and a place for scratch files, and neither calls anybody nor knows a
//! person: the service `connectors` and `saffron import` do.
//!
//! | module | holds |
//! |---|---|
//! | `table` | bytes to tables of cells: archives, sheets, encodings, separators, headers |
//! | `form` | how numbers, dates, times and words are written, judged by all of a column |
//! | `layout` | what columns mean: known layouts, guesses, mappings by hand, saved ones |
//! | `reading` | a table's rows, once everything about it is decided |
//! | `orders`, `book`, `sort` | rows of sales, brought together by order, as checks |
//! | `lists` | rows of shifts, of items of the menu and of guests, each as a fact |
//! | `judge` | what settles how files are read, what is asked, and what comes in |

pub mod book;
pub mod form;
pub mod judge;
pub mod layout;
pub mod lists;
pub mod orders;
pub mod reading;
pub mod sort;
pub mod table;
