use saffron_core::{Code, Error};
use tonic::Status;
use tonic::metadata::MetadataMap;

use crate::Fault;

const FIELD: &str = "x-saffron-field";
const RETRY_AFTER: &str = "x-saffron-retry-after";
/// On the refusal of a gateway with a wrong key, so that it is not taken for an ended session.
const NOT_A_GATEWAY: &str = "x-saffron-not-a-gateway";

/// A failure as the status of a call. An internal one is logged here, and its text stays inside.
#[must_use]
pub fn to_status(fault: Fault) -> Status {
    let error = fault.into_answer();
    let code = match error.code {
        Code::Invalid => tonic::Code::InvalidArgument,
        Code::Unauthenticated => tonic::Code::Unauthenticated,
        Code::Forbidden => tonic::Code::PermissionDenied,
        Code::NotFound => tonic::Code::NotFound,
        Code::Conflict => tonic::Code::AlreadyExists,
        Code::TooLarge => tonic::Code::OutOfRange,
        Code::TooMany => tonic::Code::ResourceExhausted,
        Code::Unavailable => tonic::Code::Unavailable,
        Code::Internal => tonic::Code::Internal,
    };
    let mut metadata = MetadataMap::new();
    if let Some(Ok(field)) = error.field.as_deref().map(str::parse) {
        metadata.insert(FIELD, field);
    }
    if let Some(Ok(seconds)) = error.retry_after.map(|seconds| seconds.to_string().parse()) {
        metadata.insert(RETRY_AFTER, seconds);
    }
    Status::with_metadata(code, error.message, metadata)
}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Status {
        to_status(fault)
    }
}

/// The refusal of a call that only a gateway may make.
pub(super) fn not_a_gateway() -> Status {
    let mut status = Status::unauthenticated("Only a gateway may call this.");
    status.metadata_mut().insert(NOT_A_GATEWAY, tonic::metadata::MetadataValue::from_static("1"));
    status
}

/// The status of a failed call as an error for the caller.
#[must_use]
pub fn from_status(status: &Status) -> Error {
    if status.metadata().contains_key(NOT_A_GATEWAY) {
        tracing::error!("a service does not believe this gateway: SAFFRON_GATEWAY_KEY differs there");
        return Error::unavailable("A part of the system is not reachable. Please try again.");
    }
    let code = match status.code() {
        tonic::Code::InvalidArgument => Code::Invalid,
        tonic::Code::Unauthenticated => Code::Unauthenticated,
        tonic::Code::PermissionDenied => Code::Forbidden,
        tonic::Code::NotFound => Code::NotFound,
        tonic::Code::AlreadyExists => Code::Conflict,
        tonic::Code::OutOfRange => Code::TooLarge,
        tonic::Code::ResourceExhausted => Code::TooMany,
        tonic::Code::Unavailable | tonic::Code::DeadlineExceeded | tonic::Code::Cancelled => {
            Code::Unavailable
        }
        tonic::Code::Unknown if is_transport(status) => Code::Unavailable,
        _ => Code::Internal,
    };
    if matches!(code, Code::Unavailable | Code::Internal) {
        tracing::warn!(code = ?status.code(), message = status.message(), "a service did not answer");
    }
    let text = |key: &str| status.metadata().get(key).and_then(|value| value.to_str().ok());
    let message = match (code, text(RETRY_AFTER)) {
        // Messages of the transport are not for people.
        (Code::Unavailable, None) => "A part of the system is not reachable. Please try again.".to_owned(),
        (Code::Internal, _) => "Error Occured. Please contact system administrator.".to_owned(),
        _ => status.message().to_owned(),
    };
    let default_retry = matches!(code, Code::Unavailable | Code::TooMany).then_some(1);
    Error {
        code,
        field: text(FIELD).map(str::to_owned),
        message,
        retry_after: text(RETRY_AFTER).and_then(|text| text.parse().ok()).or(default_retry),
    }
}

/// Whether the connection broke in the midst of a call.
fn is_transport(status: &Status) -> bool {
    std::error::Error::source(status).is_some()
}

/// The name of a status, as gRPC writes it.
pub(crate) fn code_name(code: tonic::Code) -> &'static str {
    match code {
        tonic::Code::Ok => "OK",
        tonic::Code::Cancelled => "CANCELLED",
        tonic::Code::Unknown => "UNKNOWN",
        tonic::Code::InvalidArgument => "INVALID_ARGUMENT",
        tonic::Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        tonic::Code::NotFound => "NOT_FOUND",
        tonic::Code::AlreadyExists => "ALREADY_EXISTS",
        tonic::Code::PermissionDenied => "PERMISSION_DENIED",
        tonic::Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        tonic::Code::FailedPrecondition => "FAILED_PRECONDITION",
        tonic::Code::Aborted => "ABORTED",
        tonic::Code::OutOfRange => "OUT_OF_RANGE",
        tonic::Code::Unimplemented => "UNIMPLEMENTED",
        tonic::Code::Internal => "INTERNAL",
        tonic::Code::Unavailable => "UNAVAILABLE",
        tonic::Code::DataLoss => "DATA_LOSS",
        tonic::Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_errors_survive_the_wire_and_internal_ones_do_not() {
        let error = Error::invalid("endDate", "must not be after today").retry_after(7);
        assert_eq!(from_status(&to_status(Fault::Refused(error.clone()))), error);
        let inside = from_status(&to_status(Fault::Permanent("relation users does not exist".into())));
        assert_eq!(inside.code, Code::Internal);
        assert_eq!(from_status(&not_a_gateway()).code, Code::Unavailable, "no session has ended by that");
        assert!(!inside.message.contains("relation"));
    }
}
