use saffron_core::{BusinessDate, Error, ItemId, Money};

/// The content of a reward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gift {
    /// An item of the menu.
    Item {
        item: ItemId,
        /// As of the grant.
        name: String,
        /// As of the grant.
        price: Money,
    },
    /// 100 a dollar.
    Points(i64),
}

impl Gift {
    /// The longest name of an item, in characters.
    const LONGEST_NAME: usize = 200;

    pub fn item(item: &str, name: &str, price: i64) -> Result<Gift, Error> {
        let item = item.parse().map_err(|e| Error::invalid("posItemID", format!("{e}")))?;
        if price < 0 {
            return Err(Error::invalid("price", "must not be negative"));
        }
        let name = name.trim().chars().filter(|c| !c.is_control()).take(Gift::LONGEST_NAME).collect();
        Ok(Gift::Item { item, name, price: Money::from_cents(price) })
    }

    /// 1 to 100,000 points.
    pub fn points(points: i64) -> Result<Gift, Error> {
        if (1..=100_000).contains(&points) {
            Ok(Gift::Points(points))
        } else {
            Err(Error::invalid("rewardPoint", "must lie between 1 and 100,000"))
        }
    }
}

/// The owner's message to the guest, at most 150 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(String);

impl Message {
    const LONGEST: usize = 150;

    pub fn parse(text: &str) -> Result<Message, Error> {
        let text = text.trim();
        if text.chars().count() > Message::LONGEST {
            return Err(Error::invalid("rewardMessage", "may have at most 150 characters"));
        }
        if text.chars().any(|c| c.is_control() && c != '\n' && c != '\r') {
            return Err(Error::invalid("rewardMessage", "may not contain control characters"));
        }
        Ok(Message(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The end of a reward, inclusive, that is granted on `today` of its location.
pub fn valid_until(end: Option<BusinessDate>, today: BusinessDate) -> Result<Option<BusinessDate>, Error> {
    const LONGEST_DAYS: i64 = 5 * 366;
    match end {
        Some(end) if end < today => Err(Error::invalid("validUntil", "must not be before today")),
        Some(end) if end.days_since(today) > LONGEST_DAYS => {
            Err(Error::invalid("validUntil", "must be at most five years ahead"))
        }
        end => Ok(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field<T>(result: Result<T, Error>) -> Option<String> {
        result.err().and_then(|error| error.field)
    }

    #[test]
    fn a_refusal_names_its_field() {
        assert_eq!(field(Gift::item("", "Soup", 1)).as_deref(), Some("posItemID"));
        assert_eq!(field(Gift::item("soup", "Soup", -1)).as_deref(), Some("price"));
        assert_eq!(field(Gift::item("soup", "Soup", 0)), None);
        assert_eq!(field(Gift::points(0)).as_deref(), Some("rewardPoint"));
        assert_eq!(field(Gift::points(100_001)).as_deref(), Some("rewardPoint"));
        assert_eq!(field(Gift::points(100_000)), None);
        assert_eq!(field(Message::parse(&"é".repeat(151))).as_deref(), Some("rewardMessage"));
        assert_eq!(field(Message::parse(&"é".repeat(150))), None);
        assert_eq!(field(Message::parse("a\u{0}b")).as_deref(), Some("rewardMessage"));
    }

    #[test]
    fn an_end_is_today_or_later_and_within_five_years() {
        let day = |text: &str| text.parse::<BusinessDate>().unwrap();
        let today = day("2026-07-18");
        assert_eq!(valid_until(None, today), Ok(None));
        assert_eq!(valid_until(Some(today), today), Ok(Some(today)));
        assert_eq!(field(valid_until(Some(day("2026-07-17")), today)).as_deref(), Some("validUntil"));
        assert_eq!(field(valid_until(Some(day("2031-07-18")), today)), None);
        assert_eq!(field(valid_until(Some(day("2032-07-18")), today)).as_deref(), Some("validUntil"));
    }
}
