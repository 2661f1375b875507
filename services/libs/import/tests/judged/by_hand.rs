use saffron_core::Money;
use saffron_import::form::word::WordRule;
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

#[test]
fn totals_of_a_file_stand_beside_those_of_its_rows() {
    let rows =
        "1;2026-03-04;Tea;3.00;0.30\n1;2026-03-04;Pie;5.00;0.50\n2;2026-03-05;Total cereal;3.00;0.30\n";
    let mapping = ["No=order,Day=date,Product=item,Amount=amount,Tax=tax"];
    let days = "3;2026-03-04;Total;8.00;0.80\n4;2026-03-05;Total;3.00;0.30\n";
    for (foot, said) in [
        (";;Total;11.00;1.10\n", vec![("Amount", 1_100), ("Tax", 110)]),
        ("Total;;;11.00;1.20\n", vec![("Amount", 1_100), ("Tax", 120)]),
        (";Grand total;;10.00;\n", vec![("Amount", 1_000)]),
        (";;Summe (3);11.00;n/a\n", vec![("Amount", 1_100)]),
        // Totals of days, and all of them.
        (days, vec![("Amount", 1_100), ("Tax", 110)]),
        (&format!("{days};;Total;11.00;1.10\n"), vec![("Amount", 1_100), ("Tax", 110)]),
        ("", vec![]),
    ] {
        let summary = mapped(&format!("No;Day;Product;Amount;Tax\n{rows}{foot}"), &mapping, &[]).summary;
        assert_eq!((summary.total.gross, summary.refused), (Money::from_cents(1_100), 0), "{foot}");
        let own: Vec<(&str, i64)> =
            summary.own_totals.iter().map(|of| (of.column.as_str(), of.said.cents())).collect();
        assert_eq!(own, said, "{foot}");
        let rows = [("Amount", 1_100), ("Tax", 110)];
        let of_rows = summary.own_totals.iter().map(|of| (of.column.as_str(), of.rows.cents()));
        assert!(of_rows.into_iter().all(|of| rows.contains(&of)), "{foot}");
    }
}

#[test]
fn sums_at_the_foot_are_no_lines_of_the_last_order() {
    let rows = "1;2026-03-04;Tea;3.00\n1;2026-03-04;Pie;5.00\n2;2026-03-05;Tea;3.00\n";
    // Orders that say their number once.
    let sparse = "1;2026-03-04;Tea;3.00\n;;Pie;5.00\n2;2026-03-05;Tea;1.00\n;;Cake;2.00\n";
    for rows in [rows, sparse] {
        for foot in [";;;11.00\n", ";;Xyz (3);11.00\n", ";;Rows 3;11.00\n", ";;;8.00\n;;;3.00\n;;All;11.00\n"]
        {
            let text = format!("No;Day;Product;Amount\n{rows}{foot}");
            let summary = mapped(&text, &["No=order,Day=date,Product=item,Amount=amount"], &[]).summary;
            assert_eq!((summary.total.gross, summary.total.checks), (Money::from_cents(1_100), 2), "{text}");
            assert_eq!((summary.refused, summary.own_totals.len()), (0, 1), "{text}");
        }
    }
    let long: String = (1..=12).map(|n| format!("{n};2026-03-04;Tea;3.00\n")).collect();
    let summary = mapped(
        &format!("No;Day;Product;Amount\n{long};;Guests;40.00\n"),
        &["No=order,Day=date,Product=item,Amount=amount"],
        &[],
    )
    .summary;
    assert_eq!((summary.total.gross, summary.left_out), (Money::from_cents(3_600), 1));
    // A sale without a date, where orders have no numbers, is named as such.
    let dated: String = (1..=12).map(|_| "2026-03-04;Tea;3.00\n").collect();
    let text = format!("Day;Product;Amount\n{dated};Pie;5.00\n");
    let summary = mapped(&text, &["Day=date,Product=item,Amount=amount"], &[]).summary;
    assert_eq!((summary.left_out, summary.refused), (0, 1));
}

#[test]
fn rule_holds_for_a_column_that_is_for_nothing_else() {
    let text = "No;Day;Product;Amount;State;Group\n\
                1;2026-03-04;Tea;3.00;ok;Drinks\n1;2026-03-04;Pie;5.00;zz;Food\n2;2026-03-05;Card;20.00;ok;Gifts\n";
    let tables = tables(&[text]);
    let header = Header::new(tables[0].header());
    let mapping = ["No=order,Day=date,Product=item,Amount=amount,Group=category"];
    let layout = Mapping::parse(&mapping, &header).unwrap().layout(&header).unwrap();
    let rules = ["State=void:zz", "Group=gift-card:Gifts"].map(|rule| WordRule::parse(rule).unwrap());
    let rules = WordRules::new(rules.to_vec()).unwrap();
    let given = Given { mapped: [(0, layout)].into(), rules, ..given(&[]) };
    let judged = judge(&tables, &given, Arc::new(Folder)).unwrap();
    let sums = judged.summary.total;
    let cents = [sums.gross, sums.voids, sums.deferred].map(Money::cents);
    assert_eq!((asked(&judged), cents), (Vec::new(), [300, 500, 2_000]));
    assert_eq!(judged.readings()[0].plan.unused, Vec::<String>::new());
}
