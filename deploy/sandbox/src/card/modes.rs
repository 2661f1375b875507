//! How the provider misbehaves, when a test asks it to.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What becomes of calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Mode {
    /// They are answered.
    #[default]
    Normal,
    /// The connection breaks.
    Reset,
    /// They are answered with a server error.
    Down,
    /// They are answered after a while.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// There are too many of them.
    RateLimited {
        /// Seconds.
        retry_after: u64,
    },
    /// The answer is a web page.
    NotJson,
    /// The answer has the right members of the wrong types.
    WrongTypes,
    /// The answer stops in the middle.
    Truncated,
}

/// How webhooks are delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// In order, each once.
    #[default]
    Normal,
    /// Not at all, for good.
    Drop,
    /// Those that are due together in another order.
    Shuffle,
}

/// What a test has asked for.
#[derive(Debug, Default)]
pub struct Modes {
    mode: Mode,
    left: Option<u32>,
    /// How webhooks are delivered.
    pub delivery: Delivery,
    /// How often each is delivered; 0 counts as 1.
    pub times: u32,
}

impl Modes {
    /// From now on, or for so many calls.
    pub fn set(&mut self, mode: Mode, calls: Option<u32>) {
        self.mode = mode;
        self.left = calls;
    }

    /// What becomes of this call.
    pub fn next(&mut self) -> Mode {
        match &mut self.left {
            None => self.mode,
            Some(0) => {
                self.set(Mode::Normal, None);
                Mode::Normal
            }
            Some(left) => {
                *left -= 1;
                self.mode
            }
        }
    }
}

impl Mode {
    /// How long a call waits before it is looked at.
    pub fn wait(self) -> Duration {
        match self {
            Mode::Slow { millis } => Duration::from_millis(millis),
            _ => Duration::ZERO,
        }
    }

    /// The body that is sent instead of the right one.
    pub fn spoil(self, body: &Value) -> String {
        let good = body.to_string();
        match self {
            Mode::NotJson => "<html><body><h1>We will be back soon</h1></body></html>".to_owned(),
            Mode::WrongTypes => twist(body).to_string(),
            Mode::Truncated => good.chars().take(good.chars().count() / 2).collect(),
            _ => good,
        }
    }
}

/// The same members, each of another type.
fn twist(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(is) => json!(is.to_string()),
        Value::Number(number) => json!(number.to_string()),
        Value::String(_) => json!(7),
        Value::Array(items) => json!(items.iter().map(twist).collect::<Vec<_>>()),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), twist(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_ends_after_its_calls() {
        let mut modes = Modes::default();
        modes.set(Mode::Down, Some(2));
        assert_eq!([modes.next(), modes.next(), modes.next()], [Mode::Down, Mode::Down, Mode::Normal]);
        modes.set(Mode::NotJson, None);
        assert_eq!([modes.next(), modes.next()], [Mode::NotJson, Mode::NotJson]);
    }

    #[test]
    fn garbage_is_garbage() {
        let good = json!({ "object": "list", "data": [{ "amount": 5, "paid": true }], "has_more": false });
        assert!(serde_json::from_str::<Value>(&Mode::NotJson.spoil(&good)).is_err());
        assert!(serde_json::from_str::<Value>(&Mode::Truncated.spoil(&good)).is_err());
        let twisted: Value = serde_json::from_str(&Mode::WrongTypes.spoil(&good)).unwrap();
        assert_eq!(
            twisted,
            json!({ "object": 7, "data": [{ "amount": "5", "paid": "true" }], "has_more": "false" })
        );
        assert_eq!(Mode::Normal.spoil(&good), good.to_string());
    }
}
