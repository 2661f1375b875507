use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a text is not a label.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LabelError {
    /// Too long.
    #[error("may have at most {} characters", Label::MAX)]
    Length,
    /// A character that no name has.
    #[error("may not contain control characters")]
    Control,
}

/// A name that people read: trimmed, at most 200 characters, without control characters. An empty one is
/// the same as none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(Box<str>);

impl Label {
    /// The most characters a label may have.
    pub const MAX: usize = 200;

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// None if the label is empty.
    #[must_use]
    pub fn filled(self) -> Option<Label> {
        (!self.0.is_empty()).then_some(self)
    }
}

impl TryFrom<String> for Label {
    type Error = LabelError;
    fn try_from(text: String) -> Result<Label, LabelError> {
        let trimmed = text.trim();
        if trimmed.chars().count() > Label::MAX {
            return Err(LabelError::Length);
        }
        if trimmed.chars().any(char::is_control) {
            return Err(LabelError::Control);
        }
        Ok(Label(trimmed.into()))
    }
}

impl From<Label> for String {
    fn from(label: Label) -> String {
        label.0.into_string()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads an optional label; empty and absent are the same.
pub(super) fn optional<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Label>, D::Error> {
    Ok(Option::<Label>::deserialize(deserializer)?.and_then(Label::filled))
}
