//! Enums that the domain and a contract both have.

/// An enum of the domain whose values a contract names alike.
pub trait Mirrored: Sized {
    /// The value of a field of a message; none if it is unspecified, or of a later version.
    fn of_message(value: i32) -> Option<Self>;
    /// The value for a field of a message.
    fn for_message(self) -> i32;
}

/// Implements [`Mirrored`](crate::grpc::Mirrored) for the values that are named, each alike in both enums.
#[macro_export]
macro_rules! mirrored {
    ($domain:ty, $contract:ty: $($value:ident),+ $(,)?) => {
        impl $crate::grpc::Mirrored for $domain {
            fn of_message(value: i32) -> Option<Self> {
                match <$contract>::try_from(value) {
                    $(Ok(<$contract>::$value) => Some(<$domain>::$value),)+
                    _ => None,
                }
            }

            fn for_message(self) -> i32 {
                match self {
                    $(<$domain>::$value => <$contract>::$value as i32,)+
                }
            }
        }
    };
}
