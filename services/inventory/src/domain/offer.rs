use saffron_core::cursor::Key;
use saffron_core::{BusinessDate, Error};

/// Characters of a promo code: none that is confused with another when it is read aloud or typed.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a promo code that is made here.
const LENGTH: usize = 8;
/// The longest code that is read, in bytes of its upper case.
const LONGEST: usize = 32;
/// The longest offer, and the furthest end, in days.
const MOST_DAYS: i64 = 2 * 366;

/// What a check carries to redeem a promotion; unique within its location. Case and spaces around it do not count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PromoCode(Box<str>);

impl PromoCode {
    /// A new one; `pick` gives a random number below its argument.
    pub fn draw(mut pick: impl FnMut(usize) -> usize) -> PromoCode {
        let letter = |_| ALPHABET.get(pick(ALPHABET.len())).copied().map_or('2', char::from);
        PromoCode((0..LENGTH).map(letter).collect::<String>().into())
    }

    /// What an owner chose for a campaign: 3 to 32 of A-Z, 0-9 and -, in any case.
    pub fn chosen(text: &str) -> Result<PromoCode, Error> {
        let code = text.trim().to_ascii_uppercase();
        let plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        if !(3..=LONGEST).contains(&code.len()) || !code.bytes().all(plain) {
            return Err(Error::invalid("promoCode", "must be 3 to 32 of A-Z, 0-9 and -"));
        }
        Ok(PromoCode(code.into()))
    }

    /// Of what a check carries; none if it cannot be a code.
    #[must_use]
    pub fn carried(text: &str) -> Option<PromoCode> {
        // Measured as it is kept: some letters have two or three in upper case.
        let text = text.trim().to_uppercase();
        let fits = !text.is_empty() && text.len() <= LONGEST;
        fits.then(|| PromoCode(text.into()))
    }

    /// One that was kept, whatever the rules were then.
    #[must_use]
    pub fn stored(text: &str) -> PromoCode {
        PromoCode(text.into())
    }

    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Part of the place in a list of promotions, whose codes are made here and hold no point.
impl Key for PromoCode {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Option<PromoCode> {
        PromoCode::carried(text).filter(|_| !text.contains('\0'))
    }
}

/// So many percent off on these business dates, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// 1 to 100.
    pub percent: i16,
    pub from: BusinessDate,
    pub until: BusinessDate,
}

impl Offer {
    /// What an owner asked for on the business date `today` of the location.
    pub fn asked(percent: i32, from: &str, until: &str, today: BusinessDate) -> Result<Offer, Error> {
        let percent = match i16::try_from(percent) {
            Ok(percent @ 1..=100) => percent,
            _ => return Err(Error::invalid("offPercentage", "must lie between 0 and 100")),
        };
        let date = |field: &'static str, text: &str| {
            text.parse::<BusinessDate>().map_err(|e| Error::invalid(field, e.to_string()))
        };
        let (from, until) = (date("validFrom", from)?, date("validUntil", until)?);
        let wrong = |why: &str| Err(Error::invalid("validUntil", why));
        if until < from {
            return wrong("must not be before validFrom");
        }
        if until < today {
            return wrong("must not be before today");
        }
        if until.days_since(from) > MOST_DAYS || until.days_since(today) > MOST_DAYS {
            return wrong("must be at most two years after validFrom and today");
        }
        Ok(Offer { percent, from, until })
    }

    /// Whether it is valid on this date.
    #[must_use]
    pub fn holds(&self, date: BusinessDate) -> bool {
        self.from <= date && date <= self.until
    }

    /// As people read it.
    pub(super) fn text(&self) -> String {
        format!("{}% off, {} to {}", self.percent, self.from, self.until)
    }
}

/// How a promotion stands today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfferState {
    /// Today is one of its days.
    Valid,
    /// Begins later.
    ToCome,
    /// Its days are over, or a person ended it.
    Ended,
}

/// An offer of an item under its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub code: PromoCode,
    pub offer: Offer,
    /// Ended by a person, or replaced by another one.
    pub ended: bool,
}

impl Promotion {
    /// How it stands on this date.
    #[must_use]
    pub fn state(&self, today: BusinessDate) -> OfferState {
        if self.ended || self.offer.until < today {
            OfferState::Ended
        } else if self.offer.from > today {
            OfferState::ToCome
        } else {
            OfferState::Valid
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(percent: i32, from: &str, until: &str) -> Option<String> {
        let today = "2026-07-18".parse().unwrap();
        Offer::asked(percent, from, until, today).err().and_then(|e| e.field)
    }

    #[test]
    fn wrong_field_is_named() {
        assert_eq!(field(20, "2026-07-18", "2026-07-18"), None);
        assert_eq!(field(100, "2026-07-01", "2028-07-01"), None);
        for percent in [-1, 0, 101, i32::MAX] {
            assert_eq!(field(percent, "2026-07-18", "2026-07-18").as_deref(), Some("offPercentage"));
        }
        assert_eq!(field(20, "18.7.2026", "2026-07-18").as_deref(), Some("validFrom"));
        assert_eq!(field(20, "2026-07-18", "").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-20", "2026-07-19").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-01", "2026-07-17").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-18", "2028-07-20").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2024-07-01", "2026-07-20").as_deref(), Some("validUntil"));
    }

    #[test]
    fn code_is_the_same_in_any_case() {
        assert_eq!(PromoCode::carried(" k7wq2m9x "), PromoCode::carried("K7WQ2M9X"));
        assert_eq!(PromoCode::carried("  "), None);
        assert_eq!(PromoCode::carried(&"x".repeat(33)), None);
        assert_eq!(PromoCode::carried(&"\u{390}".repeat(16)), None, "longer in upper case");
        let mut turn = 0;
        let code = PromoCode::draw(|below| {
            turn += 7;
            turn % below
        });
        assert_eq!(code.as_str().len(), LENGTH);
        assert_eq!(PromoCode::carried(code.as_str()), Some(code));
    }

    proptest::proptest! {
        #[test]
        fn carried_code_is_read_again(text in ".{0,33}|[\u{390}\u{df}\u{149}\u{130}\u{131} ]{0,33}") {
            if let Some(code) = PromoCode::carried(&text) {
                proptest::prop_assert!(code.as_str().len() <= LONGEST);
                proptest::prop_assert_eq!(PromoCode::carried(code.as_str()), Some(code));
            }
        }
    }
}
