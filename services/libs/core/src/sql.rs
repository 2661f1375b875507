//! How Postgres holds these types: identifiers, sources, zones and starts of days as `text`, amounts and quantities as `bigint`, business dates as
//! `date`, people as `uuid`. Behind the feature `sqlx`, which kit switches on.

use std::convert::Infallible;

use jiff_sqlx::ToSqlx as _;
use uuid::Uuid;

use crate::{
    BusinessDate, CheckId, CustomerId, DayStarts, DrawerId, EmailAddress, EventId, ItemId, Money, PosId,
    Quantity, ShiftId, Source, UsPhone, UserId, Zone,
};

/// Has Postgres hold a type as another that it knows: how it is written, and how it is read.
#[macro_export]
macro_rules! held_as {
    ($sql:ty: $type:ty, $write:expr, $read:expr) => {
        impl ::sqlx::Type<::sqlx::Postgres> for $type {
            fn type_info() -> ::sqlx::postgres::PgTypeInfo {
                <$sql as ::sqlx::Type<::sqlx::Postgres>>::type_info()
            }

            fn compatible(info: &::sqlx::postgres::PgTypeInfo) -> bool {
                <$sql as ::sqlx::Type<::sqlx::Postgres>>::compatible(info)
            }
        }

        impl ::sqlx::postgres::PgHasArrayType for $type {
            fn array_type_info() -> ::sqlx::postgres::PgTypeInfo {
                <$sql as ::sqlx::postgres::PgHasArrayType>::array_type_info()
            }

            fn array_compatible(info: &::sqlx::postgres::PgTypeInfo) -> bool {
                <$sql as ::sqlx::postgres::PgHasArrayType>::array_compatible(info)
            }
        }

        impl ::sqlx::Encode<'_, ::sqlx::Postgres> for $type {
            fn encode_by_ref(
                &self,
                buffer: &mut ::sqlx::postgres::PgArgumentBuffer,
            ) -> Result<::sqlx::encode::IsNull, ::sqlx::error::BoxDynError> {
                let write: fn(&$type) -> $sql = $write;
                ::sqlx::Encode::<::sqlx::Postgres>::encode(write(self), buffer)
            }
        }

        impl<'r> ::sqlx::Decode<'r, ::sqlx::Postgres> for $type {
            fn decode(value: ::sqlx::postgres::PgValueRef<'r>) -> Result<$type, ::sqlx::error::BoxDynError> {
                let read = $read;
                Ok(read(<$sql as ::sqlx::Decode<::sqlx::Postgres>>::decode(value)?)?)
            }
        }
    };
}

/// Has Postgres hold types as `text`: what `as_str` gives, read by `FromStr`.
#[macro_export]
macro_rules! held_as_text {
    ($($type:ty),+ $(,)?) => {
        $($crate::held_as!(&str: $type, |value| value.as_str(), |text: &str| text.parse::<$type>());)+
    };
}

held_as_text!(CheckId, CustomerId, DrawerId, EmailAddress, EventId, ItemId, PosId, ShiftId, UsPhone);
held_as!(String: DayStarts, |starts| starts.to_string(), |text: String| text.parse::<DayStarts>());
held_as!(String: Source, |source| source.to_string(), |text: String| text.parse::<Source>());
held_as!(&str: Zone, |zone| zone.name(), |name: &str| name.parse::<Zone>());
held_as!(i64: Money, |money| money.cents(), |cents| Ok::<_, Infallible>(Money::from_cents(cents)));
held_as!(i64: Quantity, |quantity| quantity.milli(), |milli| Ok::<_, Infallible>(Quantity::from_milli(milli)));
held_as!(Uuid: UserId, |user| user.0, |id| Ok::<_, Infallible>(UserId(id)));
held_as!(jiff_sqlx::Date: BusinessDate, |date| date.date().to_sqlx(), |date: jiff_sqlx::Date| {
    Ok::<_, Infallible>(BusinessDate::from_date(date.to_jiff()))
});
