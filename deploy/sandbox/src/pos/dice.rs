//! Random numbers that are the same at every start: seeded by their subject.

use std::fmt::{Display, Write as _};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

/// The random numbers of one subject, such as one check of one day.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The dice for a subject, named by its parts.
    pub fn of(subject: &[&dyn Display]) -> Dice {
        let mut text = String::new();
        for part in subject {
            // Writing to a String cannot fail.
            let _ = write!(text, "{part}/");
        }
        // FNV-1a: the seed must be the same on every machine and in every version.
        let seed = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// True with this chance in a thousand.
    pub fn chance(&mut self, per_thousand: i64) -> bool {
        self.between(0, 999) < per_thousand
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high.max(low))
    }

    /// One of a list, each with its weight; none of an empty list.
    pub fn pick<'a, T>(&mut self, list: &'a [T], weight: impl Fn(&T) -> u32) -> Option<&'a T> {
        let total: i64 = list.iter().map(|item| i64::from(weight(item))).sum();
        let mut left = self.between(1, total.max(1));
        list.iter().find(|item| {
            left -= i64::from(weight(item));
            left <= 0
        })
    }

    /// One of a list of texts with weights; blank for an empty list.
    pub fn word<'a, T: AsRef<str>>(&mut self, list: &'a [(u32, T)]) -> &'a str {
        self.pick(list, |(weight, _)| *weight).map_or("", |(_, word)| word.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_falls_the_same_way_for_the_same_subject() {
        let rolls = |subject: &str| {
            let mut dice = Dice::of(&[&subject, &7]);
            (0..20).map(|_| dice.between(1, 6)).collect::<Vec<_>>()
        };
        assert_eq!(rolls("a"), rolls("a"));
        assert_ne!(rolls("a"), rolls("b"));
        // What a demo has sent must not change with a version of the generator.
        assert_eq!(Dice::of(&[&"demo-pizza", &"2026-07-18"]).between(0, 999_999), 977_072);
    }

    #[test]
    fn words_are_picked_by_their_weights() {
        let mut dice = Dice::of(&[&"weights"]);
        let list = [(0, "never"), (1, "seldom"), (9, "often")];
        let words: Vec<_> = (0..1_000).map(|_| dice.word(&list)).collect();
        let often = words.iter().filter(|word| **word == "often").count();
        assert!((850..950).contains(&often) && !words.contains(&"never"), "{often}");
        assert_eq!(dice.word::<&str>(&[]), "");
    }
}
