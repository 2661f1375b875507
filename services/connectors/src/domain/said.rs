//! What a person says of files that they do not say themselves.

use std::collections::BTreeMap;

use saffron_core::Error;
use saffron_import::form::word::{WordRule, WordRules};
use saffron_import::judge::Answers;
use saffron_import::layout::{Columns, Field, Layout};
use serde::{Deserialize, Serialize};

/// The most answers, and the most columns of a mapping.
const MOST: usize = 2_000;
/// The longest answer and name of a column, characters.
const LONGEST: usize = 1_000;
/// The most bytes of saved layouts.
const MOST_LAYOUTS: usize = 200_000;
/// Before the name of a type of payment: a column of what was paid with it, and one of its closer name.
pub const PAID_WITH: &str = "paid/";
/// See [`PAID_WITH`].
pub const NAME_OF: &str = "name/";
/// The name of layouts that are made by hand.
const BY_HAND: &str = "Mapped by hand";

/// What a person said, beside the calendar.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Said {
    /// Answers by question.
    #[serde(default)]
    pub answers: Answers,
    /// What words mean.
    #[serde(default)]
    pub rules: WordRules,
    /// Layouts of tables.
    #[serde(default)]
    pub mapped: BTreeMap<usize, Layout>,
    /// Saved layouts.
    #[serde(default)]
    pub layouts: Vec<Layout>,
}

/// Changes of what was said.
#[derive(Debug, Clone, Default)]
pub struct Saying {
    /// Answers by question; an empty one opens the question again.
    pub answers: Vec<(String, String)>,
    /// Rules in place of earlier ones; none: as they are.
    pub rules: Option<WordRules>,
    /// Layouts of tables; none: without one.
    pub mapped: Vec<(usize, Option<Layout>)>,
    /// Layouts in place of earlier ones; none: as they are.
    pub layouts: Option<Vec<Layout>>,
}

impl Saying {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.rules.is_none() && self.mapped.is_empty() && self.layouts.is_none()
    }
}

impl Said {
    /// Adds what is said now.
    ///
    /// # Errors
    /// Invalid, naming `answers`, if there are too many.
    pub fn add(&mut self, saying: Saying) -> Result<(), Error> {
        for (id, value) in saying.answers {
            if value.is_empty() {
                self.answers.0.remove(&id);
            } else {
                self.answers.0.insert(id, value);
            }
        }
        for (table, layout) in saying.mapped {
            match layout {
                Some(layout) => drop(self.mapped.insert(table, layout)),
                None => drop(self.mapped.remove(&table)),
            }
        }
        if let Some(rules) = saying.rules {
            self.rules = rules;
        }
        if let Some(layouts) = saying.layouts {
            self.layouts = layouts;
        }
        if self.answers.0.len() > MOST {
            return Err(Error::invalid("answers", format!("must be {MOST} at most")));
        }
        Ok(())
    }
}

/// Reads answers.
///
/// # Errors
/// Invalid, naming `answers`.
pub fn read_answers(
    answers: impl IntoIterator<Item = (String, String)>,
) -> Result<Vec<(String, String)>, Error> {
    let answers: Vec<(String, String)> = answers.into_iter().collect();
    let is_long = |text: &String| text.chars().count() > LONGEST;
    if answers.len() > MOST
        || answers.iter().any(|(id, value)| id.is_empty() || is_long(id) || is_long(value))
    {
        return Err(Error::invalid("answers", "must name a question and the value of one of its choices"));
    }
    Ok(answers)
}

/// Reads rules such as `Status=void:Cancelled|Canceled`: none if there are none, no rule at all if the only one is empty.
///
/// # Errors
/// Invalid, naming `rules`.
pub fn read_rules(rules: &[String]) -> Result<Option<WordRules>, Error> {
    if rules.is_empty() {
        return Ok(None);
    }
    let rules = rules.iter().filter(|rule| !rule.trim().is_empty()).map(|rule| WordRule::parse(rule));
    let rules = rules.collect::<Result<Vec<_>, _>>().and_then(WordRules::new);
    rules.map(Some).map_err(|e| Error::invalid("rules", e.to_string()))
}

/// Reads saved layouts: none if the text is empty.
///
/// # Errors
/// Invalid, naming `layouts`.
pub fn read_layouts(yaml: &str) -> Result<Option<Vec<Layout>>, Error> {
    if yaml.trim().is_empty() {
        return Ok(None);
    }
    if yaml.len() > MOST_LAYOUTS {
        return Err(Error::invalid("layouts", format!("must be {MOST_LAYOUTS} bytes at most")));
    }
    Layout::read_own(yaml).map(Some).map_err(|e| Error::invalid("layouts", e.to_string()))
}

/// The layout of a table whose columns a person named; none if they named none.
///
/// # Errors
/// Invalid, naming `mappings`.
pub fn mapping(
    row_kind: &str,
    columns: &[(String, String)],
    constants: &[(String, String)],
) -> Result<Option<Layout>, Error> {
    if columns.is_empty() {
        return Ok(None);
    }
    let wrong = |why: String| Error::invalid("mappings", why);
    if columns.len() + constants.len() > MOST {
        return Err(wrong(format!("must name {MOST} columns at most")));
    }
    let rows = match row_kind.parse() {
        Ok(rows) => rows,
        Err(_) => {
            let kinds = "lines, orders, payments, shifts, items or guests";
            return Err(wrong(format!("must say that rows are {kinds}")));
        }
    };
    let field = |name: &str| {
        name.parse::<Field>()
            .map_err(|_| wrong(format!("'{}' is no field", name.chars().take(40).collect::<String>())))
    };
    // By its own columns it is recognized again; one that is joined has no name of its own.
    let named = columns.iter().filter(|(column, _)| !column.contains(" + ") && !column.contains(" : "));
    let marks = named.map(|(column, _)| vec![column.clone()]).collect();
    let mut layout = Layout { marks, is_own: true, ..Layout::new(BY_HAND, rows) };
    for (column, name) in columns {
        if let Some(tender) = name.strip_prefix(PAID_WITH) {
            layout.tenders.entry(tender.to_owned()).or_default().push(column.clone());
            continue;
        }
        if let Some(tender) = name.strip_prefix(NAME_OF) {
            layout.tender_names.insert(tender.to_owned(), column.clone());
            continue;
        }
        let read: Columns = column.parse().map_err(|_| wrong(format!("'{column}' names no column")))?;
        layout.columns.entry(field(name)?).or_default().push(read);
    }
    for (value, name) in constants {
        layout.constants.insert(field(name)?, value.clone());
    }
    Ok(Some(layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn columns_named_by_hand_make_a_layout() {
        let columns = pairs(&[("Day", "date"), ("Item", "item"), ("Sum", "amount"), ("Total", "amount")]);
        let layout = mapping("lines", &columns, &pairs(&[("USD", "currency")])).unwrap().unwrap();
        assert_eq!(layout.columns[&Field::Amount].len(), 2);
        assert_eq!(layout.constants[&Field::Currency], "USD");
        assert_eq!(Layout::read_own(&layout.write().unwrap()).unwrap(), [layout]);
        assert_eq!(mapping("lines", &[], &[]).unwrap(), None);
        for wrong in [("guest", "date"), ("lines", "dates")] {
            let error = mapping(wrong.0, &pairs(&[("Day", wrong.1)]), &[]).unwrap_err();
            assert_eq!(error.field.as_deref(), Some("mappings"));
        }
    }

    #[test]
    fn empty_answer_opens_its_question_again() {
        let mut said = Said::default();
        let say = |value: &str| Saying { answers: pairs(&[("tax", value)]), ..Saying::default() };
        said.add(say("inside")).unwrap();
        assert_eq!(said.answers.0["tax"], "inside");
        said.add(say("")).unwrap();
        assert!(said.answers.0.is_empty());
    }

    #[test]
    fn columns_of_types_of_payment_stay_what_they_are() {
        let columns = [("Day", "date"), ("Sum", "amount"), ("Cash paid", "paid/Cash"), ("Card", "name/Card")];
        let layout = mapping("orders", &pairs(&columns), &[]).unwrap().unwrap();
        assert_eq!(layout.tenders["Cash"], ["Cash paid"]);
        assert_eq!(layout.tender_names["Card"], "Card");
        assert!(mapping("orders", &pairs(&[("Day", "paid")]), &[]).is_ok());
        assert!(mapping("orders", &pairs(&[("Day", "paint/Cash")]), &[]).is_err());
    }

    #[test]
    fn rules_and_layouts_stay_unless_others_are_given() {
        assert_eq!(read_rules(&[]).unwrap(), None);
        assert_eq!(read_rules(&[String::new()]).unwrap(), Some(WordRules::default()));
        assert!(read_rules(&["Status=void:Cancelled".to_owned()]).unwrap().is_some());
        assert_eq!(read_rules(&["Status".to_owned()]).unwrap_err().field.as_deref(), Some("rules"));
        assert_eq!(read_layouts(" ").unwrap(), None);
        assert_eq!(read_layouts("- 1").unwrap_err().field.as_deref(), Some("layouts"));
    }
}
