//! Shifts, items of the menu and guests.

use saffron_core::Money;
use saffron_core::fact::{CustomerUpsert, ItemUpsert, Shift};
use saffron_import::judge::{Unused, Without};
use saffron_import::layout::Rows;
use saffron_import::orders::LeftOut;

use super::*;

const COLUMNS: (&str, &str) = ("columns/0", "yes");

fn shifts(judged: &Judged) -> Vec<Shift> {
    let mut shifts = Vec::new();
    judged.shifts(|_, shift| shifts.push(shift), |_, _| {}).unwrap();
    shifts.sort_by_key(|shift| shift.clock_in.at);
    shifts
}

fn items(judged: &Judged) -> Vec<ItemUpsert> {
    let mut items = Vec::new();
    judged.items(|_, item| items.push(item), |_, _| {}).unwrap();
    items.sort_by(|a, b| a.name.cmp(&b.name));
    items
}

fn guests(judged: &Judged) -> Vec<CustomerUpsert> {
    let mut guests = Vec::new();
    judged.guests(|_, guest| guests.push(guest), |_, _| {}).unwrap();
    guests.sort_by(|a, b| a.email.cmp(&b.email));
    guests
}

fn refused(judged: &Judged, rows: Rows) -> Vec<(u64, Without)> {
    let mut without = Vec::new();
    let mut take = |place: saffron_import::orders::Place, why| without.push((place.line, why));
    match rows {
        Rows::Shifts => judged.shifts(|_, _| {}, &mut take).unwrap(),
        Rows::Items => judged.items(|_, _| {}, &mut take).unwrap(),
        _ => judged.guests(|_, _| {}, &mut take).unwrap(),
    }
    without.sort_by_key(|(line, _)| *line);
    without
}

#[test]
fn shifts_come_in_with_breaks_overtime_and_wage() {
    let text = "Name,Job,Date,Start,Finish,Break (min),Overtime hours,Hourly rate,Tips\n\
                Ana,Cook,2026-11-18,9:58,18:10,30,0.5,18.00,0\n\
                Bo,Server,2026-11-18,20:00,2:30,0,0,,12.50\n\
                Cy,Server,2026-11-19,10:00,,,,5.25,\n";
    let judged = judged(&[text], &[COLUMNS]);
    assert_eq!(asked(&judged), Vec::<String>::new());
    let shifts = shifts(&judged);
    let times = |shift: &Shift| {
        (shift.unpaid_seconds / 60, shift.regular_seconds / 60, shift.overtime_seconds / 60, shift.rate)
    };
    assert_eq!(times(&shifts[0]), (30, 432, 30, Some(Money::from_cents(1_800))));
    assert_eq!(times(&shifts[1]), (0, 390, 0, None));
    assert_eq!(shifts[1].clock_out.unwrap().wall.to_string(), "2026-11-19T02:30:00");
    assert!(shifts[2].clock_out.is_none());
    let sums = judged.summary.lists;
    assert_eq!((sums.shifts, sums.open_shifts, sums.shifts_without_rate), (3, 1, 1));
    assert_eq!((sums.shift_tips, sums.pay), (Money::from_cents(1_250), Money::from_cents(12_960 + 1_350)));
    assert!(judged.summary.lacks()[0].starts_with("1 of 3 shifts have no wage"));
}

#[test]
fn hour_that_comes_twice_is_known_by_its_zone() {
    let text = "First name,Last name,Clockin date,Clockin time,Clockout date,Clockout time,Unpaid break,Regular hours\n\
                Ana,Ruiz,11/1/26,1:30:00 AM CST,11/1/26,6:00:00 AM CST,0,4.5\n\
                Bo,Lang,10/31/26,8:00:00 PM CDT,11/1/26,1:30:00 AM CDT,0.5,5\n";
    let judged = judged(&[text], &[]);
    assert_eq!(asked(&judged), Vec::<String>::new());
    let shifts = shifts(&judged);
    assert_eq!(shifts[0].clock_out.unwrap().at.to_string(), "2026-11-01T06:30:00Z");
    assert_eq!(shifts[1].clock_in.at.to_string(), "2026-11-01T07:30:00Z");
    assert_eq!((shifts[0].unpaid_seconds, shifts[0].regular_seconds), (1_800, 18_000));
}

#[test]
fn unit_of_a_break_is_asked_where_nothing_shows_it() {
    let text = "Employee,Clock in,Clock out,Break\nAna,2026-11-18 09:00,2026-11-18 17:00,15\n";
    let open = judged(&[text], &[COLUMNS]);
    assert_eq!(asked(&open), ["unit/0/unpaid-break"]);
    assert_eq!(open.questions[0].words().title, "Are the numbers in 'Break' hours or minutes?");
    assert_eq!(open.questions[0].choices[0].value, "minutes");
    let minutes = judged(&[text], &[COLUMNS, ("unit/0/unpaid-break", "minutes")]);
    assert_eq!((asked(&minutes).len(), minutes.summary.lists.worked), (0, 8 * 3_600 - 900));
    let clear = text.replace(",15\n", ",0:15\n");
    assert_eq!(asked(&judged(&[&clear], &[COLUMNS])), Vec::<String>::new());
}

#[test]
fn shift_that_contradicts_itself_is_refused() {
    let text = "Employee,Clock in,Clock out,Paid hours,Break (min)\n\
                Ana,2026-11-18 09:00,2026-11-18 17:00,8,0\n\
                Ana,2026-11-18 09:00,2026-11-18 17:00,8,0\n\
                Bo,2026-11-18 09:00,2026-11-18 17:00,8,30\n\
                Cy,2026-11-18 09:00,2026-11-18 08:00,8,0\n\
                ,2026-11-18 09:00,2026-11-18 17:00,8,0\n\
                Di,,2026-11-18 17:00,8,0\n\
                Ana,2026-11-18 09:00,2026-11-18 16:00,7,0\n";
    let judged = judged(&[text], &[COLUMNS]);
    assert_eq!((judged.summary.lists.shifts, judged.summary.left_out, judged.summary.refused), (1, 1, 5));
    let without = refused(&judged, Rows::Shifts);
    assert_eq!(without[0], (3, Without::LeftOut(LeftOut::Repeated)));
    let why: Vec<String> = without[1..]
        .iter()
        .map(|(_, why)| match why {
            Without::Refused(why) => why.clone(),
            Without::LeftOut(_) => String::new(),
        })
        .collect();
    assert!(why[0].contains("unpaid break are longer") && why[1].contains("before its clock-in"), "{why:?}");
    assert!(why[2].contains("no employee") && why[3].contains("no clock-in"), "{why:?}");
    assert!(why[4].contains("line 2 says something else"), "{why:?}");
}

#[test]
fn wage_follows_from_the_pay() {
    let text = "Staff;Clock in;Clock out;Regular hours;Regular pay;OT hours;OT pay\n\
                Ana;2026-11-18 09:00;2026-11-18 19:00;8,00;144,00;2,00;60,00\n";
    let judged = judged(&[text], &[COLUMNS]);
    let shift = &shifts(&judged)[0];
    assert_eq!(shift.rate, Some(Money::from_cents(1_800)));
    assert_eq!(shift.overtime_rate, Some(Money::from_cents(3_000)));
    assert_eq!(judged.summary.lists.pay, Money::from_cents(20_400));
}

#[test]
fn items_have_the_ids_that_sales_give_them() {
    let menu = "Token,Item Name,Variation Name,SKU,Category,Price,Default Unit Cost\n\
                t1,Tea,Regular,,Drinks,3.00,0.50\n\
                t2,Tea,Large,,Drinks,4.00,0.70\n\
                t3,Catch of the day,Regular,,Food,variable,\n";
    let sales = "Transaction ID,Date,Time,Item,Price Point Name,Category,Qty,Gross Sales,Net Sales,Tax,Discounts\n\
                 A,11/18/2026,12:00:00,Tea,Large,Drinks,1,$4.00,$4.00,$0.00,$0.00\n";
    let judged = judged(&[menu, sales], &[]);
    assert_eq!(asked(&judged), Vec::<String>::new());
    let items = items(&judged);
    assert_eq!((items[0].price, items[0].cost), (None, None));
    assert_eq!((items[2].price, items[2].cost), (Some(Money::from_cents(400)), Some(Money::from_cents(70))));
    let mut sold = Vec::new();
    judged.checks(|_, check| sold.extend(check.lines), |_, _| {}).unwrap();
    assert_eq!(sold[0].item, items[2].id);
    let sums = judged.summary.lists;
    assert_eq!((sums.items, sums.priced_items, sums.costed_items), (3, 2, 2));
    assert_eq!(judged.summary.total.checks, 1);
}

#[test]
fn same_item_with_another_price_is_refused() {
    let menu = "Product,Price,Cost\nTea,3.00,0.50\nTea,3.00,0.50\ntea,3.50,0.50\nPie,-1.00,0\n";
    let judged = judged(&[menu], &[COLUMNS]);
    assert_eq!((judged.summary.lists.items, judged.summary.left_out, judged.summary.refused), (1, 1, 2));
}

#[test]
fn consent_comes_only_from_a_column_that_is_confirmed() {
    let text = "Name,Email,Phone,Points,Newsletter\n\
                Ana Kim,ana@example.com,+1 555 0100,120,yes\n\
                Bo Lang,bo@example.com,,,no\n\
                Cy Moss,,555 0101,,maybe\n\
                Di Park,,,,yes\n\
                Ed Orr,no address,,,yes\n\
                Flo Ix,,1.55512E+10,,yes\n";
    let id = "consent/0/email-consent";
    let open = judged(&[text], &[COLUMNS]);
    assert_eq!(asked(&open), [id]);
    assert_eq!(open.questions[0].examples, ["yes (4): agreed", "maybe (1): not asked", "no (1): refused"]);
    assert!(guests(&open).iter().all(|guest| guest.email_consent.is_none()));
    let no = judged(&[text], &[COLUMNS, (id, "no")]);
    assert_eq!((asked(&no).len(), no.summary.lists.email_consents), (0, 0));
    let yes = judged(&[text], &[COLUMNS, (id, "yes")]);
    let consents: Vec<Option<bool>> = guests(&yes).iter().map(|guest| guest.email_consent).collect();
    assert_eq!(consents, [None, Some(true), Some(false)]);
    assert!(guests(&yes).iter().all(|guest| guest.sms_consent.is_none()));
    assert_eq!((yes.summary.lists.guests, yes.summary.refused), (3, 3));
    assert!(guests(&yes).iter().all(|guest| !guest.id.as_str().contains("example")));
    assert!(yes.summary.lacks()[0].starts_with("Reward points are not brought in"));
}

#[test]
fn prices_of_several_stores_are_refused_in_words() {
    let text =
        "Handle,SKU,Name,Category,Option 1 value,Cost,Price [North],Price [South]\nt,1,Tea,Drinks,,0.5,3,4\n";
    let judged = judged(&[text], &[]);
    assert_eq!(judged.unused()[&0], Unused::Stores(vec!["North".into(), "South".into()]));
    assert_eq!(judged.summary.lists.items, 0);
}

#[test]
fn shifts_of_another_restaurant_are_left_out() {
    let text = "Location,Id,Employee,Job Title,In Date,Out Date,Total Hours,Unpaid Break Time,Regular Hours,Overtime Hours,Wage\n\
                North,1,\"Kim, Ana\",Cook,11/20/26 9:58 AM,11/20/26 6:10 PM,8.20,0.50,7.70,0.00,18.00\n\
                South,2,\"Lee, Sam\",Cook,11/20/26 4:00 PM,11/21/26 1:00 AM,9.00,0.50,8.50,0.00,18.00\n";
    assert_eq!(asked(&judged(&[text], &[])), ["location"]);
    let south = judged(&[text], &[("location", "South")]);
    assert_eq!((south.summary.lists.shifts, south.summary.left_out), (1, 1));
    assert_eq!(south.summary.lists.pay, Money::from_cents(15_300));
}
