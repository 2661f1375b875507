//! How the HTTP API writes messages of the contracts (`proto/saffron/http/v1/http.proto`): serde of the generated types, and
//! their schemas.

pub mod read;
pub mod write;

use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::Service;

include!(concat!(env!("OUT_DIR"), "/http.rs"));

/// A request of the HTTP API.
pub trait Request: DeserializeOwned + ToSchema + Send + 'static {
    /// The service of the call.
    const SERVICE: Service;
    /// Whether it may be larger than others: it carries a picture, or the recipients of a campaign.
    const IS_LARGE: bool = false;
    /// Whether its call changes nothing.
    const IS_READ: bool;
    /// The location that it names; none, if it is not about one.
    fn pos_id(&mut self) -> Option<&mut String> {
        None
    }
    /// Rows of a page; 0: the whole list.
    fn limit(&self) -> i32 {
        0
    }
    /// Reads the messages whose fields JSON writes beside the request's own.
    fn read_flat<B: Body>(&mut self, _: &B) -> Result<(), B::Error> {
        Ok(())
    }
}

/// The body of a request, from which flat messages are read.
pub trait Body {
    /// The error of a body that cannot be read.
    type Error;
    /// Reads it as another type.
    fn read<T: DeserializeOwned>(&self) -> Result<T, Self::Error>;
}

/// The answer to a request of the HTTP API.
pub trait Answer {
    /// The body of the answer's envelope.
    type Body: Serialize + ToSchema;
    /// The body of this answer.
    fn body(self) -> Self::Body;
}

/// An enum that JSON names by words.
pub trait Words {
    /// Each number with its word.
    const WORDS: &'static [(i32, &'static str)];
}

/// The body of an answer without content: `null`.
#[derive(Debug, Serialize)]
pub struct Null;

impl PartialSchema for Null {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Null).into()
    }
}

impl ToSchema for Null {}

/// A schema that was written when this crate was built.
fn schema(json: &str) -> RefOr<Schema> {
    // One that cannot be read is found by the gateway's test of all schemas.
    serde_json::from_str(json).unwrap_or_default()
}

/// Adds the schema of a type and of all that it refers to.
pub fn add_schema<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
    let name = T::name().into_owned();
    if all.iter().all(|(known, _)| *known != name) {
        all.push((name, T::schema()));
        T::schemas(all);
    }
}
