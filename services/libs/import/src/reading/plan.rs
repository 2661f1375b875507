//! Which columns of a table a layout uses, and for what.

use crate::form::fold;
use crate::form::word::WordRules;
use crate::layout::{Columns, Field, Header, Layout, Reads};

/// What a cell of a row is used for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// A field.
    Field(Field),
    /// What was paid by one type of payment.
    Tender(String),
    /// The closer name of that type.
    TenderName(String),
    /// Words that a person's rules are about.
    Ruled,
}

/// The columns of one use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What they are for.
    pub used: Use,
    /// Their places in the header; more than one are joined, or add up.
    pub places: Vec<usize>,
    /// Whether they add up.
    pub adds_up: bool,
    /// Places of further columns of the field, each for rows that leave those before it blank.
    pub fallbacks: Vec<usize>,
    columns: Columns,
}

impl Part {
    /// Whether its name says that amounts are in cents: `Amount (cents)`, `total_cents`.
    #[must_use]
    pub fn is_in_cents(&self) -> bool {
        const CENTS: [&str; 14] = [
            "cents",
            "centavos",
            "centimes",
            "centimos",
            "pence",
            "paise",
            "ore",
            "øre",
            "grosze",
            "halere",
            "kurus",
            "centesimi",
            "subunits",
            "minor",
        ];
        let name = fold::fold(&self.name());
        name.split(|c: char| !c.is_alphanumeric()).any(|word| CENTS.contains(&word))
    }

    /// The names of the columns, for people.
    #[must_use]
    pub fn name(&self) -> String {
        self.columns.to_string()
    }

    /// The place of the column that says it in a row: of a field with fallbacks the first one that is filled.
    #[must_use]
    pub fn place(&self, is_filled: impl Fn(usize) -> bool) -> Option<usize> {
        let [place] = self.places.as_slice() else { return None };
        if is_filled(*place) {
            return Some(*place);
        }
        Some(self.fallbacks.iter().copied().find(|place| is_filled(*place)).unwrap_or(*place))
    }

    /// The joined text of a row's cells.
    #[must_use]
    pub fn text(&self, cells: &[&str]) -> String {
        let text = |place: usize| cells.get(place).copied().unwrap_or_default();
        if let Some(place) = self.place(|place| !text(place).trim().is_empty()) {
            return text(place).to_owned();
        }
        let texts: Vec<&str> =
            self.places.iter().map(|place| cells.get(*place).copied().unwrap_or_default()).collect();
        self.columns.join(&texts)
    }
}

/// What is read of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// In a fixed order, the one of records.
    pub parts: Vec<Part>,
    /// Columns that are for nothing.
    pub unused: Vec<String>,
}

impl Plan {
    /// What a layout reads of a table with this header. Of the columns of a field the first that the header has counts.
    #[must_use]
    pub fn new(layout: &Layout, header: &Header) -> Plan {
        let mut parts = Vec::new();
        for (field, columns) in &layout.columns {
            let adds_up = layout.sums.contains(field);
            let part = |columns: &Columns, places| Part {
                used: Use::Field(*field),
                places,
                adds_up,
                fallbacks: Vec::new(),
                columns: columns.clone(),
            };
            if adds_up {
                let places: Vec<usize> =
                    columns.iter().flat_map(|columns| columns.find_all(header)).collect();
                parts.extend(columns.first().filter(|_| !places.is_empty()).map(|first| part(first, places)));
            } else {
                let mut found = columns.iter().filter_map(|columns| Some((columns, columns.find(header)?)));
                let Some((first, places)) = found.next() else { continue };
                let others = found.filter_map(|(_, places)| <[usize; 1]>::try_from(places).ok()).flatten();
                let fallbacks = if field.reads() == Reads::Date { others.collect() } else { Vec::new() };
                parts.push(Part { fallbacks, ..part(first, places) });
            }
        }
        let one = |used: Use, name: &String| {
            let place = header.find(name)?;
            Some(Part {
                used,
                places: vec![place],
                adds_up: false,
                fallbacks: Vec::new(),
                columns: Columns::one(name),
            })
        };
        for (tender, names) in &layout.tenders {
            parts.extend(names.iter().find_map(|name| one(Use::Tender(tender.clone()), name)));
        }
        for (tender, name) in &layout.tender_names {
            parts.extend(one(Use::TenderName(tender.clone()), name));
        }
        let is_used = |place: usize| {
            parts.iter().any(|part| part.places.contains(&place) || part.fallbacks.contains(&place))
        };
        let unused = header.names().iter().enumerate().filter(|(place, _)| !is_used(*place));
        let unused = unused.map(|(_, name)| name.clone()).collect();
        Plan { parts, unused }
    }

    /// The plan with the columns of rules beside it: a word of any column may say what a row is. Columns of words, and names of
    /// items, are read by rules already.
    #[must_use]
    pub fn with_rules(mut self, rules: &WordRules, header: &Header) -> Plan {
        for rule in rules.rules() {
            let Some(place) = header.find(&rule.column) else { continue };
            let is_read = |part: &Part| match part.used {
                Use::Field(field) => field.reads() == Reads::Word || field == Field::Item,
                Use::Tender(_) | Use::TenderName(_) => false,
                Use::Ruled => true,
            };
            if self.parts.iter().any(|part| part.places.contains(&place) && is_read(part)) {
                continue;
            }
            let columns = Columns::one(&rule.column);
            let places = vec![place];
            self.parts.push(Part {
                used: Use::Ruled,
                places,
                adds_up: false,
                fallbacks: Vec::new(),
                columns,
            });
            if let Some(name) = header.names().get(place) {
                self.unused.retain(|unused| unused != name);
            }
        }
        self
    }

    /// The part of a field.
    #[must_use]
    pub fn of(&self, field: Field) -> Option<&Part> {
        self.parts.iter().find(|part| part.used == Use::Field(field))
    }

    /// Whether a field has a column.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        self.of(field).is_some()
    }
}
