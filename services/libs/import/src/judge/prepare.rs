//! What is found out about files before anybody is asked: which tables are used by which layout, what their columns show, their
//! rows by order, and those of lists. No answer changes it, so that it is done once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::{Book, BookError, restaurant_key};
use crate::form::number::Currencies;
use crate::form::word::WordRules;
use crate::judge::profile::Profile;
use crate::judge::{Given, Unused};
use crate::layout::{Contents, Field, GUESSED, Header, Layout, Rows, guess_by, recognize};
use crate::lists::Lists;
use crate::reading::{Forms, Plan, Reading};
use crate::sort::Scratch;
use crate::table::Table;

/// Files, as far as they can be judged without answers.
pub struct Prepared {
    /// What each table shows.
    pub profiles: BTreeMap<usize, Profile>,
    /// Tables that are not used.
    pub unused: BTreeMap<usize, Unused>,
    /// How each table of sales is read, without its forms.
    pub readings: Vec<Reading>,
    /// How each list is read, without its forms.
    pub list_readings: Vec<Reading>,
    /// The rows of lists.
    pub lists: Lists,
    /// The rows by order.
    pub book: Book,
    /// The currency of all amounts, where that is another than dollars.
    pub currency: Option<String>,
}

impl Prepared {
    /// Reads the tables of sales among these.
    ///
    /// # Errors
    /// If the files or scratch files cannot be read.
    pub fn of(tables: &[Table], given: &Given, scratch: Arc<dyn Scratch>) -> Result<Prepared, BookError> {
        let (layouts, mut unused) = layouts_of(tables, given)?;
        let mut profiles = BTreeMap::new();
        let mut readings = Vec::new();
        for (index, layout) in layouts {
            let Some(table) = tables.get(index) else { continue };
            let profile = Profile::of(table, &layout, given.today)?;
            let sum_rows = profile.sum_rows.clone();
            profiles.insert(index, profile);
            let header = Header::new(table.header());
            let plan = Plan::new(&layout, &header).with_rules(&given.rules, &header);
            readings.push(Reading {
                table: index,
                layout,
                plan,
                forms: Forms::none(given.zone.clone()),
                rules: WordRules::default(),
                items: BTreeMap::new(),
                confirmed: BTreeSet::new(),
                sum_rows,
                only: None,
            });
        }
        let currency = match currency_of(profiles.values()) {
            Ok(currency) => currency,
            Err(mixed) => {
                // Sums of them would mean nothing.
                unused.extend(
                    readings.iter().map(|reading| (reading.table, Unused::Currencies(mixed.clone()))),
                );
                readings.clear();
                profiles.clear();
                None
            }
        };
        let (readings, list_readings): (Vec<Reading>, Vec<Reading>) =
            readings.into_iter().partition(|reading| reading.layout.rows.is_sales());
        let book = Book::gather(tables, &readings, Arc::clone(&scratch))?;
        let lists = Lists::gather(tables, &list_readings, scratch)?;
        Ok(Prepared { profiles, unused, readings, list_readings, lists, book, currency })
    }

    /// The layouts in use.
    pub fn layouts(&self) -> Vec<&Layout> {
        self.readings.iter().map(|reading| &reading.layout).collect()
    }

    /// Whether rows have numbers of orders.
    pub fn has_numbers(&self) -> bool {
        let has = |reading: &Reading| reading.plan.has(Field::Order) || reading.plan.has(Field::Check);
        self.readings.iter().any(has)
    }

    /// The names of the columns of a field.
    pub fn columns(&self, field: Field) -> Vec<String> {
        self.readings.iter().filter_map(|reading| Some(reading.plan.of(field)?.name())).collect()
    }

    /// The restaurants of the files, those with more rows first.
    pub fn restaurants(&self) -> Vec<String> {
        let mut rows: BTreeMap<String, (String, u64)> = BTreeMap::new();
        for (name, count) in self.profiles.values().filter_map(|of| of.few.get(&Field::Location)).flatten() {
            rows.entry(restaurant_key(name)).or_insert_with(|| (name.trim().to_owned(), 0)).1 += count;
        }
        let mut names: Vec<(String, u64)> = rows.into_values().collect();
        names.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
        names.into_iter().map(|(name, _)| name).collect()
    }

    /// Whether no row says a tax.
    pub fn has_no_tax(&self) -> bool {
        let has_tax = |profile: &Profile| {
            [Field::Tax, Field::OrderTax, Field::TaxRate].into_iter().any(|field| profile.has(field))
        };
        let is_added = |reading: &Reading| reading.layout.sums.contains(&Field::Tax);
        let mut profiles = self.readings.iter().filter_map(|reading| self.profiles.get(&reading.table));
        !self.readings.is_empty() && !profiles.any(has_tax) && !self.readings.iter().any(is_added)
    }

    /// Whether rows say the rate of their tax, and none its amount.
    pub fn has_rates_alone(&self) -> bool {
        let profiles = || self.readings.iter().filter_map(|reading| self.profiles.get(&reading.table));
        let has = |field: Field| profiles().any(|profile| profile.has(field));
        has(Field::TaxRate) && !has(Field::Tax) && !has(Field::OrderTax)
    }

    /// Tables whose layout is a guess by the names of columns.
    pub fn guessed(&self) -> impl Iterator<Item = &Reading> {
        self.all().filter(|reading| reading.layout.name == GUESSED)
    }

    /// All tables that are used.
    pub fn all(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter().chain(&self.list_readings)
    }
}

/// The currency of all tables where it is another than dollars; the currencies, where they differ.
fn currency_of<'a>(profiles: impl Iterator<Item = &'a Profile>) -> Result<Option<String>, Vec<String>> {
    let mut all = Currencies::default();
    let mut others = BTreeSet::new();
    for profile in profiles {
        all.merge(&profile.currencies);
        others.extend(profile.other_currencies.iter().cloned());
    }
    if all.is_mixed() || others.len() > 1 || (!others.is_empty() && !all.is_empty()) {
        let known: BTreeSet<String> = all.counts().map(|(currency, _)| currency.label().to_owned()).collect();
        return Err(known.into_iter().chain(others).collect());
    }
    let known = all.common().filter(|currency| !currency.may_be("USD"));
    Ok(known.map(|currency| currency.label().to_owned()).or_else(|| others.into_iter().next()))
}

/// Tables that are used with their layouts, and those that are not.
type Used = (BTreeMap<usize, Layout>, BTreeMap<usize, Unused>);

/// The layout of each table that is used, and the tables that are not.
fn layouts_of(tables: &[Table], given: &Given) -> Result<Used, BookError> {
    let mut layouts = BTreeMap::new();
    let mut unused = BTreeMap::new();
    for (index, table) in tables.iter().enumerate() {
        let header = Header::new(table.header());
        let known = || recognize(&given.layouts, &header).cloned();
        let layout = match given.mapped.get(&index).cloned().or_else(known) {
            Some(layout) => Some(layout),
            // Below a table that is used stands mostly another view of the same sales.
            None if table.is_below() && !layouts.is_empty() => None,
            None => guess_by(&header, &contents_of(table)?),
        };
        match layout {
            Some(layout) => match layout.stores(&header) {
                stores if stores.is_empty() => drop(layouts.insert(index, layout)),
                stores => drop(unused.insert(index, Unused::Stores(stores))),
            },
            None => drop(unused.insert(index, Unused::Unknown)),
        }
    }
    let has_number = |layout: &Layout| layout.columns.contains_key(&Field::Order);
    // Beside a file of what was sold, one of tenders and amounts alone holds payments.
    let has_lines = layouts.values().any(|layout| layout.rows == Rows::Lines && has_number(layout));
    for layout in layouts.values_mut().filter(|layout| has_lines && holds_payments(layout)) {
        layout.rows = Rows::Payments;
    }
    // Orders that cannot be found by an order's number hold the sales of another table once more.
    let is_sale = |layout: &Layout| matches!(layout.rows, Rows::Lines | Rows::Orders);
    let has_sales = layouts.values().any(|layout| is_sale(layout) && has_number(layout));
    layouts.retain(|index, layout| {
        let is_covered = has_sales && layout.rows == Rows::Orders && !has_number(layout);
        if is_covered {
            unused.insert(*index, Unused::Covered);
        }
        !is_covered
    });
    Ok((layouts, unused))
}

/// Whether a guessed table of orders says nothing of them but how they were paid.
fn holds_payments(layout: &Layout) -> bool {
    const OF_PAYMENTS: [Field; 19] = [
        Field::Order,
        Field::Check,
        Field::Register,
        Field::Location,
        Field::Date,
        Field::Time,
        Field::Opened,
        Field::BusinessDate,
        Field::Tender,
        Field::Payment,
        Field::Processor,
        Field::CardBrand,
        Field::Fee,
        Field::Amount,
        Field::Total,
        Field::Paid,
        Field::Tip,
        Field::Cashier,
        Field::Kind,
    ];
    layout.name == GUESSED
        && layout.rows == Rows::Orders
        && layout.columns.contains_key(&Field::Order)
        && layout.columns.contains_key(&Field::Tender)
        && layout.columns.keys().all(|field| OF_PAYMENTS.contains(field))
}

/// What the first rows of a table hold.
fn contents_of(table: &Table) -> Result<Contents, BookError> {
    let mut contents = Contents::default();
    for row in table.rows()?.take(Contents::ROWS) {
        if let Ok(row) = row? {
            contents.see(row.cells.iter().map(|cell| cell.text.as_str()));
        }
    }
    Ok(contents)
}
