use saffron_core::Money;
use saffron_import::layout::{Header, Layout};

use super::*;

const TILL: &str = "Bon;Zeit;Was;Wert;Art;Steuerart\n\
                    7;12:10;Suppe;6,50;ok;brutto\n\
                    7;12:10;Brot;2,00;ok;brutto\n\
                    8;13:05;Tee;3,00;weg;brutto\n";
const MAPPING: [&str; 3] =
    ["Bon=order,Zeit=time,Was=item,Wert=amount", "Art=sale:ok,Art=void:weg", "date=2026-11-18,covers=2"];

#[test]
fn file_without_dates_comes_in_by_constants() {
    let judged = mapped(TILL, &MAPPING, &[]);
    assert_eq!(asked(&judged), Vec::<String>::new());
    let sums = judged.summary.total;
    assert_eq!((sums.checks, sums.voided, sums.covers), (1, 1, 2));
    assert_eq!((sums.gross, sums.voids), (Money::from_cents(850), Money::from_cents(300)));
    let dates: Vec<String> = judged.summary.dates().iter().map(ToString::to_string).collect();
    assert_eq!(dates, ["2026-11-18"]);
}

#[test]
fn unknown_word_of_yes_and_no_is_asked_and_answered() {
    let with_tax = TILL.replace(";brutto", ";brutto;0,50").replace("Steuerart", "Steuerart;Steuer");
    let mapping = [&MAPPING[..], &["Steuerart=tax-inside,Steuer=tax"]].concat();
    let word = "word/0/Steuerart/brutto";
    let open = mapped(&with_tax, &mapping, &[]);
    assert!(asked(&open).contains(&word.to_owned()), "{:?}", asked(&open));
    let question = open.questions.iter().find(|question| question.subject.id() == word).unwrap();
    assert_eq!(
        question.words().title,
        "Does 'brutto' in 'Steuerart' say that the tax is inside the row's amounts?"
    );
    let inside = mapped(&with_tax, &mapping, &[(word, "yes")]);
    assert_eq!(inside.summary.total.gross, Money::from_cents(850 - 100));
    let beside = mapped(&with_tax, &mapping, &[(word, "no")]);
    assert_eq!(beside.summary.total.gross, Money::from_cents(850));
    assert!(!asked(&inside).contains(&word.to_owned()) && !asked(&beside).contains(&word.to_owned()));
}

#[test]
fn answers_are_saved_with_the_layout() {
    let text = "No;Day;Product;Total;State\n1;3/4/2026;Tea;3.00;Hmpf\n1;3/4/2026;Pie;5.00;ok\n2;3/5/2026;Tea;3.00;ok\n";
    let answers = [("columns/0", "yes"), ("dates/0", "day-first"), ("word/0/State/Hmpf", "void")];
    let open = judged(&[text], &[]);
    assert_eq!(asked(&open), answers.map(|(id, _)| id));
    let answered = judged(&[text], &answers);
    assert_eq!(asked(&answered), Vec::<String>::new());
    let tables = tables(&[text]);
    let header = Header::new(tables[0].header());
    let layout = answered.layout(0, &header, "Ours", &given(&answers).answers).unwrap().unwrap();
    let layouts = Layout::read_own(&layout.write().unwrap()).unwrap();
    let again = judge(&tables, &Given { layouts, ..given(&[]) }, Arc::new(Folder)).unwrap();
    assert_eq!(asked(&again), Vec::<String>::new());
    assert_eq!(again.summary, answered.summary);
    assert_eq!(again.summary.total.voids, Money::from_cents(300));
}
