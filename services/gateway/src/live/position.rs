//! Positions in PUSH: the ids of events, which a client sends back as `Last-Event-ID`.

use std::fmt;
use std::str::FromStr;

/// A position in PUSH: an incarnation of the stream, and a message of it. The id of a server-sent event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Differs each time the stream is created.
    pub incarnation: i64,
    /// From 1.
    pub sequence: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.incarnation, self.sequence)
    }
}

impl FromStr for Position {
    type Err = ();
    fn from_str(text: &str) -> Result<Position, ()> {
        let (incarnation, sequence) = text.split_once('-').ok_or(())?;
        Ok(Position {
            incarnation: incarnation.parse().map_err(|_| ())?,
            sequence: sequence.parse().map_err(|_| ())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_is_read_as_it_is_written() {
        let at = Position { incarnation: 4, sequence: 2 };
        assert_eq!(at.to_string().parse(), Ok(at));
        for bad in ["", "4", "-", "a-b", "1-", "-1-2x"] {
            assert!(bad.parse::<Position>().is_err(), "{bad}");
        }
    }
}
