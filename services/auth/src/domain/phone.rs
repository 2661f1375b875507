use std::str::FromStr;

/// Why a text is not a phone number.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("must be a US phone number such as (555) 123-4567")]
pub struct PhoneError;

/// A phone number in US style, kept as its ten digits (spec.md section 5): a leading 1 may stand before it,
/// the area code may stand in parentheses, a dash or a space may stand between the parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phone(Box<str>);

impl Phone {
    /// The ten digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Phone {
    type Err = PhoneError;
    fn from_str(text: &str) -> Result<Phone, PhoneError> {
        let text = text.trim();
        without_country(text)
            .and_then(ten_digits)
            .or_else(|| ten_digits(text))
            .map(|digits| Phone(digits.into()))
            .ok_or(PhoneError)
    }
}

fn without_country(text: &str) -> Option<&str> {
    text.strip_prefix('1').map(after_separator)
}

fn ten_digits(text: &str) -> Option<String> {
    let (area, rest) = match text.strip_prefix('(') {
        Some(open) => {
            let (area, rest) = digits(open, 3)?;
            (area, rest.strip_prefix(')')?)
        }
        None => digits(text, 3)?,
    };
    let (exchange, rest) = digits(after_separator(rest), 3)?;
    let (line, rest) = digits(after_separator(rest), 4)?;
    rest.is_empty().then(|| format!("{area}{exchange}{line}"))
}

fn digits(text: &str, count: usize) -> Option<(&str, &str)> {
    let (head, rest) = text.split_at_checked(count)?;
    head.bytes().all(|byte| byte.is_ascii_digit()).then_some((head, rest))
}

fn after_separator(text: &str) -> &str {
    text.strip_prefix(['-', ' ']).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn us_style_is_kept_as_ten_digits() {
        for good in [
            "5551234567",
            "15551234567",
            "1-555-123-4567",
            "1 (555) 123-4567",
            "(555)123-4567",
            "555 123 4567",
            " 555-123-4567 ",
            "1(555)1234567",
        ] {
            assert_eq!(good.parse::<Phone>().unwrap().as_str(), "5551234567", "{good}");
        }
        assert_eq!("1234567890".parse::<Phone>().unwrap().as_str(), "1234567890");
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "1",
            "555123456",
            "55512345678",
            "(555 123-4567",
            "555) 123-4567",
            "555--123-4567",
            "25551234567",
            "555.123.4567",
            "٥٥٥١٢٣٤٥٦٧",
            "555-123-456a",
        ] {
            assert_eq!(bad.parse::<Phone>(), Err(PhoneError), "{bad}");
        }
    }
}
