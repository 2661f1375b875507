//! What an import brings beside sales, as messages.

use saffron_core::fact::{CustomerUpsert, ItemUpsert, Label, Shift};
use saffron_core::time::public_time;
use saffron_core::{Money, Quantity};
use saffron_import::judge::ListSums;
use saffron_proto::connectors as proto;

use crate::domain::{FoundConsent, ListSamples};

/// A count as messages hold it.
pub(super) fn count(of: u64) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn text(label: &Option<Label>) -> String {
    label.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// Seconds as hours.
fn hours(seconds: i64) -> Quantity {
    Quantity::from_milli((seconds * 1_000 + 1_800) / 3_600)
}

/// What lists bring, in words; empty if they bring nothing.
pub(super) fn in_words(of: &ListSums) -> String {
    let counted = |count: u64, one: &str, several: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {several}")),
    };
    // Two decimals.
    let worked = (of.worked + 18) / 36;
    let shifts = counted(of.shifts, "shift", "shifts")
        .map(|shifts| format!("{shifts} of {}.{:02} hours, pay ${}", worked / 100, worked % 100, of.pay));
    let items =
        counted(of.items, "item", "items").map(|items| format!("{items}, {} with cost", of.costed_items));
    let guests = counted(of.guests, "guest", "guests").map(|guests| {
        format!("{guests}, {} agree to email and {} to texts", of.email_consents, of.sms_consents)
    });
    [shifts, items, guests].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The shifts; none if there is none.
pub(super) fn shifts(of: &ListSums, samples: &ListSamples) -> Option<proto::ImportShifts> {
    let (first, last) = of.shift_dates?;
    Some(proto::ImportShifts {
        shifts: count(of.shifts),
        people: count(of.people),
        hours: hours(of.worked).milli(),
        labor_cost: of.pay.cents(),
        tips: of.shift_tips.cents(),
        open_shifts: count(of.open_shifts),
        shifts_without_wage: count(of.shifts_without_rate),
        first_date: first.to_string(),
        last_date: last.to_string(),
        sample_shifts: samples.shifts.iter().map(shift).collect(),
    })
}

fn shift(of: &Shift) -> proto::ImportShift {
    proto::ImportShift {
        employee: of.employee.as_ref().map(|person| person.name.to_string()).unwrap_or_default(),
        job: text(&of.job),
        business_date: of.business_date.to_string(),
        clock_in: public_time(of.clock_in.wall),
        clock_out: of.clock_out.map(|out| public_time(out.wall)).unwrap_or_default(),
        hours: hours(of.paid_seconds()).milli(),
        pay: of.rate.map(|_| of.pay().cents()),
        tips: of.tips.cents(),
    }
}

/// The items of the menu; none if there is none.
pub(super) fn items(of: &ListSums, samples: &ListSamples) -> Option<proto::ImportItems> {
    (of.items > 0).then(|| proto::ImportItems {
        items: count(of.items),
        items_with_price: count(of.priced_items),
        items_with_cost: count(of.costed_items),
        sample_items: samples.items.iter().map(item).collect(),
    })
}

fn item(of: &ItemUpsert) -> proto::ImportItem {
    proto::ImportItem {
        pos_item_id: of.id.to_string(),
        name: of.name.to_string(),
        category: text(&of.major_category),
        price: of.price.map(Money::cents),
        cost: of.cost.map(Money::cents),
    }
}

/// The guests; none if there is none.
pub(super) fn guests(
    of: &ListSums,
    samples: &ListSamples,
    consents: Vec<FoundConsent>,
) -> Option<proto::ImportGuests> {
    let columns = consents.into_iter().map(|consent| proto::ImportConsentColumn {
        file: consent.file,
        column: consent.column,
        channel: consent.channel,
        taken: consent.is_taken,
        words: consent.words,
    });
    (of.guests > 0).then(|| proto::ImportGuests {
        guests: count(of.guests),
        email_consents: count(of.email_consents),
        sms_consents: count(of.sms_consents),
        consent_columns: columns.collect(),
        sample_guests: samples.guests.iter().map(guest).collect(),
    })
}

fn guest(of: &CustomerUpsert) -> proto::ImportGuest {
    let consent = |consent: Option<bool>| {
        match consent {
            Some(true) => "agreed",
            Some(false) => "refused",
            None => "",
        }
        .to_owned()
    };
    proto::ImportGuest {
        first_name: text(&of.first_name),
        last_name: text(&of.last_name),
        email: text(&of.email),
        cell_phone_number: text(&of.cell_phone_number),
        email_consent: consent(of.email_consent),
        sms_consent: consent(of.sms_consent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_said_in_words() {
        let sums = ListSums {
            shifts: 2,
            worked: 9_000,
            pay: Money::from_cents(4_500),
            guests: 1,
            ..ListSums::default()
        };
        assert_eq!(
            in_words(&sums),
            "2 shifts of 2.50 hours, pay $45.00; 1 guest, 0 agree to email and 0 to texts"
        );
        assert_eq!(
            in_words(&ListSums { items: 3, costed_items: 2, ..ListSums::default() }),
            "3 items, 2 with cost"
        );
        assert_eq!(in_words(&ListSums::default()), "");
    }
}
