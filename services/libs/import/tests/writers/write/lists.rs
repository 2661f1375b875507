//! Lists that are no sales: a menu of Loyverse, customers of Shopify, shifts in a table of somebody's own.

use super::own::Meaning;
use super::{Ambiguity, Written, date_order, decimal};
use crate::writers::expected::Expected;
use crate::writers::number::{NumberForm, QuantityForm};
use crate::writers::sheet::{Column, Sheet, blanks, figure, filler, text};
use crate::writers::style::{Allowed, Style};
use crate::writers::trade::{Dish, Guest, Shift, Size, Trade, Traits};
use jiff::civil::DateTime;

/// Menus with all that dishes have.
pub const TRAITS: Traits = Traits { sizes: true, weights: true, ..Traits::PLAIN };

/// Styles of programs' lists.
pub const ALLOWED: Allowed = Allowed {
    forms: &[(',', NumberForm { quantity: QuantityForm::Short, ..NumberForm::PLAIN })],
    ..Allowed::PROGRAM
};

fn written(
    trade: &Trade,
    name: &str,
    sheet: &Sheet,
    style: &Style,
    fill: impl FnOnce(&mut Expected),
) -> Written {
    let mut expected = Expected::nothing(&trade.house);
    fill(&mut expected);
    Written {
        files: vec![(name.to_owned(), sheet.bytes(style))],
        expected,
        open: decimal(sheet.unsettled_numbers, style).into_iter().collect(),
        columns: Vec::new(),
    }
}

/// Loyverse's items: a row for each size. An unknown cost is 0.00 there.
pub fn menu(trade: &Trade, style: &Style) -> Written {
    type Row<'a> = (&'a Dish, Size);
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let mut columns: Vec<Column<'_, Row<'_>>> = vec![
        text("Handle", |row: &Row| format!("dish-{}", row.0.id)),
        text("SKU", |row: &Row| format!("{}{}", row.0.id, row.1.0.map_or(0, str::len))),
        text("Name", |row: &Row| row.0.name.to_owned()),
        text("Category", |row: &Row| row.0.category.unwrap_or("").to_owned()),
        filler("Description", ""),
        text("Sold by weight", |row: &Row| if row.0.by_weight { "Y" } else { "N" }.to_owned()),
        text("Option 1 name", |row: &Row| if row.1.0.is_some() { "Size" } else { "" }.to_owned()),
        text("Option 1 value", |row: &Row| row.1.0.unwrap_or("").to_owned()),
    ];
    columns.extend(blanks("Option 2 name,Option 2 value,Option 3 name,Option 3 value"));
    columns.push(figure("Cost", |row: &Row| money(row.0.cost.unwrap_or(0))));
    columns.extend(blanks("Barcode,SKU of included item,Quantity of included item"));
    columns.extend([
        filler("Track stock", "N"),
        filler("Available for sale [Centro]", "Y"),
        figure("Price [Centro]", |row: &Row| money(row.1.1)),
    ]);
    columns.extend(blanks("In stock [Centro],Low stock [Centro]"));
    let rows: Vec<Row<'_>> =
        trade.menu.iter().flat_map(|dish| dish.sizes.iter().map(move |size| (dish, *size))).collect();
    let sheet = Sheet::new(columns, &rows, style);
    let known = |dish: &Dish| Dish { cost: Some(dish.cost.unwrap_or(0)), ..dish.clone() };
    let menu = trade.menu.iter().map(known).collect();
    written(trade, "export_items.csv", &sheet, style, |expected| expected.menu = Some(menu))
}

/// Shopify's customers: a consent that was never asked for is `no` there.
pub fn guests(trade: &Trade, style: &Style) -> Written {
    let word = |consent: Option<bool>| if consent == Some(true) { "yes" } else { "no" }.to_owned();
    let mut columns: Vec<Column<'_, &Guest>> = vec![
        text("Customer ID", |guest: &&Guest| format!("'60{}", guest.id.trim_start_matches('G'))).optional(),
        text("First Name", |guest: &&Guest| guest.first.to_owned()),
        text("Last Name", |guest: &&Guest| guest.last.to_owned()),
        text("Email", |guest: &&Guest| guest.email.clone().unwrap_or_default()),
        text("Accepts Email Marketing", move |guest: &&Guest| word(guest.email_consent)),
    ];
    columns.extend(blanks("Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip"));
    columns.extend([
        text("Phone", |guest: &&Guest| format!("+1555000{}", guest.id.trim_start_matches('G'))),
        text("Accepts SMS Marketing", move |guest: &&Guest| word(guest.sms_consent)),
        filler("Total Spent", "0.00"),
        filler("Total Orders", "0"),
        filler("Tags", ""),
        filler("Note", ""),
        filler("Tax Exempt", "no"),
    ]);
    let sheet = Sheet::new(columns, &trade.guests.iter().collect::<Vec<_>>(), style);
    let known = |guest: &Guest| Guest {
        email_consent: Some(guest.email_consent == Some(true)),
        sms_consent: Some(guest.sms_consent == Some(true)),
        ..guest.clone()
    };
    let guests = trade.guests.iter().map(known).collect();
    written(trade, "customers_export.csv", &sheet, style, |expected| expected.guests = Some(guests))
}

/// Names of the columns of shifts in English, German, French and Spanish: person, job, begin, end, unpaid break in minutes, hours,
/// overtime, wage, tips.
const SHIFTS: [[&str; 9]; 4] = [
    [
        "Employee",
        "Job",
        "Clock in",
        "Clock out",
        "Unpaid break (min)",
        "Hours",
        "Overtime (h)",
        "Wage",
        "Tips",
    ],
    [
        "Mitarbeiter",
        "Tätigkeit",
        "Kommt",
        "Geht",
        "Pause (Min.)",
        "Stunden",
        "Überstunden",
        "Stundenlohn",
        "Trinkgeld",
    ],
    [
        "Employé",
        "Poste",
        "Arrivée",
        "Départ",
        "Pause (min)",
        "Heures",
        "Heures sup.",
        "Taux horaire",
        "Pourboires",
    ],
    [
        "Empleado",
        "Puesto",
        "Entrada",
        "Salida",
        "Descanso (min)",
        "Horas",
        "Horas extra",
        "Salario por hora",
        "Propinas",
    ],
];

const MEANINGS: [Meaning; 9] = [
    Meaning::Person,
    Meaning::Job,
    Meaning::ClockIn,
    Meaning::ClockOut,
    Meaning::UnpaidMinutes,
    Meaning::Hours,
    Meaning::OvertimeHours,
    Meaning::Wage,
    Meaning::Tip,
];

/// Shifts in a table of somebody's own.
pub fn shifts(trade: &Trade, style: &Style) -> Written {
    let names = SHIFTS[style.choice % 4];
    let moment = |at: DateTime| format!("{} {}", style.date.write(at.date()), style.time.write(at));
    let money = |cents: i64| style.number.money(cents, trade.house.country.currency());
    let hours =
        |minutes: Option<i64>| minutes.map_or_else(String::new, |minutes| style.number.hours(minutes));
    let last_first = style.draws("last name first", 50);
    let person = move |shift: &&Shift| {
        let (first, last) = shift.person;
        if last_first { format!("{last}, {first}") } else { format!("{first} {last}") }
    };
    let columns: Vec<Column<'_, &Shift>> = vec![
        text(names[0], person),
        text(names[1], |shift: &&Shift| shift.job.to_owned()),
        text(names[2], |shift: &&Shift| moment(shift.clock_in)),
        text(names[3], |shift: &&Shift| shift.clock_out.map_or_else(String::new, moment)),
        figure(names[4], |shift: &&Shift| shift.unpaid.to_string()),
        figure(names[5], |shift: &&Shift| hours(shift.minutes().map(|all| all - shift.unpaid))),
        figure(names[6], |shift: &&Shift| hours(shift.minutes().map(|_| shift.overtime))),
        figure(names[7], |shift: &&Shift| shift.wage.map_or_else(String::new, money)),
        figure(names[8], |shift: &&Shift| money(shift.tips)),
    ];
    let sheet = Sheet::new(columns, &trade.shifts.iter().collect::<Vec<_>>(), style);
    let kept = |shift: &Shift| Shift { paid_break: 0, ..shift.clone() };
    let shifts = trade.shifts.iter().map(kept).collect();
    let mut written = written(trade, "shifts.csv", &sheet, style, |expected| expected.shifts = Some(shifts));
    written.columns = names.iter().map(|name| (*name).to_owned()).zip(MEANINGS).collect();
    written.open.push(Ambiguity::Columns);
    let dates = trade.shifts.iter().flat_map(|shift| [Some(shift.clock_in), shift.clock_out]);
    written.open.extend(date_order(style.date, dates.flatten().map(|at| at.date())));
    written
}
