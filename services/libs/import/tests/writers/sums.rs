//! Sums of files of more layouts in their plainest style, over the whole file.

use crate::naive::{Row, digits, file, plain, rows, table};
use crate::writers::date::{DateForm, TimeForm};
use crate::writers::style::Style;
use crate::writers::trade::{State, build};
use crate::writers::{Day, Layout, Trade, Written};

const SEEDS: u64 = 25;

fn written(layout: Layout, seed: u64, style: &Style) -> (Trade, Written) {
    let trade = build(seed, 60, 12, layout.traits());
    let written = layout.write(&trade, style);
    (trade, written)
}

/// The sum of a figure over all days; nothing if a day does not tell it.
fn shown(written: &Written, figure: impl Fn(&Day) -> Option<i64>) -> Option<i64> {
    written.expected.days.values().map(figure).sum()
}

fn sum<'a>(rows: impl IntoIterator<Item = &'a Row>, column: &str) -> i64 {
    rows.into_iter().map(|row| digits(&row[column])).sum()
}

fn agrees(read: i64, shown: Option<i64>, seed: u64) {
    assert!(shown.is_none_or(|shown| shown == read), "{seed}: {read} in the file, {shown:?} expected");
}

#[test]
fn clover_files_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (_, written) = written(Layout::CloverSet, seed, &plain(seed));
        let lines = rows(file(&written, "LineItems"));
        let kept = |row: &&Row| row["Order Payment State"] == "Paid" && row["Service Charge"].is_empty();
        let sold = || lines.iter().filter(kept).filter(|row| row["Refunded"] == "false");
        agrees(sum(sold(), "Item Total"), shown(&written, |day| day.net), seed);
        agrees(sum(sold(), "Tax Amount"), shown(&written, |day| day.tax), seed);
        agrees(sum(sold(), "Total Revenue"), shown(&written, |day| day.gross), seed);
        let gratuity = lines.iter().filter(|row| row["Service Charge"] == "True");
        agrees(sum(gratuity, "Total Revenue"), shown(&written, |day| day.gratuity), seed);
        let payments = rows(file(&written, "Payments"));
        let taken: Vec<Row> = payments.into_iter().filter(|row| row["Result"] == "SUCCESS").collect();
        agrees(sum(&taken, "Tip Amount"), shown(&written, |day| day.tips), seed);
        let paid = sum(&taken, "Amount") - sum(&taken, "Refund Amount");
        let amounts = |day: &Day| day.tenders.as_ref()?.values().map(|tender| tender.amount).sum();
        agrees(paid, shown(&written, amounts), seed);
        let orders = rows(file(&written, "Orders"));
        let paid = orders.iter().filter(|row| row["Order Payment State"] == "Paid");
        assert_eq!(Some(paid.count() as i64), shown(&written, |day| day.checks), "{seed}");
    }
}

#[test]
fn shopify_orders_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (trade, written) = written(Layout::Shopify, seed, &plain(seed));
        let orders = rows(file(&written, "orders"));
        let paid = || orders.iter().filter(|row| row["Financial Status"] == "paid");
        let deferred = shown(&written, |day| day.deferred).unwrap();
        let tax = shown(&written, |day| day.tax).unwrap();
        assert_eq!(sum(paid(), "Taxes"), tax, "{seed}");
        assert_eq!(Some(sum(paid(), "Shipping")), shown(&written, |day| day.service_charges), "{seed}");
        let inside = if trade.house.tax_inside { tax } else { 0 };
        // Refunded orders had no gift cards.
        assert_eq!(
            Some(sum(paid(), "Subtotal") - inside - deferred),
            shown(&written, |day| day.net),
            "{seed}"
        );
    }
}

#[test]
fn sum_up_files_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let style = Style { date: DateForm::Dots, time: TimeForm::Minutes, ..plain(seed) };
        let (_, written) = written(Layout::SumUpSet, seed, &style);
        let sales = rows(file(&written, "Verkaufsbericht"));
        let all = sales.iter().map(|row| one_decimal(&row["Preis (brutto)"])).sum::<i64>();
        let (net, tax) = (shown(&written, |day| day.net).unwrap(), shown(&written, |day| day.tax).unwrap());
        assert_eq!(all, net + tax, "{seed}");
        let transactions = table(file(&written, "transactions"), 0);
        let kept = |row: &&Row| row["Status"] == "Erfolgreich" || row["Transaktionsart"] == "Rückerstattung";
        let kept: Vec<Row> = transactions.iter().filter(kept).cloned().collect();
        let tips = kept.iter().map(|row| one_decimal(&row["Trinkgeldbetrag"])).sum::<i64>();
        let amounts = kept.iter().map(|row| one_decimal(&row["Betrag inkl. MwSt."])).sum::<i64>();
        assert_eq!(Some(tips), shown(&written, |day| day.tips), "{seed}");
        assert_eq!(amounts - tips, all, "{seed}");
    }
}

/// Cents of `11.5`.
fn one_decimal(cell: &str) -> i64 {
    let decimals = cell.split('.').nth(1).map_or(2, str::len);
    if decimals == 1 { digits(cell) * 10 } else { digits(cell) }
}

#[test]
fn zettle_receipts_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let style = plain(seed);
        let (trade, written) = written(Layout::ZettleReceipts, seed, &style);
        let britain = trade.house.country == crate::writers::trade::Country::UnitedKingdom;
        if !britain {
            continue;
        }
        let receipts = table(file(&written, "Zettle"), 12);
        let (net, tax) = (shown(&written, |day| day.net).unwrap(), shown(&written, |day| day.tax).unwrap());
        assert_eq!(sum(&receipts, "VAT (20.0%)") + sum(&receipts, "VAT (5.0%)"), tax, "{seed}");
        assert_eq!(sum(&receipts, "Total"), net + tax, "{seed}");
    }
}

#[test]
fn shop_keep_items_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (_, written) = written(Layout::ShopKeep, seed, &plain(seed));
        let items = rows(file(&written, "transactions"));
        assert_eq!(Some(sum(&items, "Subtotal")), shown(&written, |day| day.gross), "{seed}");
        assert_eq!(Some(-sum(&items, "Discounts")), shown(&written, |day| day.discounts), "{seed}");
        assert_eq!(Some(sum(&items, "Tax")), shown(&written, |day| day.tax), "{seed}");
    }
}

#[test]
fn aloha_files_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (_, written) = written(Layout::AlohaSet, seed, &plain(seed));
        let items = rows(file(&written, "GNDITEM"));
        assert_eq!(Some(sum(&items, "PRICE")), shown(&written, |day| day.gross), "{seed}");
        assert_eq!(Some(sum(&items, "DISCPRIC")), shown(&written, |day| day.net), "{seed}");
        let tenders = rows(file(&written, "GNDTNDR"));
        assert_eq!(Some(sum(&tenders, "TIP")), shown(&written, |day| day.tips), "{seed}");
        let (net, tax) = (shown(&written, |day| day.net).unwrap(), shown(&written, |day| day.tax).unwrap());
        assert_eq!(sum(&tenders, "AMOUNT"), net + tax, "{seed}");
    }
}

#[test]
fn lightspeed_receipts_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let style = Style { date: DateForm::DaySlash, time: TimeForm::Minutes, ..plain(seed) };
        let (_, written) = written(Layout::Lightspeed, seed, &style);
        let receipts = rows(file(&written, "kastickets"));
        let paid = || receipts.iter().filter(|row| row["Status"] == "Betaald");
        let (net, tax) = (shown(&written, |day| day.net).unwrap(), shown(&written, |day| day.tax).unwrap());
        // A cancelled receipt and its counter receipt add up to nothing.
        assert_eq!(sum(paid(), "Btw"), tax, "{seed}");
        assert_eq!(sum(paid(), "Totaal incl. btw"), net + tax, "{seed}");
        let cancelled = || receipts.iter().filter(|row| row["Annuleringsstatus"] == "Geannuleerd");
        let void = sum(cancelled(), "Bruto totaal") - sum(cancelled(), "Btw");
        assert_eq!(Some(void), shown(&written, |day| day.voids), "{seed}");
    }
}

#[test]
fn touch_bistro_payments_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (_, written) = written(Layout::TouchBistro, seed, &plain(seed));
        let text = String::from_utf8(written.files[0].1.clone()).unwrap();
        let begin = text.lines().position(|line| line.starts_with("Bill Date")).unwrap();
        let payments = table(text.as_bytes(), begin);
        assert_eq!(Some(sum(&payments, "Tip")), shown(&written, |day| day.tips), "{seed}");
        let mut orders: Vec<(&str, i64)> =
            payments.iter().map(|row| (row["Order Number"].as_str(), digits(&row["Gratuity"]))).collect();
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(
            Some(orders.iter().map(|order| order.1).sum()),
            shown(&written, |day| day.gratuity),
            "{seed}"
        );
        let paid = |day: &Day| day.tenders.as_ref()?.values().map(|tender| tender.amount).sum();
        assert_eq!(Some(sum(&payments, "Applied to Bill")), shown(&written, paid), "{seed}");
    }
}

#[test]
fn own_rows_add_up_to_what_is_due() {
    for seed in 0..SEEDS {
        let (trade, written) = written(Layout::OwnRows, seed, &plain(seed));
        let name = |meaning: &str| {
            let of = written.columns.iter().find(|column| format!("{:?}", column.1) == meaning);
            of.map(|column| column.0.clone())
        };
        let (amount, discount) = (name("Amount").unwrap(), name("Discount").unwrap());
        let mut all = rows(file(&written, "sales"));
        if let Some(status) = name("Status") {
            all.retain(|row| row[&status] == "Paid");
        }
        let tax = name("Tax").filter(|_| !trade.house.tax_inside).map_or(0, |tax| sum(&all, &tax));
        let read = sum(&all, &amount) - sum(&all, &discount) + tax;
        let closed = || trade.orders.iter().filter(|order| order.is_closed());
        let due: i64 = closed().map(|order| order.due(trade.house.tax_inside) + order.tips()).sum();
        let hidden: i64 = if tax == 0 && !trade.house.tax_inside && name("Tax").is_none() {
            closed().map(|order| order.sum().tax).sum()
        } else {
            0
        };
        assert_eq!(read, due - hidden, "{seed}");
    }
}

#[test]
fn own_days_add_up_to_their_figures() {
    for seed in 0..SEEDS {
        let (trade, written) = written(Layout::OwnDays, seed, &plain(seed));
        let days = rows(file(&written, "days"));
        assert_eq!(days.len(), written.expected.days.len());
        let name = |meaning: &str| {
            let of = written.columns.iter().find(|column| format!("{:?}", column.1) == meaning);
            of.map(|column| column.0.clone())
        };
        if let Some(tax) = name("Tax") {
            assert_eq!(Some(sum(&days, &tax)), shown(&written, |day| day.tax), "{seed}");
        }
        if name("Tax").is_none() || !trade.house.tax_inside {
            assert_eq!(
                Some(sum(&days, &name("Amount").unwrap())),
                shown(&written, |day| day.gross),
                "{seed}"
            );
        }
    }
}

#[test]
fn toast_orders_add_up_to_their_figures() {
    let mut parties = 0;
    for seed in 0..SEEDS {
        let style = Style { date: DateForm::MonthShort, time: TimeForm::Noon, ..plain(seed) };
        let (trade, written) = written(Layout::ToastItemsOrders, seed, &style);
        let orders = rows(file(&written, "OrderDetails"));
        let paid = || orders.iter().filter(|row| row["Voided"] == "false" && !row["Closed"].is_empty());
        let deferred = shown(&written, |day| day.deferred).unwrap();
        assert_eq!(Some(sum(paid(), "Amount") - deferred), shown(&written, |day| day.net), "{seed}");
        assert_eq!(Some(sum(paid(), "Discount Amount")), shown(&written, |day| day.discounts), "{seed}");
        assert_eq!(Some(sum(paid(), "Tax")), shown(&written, |day| day.tax), "{seed}");
        assert_eq!(Some(sum(paid(), "# of Guests")), shown(&written, |day| day.covers), "{seed}");
        assert_eq!(Some(sum(paid(), "Gratuity")), shown(&written, |day| day.gratuity), "{seed}");
        parties += trade.orders.iter().filter(|order| order.party.is_some()).count();
        let items = rows(file(&written, "ItemSelection"));
        let mut checks: Vec<&str> =
            items.iter().filter(|row| row["Void?"] == "false").map(|row| row["Check Id"].as_str()).collect();
        checks.sort_unstable();
        checks.dedup();
        let open = trade.orders.iter().filter(|order| order.state == State::Open).count();
        assert_eq!(shown(&written, |day| day.checks), Some((checks.len() - open) as i64), "{seed}");
    }
    assert!(parties > 20);
}
