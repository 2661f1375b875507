//! What a person reads of questions, answers, rows that are left out and tables, in plain English: one place for the app, the
//! command line and scripts. Nothing here decides anything.

use super::Unused;
use super::question::{Question, Subject};
use super::summary::Summary;
use crate::form::date::{self, DateForm};
use crate::form::number::{self, NumberForm, Point};
use crate::form::word::Meaning;
use crate::layout::{GUESSED, Layout, OrderKey, Rows};
use crate::orders::LeftOut;

/// A question as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// The question in one sentence.
    pub title: String,
    /// Why it is asked, and what the answer changes.
    pub explanation: String,
    /// A label for each of its choices, in their order.
    pub labels: Vec<String>,
}

impl Question {
    /// The question in words.
    #[must_use]
    pub fn words(&self) -> Words {
        let (title, explanation) = self.asked();
        let explanation = match &self.file {
            Some(file) => format!("{file}: {explanation}"),
            None => explanation,
        };
        let labels = self.choices.iter().map(|choice| self.label(&choice.value)).collect();
        Words { title, explanation, labels }
    }

    fn column(&self) -> String {
        self.column.as_ref().map_or_else(|| "the file".to_owned(), |column| format!("'{column}'"))
    }

    /// What a column of yes and no asks: `that the tax is inside the row's amounts`.
    fn yes_or_no(&self) -> Option<String> {
        let field = self.field.filter(|field| field.is_yes_or_no())?;
        Some(field.description().replacen("Whether", "that", 1))
    }

    fn example(&self) -> &str {
        self.examples.first().map(String::as_str).unwrap_or_default()
    }

    fn asked(&self) -> (String, String) {
        let (title, explanation): (String, &str) = match &self.subject {
            Subject::Columns(_) => (
                "Do the columns mean this?".into(),
                "This file comes from no system that Saffron knows, so its columns were matched by their names. Check each \
                 one. Correct a wrong one before you say yes.",
            ),
            Subject::Dates(_) => (
                self.dates(),
                "The dates of this file can be read in more than one way, and nothing in it shows which is meant.",
            ),
            Subject::Number(..) => (
                self.number(),
                "The sign may be a decimal point or may divide thousands, and no amount of this column shows which.",
            ),
            Subject::Word(_, _, word) if self.yes_or_no().is_some() => (
                format!("Does '{word}' in {} say {}?", self.column(), self.yes_or_no().unwrap_or_default()),
                "Saffron does not know this word. The answer holds for each row that has it.",
            ),
            Subject::Word(_, _, word) => (
                format!("What does '{word}' in {} stand for?", self.column()),
                "Saffron does not know this word. The answer holds for each row that has it.",
            ),
            Subject::Item(name) if self.has("discount") => (
                format!("Is '{name}' a discount or a refund?"),
                "It appears with negative amounts only, on checks that are sales.",
            ),
            Subject::Item(name) => {
                (format!("Was '{name}' sold?"), "Its name says otherwise, but a dish may be called so.")
            }
            Subject::Order => (
                "Which rows belong to one check?".into(),
                "The file does not show it for sure. The answer changes the number of checks, not the sales.",
            ),
            Subject::Days => (
                "Is each row of this file a check or the total of a day?".into(),
                "The file has no check numbers and no times. Each row comes in as one check. If it is the total of a day, \
                 the sales of that day are right, but the number of checks, the average check and the hours are not.",
            ),
            Subject::Repeats => (
                "Are the items of a check listed again for each of its payments?".into(),
                "Some checks were paid in parts, and their items are there more than once. Items that are repeated must \
                 count once.",
            ),
            Subject::Tax => (
                "Is the tax inside the prices of this file?".into(),
                "Saffron shows sales without tax. The amounts of this file fit both answers.",
            ),
            Subject::Charges => (
                format!(
                    "Does the service charge in {} belong to the staff or to the restaurant?",
                    self.column()
                ),
                "A charge for the staff is shown beside tips and is no revenue. A charge of the restaurant is revenue.",
            ),
            Subject::Repeated(_) => (
                format!("Does {} stand once more on each row of a check?", self.column()),
                "Some checks have the same amount on all of their rows. It is either one amount, repeated, or one of each \
                 row.",
            ),
            Subject::Location => (
                "Which restaurant do you want to bring in?".into(),
                "The file holds the sales of several. Only rows of the one that you choose come in; import the file once \
                 for each location.",
            ),
            Subject::Unit(..) => (
                format!("Are the numbers in {} hours or minutes?", self.column()),
                "The file does not say it, and the time that is paid depends on it.",
            ),
            Subject::Consent(_, field) => (
                format!("Does {} say that guests agreed to {}?", self.column(), letters(field)),
                "Only a guest who agreed may get any. If you say yes, a row with a word for yes is taken as that agreement \
                 and a row with a word for no as a refusal; all other words say nothing. The examples show how each is read.",
            ),
            Subject::Currency(code) => (
                format!("The amounts are in {code}. Show them as dollars?"),
                "Saffron shows dollars and does not convert: the numbers stay as they are in the file.",
            ),
        };
        (title, explanation.to_owned())
    }

    fn has(&self, value: &str) -> bool {
        self.choices.iter().any(|choice| choice.value == value)
    }

    /// `Is 3/4/2026 March 4, 2026 or April 3, 2026?`
    fn dates(&self) -> String {
        let readings: Vec<String> =
            self.choices.iter().filter_map(|choice| self.date(&choice.value)).collect();
        match readings.as_slice() {
            [first, second] if first != second => format!("Is {} {first} or {second}?", self.example()),
            _ => "How are the dates of this file written?".into(),
        }
    }

    /// The example as a form of dates reads it: `March 4, 2026`.
    fn date(&self, form: &str) -> Option<String> {
        let form = DateForm::ALL.into_iter().find(|known| super::settle::date_name(*known) == form)?;
        let date = date::read(self.example(), form).ok().flatten()?.date?;
        Some(date.strftime("%B %-d, %Y").to_string())
    }

    fn number(&self) -> String {
        let readings: Vec<String> =
            self.choices.iter().filter_map(|choice| self.amount(&choice.value)).collect();
        match readings.as_slice() {
            [first, second] if first != second => {
                format!("Is {} in {} {first} or {second}?", self.example(), self.column())
            }
            _ => format!("How are the numbers in {} written?", self.column()),
        }
    }

    /// The example as a form of numbers reads it: `1.5`, `1500`.
    fn amount(&self, form: &str) -> Option<String> {
        let form = form_of(form)?;
        number::read(self.example(), form).ok().flatten().map(|number| number.value.to_string())
    }

    /// An answer to the question in words.
    #[must_use]
    pub fn label(&self, value: &str) -> String {
        let label = match (&self.subject, value) {
            (Subject::Columns(_), "yes") => "Yes, they mean this",
            (Subject::Columns(_), "no") => "No, leave this file out",
            (Subject::Dates(_), form) => return self.date_label(form),
            (Subject::Number(..), form) => return self.number_label(form),
            (Subject::Item(_), "refund") => "A refund: it was given back",
            (Subject::Item(_), "discount") => "A discount: it was taken off the price",
            (Subject::Item(_), "sale") => "Yes, it was sold",
            (Subject::Item(_), "void") => "No, it was voided",
            (Subject::Order, key) => order_label(key),
            (Subject::Days, "yes") => "Bring each row in as one check",
            (Subject::Days, "no") => "Leave this file out",
            (Subject::Repeats, "yes") => "Yes, count them once",
            (Subject::Repeats, "no") => "No, each of them was sold",
            (Subject::Tax, "inside") => "Yes, prices hold their tax",
            (Subject::Tax, "beside") => "No, tax is added to the prices",
            (Subject::Charges, "gratuity") => "To the staff, as tips do",
            (Subject::Charges, "fee") => "To the restaurant, as revenue",
            (Subject::Repeated(_), "yes") => "Yes, count it once a check",
            (Subject::Repeated(_), "no") => "No, the rows add up",
            (Subject::Unit(..), "hours") => "Hours: 0.5 is half an hour",
            (Subject::Unit(..), "minutes") => "Minutes: 30 is half an hour",
            (Subject::Consent(..), "yes") => "Yes, take it as their agreement",
            (Subject::Consent(..), "no") => "No, or I am not sure: nobody agreed",
            (Subject::Currency(_), "yes") => "Yes, show the same numbers as dollars",
            (Subject::Currency(_), "no") => "No, bring nothing in",
            (Subject::Word(..) | Subject::Item(_), word) => match (word, word.parse::<Meaning>()) {
                ("yes", _) => "Yes",
                ("no", _) => "No",
                (_, Ok(meaning)) => meaning.label(),
                (other, Err(_)) => other,
            },
            (_, other) => other,
        };
        label.to_owned()
    }

    fn date_label(&self, form: &str) -> String {
        let said = match form {
            "year-first" => "year, month, day",
            "day-first" => "day first",
            "month-first" => "month first",
            "year-day-month" => "year, day, month",
            "seconds" => "seconds since 1970",
            "milliseconds" => "milliseconds since 1970",
            "sheet-days" => "day numbers of a spreadsheet",
            other => other,
        };
        self.date(form).map_or_else(|| said.to_owned(), |date| format!("{date} ({said})"))
    }

    fn number_label(&self, form: &str) -> String {
        let said = match form_of(form).map(|form| form.decimal) {
            Some(Point::Dot) => "decimals after a point",
            Some(Point::Comma) => "decimals after a comma",
            None => form,
        };
        self.amount(form).map_or_else(|| said.to_owned(), |amount| format!("{amount} ({said})"))
    }
}

/// What a column of consent is about.
fn letters(field: &str) -> &'static str {
    if field == crate::layout::Field::SmsConsent.name() { "text messages" } else { "email" }
}

fn form_of(name: &str) -> Option<NumberForm> {
    [NumberForm::DOT, NumberForm::COMMA].into_iter().find(|form| super::settle::point_name(*form) == name)
}

fn order_label(key: &str) -> &str {
    match super::settle::key_named(key) {
        Some(OrderKey::Number) => "Rows with the same number",
        Some(OrderKey::NumberAndDay) => {
            "Rows with the same number on the same day: numbers begin again each day"
        }
        Some(OrderKey::NumberAndRegister) => "Rows with the same number at the same register",
        Some(OrderKey::NumberRegisterAndDay) => {
            "Rows with the same number at the same register on the same day"
        }
        Some(OrderKey::Time) => "Rows with the same date and time",
        Some(OrderKey::Row) => "Each row is a check of its own",
        None => key,
    }
}

impl Meaning {
    /// What a row with this meaning is, for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Meaning::Sale => "A sale like any other",
            Meaning::Refund => "A refund: it was given back",
            Meaning::Void => "Voided: it does not count as sold",
            Meaning::Open => "Not paid yet: leave it out",
            Meaning::Comp => "On the house",
            Meaning::Discount => "A discount",
            Meaning::Tip => "A tip",
            Meaning::Gratuity => "A service charge for the staff",
            Meaning::ServiceCharge => "A service charge of the restaurant",
            Meaning::DeliveryFee => "A charge for delivery",
            Meaning::GiftCard => "A gift card that was sold",
            Meaning::GiftCardUsed => "A payment by gift card",
            Meaning::Rounding => "Rounding to coins",
            Meaning::Deposit => "Money in advance: no sale yet",
            Meaning::BottleDeposit => "A deposit on bottles or cups",
            Meaning::Tax => "Tax",
            Meaning::Total => "A total of other rows: leave it out",
            Meaning::Subtotal => "A subtotal of other rows: leave it out",
            Meaning::PaidIn => "Cash put into the drawer: leave it out",
            Meaning::PaidOut => "Cash paid out of the drawer: leave it out",
            Meaning::CashDrop => "Cash taken to the safe: leave it out",
            Meaning::NoSale => "The drawer opened without a sale: leave it out",
            Meaning::ShiftMark => "The begin or end of a shift: leave it out",
            Meaning::Payment => "A payment",
            Meaning::Skip => "Nothing to count: leave it out",
        }
    }
}

impl LeftOut {
    /// Why a row is left out, for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            LeftOut::Open => "not paid yet",
            LeftOut::NoTrade => "no sale: a failed payment, a payout, a total or a mark",
            LeftOut::Repeated => "repeats another row",
            LeftOut::Elsewhere => "of another restaurant of the file",
        }
    }
}

impl Unused {
    /// Why a table is not used, for people.
    #[must_use]
    pub fn words(&self) -> String {
        let words = match self {
            Unused::Unknown => {
                "No known export, and its columns do not show when something was sold and for how much, nor shifts, items \
                 or guests. Say which column means what, or choose another file."
            }
            Unused::Covered => "Another of the files holds the same sales in more detail.",
            Unused::Stores(names) => {
                return format!(
                    "It has prices of {}. Export one store, or delete the columns of the others.",
                    names.join(" and ")
                );
            }
            Unused::Currencies(names) => {
                return format!(
                    "The amounts are in {}, which cannot be added up. Import a file for each currency.",
                    names.join(" and ")
                );
            }
        };
        words.to_owned()
    }
}

impl Summary {
    /// What the files do not hold, for people.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        let lists = &self.lists;
        let mut lacks = Vec::new();
        if self.has_no_tax {
            lacks.push("Tax is not in the file: reports of these days show none.".to_owned());
        }
        if lists.shifts_without_rate > 0 {
            let (without, all) = (lists.shifts_without_rate, lists.shifts);
            lacks.push(format!(
                "{without} of {all} shifts have no wage: labor is shown as incomplete until you enter wages."
            ));
        }
        if lists.with_points > 0 {
            lacks.push("Reward points are not brought in: grant them to guests in the app.".to_owned());
        }
        lacks
    }
}

impl Layout {
    /// What a file with this layout is, for people: `Square, items detail: items that were sold`.
    #[must_use]
    pub fn words(&self) -> String {
        let name = if self.name == GUESSED { "Read by the names of its columns" } else { &self.name };
        format!("{name}: {}", self.rows.words())
    }
}

impl Rows {
    /// What rows are, for people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Rows::Lines => "items that were sold",
            Rows::Orders => "checks with their totals",
            Rows::Payments => "payments of checks",
            Rows::Shifts => "shifts of employees",
            Rows::Items => "items of the menu",
            Rows::Guests => "guests",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::Choice;
    use super::*;

    fn question(subject: Subject, examples: &[&str], values: &[&str], column: Option<&str>) -> Question {
        let choice = |value: &&str| Choice { value: (*value).to_owned(), summary: Summary::default() };
        Question {
            subject,
            examples: examples.iter().map(|example| (*example).to_owned()).collect(),
            choices: values.iter().map(choice).collect(),
            file: None,
            column: column.map(str::to_owned),
            field: None,
        }
    }

    #[test]
    fn dates_are_asked_by_an_example_of_the_file() {
        let asked = question(Subject::Dates(0), &["3/4/26"], &["month-first", "day-first"], None).words();
        assert_eq!(asked.title, "Is 3/4/26 March 4, 2026 or April 3, 2026?");
        assert_eq!(asked.labels, ["March 4, 2026 (month first)", "April 3, 2026 (day first)"]);
        let odd = question(Subject::Dates(0), &[], &["sheet-days"], None).words();
        assert_eq!(odd.title, "How are the dates of this file written?");
        assert_eq!(odd.labels, ["day numbers of a spreadsheet"]);
    }

    #[test]
    fn numbers_are_asked_by_their_two_values() {
        let subject = Subject::Number(0, "amount".into());
        let asked = question(subject, &["1.500"], &["comma", "dot"], Some("Betrag")).words();
        assert_eq!(asked.title, "Is 1.500 in 'Betrag' 1500 or 1.5?");
        assert_eq!(asked.labels, ["1500 (decimals after a comma)", "1.5 (decimals after a point)"]);
    }

    #[test]
    fn words_of_yes_and_no_are_asked_for_what_they_say() {
        let subject = Subject::Word(0, "Taxation".into(), "TTC".into());
        let asked = question(subject, &["TTC"], &["yes", "no"], Some("Taxation"));
        let words = Question { field: Some(crate::layout::Field::TaxInside), ..asked }.words();
        assert_eq!(words.title, "Does 'TTC' in 'Taxation' say that the tax is inside the row's amounts?");
        assert_eq!(words.labels, ["Yes", "No"]);
    }

    #[test]
    fn file_is_named_where_there_are_several() {
        let asked = question(Subject::Columns(1), &[], &["yes", "no"], None);
        let named = Question { file: Some("till.csv".into()), ..asked.clone() };
        assert!(named.words().explanation.starts_with("till.csv: This file"));
        assert!(asked.words().explanation.starts_with("This file"));
    }

    #[test]
    fn answers_read_as_labels_rather_than_values() {
        let all: [(Subject, &[&str]); 13] = [
            (Subject::Days, &["yes", "no"]),
            (Subject::Unit(0, "unpaid-break".into()), &["hours", "minutes"]),
            (Subject::Consent(0, "sms-consent".into()), &["no", "yes"]),
            (Subject::Columns(0), &["yes", "no"]),
            (Subject::Word(0, "Status".into(), "Float".into()), &["sale", "void", "refund", "skip"]),
            (Subject::Item("2 for 1".into()), &["refund", "discount"]),
            (Subject::Item("return".into()), &["refund", "sale"]),
            (
                Subject::Order,
                &[
                    "number",
                    "number-and-day",
                    "number-and-register",
                    "number-register-and-day",
                    "time",
                    "row",
                ],
            ),
            (Subject::Repeats, &["yes", "no"]),
            (Subject::Tax, &["inside", "beside"]),
            (Subject::Charges, &["fee", "gratuity"]),
            (Subject::Repeated("tip".into()), &["yes", "no"]),
            (Subject::Currency("EUR".into()), &["yes", "no"]),
        ];
        for (subject, values) in all {
            let asked = question(subject, &[], values, Some("Tip")).words();
            assert!(asked.title.ends_with('?') && asked.explanation.ends_with('.'), "{asked:?}");
            let said: std::collections::BTreeSet<&String> = asked.labels.iter().collect();
            assert_eq!(said.len(), values.len(), "{asked:?}");
            let is_said = |label: &String| label.starts_with(char::is_uppercase) && label.contains(' ');
            assert!(asked.labels.iter().all(is_said), "{asked:?}");
        }
    }

    #[test]
    fn meanings_are_named_apart() {
        let labels: std::collections::BTreeSet<&str> = Meaning::all().map(Meaning::label).collect();
        assert_eq!(labels.len(), Meaning::all().count());
    }
}
