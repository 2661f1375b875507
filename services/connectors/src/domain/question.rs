//! Questions about files, in words.

use saffron_import::judge::{Choice, Question, Words};

use super::{Asked, AskedChoice, net_of};

/// A question in words, with what each answer brings.
#[must_use]
pub fn asked(question: &Question) -> Asked {
    let Words { title, explanation, labels } = question.words();
    let choices = question.choices.iter().zip(labels).map(|(choice, label)| AskedChoice {
        label,
        value: choice.value.clone(),
        checks: choice.summary.total.checks,
        days: choice.summary.days.len() as u64,
        net_sales: net_of(&choice.summary.total),
        span: span(choice),
        lists: choice.summary.lists,
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

#[cfg(test)]
mod tests {
    use saffron_import::judge::{Subject, Summary};

    use super::*;

    fn question(subject: Subject, values: &[&str]) -> Question {
        let choices =
            values.iter().map(|value| Choice { value: (*value).to_owned(), summary: Summary::default() });
        Question {
            subject,
            examples: Vec::new(),
            choices: choices.collect(),
            file: Some("may.csv".to_owned()),
            column: None,
            field: None,
        }
    }

    #[test]
    fn question_says_in_words_what_each_answer_means() {
        let tax = asked(&question(Subject::Tax, &["inside", "beside"]));
        assert!(tax.explanation.starts_with("may.csv: "), "{}", tax.explanation);
        assert_eq!(tax.choices.len(), 2);
        assert!(tax.choices.iter().all(|choice| choice.label != choice.value && !choice.label.is_empty()));
    }

    #[test]
    fn answered_question_stays_with_its_answer() {
        let tax = asked(&question(Subject::Tax, &["inside", "beside"]));
        let order = asked(&question(Subject::Order, &["number", "time"]));
        let answer = |id: &str| (id == "tax").then(|| "beside".to_owned());
        let all = with_answered(vec![order.clone()], &[tax.clone(), order.clone()], answer);
        let answers: Vec<_> = all.iter().map(|one| (one.id.as_str(), one.answer.as_deref())).collect();
        assert_eq!(answers, [("order", None), ("tax", Some("beside"))]);
        // An answer that is none of the choices leaves the question open.
        let all = with_answered(vec![tax], &[], |_| Some("somewhere".to_owned()));
        assert_eq!(all[0].answer, None);
    }
}
