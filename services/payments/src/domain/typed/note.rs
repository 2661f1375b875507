use saffron_core::Error;

/// A person's note on a mismatch, at most 150 characters; may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note(String);

impl Note {
    const LONGEST: usize = 150;

    pub fn parse(text: &str) -> Result<Note, Error> {
        let text = text.trim();
        if text.chars().count() > Note::LONGEST {
            return Err(Error::invalid("note", "may have at most 150 characters"));
        }
        if text.chars().any(|c| c.is_control() && c != '\n' && c != '\r') {
            return Err(Error::invalid("note", "may not contain control characters"));
        }
        Ok(Note(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Note;

    #[test]
    fn note_is_trimmed_and_bounded() {
        assert_eq!(Note::parse("  Paid in cash \n").unwrap().as_str(), "Paid in cash");
        assert!(Note::parse(&"é".repeat(150)).is_ok() && Note::parse("").is_ok());
        for wrong in ["é".repeat(151), "a\0b".into()] {
            assert_eq!(Note::parse(&wrong).unwrap_err().field.as_deref(), Some("note"));
        }
    }
}
