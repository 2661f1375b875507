mod histories;

use super::*;

const YMD: DateForm = DateForm::Calendar(Order::YearMonthDay);
const DMY: DateForm = DateForm::Calendar(Order::DayMonthYear);
const MDY: DateForm = DateForm::Calendar(Order::MonthDayYear);
const YDM: DateForm = DateForm::Calendar(Order::YearDayMonth);

fn written(stamp: Option<Stamp>) -> String {
    let Some(stamp) = stamp else { return "nothing".to_owned() };
    let date = stamp.date.map_or("-".to_owned(), |date| date.to_string());
    let clock = stamp
        .clock
        .map_or(String::new(), |clock| format!(" {}{}", clock.time, if clock.next_day { "+1" } else { "" }));
    let place = match stamp.place {
        None => String::new(),
        Some(Place::Offset(offset)) => format!(" {offset}"),
        Some(Place::Abbreviation(name)) => format!(" {name}"),
    };
    format!("{date}{clock}{place}")
}

fn plain(text: &str, form: DateForm) -> Result<String, Why> {
    read(text, form).map(written)
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn verdict(cells: &[&str]) -> Verdict {
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    cells.iter().for_each(|cell| evidence.see(cell));
    evidence.verdict(Hints::default())
}

fn forms(cells: &[&str]) -> Vec<DateForm> {
    match verdict(cells) {
        Verdict::Decided(form) => vec![form],
        Verdict::Candidates(all) => all.into_iter().map(|candidate| candidate.form).collect(),
        other => panic!("{other:?} of {cells:?}"),
    }
}

#[test]
fn date_that_shows_its_form_is_read_alike_in_every_order() {
    for (text, expected) in [
        // defects.md, B4, and what today's import reads
        ("2021-05-13 11:01:12 +0200", "2021-05-13 11:01:12 +02"),
        ("18-Nov-2026", "2026-11-18"),
        ("Nov 18, 2026", "2026-11-18"),
        ("20261118 12:00", "2026-11-18 12:00:00"),
        ("2026/11/18", "2026-11-18"),
        ("2026-07-18T12:59:30", "2026-07-18 12:59:30"),
        ("2026-07-18T12:59:30-04:00", "2026-07-18 12:59:30 -04"),
        ("2026-07-18T12:59:30Z", "2026-07-18 12:59:30 +00"),
        ("2026-07-18T12:59:30+00:00", "2026-07-18 12:59:30 +00"),
        ("2026-07-18T12:59:30.123456Z", "2026-07-18 12:59:30 +00"),
        ("2026-07-18T12:59-04:00", "2026-07-18 12:59:00 -04"),
        // and others
        ("20261118", "2026-11-18"),
        ("20261118173205", "2026-11-18 17:32:05"),
        ("202611181732", "2026-11-18 17:32:00"),
        ("20261118T173205Z", "2026-11-18 17:32:05 +00"),
        ("2026-11-18-17.32.05", "2026-11-18 17:32:05"),
        ("2026 11 18", "2026-11-18"),
        ("2026. 11. 18.", "2026-11-18"),
        ("2026.11.18. 17:32", "2026-11-18 17:32:00"),
        ("18. November 2026 um 17:32 Uhr", "2026-11-18 17:32:00"),
        ("Mittwoch, 18. November 2026", "2026-11-18"),
        ("Mi, 18. Nov. 2026, 17:32", "2026-11-18 17:32:00"),
        ("18 novembre 2026 à 17:32", "2026-11-18 17:32:00"),
        ("mer. 18 nov. 2026 17h32", "2026-11-18 17:32:00"),
        ("1er février 2026", "2026-02-01"),
        ("18 de noviembre de 2026, 5:32 p. m.", "2026-11-18 17:32:00"),
        ("18 nov 2026 a las 17:32", "2026-11-18 17:32:00"),
        ("mar 18 nov 2026", "2026-11-18"),
        ("18 mar 2026", "2026-03-18"),
        ("18 de março de 2026 às 09:05", "2026-03-18 09:05:00"),
        ("18 marca 2026 r., 17:32", "2026-03-18 17:32:00"),
        ("18 listopada 2026", "2026-11-18"),
        ("18. listopadu 2026 v 17:32", "2026-11-18 17:32:00"),
        ("18 Kasım 2026 17:32", "2026-11-18 17:32:00"),
        ("18 Ağu 2026", "2026-08-18"),
        ("18 november 2026 kl. 17.32", "2026-11-18 17:32:00"),
        ("18 maj 2026", "2026-05-18"),
        ("18 mei 2026 om 17:32", "2026-05-18 17:32:00"),
        ("18 luglio 2026 alle ore 17:32", "2026-07-18 17:32:00"),
        ("Wednesday, November 18th, 2026 at 5:32 PM", "2026-11-18 17:32:00"),
        ("18th of November 2026", "2026-11-18"),
        ("Nov 18 '26", "2026-11-18"),
        ("18-NOV-26 05.32.05.123000 PM", "2026-11-18 17:32:05"),
        ("18Nov2026", "2026-11-18"),
        ("2026-Nov-18", "2026-11-18"),
        ("Wed Nov 18 17:32:05 2026", "2026-11-18 17:32:05"),
        ("Wed Nov 18 17:32:05 EST 2026", "2026-11-18 17:32:05 EST"),
        ("Wed Nov 18 2026 17:32:05 GMT-0500 (Eastern Standard Time)", "2026-11-18 17:32:05 -05"),
        ("Wed, 18 Nov 2026 17:32:05 GMT", "2026-11-18 17:32:05 +00"),
        ("18/Nov/2026:17:32:05 +0200", "2026-11-18 17:32:05 +02"),
        ("5:32 PM, Nov 18, 2026", "2026-11-18 17:32:00"),
        ("17:32 2026-11-18", "2026-11-18 17:32:00"),
        ("2026年11月18日 17時32分", "2026-11-18 17:32:00"),
        ("2026年11月18日(水) 午後5時18分", "2026-11-18 17:18:00"),
        ("2026. 11. 18. 오후 5:18", "2026-11-18 17:18:00"),
        ("2026년 11월 18일 수요일 오전 9:05", "2026-11-18 09:05:00"),
        ("2026/11/18(水) 17:32", "2026-11-18 17:32:00"),
        ("18 ноября 2026 г. 17:32", "2026-11-18 17:32:00"),
        ("2026-11-18 24:10", "2026-11-18 24:10:00+1"),
        ("2026-11-18T17:32:05-05:00[America/New_York]", "2026-11-18 17:32:05 -05"),
        ("2026-11-18 17:32:05 MEZ", "2026-11-18 17:32:05 MEZ"),
        ("2026-11-18 17:32:05 UTC", "2026-11-18 17:32:05 +00"),
        ("2026-11-18 17:32:05 UTC+2", "2026-11-18 17:32:05 +02"),
        ("2026-11-18 17:32 -0500", "2026-11-18 17:32:00 -05"),
        ("=\"2026-11-18\"", "2026-11-18"),
        ("２０２６－１１－１８", "2026-11-18"),
        ("2026\u{2011}11\u{2011}18", "2026-11-18"),
        ("Nov 18, 2026, 5:32\u{202f}PM", "2026-11-18 17:32:00"),
        ("1899-12-30 17:32:00", "- 17:32:00"),
        ("0000-00-00 00:00:00", "nothing"),
        ("", "nothing"),
        ("N/A", "nothing"),
    ] {
        for form in [YMD, DMY, MDY] {
            let expected = expected.replace("24:10:00", "00:10:00");
            assert_eq!(plain(text, form).as_deref(), Ok(expected.as_str()), "{text}");
        }
    }
}

#[test]
fn numbers_of_a_date_are_read_in_the_decided_order() {
    for (text, form, expected) in [
        ("24.03.2026, 12:32", DMY, "2026-03-24 12:32:00"),
        ("18.11.26", DMY, "2026-11-18"),
        ("3/4/2026 12:05:30 PM", MDY, "2026-03-04 12:05:30"),
        ("3/4/2026 12:05:30 PM", DMY, "2026-04-03 12:05:30"),
        ("10/8/26 5:18 PM", MDY, "2026-10-08 17:18:00"),
        ("8/4/2026 12:05 AM", MDY, "2026-08-04 00:05:00"),
        ("18. 11. 2026 17.32", DMY, "2026-11-18 17:32:00"),
        ("18.11.2026 - 17:32 Uhr", DMY, "2026-11-18 17:32:00"),
        ("18 11 2026", DMY, "2026-11-18"),
        ("26-11-18", YMD, "2026-11-18"),
        ("26-11-18", DMY, "2018-11-26"),
        ("11/10/12", YMD, "2011-10-12"),
        ("11/10/12", MDY, "2012-11-10"),
        ("181126", DMY, "2026-11-18"),
        ("18112026", DMY, "2026-11-18"),
        ("11182026", MDY, "2026-11-18"),
        ("2026-18-11", YDM, "2026-11-18"),
        ("2026-03-04", YDM, "2026-04-03"),
        ("1/2/99", DMY, "1999-02-01"),
        ("12/30/1899 17:32", MDY, "- 17:32:00"),
        ("18/11/2026 5:18p", DMY, "2026-11-18 17:18:00"),
        ("18/11/2026 às 17h32", DMY, "2026-11-18 17:32:00"),
        ("mar. 18/11/2026", DMY, "2026-11-18"),
        ("17:32 18/11/2026", DMY, "2026-11-18 17:32:00"),
        ("1795023120", DateForm::UnixSeconds, "2026-11-18 17:32:00 +00"),
        ("1795023120123", DateForm::UnixMillis, "2026-11-18 17:32:00 +00"),
        ("46344.5", DateForm::SheetDays, "2026-11-18 12:00:00"),
        ("46344,7305555556", DateForm::SheetDays, "2026-11-18 17:32:00"),
        ("46344.9999999", DateForm::SheetDays, "2026-11-19 00:00:00"),
        ("46344", DateForm::SheetDays, "2026-11-18"),
    ] {
        assert_eq!(plain(text, form).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn text_that_is_no_date_is_refused_by_reason() {
    for (text, form, why) in [
        ("2026-02-30", YMD, Why::Form),
        ("18 Nov", DMY, Why::NoYear),
        ("Nov 18 5:32 PM", MDY, Why::NoYear),
        ("18 Nov 17:32", DMY, Why::NoYear),
        ("18/11/2026", MDY, Why::OtherForm),
        ("18/11/2026", YMD, Why::OtherForm),
        ("46344", DMY, Why::OtherForm),
        ("2026-11-18", DateForm::SheetDays, Why::OtherForm),
        ("18.11.2569", DMY, Why::Range),
        ("1815-06-18", YMD, Why::Range),
        ("99999", DateForm::SheetDays, Why::Range),
        ("2026-11-18 10:00-11:30", YMD, Why::Form),
        ("2026-11-18 10:00-11:00", YMD, Why::Form),
        ("10:00 - 11:30", YMD, Why::Form),
        ("2026-11-18 25:99", YMD, Why::Form),
        ("2026-11-18 13:00 AM", YMD, Why::Form),
        ("2026-W47-3", YMD, Why::Form),
        ("2026-322", YMD, Why::Form),
        ("R8/11/18", YMD, Why::Form),
        ("18. studenoga 2026", DMY, Why::Form),
        ("Total", YMD, Why::Form),
        ("12.50", DMY, Why::Form),
        ("18.11.", DMY, Why::Form),
        ("2026-11-18 17:32 XYZ", YMD, Why::Form),
        ("2026-11-18T17:32:05[UTC]", YMD, Why::Zone),
        ("2026-11-18 17:32 (Eastern)", YMD, Why::Zone),
        ("1/2/3", DMY, Why::Form),
        ("Table 4", YMD, Why::Form),
    ] {
        assert_eq!(plain(text, form), Err(why), "{text}");
    }
}

#[test]
fn column_of_times_reads_what_clocks_of_the_world_show() {
    for (text, expected) in [
        ("12:59:30", "- 12:59:30"),
        ("12.30", "- 12:30:00"),
        ("17.32.05", "- 17:32:05"),
        ("5:18p", "- 17:18:00"),
        ("5:18 P.M.", "- 17:18:00"),
        ("5.18 pm", "- 17:18:00"),
        ("12:05 am", "- 00:05:00"),
        ("12 pm", "- 12:00:00"),
        ("17h32", "- 17:32:00"),
        ("17 h", "- 17:00:00"),
        ("9h05", "- 09:05:00"),
        ("17:32 Uhr", "- 17:32:00"),
        ("17.32 Uhr", "- 17:32:00"),
        ("kl. 17.32", "- 17:32:00"),
        ("下午5:18", "- 17:18:00"),
        ("5:18 μ.μ.", "- 17:18:00"),
        ("ÖS 5:18", "- 17:18:00"),
        ("24:10", "- 00:10:00+1"),
        ("24:00", "- 00:00:00+1"),
        ("25:30", "- 01:30:00+1"),
        ("17:32 PM", "- 17:32:00"),
        ("00:15 AM", "- 00:15:00"),
        ("23:59:60", "- 23:59:59"),
        ("1732", "- 17:32:00"),
        ("173205", "- 17:32:05"),
        ("0905", "- 09:05:00"),
        ("905", "- 09:05:00"),
        ("12:05:30 PM", "- 12:05:30"),
        ("2026-11-18 17:32", "2026-11-18 17:32:00"),
        ("Nov 18, 2026 5:32 PM", "2026-11-18 17:32:00"),
        ("12/30/1899 17:32", "- 17:32:00"),
    ] {
        assert_eq!(read_time(text, MDY).map(written).as_deref(), Ok(expected), "{text}");
    }
    assert_eq!(read_time("0.730556", DateForm::SheetDays).map(written).as_deref(), Ok("- 17:32:00"));
    assert_eq!(read_time("0.25", DateForm::SheetDays).map(written).as_deref(), Ok("- 06:00:00"));
    assert_eq!(read_time("0.25", YMD).map(written).as_deref(), Ok("- 00:25:00"));
    assert_eq!(read_time("0.5", YMD), Err(Why::OtherForm));
    for text in ["25:99", "36:00", "7", "5:1", "12:345", "noon", "10:00-11:30"] {
        assert!(read_time(text, YMD).is_err(), "{text}");
    }
}

#[test]
fn column_is_decided_by_a_date_that_one_order_reads() {
    assert_eq!(forms(&["3/4/2026", "18/4/2026"]), [DMY]);
    assert_eq!(forms(&["3/4/2026 5:18 PM", "4/18/2026"]), [MDY]);
    assert_eq!(forms(&["2026-03-04", "Nov 18, 2026"]), [YMD]);
    assert_eq!(forms(&["3/3/2026", "4/4/2026"]), [DMY]);
    assert_eq!(forms(&["2026-03-04", "2026-18-11"]), [YDM]);
    assert_eq!(forms(&["10/8/26 5:18 PM", "10/31/26 5:18 PM"]), [MDY]);
    assert_eq!(forms(&["46344.5", "46345.25"]), [DateForm::SheetDays]);
    assert_eq!(forms(&["20261118"]), [YMD]);
    assert_eq!(verdict(&["", "-"]), Verdict::Empty);
    assert!(matches!(verdict(&["Tea", "Pie", "3/3/2026"]), Verdict::NotDates(_)));
    assert!(matches!(verdict(&["18/4/2026", "4/18/2026"]), Verdict::Mixed(all) if all.len() == 2));
    assert!(matches!(verdict(&["46344", "18/4/2026"]), Verdict::Mixed(_)));
}

#[test]
fn column_that_several_orders_read_stays_open() {
    let Verdict::Candidates(all) = verdict(&["3/4/2026", "5/4/2026", "3/4/2026"]) else { panic!() };
    assert_eq!(all.iter().map(|one| (one.form, one.days)).collect::<Vec<_>>(), [(DMY, 2), (MDY, 2)]);
    assert_eq!(all[1].earliest, Some(day("2026-03-04")));
    assert_eq!(all[1].latest, Some(day("2026-05-04")));
    // After tomorrow in one order alone.
    assert_eq!(forms(&["1/12/2026"]), [MDY]);
    assert_eq!(forms(&["1/12/2026", "12/1/2026"]), [DMY, MDY]);
    assert_eq!(forms(&["18.11.26"]), [YMD, DMY]);
    assert_eq!(forms(&["1.11.26"]), [DMY, MDY]);
    // Numbers that may be those of orders.
    for cell in ["46344", "1795023120", "1795023120000", "311025"] {
        let mut evidence = DateEvidence::new(day("2026-11-29"));
        evidence.see(cell);
        let open = evidence.verdict(Hints::default());
        assert!(matches!(open, Verdict::Candidates(all) if all.len() == 1), "{cell}");
        let named = evidence.verdict(Hints { usual: None, is_named: is_name("Opened at") });
        assert!(matches!(named, Verdict::Decided(_)), "{cell}");
    }
    let month: Vec<String> = (1..=20).map(|day| format!("{day:02}.11.26")).collect();
    assert_eq!(forms(&month.iter().map(String::as_str).collect::<Vec<_>>()), [DMY]);
    let month: Vec<String> = (1..=20).map(|day| format!("26/11/{day:02}")).collect();
    assert_eq!(forms(&month.iter().map(String::as_str).collect::<Vec<_>>()), [YMD]);
}

#[test]
fn one_slip_decides_for_no_large_column() {
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    (0..600).for_each(|_| evidence.see("3/4/2026"));
    evidence.see("13/4/2026");
    let Verdict::Candidates(all) = evidence.verdict(Hints::default()) else { panic!() };
    assert_eq!(all.iter().map(|one| (one.form, one.unread.count)).collect::<Vec<_>>(), [(DMY, 0), (MDY, 1)]);
    evidence.see("14/4/2026");
    assert_eq!(evidence.verdict(Hints::default()), Verdict::Decided(DMY));
    // A date after tomorrow is no sign if it is one of many.
    for slip in ["13/4/2027", "5/12/2026"] {
        let mut evidence = DateEvidence::new(day("2026-11-29"));
        (0..600).for_each(|_| evidence.see("3/4/2026"));
        evidence.see(slip);
        let Verdict::Candidates(all) = evidence.verdict(Hints::default()) else { panic!() };
        assert_eq!(all.len(), 2, "{slip}");
    }
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    (0..600).for_each(|_| evidence.see("2026-03-04"));
    evidence.see("13/4/2026");
    assert_eq!(evidence.verdict(Hints::default()), Verdict::Decided(DMY));
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    (0..600).for_each(|_| evidence.see("2026-03-04"));
    evidence.see("2026-18-11");
    let Verdict::Candidates(all) = evidence.verdict(Hints::default()) else { panic!() };
    assert_eq!(all.iter().map(|one| one.form).collect::<Vec<_>>(), [YDM, YMD]);
}

#[test]
fn order_that_an_exporter_documents_decides_what_is_open() {
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    evidence.see("3/4/2026");
    let usual = |order| Hints { usual: Some(order), is_named: true };
    assert_eq!(evidence.verdict(usual(Order::MonthDayYear)), Verdict::Decided(MDY));
    evidence.see("18/4/2026");
    assert_eq!(evidence.verdict(usual(Order::MonthDayYear)), Verdict::Decided(DMY));
}

#[test]
fn facts_say_whether_times_are_whole() {
    let mut evidence = DateEvidence::new(day("2026-11-29"));
    for cell in ["2026-11-18 00:00:00", "2026-11-18", "2026-11-18 5:18", "2026-11-18 5:18 PM EST", "x", ""] {
        evidence.see(cell);
    }
    let facts = evidence.facts();
    assert_eq!((facts.blank, facts.read, facts.dated, facts.timed), (1, 4, 4, 3));
    assert_eq!((facts.not_midnight, facts.marked, facts.of_24_hours), (2, 1, 1));
    assert_eq!((facts.other.count, facts.abbreviations.get("EST")), (1, Some(&1)));
}

#[test]
fn time_of_another_column_joins_its_date() {
    let date = |text| read(text, DMY).unwrap().unwrap();
    let time = |text| read_time(text, DMY).unwrap().unwrap();
    let both = |a, b| date(a).with_time(time(b)).map(|stamp| stamp.wall().unwrap().to_string());
    assert_eq!(both("18.11.2026", "17:32").as_deref(), Ok("2026-11-18T17:32:00"));
    assert_eq!(both("18.11.2026 00:00:00", "17:32").as_deref(), Ok("2026-11-18T17:32:00"));
    assert_eq!(both("18.11.2026", "18.11.2026 17:32").as_deref(), Ok("2026-11-18T17:32:00"));
    assert_eq!(both("18.11.2026", "30.12.1899 17:32").as_deref(), Ok("2026-11-18T17:32:00"));
    assert_eq!(both("18.11.2026", "24:10").as_deref(), Ok("2026-11-19T00:10:00"));
    assert_eq!(both("18.11.2026", "19.11.2026 00:10"), Err(Why::TwoDates));
    assert_eq!(both("18.11.2026 12:00", "17:32"), Err(Why::TwoTimes));
}

#[test]
fn moment_keeps_its_offset_or_is_wall_time() {
    let zone: Zone = "America/New_York".parse().unwrap();
    let at = |text| {
        read(text, MDY).unwrap().unwrap().pos_time(&zone).map(|time| match time {
            PosTime::At(at) => at.to_string(),
            PosTime::Wall(wall) => wall.to_string(),
        })
    };
    assert_eq!(at("11/18/2026 5:32 PM").as_deref(), Ok("2026-11-18T17:32:00"));
    assert_eq!(at("11/18/2026 5:32 PM EST").as_deref(), Ok("2026-11-18T22:32:00Z"));
    assert_eq!(at("2026-11-18T17:32:00+02:00").as_deref(), Ok("2026-11-18T15:32:00Z"));
    assert_eq!(at("11/18/2026 5:32 PM IST"), Err(Why::Zone));
    assert_eq!(at("11/18/2026"), Err(Why::NoTime));
}
