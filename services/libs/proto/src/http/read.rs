//! Values as requests have them. The refusal of a wrong value says what it must be.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_core::{Money, Quantity};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Words;

/// The most rows of one page.
const MAX_PAGE: i64 = 500;

/// A value; the empty one, if it is null.
pub fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// The text of an id or a date.
pub fn parsed<'de, T: Deserialize<'de> + ToString, D: Deserializer<'de>>(
    from: D,
) -> Result<String, D::Error> {
    T::deserialize(from).map(|value| value.to_string())
}

/// The text of an id or a date; empty, if it is null.
pub fn parsed_or_empty<'de, T: Deserialize<'de> + ToString, D: Deserializer<'de>>(
    from: D,
) -> Result<String, D::Error> {
    Option::<T>::deserialize(from).map(|value| value.map(|value| value.to_string()).unwrap_or_default())
}

/// The texts of ids; none, if it is null.
pub fn all_parsed<'de, T: Deserialize<'de> + ToString, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<String>, D::Error> {
    let values = Option::<Vec<T>>::deserialize(from)?;
    Ok(values.into_iter().flatten().map(|value| value.to_string()).collect())
}

/// Rows of a page; 0, if it is null.
pub fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    match Option::<i64>::deserialize(from)? {
        None => Ok(0),
        Some(limit @ 1..=MAX_PAGE) => Ok(i32::try_from(limit).unwrap_or(i32::MAX)),
        Some(_) => Err(D::Error::custom(format!("must be 1 to {MAX_PAGE}"))),
    }
}

/// Dollars as cents, or hundredths of anything.
pub fn hundredths<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    Money::deserialize(from).map(Money::cents)
}

/// As [`hundredths`]; none, if it is null.
pub fn some_hundredths<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    Ok(Option::<Money>::deserialize(from)?.map(Money::cents))
}

/// As [`hundredths`]; 0, if it is null.
pub fn hundredths_or_zero<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    some_hundredths(from).map(Option::unwrap_or_default)
}

/// Pieces as thousandths.
pub fn thousandths<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    Quantity::deserialize(from).map(Quantity::milli)
}

/// As [`thousandths`]; none, if it is null.
pub fn some_thousandths<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    Ok(Option::<Quantity>::deserialize(from)?.map(Quantity::milli))
}

/// The number of a word.
pub fn word<'de, W: Words, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    number::<W, D::Error>(&String::deserialize(from)?)
}

/// The number of a word; 0, if it is null.
pub fn word_or_none<'de, W: Words, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    let word = Option::<String>::deserialize(from)?;
    word.map(|word| number::<W, D::Error>(&word)).transpose().map(Option::unwrap_or_default)
}

fn number<W: Words, E: serde::de::Error>(word: &str) -> Result<i32, E> {
    let known = W::WORDS.iter().find(|(_, known)| *known == word);
    known.map(|(number, _)| *number).ok_or_else(|| {
        let words: Vec<_> = W::WORDS.iter().map(|(_, word)| *word).collect();
        E::custom(format!("must be one of {}", words.join(", ")))
    })
}

/// A message that has to be there.
pub fn message<'de, M: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<M>, D::Error> {
    M::deserialize(from).map(Some)
}

/// A phone number: a number of any length, or a text.
pub fn phone<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let raw = Box::<RawValue>::deserialize(from)?;
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str(text).map_err(D::Error::custom),
        Some(b'0'..=b'9' | b'-') => Ok(text.to_owned()),
        _ => Err(D::Error::custom("must be a phone number of ten digits")),
    }
}

/// Bytes in base64.
pub fn base64<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    STANDARD.decode(String::deserialize(from)?).map_err(|_| D::Error::custom("must be base64"))
}

#[cfg(test)]
mod tests {
    use crate::marketing::{Draft, TextRecipient};
    use crate::{customers, inventory};

    fn error<T: serde::de::DeserializeOwned>(json: &str) -> String {
        serde_json::from_str::<T>(json).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_phone_is_a_number_of_any_length_or_a_text() {
        let read = |phone: &str| {
            serde_json::from_str::<TextRecipient>(&format!(r#"{{"phone": {phone}}}"#)).map(|to| to.phone).ok()
        };
        assert_eq!(read("2065550100").as_deref(), Some("2065550100"));
        let long = "1".repeat(40);
        assert_eq!(read(&long), Some(long), "refused by name where phones are read");
        assert_eq!(read("\"(206) 555-0100\"").as_deref(), Some("(206) 555-0100"));
        assert_eq!(read("null"), None);
        assert_eq!(read("[1]"), None);
    }

    #[test]
    fn a_request_may_leave_out_its_location_and_no_id() {
        let request: customers::GetCustomerRequest =
            serde_json::from_str(r#"{"posCustomerID": "g1"}"#).unwrap();
        assert_eq!((request.pos_id.as_str(), request.pos_customer_id.as_str()), ("", "g1"));
        assert!(error::<customers::GetCustomerRequest>("{}").contains("missing field `posCustomerID`"));
        assert!(error::<customers::GetCustomerRequest>(r#"{"posCustomerID": ""}"#).contains("1 to"));
        assert!(error::<crate::auth::UnlinkLocationRequest>("{}").contains("missing field `posID`"));
    }

    #[test]
    fn a_page_has_one_to_five_hundred_rows() {
        let limit = |limit: &str| {
            let request = format!(r#"{{"limit": {limit}}}"#);
            serde_json::from_str::<inventory::ListItemsRequest>(&request).map(|request| request.limit).ok()
        };
        assert_eq!((limit("1"), limit("500"), limit("null")), (Some(1), Some(500), Some(0)));
        assert_eq!((limit("0"), limit("501"), limit("-1")), (None, None, None));
        assert_eq!(serde_json::from_str::<inventory::ListItemsRequest>("{}").unwrap().limit, 0);
    }

    #[test]
    fn amounts_and_words_are_read_as_the_services_keep_them() {
        let draft = r#"{"channel": "text", "kind": "promoCode", "items": [{"name": "Soup", "originalPrice": 4.5, "price": 4}]}"#;
        let draft: Draft = serde_json::from_str(draft).unwrap();
        assert_eq!((draft.channel, draft.kind), (2, 3));
        assert_eq!((draft.items[0].original_price, draft.items[0].price), (450, 400));
        assert!(
            error::<Draft>(r#"{"channel": "pigeon", "kind": "basic"}"#)
                .contains("must be one of email, text")
        );
        assert!(error::<Draft>(r#"{"channel": null, "kind": "basic"}"#).contains("null"));
    }

    #[test]
    fn what_the_gateway_fills_in_is_not_read() {
        let request =
            r#"{"token": "t", "password": "p", "remoteAddress": "10.0.0.1", "rememberDevice": true}"#;
        let request: crate::auth::ResetPasswordRequest = serde_json::from_str(request).unwrap();
        assert_eq!((request.remote_address.as_str(), request.remember_device), ("", false));
    }
}
