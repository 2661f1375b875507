//! The source of a fact: the ingest key by which it was sent.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The ingest key by which a fact was sent. A business date of a location has one source of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Source {
    /// The key that the location's POS vendor has. Facts without a source have this one.
    #[default]
    Till,
    /// Another key, by its id.
    Key(Uuid),
}

/// The text is no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be till or the id of an ingest key")]
pub struct SourceError;

impl Source {
    /// Whether it is [`Source::Till`].
    #[must_use]
    pub fn is_till(&self) -> bool {
        *self == Source::Till
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Till => f.write_str("till"),
            Source::Key(id) => id.hyphenated().fmt(f),
        }
    }
}

impl FromStr for Source {
    type Err = SourceError;

    /// Reads the written form alone, so that a source has one text.
    fn from_str(text: &str) -> Result<Source, SourceError> {
        let source = match text {
            "till" => Source::Till,
            id => Source::Key(id.parse().map_err(|_| SourceError)?),
        };
        if source.to_string() == text { Ok(source) } else { Err(SourceError) }
    }
}

impl From<Source> for String {
    fn from(source: Source) -> String {
        source.to_string()
    }
}

impl TryFrom<String> for Source {
    type Error = SourceError;

    fn try_from(text: String) -> Result<Source, SourceError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_has_one_text() {
        let key = Source::Key(Uuid::from_u128(0x0197_f00d_0000_7000_8000_0000_0000_00aa));
        for source in [Source::Till, key] {
            assert_eq!(source.to_string().parse(), Ok(source));
        }
        let text = key.to_string();
        for wrong in
            ["", "Till", "till ", &text.to_uppercase(), &text.replace('-', ""), &format!("{{{text}}}")]
        {
            assert_eq!(wrong.parse::<Source>(), Err(SourceError), "{wrong}");
        }
        assert!(Source::default().is_till() && !key.is_till());
    }
}
