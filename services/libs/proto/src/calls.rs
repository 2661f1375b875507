//! Every call of the contracts, named by its request: a caller needs no client of the service.

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

/// The request of a call that one message answers.
pub trait Call: prost::Message + 'static {
    /// The answer.
    type Answer: prost::Message + Default + 'static;
    /// The service of the call.
    const SERVICE: Service;
    /// `/package.Service/Method`
    const PATH: &'static str;
    /// Whether it changes nothing: its contract says NO_SIDE_EFFECTS.
    const IS_READ: bool;
}

/// The request of a call that a stream of messages answers.
pub trait StreamedCall: prost::Message + 'static {
    /// A message of the stream.
    type Answer: prost::Message + Default + 'static;
    /// The service of the call.
    const SERVICE: Service;
    /// `/package.Service/Method`
    const PATH: &'static str;
    /// Whether it changes nothing: its contract says NO_SIDE_EFFECTS.
    const IS_READ: bool;
}

/// A piece of a list.
pub enum Part<T> {
    /// A row.
    Row(T),
    /// The cursor, last, if more rows follow.
    NextCursor(String),
}

/// A message of a list.
pub trait Piece: Sized {
    /// A row of the list.
    type Row;
    /// The message of a part.
    fn of(part: Part<Self::Row>) -> Self;
    /// The part of the message; none if this version does not know it.
    fn part(self) -> Option<Part<Self::Row>>;
}
