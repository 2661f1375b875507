//! Values as JSON has them.

use saffron_core::{Money, Quantity};
use serde::{Serialize, Serializer};

use super::Words;

/// Cents as dollars, or hundredths of anything; null, if absent.
pub fn hundredths<N: Copy + Into<Option<i64>>, S: Serializer>(value: &N, to: S) -> Result<S::Ok, S::Error> {
    (*value).into().map(Money::from_cents).serialize(to)
}

/// Thousandths with three decimals; null, if absent.
pub fn thousandths<N: Copy + Into<Option<i64>>, S: Serializer>(value: &N, to: S) -> Result<S::Ok, S::Error> {
    (*value).into().map(Quantity::from_milli).serialize(to)
}

/// The first second of a day; null, if there is none.
pub fn first_second<S: Serializer>(day: &str, to: S) -> Result<S::Ok, S::Error> {
    (!day.is_empty()).then(|| format!("{day}T00:00:00")).serialize(to)
}

/// The last second of a day; null, if there is none.
pub fn last_second<S: Serializer>(day: &str, to: S) -> Result<S::Ok, S::Error> {
    (!day.is_empty()).then(|| format!("{day}T23:59:59")).serialize(to)
}

/// A text; null, if it is empty.
pub fn text_or_null<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    (!text.is_empty()).then_some(text).serialize(to)
}

/// The word of a number; null, if there is none.
pub fn word<W: Words, S: Serializer>(number: &i32, to: S) -> Result<S::Ok, S::Error> {
    W::WORDS.iter().find(|(known, _)| known == number).map(|(_, word)| word).serialize(to)
}

/// The word of a name such as `OPTED_OUT`; null, if there is none.
pub fn name<W: Words, S: Serializer>(name: &str, to: S) -> Result<S::Ok, S::Error> {
    let plain = |text: &str| text.replace('_', "").to_ascii_lowercase();
    W::WORDS.iter().find(|(_, word)| plain(word) == plain(name)).map(|(_, word)| word).serialize(to)
}

/// A message that is always there.
pub fn message<M: Serialize + Default, S: Serializer>(message: &Option<M>, to: S) -> Result<S::Ok, S::Error> {
    match message {
        Some(message) => message.serialize(to),
        None => M::default().serialize(to),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::connectors::{Import, ImportShifts, ImportSummary};
    use crate::inventory::{Item, Offer};
    use crate::marketing::{ConsentEntry, RecipientOutcome};

    fn written(value: impl serde::Serialize) -> Value {
        serde_json::to_value(value).unwrap()
    }

    #[test]
    fn what_is_empty_or_absent_is_null() {
        let item = Item { price: 450, till_price: Some(400), stock: Some(1_500), ..Item::default() };
        let text = serde_json::to_string(&item).unwrap();
        for amount in [r#""price":4.50,"#, r#""tillPrice":4.00,"#, r#""stock":1.500,"#] {
            assert!(text.contains(amount), "{text}");
        }
        let item = written(item);
        for name in ["imageUrl", "estimatedCost", "lowStock", "inventoryLevel", "soldOutUntil", "validFrom"] {
            assert_eq!(item[name], Value::Null, "{name}");
        }
        assert_eq!((&item["offPercentage"], &item["itemName"]), (&json!(0), &json!("")));
    }

    #[test]
    fn an_absent_message_is_null() {
        let shifts = Some(ImportShifts { shifts: 2, ..ImportShifts::default() });
        let summary = written(ImportSummary { shifts, ..ImportSummary::default() });
        assert_eq!((&summary["shifts"]["shifts"], &summary["items"]), (&json!(2), &Value::Null));
        let import = written(Import::default());
        assert_eq!((&import["summary"], &import["progress"]), (&Value::Null, &Value::Null));
    }

    #[test]
    fn an_offer_stands_in_its_item_from_first_to_last_second() {
        let offer = Offer { percent: 10, valid_from: "2026-07-01".into(), valid_until: "2026-07-31".into() };
        let item = written(Item { offer: Some(offer), level: 2, ..Item::default() });
        assert_eq!(item["offPercentage"], 10);
        assert_eq!(
            (&item["validFrom"], &item["validUntil"]),
            (&json!("2026-07-01T00:00:00"), &json!("2026-07-31T23:59:59"))
        );
        assert_eq!(item["inventoryLevel"], "orange");
    }

    #[test]
    fn a_word_that_is_not_known_is_null() {
        let consent =
            written(ConsentEntry { act: "UNSUBSCRIBE".into(), channel: 1, ..ConsentEntry::default() });
        assert_eq!((&consent["act"], &consent["channel"]), (&json!("unsubscribe"), &json!("email")));
        let outcome =
            written(RecipientOutcome { outcome: 99, delivery: "LOST".into(), ..RecipientOutcome::default() });
        assert_eq!((&outcome["outcome"], &outcome["delivery"]), (&Value::Null, &Value::Null));
    }
}
