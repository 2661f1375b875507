//! Layouts: which columns of which exporter's file mean what. A layout is data, in layouts.yaml or saved by a person, and never
//! code; what it does not say, the file itself has to settle.

mod columns;
mod contents;
mod field;
mod guess;
mod mapping;
mod saved;
mod tender;

use std::collections::BTreeMap;

pub use columns::{Columns, Header};
pub use contents::Contents;
pub use field::{Field, Reads, Rows};
pub use guess::{GUESSED, guess, guess_by, propose};
pub use mapping::{MAPPED, Mapping, MappingError, flags_of};
use serde::{Deserialize, Serialize};

use crate::form::date::Unit;
use crate::form::word::Meaning;

/// What makes the rows of one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderKey {
    /// Its number.
    Number,
    /// Its number and business date: numbers begin again each day.
    NumberAndDay,
    /// Its number and register.
    NumberAndRegister,
    /// Its number, register and business date.
    NumberRegisterAndDay,
    /// Date and time.
    Time,
    /// Each row is one.
    Row,
}

/// Where the tax of a price is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaxPlace {
    /// On top of it.
    Beside,
    /// Inside.
    Inside,
}

/// The order of day and month in dates of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    /// As in the United States.
    MonthFirst,
    /// As in most of the world.
    DayFirst,
    /// As in ISO 8601.
    YearFirst,
}

/// What a word in a cell says: what the row is, or yes or no to what the column asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum Says {
    /// What the row is.
    Meaning(Meaning),
    /// Yes or no.
    Answer(YesNo),
}

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum YesNo {
    /// It is.
    Yes,
    /// It is not.
    No,
}

/// A file's columns and what they mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Layout {
    /// For people.
    pub name: String,
    /// The system that the file comes from; files of one exporter belong together.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub exporter: String,
    /// What a row is.
    pub rows: Rows,
    /// A header fits if it has one of the names of each entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Vec<String>>,
    /// And none of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The columns of each field, in the order in which they are looked for.
    pub columns: BTreeMap<Field, Vec<Columns>>,
    /// Values of fields that no column has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<Field, String>,
    /// Fields whose columns add up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Field>,
    /// Texts of a field that say nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blanks: BTreeMap<Field, Vec<String>>,
    /// What words of a field mean, where the general ones do not say it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<Field, BTreeMap<String, Says>>,
    /// Columns that hold what was paid by one type of payment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tenders: BTreeMap<String, Vec<String>>,
    /// The column that names such a type closer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tender_names: BTreeMap<String, String>,
    /// Types of payment that redeem a gift card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gift_cards: Vec<String>,
    /// What makes an order, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderKey>,
    /// Where the tax is, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<TaxPlace>,
    /// How dates are written, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<DateOrder>,
    /// What a number without a unit counts in columns of durations, where that is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<Field, Unit>,
    /// Amounts of a whole order that stand on each of its rows, where that is known: an empty list says that none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Vec<Field>>,
    /// Whether what was paid holds the tip.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tips_inside: bool,
    /// Whether a person made or saved it: such a layout comes before the known ones.
    #[serde(skip)]
    pub is_own: bool,
}

/// Why a text is no list of layouts.
#[derive(Debug, thiserror::Error)]
#[error("this is no saved layout: {0}")]
pub struct NoLayout(String);

impl Layout {
    /// A layout without columns.
    #[must_use]
    pub fn new(name: &str, rows: Rows) -> Layout {
        Layout {
            name: name.to_owned(),
            exporter: String::new(),
            rows,
            marks: Vec::new(),
            without: Vec::new(),
            columns: BTreeMap::new(),
            constants: BTreeMap::new(),
            sums: Vec::new(),
            blanks: BTreeMap::new(),
            words: BTreeMap::new(),
            tenders: BTreeMap::new(),
            tender_names: BTreeMap::new(),
            gift_cards: Vec::new(),
            order: None,
            tax: None,
            dates: None,
            repeated: None,
            units: BTreeMap::new(),
            tips_inside: false,
            is_own: false,
        }
    }

    /// The layouts that every import knows.
    ///
    /// # Errors
    /// If the file that is built in cannot be read, which a test excludes.
    pub fn known() -> Result<Vec<Layout>, NoLayout> {
        Layout::read(include_str!("layouts.yaml"))
    }

    /// Reads layouts from YAML: a list of them.
    ///
    /// # Errors
    /// If the text is not that, with the place in it.
    pub fn read(yaml: &str) -> Result<Vec<Layout>, NoLayout> {
        serde_saphyr::from_str(yaml).map_err(|e| NoLayout(e.to_string()))
    }

    /// The layout as YAML that [`Layout::read`] reads.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> Result<String, NoLayout> {
        serde_saphyr::to_string(&[self]).map_err(|e| NoLayout(e.to_string()))
    }

    /// The stores of a header that has a column of one field for each; none where there is one store, or none is named.
    #[must_use]
    pub fn stores(&self, header: &Header) -> Vec<String> {
        let names = self.columns.values().flatten().flat_map(|columns| columns.names());
        let of_stores =
            names.filter_map(|name| Some((name.strip_suffix("[*]")?.len(), header.find_all(name))));
        let named = of_stores.map(|(start, places)| {
            let names = places.filter_map(|place| header.names().get(place)?.get(start..));
            names.map(|name| name.trim_matches(['[', ']']).to_owned()).collect::<Vec<_>>()
        });
        named.filter(|stores| stores.len() > 1).max_by_key(Vec::len).unwrap_or_default()
    }

    /// Whether a header has the columns of this layout, and how many of them; none if it is another's.
    #[must_use]
    pub fn fits(&self, header: &Header) -> Option<usize> {
        let is_there = |name: &String| header.find(name).is_some();
        if self.marks.is_empty()
            || !self.marks.iter().all(|names| names.iter().any(is_there))
            || self.without.iter().any(is_there)
        {
            return None;
        }
        Some(self.columns.values().flatten().filter(|columns| columns.find(header).is_some()).count())
    }
}

/// The layout of a header: a person's own, else the one with the most of its columns there.
#[must_use]
pub fn recognize<'a>(layouts: &'a [Layout], header: &Header) -> Option<&'a Layout> {
    // Of equal ones the first.
    let fitting = layouts.iter().rev().filter_map(|layout| Some((layout.fits(header)?, layout)));
    fitting.max_by_key(|(columns, layout)| (layout.is_own, *columns)).map(|(_, layout)| layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(header: &str) -> Option<String> {
        let known = Layout::known().unwrap();
        let names: Vec<String> = header.split(',').map(str::to_owned).collect();
        recognize(&known, &Header::new(&names)).map(|layout| layout.name.clone())
    }

    #[test]
    fn known_layouts_are_read_and_written_alike() {
        let known = Layout::known().unwrap();
        assert!(known.len() > 15);
        for layout in known {
            assert_eq!(Layout::read(&layout.write().unwrap()).unwrap(), [layout]);
        }
    }

    #[test]
    fn header_is_recognized_whatever_its_age_and_order() {
        let old = "Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,\
                   Net Sales,Tax,Transaction ID";
        assert_eq!(name_of(old).as_deref(), Some("Square, items detail"));
        let shuffled =
            "transaction id, tax ,NET SALES,Gross Sales,qty,Item,Price  Point Name,Time,Date,Other";
        assert_eq!(name_of(shuffled).as_deref(), Some("Square, items detail"));
        let inside = "Date,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Product Sales,Discounts,Net Sales,Tax,\
                      Gross Sales,Location,Dining Option";
        assert_eq!(name_of(inside).as_deref(), Some("Square, items detail with tax inside"));
        let spanish = "Fecha,Número de recibo,Tipo de recibo,Categoria,Artículo,Cantidad,Ventas brutas,Descuentos,Ventas netas";
        assert_eq!(name_of(spanish).as_deref(), Some("Loyverse, receipts by item"));
        let swedish =
            "Datum,Tid,Personal,Kvittonummer,Namn,Variant,Enhet,Antal,Pris (SEK),Rabatt (SEK),Slutpris (SEK)";
        assert_eq!(name_of(swedish).as_deref(), Some("Zettle, raw data"));
        assert_eq!(name_of("Order,Day,What,Sum"), None);
    }
}
