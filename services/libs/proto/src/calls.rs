//! Every call of the contracts, named by its request: a caller needs no client of the service.

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

/// The request of a call that one message answers.
pub trait Call: prost::Message + 'static {
    /// What answers it.
    type Answer: prost::Message + Default + 'static;
    /// Whose call it is.
    const SERVICE: Service;
    /// `/package.Service/Method`
    const PATH: &'static str;
}

/// The request of a call that a stream of messages answers.
pub trait StreamedCall: prost::Message + 'static {
    /// What the stream is of.
    type Answer: prost::Message + Default + 'static;
    /// Whose call it is.
    const SERVICE: Service;
    /// `/package.Service/Method`
    const PATH: &'static str;
}

/// A piece of a list.
pub enum Part<T> {
    /// A row.
    Row(T),
    /// Last, where more rows follow.
    NextCursor(String),
}

/// A message of a list.
pub trait Piece: Sized {
    /// What the list is of.
    type Row;
    /// The message that holds it.
    fn of(part: Part<Self::Row>) -> Self;
    /// Takes it out; none of what this version does not know.
    fn part(self) -> Option<Part<Self::Row>>;
}
