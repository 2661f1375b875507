//! Questions about files, in words.

use saffron_import::judge::{Choice, Question, Subject};

use super::{Asked, AskedChoice, net_of};

/// A question in words, with what each answer brings. `table` names a table.
#[must_use]
pub fn asked(question: &Question, table: impl Fn(usize) -> String) -> Asked {
    let (title, explanation) = words(&question.subject, &table);
    let choices = question.choices.iter().map(|choice| AskedChoice {
        label: label(&question.subject, &choice.value),
        value: choice.value.clone(),
        checks: choice.summary.total.checks,
        days: choice.summary.days.len() as u64,
        net_sales: net_of(&choice.summary.total),
        span: span(choice),
    });
    Asked {
        id: question.subject.id(),
        title,
        explanation,
        examples: question.examples.clone(),
        choices: choices.collect(),
        answer: None,
    }
}

fn span(choice: &Choice) -> Option<(saffron_core::BusinessDate, saffron_core::BusinessDate)> {
    let days = &choice.summary.days;
    Some((*days.keys().next()?, *days.keys().next_back()?))
}

/// Questions that are open, and those that were answered before, which stay to be seen and answered otherwise.
#[must_use]
pub fn with_answered(
    mut open: Vec<Asked>,
    before: &[Asked],
    answer: impl Fn(&str) -> Option<String>,
) -> Vec<Asked> {
    for question in &mut open {
        let chosen = answer(&question.id);
        question.answer = chosen.filter(|value| question.choices.iter().any(|choice| choice.value == *value));
    }
    let answered = before.iter().filter(|old| open.iter().all(|new| new.id != old.id));
    let answered: Vec<Asked> =
        answered.filter_map(|old| Some(Asked { answer: Some(answer(&old.id)?), ..old.clone() })).collect();
    open.extend(answered);
    open
}

fn words(subject: &Subject, table: &impl Fn(usize) -> String) -> (String, String) {
    let (title, explanation) = match subject {
        Subject::Columns(at) => (
            format!("Are the columns of {} meant like this?", table(*at)),
            "The file is of a system that is not known, so its columns were taken by their names. If one is wrong, map the \
             columns yourself.",
        ),
        Subject::Dates(at) => (
            format!("How are the dates of {} written?", table(*at)),
            "All dates of the file can be read in more than one way.",
        ),
        Subject::Number(at, column) => (
            format!("What is the decimal sign in '{column}' of {}?", table(*at)),
            "All numbers of the column can be read in more than one way, such as 1.234.",
        ),
        Subject::Word(at, column, word) => (
            format!("What does '{word}' in '{column}' of {} say?", table(*at)),
            "The word decides whether these rows are sales.",
        ),
        Subject::Item(name) => {
            (format!("What is '{name}'?"), "It is listed among what was sold, and may be something else.")
        }
        Subject::Order => (
            "Which rows are one check?".to_owned(),
            "The file does not settle which rows belong together. Counts of checks and averages depend on it; sums do not.",
        ),
        Subject::Repeats => (
            "Are rows repeated for each payment?".to_owned(),
            "Some checks have several payments. If their items are listed once for each of them, they must count once.",
        ),
        Subject::Tax => (
            "Is the tax inside the amounts?".to_owned(),
            "Sales are shown without tax. The file does not settle whether its amounts hold it.",
        ),
        Subject::Charges => (
            "Who gets the service charges?".to_owned(),
            "Charges for the staff are shown beside tips; those of the house are revenue.",
        ),
        Subject::Repeated(field) => (
            format!("Does '{field}' stand on each row of its check?"),
            "The same amount stands on several rows of a check. It counts once if it is the whole check's.",
        ),
        Subject::Location => (
            "Which restaurant of the file is this?".to_owned(),
            "The file holds sales of several restaurants. Only the chosen one comes in.",
        ),
        Subject::Currency(code) => (
            format!("Show amounts in {code} as dollars?"),
            "Amounts are shown with a dollar sign and are not converted.",
        ),
    };
    (title, explanation.to_owned())
}

/// An answer in words; what has none stands as it is.
fn label(subject: &Subject, value: &str) -> String {
    let known = match (subject, value) {
        (Subject::Dates(_), "month-first") => "Month first: 3/4 is March 4",
        (Subject::Dates(_), "day-first") => "Day first: 3/4 is April 3",
        (Subject::Dates(_), "year-first") => "Year first: 2026-03-04 is March 4",
        (Subject::Dates(_), "year-day-month") => "Year, day, month: 2026-03-04 is April 3",
        (Subject::Dates(_), "seconds") => "Seconds since 1970",
        (Subject::Dates(_), "milliseconds") => "Milliseconds since 1970",
        (Subject::Dates(_), "sheet-days") => "Days as spreadsheets count them",
        (Subject::Number(..), "dot") => "A point: 1,234.50",
        (Subject::Number(..), "comma") => "A comma: 1.234,50",
        (Subject::Order, "number") => "Rows with the same number",
        (Subject::Order, "number-and-day") => {
            "Rows with the same number on one day: numbers begin again each day"
        }
        (Subject::Order, "number-and-register") => "Rows with the same number of one register",
        (Subject::Order, "number-register-and-day") => "Rows with the same number of one register on one day",
        (Subject::Order, "time") => "Rows with the same time",
        (Subject::Order, "row") => "Each row is a check of its own",
        (Subject::Tax, "inside") => "Inside: amounts hold the tax",
        (Subject::Tax, "beside") => "On top: amounts are without tax",
        (Subject::Charges, "gratuity") => "The staff",
        (Subject::Charges, "fee") => "The house",
        (Subject::Charges, "delivery") => "The house, for delivery",
        (Subject::Word(..) | Subject::Item(_), "sale") => "A sale",
        (Subject::Word(..) | Subject::Item(_), "void") => "It was voided",
        (Subject::Word(..) | Subject::Item(_), "refund") => "A refund",
        (Subject::Word(..) | Subject::Item(_), "skip") => "No trade: leave it out",
        (Subject::Word(..) | Subject::Item(_), "discount") => "A discount",
        (_, "yes") => "Yes",
        (_, "no") => "No",
        _ => return value.replace('-', " "),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use saffron_import::judge::Summary;

    use super::*;

    fn question(subject: Subject, values: &[&str]) -> Question {
        let choices =
            values.iter().map(|value| Choice { value: (*value).to_owned(), summary: Summary::default() });
        Question { subject, examples: Vec::new(), choices: choices.collect() }
    }

    #[test]
    fn question_says_in_words_what_each_answer_means() {
        let dates =
            asked(&question(Subject::Dates(0), &["month-first", "day-first"]), |_| "may.csv".to_owned());
        assert_eq!(dates.title, "How are the dates of may.csv written?");
        assert_eq!(dates.choices[1].label, "Day first: 3/4 is April 3");
        let item = asked(&question(Subject::Item("Tip".into()), &["tip", "gift-card"]), |_| String::new());
        assert_eq!(item.choices[1].label, "gift card");
    }

    #[test]
    fn answered_question_stays_with_its_answer() {
        let tax = asked(&question(Subject::Tax, &["inside", "beside"]), |_| String::new());
        let order = asked(&question(Subject::Order, &["number", "time"]), |_| String::new());
        let answer = |id: &str| (id == "tax").then(|| "beside".to_owned());
        let all = with_answered(vec![order.clone()], &[tax.clone(), order.clone()], answer);
        let answers: Vec<_> = all.iter().map(|one| (one.id.as_str(), one.answer.as_deref())).collect();
        assert_eq!(answers, [("order", None), ("tax", Some("beside"))]);
        // An answer that is none of the choices leaves the question open.
        let all = with_answered(vec![tax], &[], |_| Some("somewhere".to_owned()));
        assert_eq!(all[0].answer, None);
    }
}
