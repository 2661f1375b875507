//! Every field of a fact is documented: docs/api.md names it in the row of its kind.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Error as _, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::cash::CashCountInput;
use super::check::CheckInput;
use super::roster::ItemUpsertInput;
use super::shift::ShiftInput;
use super::{
    CustomerMerge, CustomerUpsert, RecordedCard, RecordedDispute, RecordedEntry, RecordedPayment,
    RecordedPayout, RecordedRefund,
};
use crate::PosTime;

const PAGE: &str = include_str!("../../../../../docs/api.md");

/// Takes the names of a struct's fields in JSON, and no value.
struct Names<'a>(&'a mut Vec<&'static str>);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("is no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.0.extend(fields);
        Err(Error::custom("has no values"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Fails with the fields of `T` that the row of a kind does not name.
pub(super) fn is_documented<T: DeserializeOwned>(kind: &str) {
    let mut names = Vec::new();
    assert!(T::deserialize(Names(&mut names)).is_err());
    assert!(!names.is_empty(), "{kind} has fields");
    let row =
        PAGE.lines().find(|line| line.starts_with("| `") && line.contains(&format!("`{kind}`"))).unwrap();
    let documented: Vec<&str> = row.split(|of: char| !of.is_ascii_alphanumeric()).collect();
    names.retain(|name| !documented.contains(name));
    assert_eq!(names, [""; 0], "{kind}");
}

#[test]
fn every_field_of_a_fact_is_documented() {
    is_documented::<CheckInput>("check.closed");
    is_documented::<ShiftInput>("shift.closed");
    is_documented::<CashCountInput>("cash.counted");
    is_documented::<ItemUpsertInput>("item.upserted");
    is_documented::<CustomerUpsert>("customer.upserted");
    is_documented::<CustomerMerge>("customer.merged");
    is_documented::<RecordedPayment<PosTime>>("payment.recorded");
    is_documented::<RecordedCard>("payment.recorded");
    is_documented::<RecordedRefund<PosTime>>("payment.recorded");
    is_documented::<RecordedPayout<PosTime>>("payout.recorded");
    is_documented::<RecordedEntry<PosTime>>("payout.recorded");
    is_documented::<RecordedDispute<PosTime>>("dispute.recorded");
}
