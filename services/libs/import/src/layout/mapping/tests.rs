use super::*;
use crate::layout::propose;

fn header(names: &str) -> Header {
    Header::new(&names.split(';').map(str::to_owned).collect::<Vec<_>>())
}

const TILL: &str =
    "No;Day;Clock;First name;Last name;Status;Product;Total;Net + Tax;Cash;Visa;Tax type;Tip 1;Tip 2";

fn mapped(entries: &[&str]) -> Result<Layout, MappingError> {
    let header = header(TILL);
    Mapping::parse(entries, &header)?.layout(&header)
}

fn said(entries: &[&str]) -> String {
    mapped(entries).unwrap_err().to_string()
}

#[test]
fn entries_make_a_layout() {
    let layout = mapped(&[
        "No=order,day=DATE",
        "Clock=time,Product=item,Total=amount,Tip 1=tip,Tip 2=tip",
        "First name+Last name=employee",
        "Status=void:Cancelled|Can\\|celed",
        "Tax type=tax-inside:Incl",
        "Visa=paid:Visa card",
        "Net \\+ Tax=total",
        "covers=2,tender==covers",
    ]);
    assert_eq!(
        layout.unwrap_err(),
        MappingError::NoField { name: "DATE".into() },
        "names of fields are written as they are"
    );
    let layout = mapped(&[
        "No=order,day=date",
        "Clock=time,Product=item,Total=amount,Tip 1=tip,Tip 2=tip",
        "First name+Last name=employee",
        "Status=void:Cancelled|Can\\|celed",
        "Tax type=tax-inside:Incl",
        "Visa=paid:Visa card",
        "Net \\+ Tax=total",
        "covers=2,tender==covers",
    ])
    .unwrap();
    assert_eq!((layout.rows, layout.name.as_str()), (Rows::Lines, MAPPED));
    assert_eq!(layout.columns[&Field::Employee][0].to_string(), "First name + Last name");
    assert_eq!(layout.columns[&Field::Total], [Columns::one("Net + Tax")]);
    assert_eq!(layout.columns[&Field::Kind], [Columns::one("Status")]);
    let says = &layout.words[&Field::Kind];
    assert_eq!(says.keys().collect::<Vec<_>>(), ["Cancelled", "Can|celed"]);
    assert_eq!(layout.words[&Field::TaxInside]["Incl"], Says::Answer(YesNo::Yes));
    assert_eq!(layout.tenders["Visa card"], ["Visa"]);
    assert_eq!(layout.sums, [Field::Tip]);
    assert_eq!(layout.constants[&Field::Covers], "2");
    assert_eq!(layout.constants[&Field::Tender], "covers");
    assert!(layout.fits(&header(TILL)).is_some() && layout.fits(&header("No;Day;Product;Total")).is_none());
}

#[test]
fn entries_of_a_layout_make_it_again() {
    let header = header(TILL);
    let layout = mapped(&[
        "No=order,Day=date,Clock=time,Product=item,Total=amount,Tip 1=tip,Tip 2=tip,tax-inside=yes",
        "First name+Last name=employee,Status=void:Can\\|celed,Cash=paid:Cash,Tax type=gratuity-row:Incl",
    ])
    .unwrap();
    let flags = flags_of(&layout, &header);
    assert_eq!(Mapping::parse(&flags, &header).unwrap().layout(&header), Ok(layout));
}

#[test]
fn correction_keeps_the_rest_of_a_guess() {
    let header = header("Datum;Uhrzeit;Artikel;Betrag;Notiz;MwSt");
    let guess = propose(&header);
    let flags = Mapping::parse(&["Betrag=total", "Notiz=table", "MwSt=unused"], &header).unwrap();
    let layout = flags.onto(&guess, &header).unwrap();
    assert_eq!(layout.columns[&Field::Total], [Columns::one("Betrag")]);
    assert_eq!(layout.columns[&Field::Table], [Columns::one("Notiz")]);
    assert!(!layout.columns.contains_key(&Field::Amount) && !layout.columns.contains_key(&Field::Tax));
    assert_eq!(layout.columns[&Field::Date], [Columns::one("Datum")]);
    assert_eq!((layout.name.as_str(), layout.rows), (MAPPED, Rows::Lines));
}

#[test]
fn entry_that_makes_no_sense_is_refused_by_name() {
    let unknown = said(&["Total=sum"]);
    assert!(unknown.starts_with("'sum' is no field") && unknown.contains("business-date"), "{unknown}");
    let missing = said(&["Sum=amount"]);
    assert!(missing.contains("no column 'Sum'") && missing.contains("'Product'"), "{missing}");
    assert!(said(&["employee=cashier"]).contains("no column 'employee'"));
    assert!(said(&["Total=amount", "Product=item"]).starts_with("no column is a date"));
    assert!(said(&["Total=amount", "No=order"]).starts_with("no column is a date"));
    assert!(said(&["Day=date", "No=order"]).starts_with("no column is an amount"));
    assert!(said(&["rows=lines", "Day=date", "Total=amount"]).starts_with("no column is an item"));
    assert!(said(&["rows=sums"]).contains("lines, orders"));
    assert!(said(&["Total"]).contains("Column=field"));
    assert!(said(&["Product=item:Pizza"]).starts_with("'item' takes no words"));
    assert!(said(&["Product=item,Status=item,Day=date,Total=amount"]).contains("two columns"));
    assert!(said(&["Day=date,Total=amount,Status=void:X,Status=refund:X"]).contains("two meanings"));
    assert!(said(&["covers=many"]).contains("write a number"));
    assert!(said(&["date=yesterday"]).contains("2026-11-18"));
    assert!(said(&["tax-inside=sometimes"]).contains("yes or no"));
    assert!(said(&["zone=EST"]).contains("one of several"));
    let many: Vec<String> = (0..501).map(|_| "Total=amount".to_owned()).collect();
    assert_eq!(Mapping::parse(&many, &header(TILL)), Err(MappingError::Many));
}

#[test]
fn rows_follow_from_the_columns() {
    let header = header("In;Name;Mail;Price;Paid;No;Day");
    let rows = |entries: &str| Mapping::parse(&[entries], &header).unwrap().layout(&header).map(|l| l.rows);
    assert_eq!(rows("In=clock-in,Name=employee"), Ok(Rows::Shifts));
    assert_eq!(rows("Name=full-name,Mail=email"), Ok(Rows::Guests));
    assert_eq!(rows("Name=item,Price=price"), Ok(Rows::Items));
    assert_eq!(rows("No=order,Day=date,Paid=paid"), Ok(Rows::Payments));
    assert_eq!(rows("No=order,Paid=paid,date=2026-11-18"), Ok(Rows::Payments));
    assert_eq!(rows("Day=date,Price=total"), Ok(Rows::Orders));
}
