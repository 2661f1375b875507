//! Random choices that depend on a seed alone.

/// A generator of random numbers (SplitMix64): the same seed gives the same numbers on every machine.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The dice of one part of a whole: parts of the same seed are independent of each other.
    pub fn new(seed: u64, part: u64) -> Self {
        let mut dice = Self(seed ^ part.wrapping_mul(0xA24B_AED4_963E_E407));
        dice.next();
        dice
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both possible.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        let count = (high - low + 1).unsigned_abs();
        low + i64::try_from(self.next() % count).unwrap()
    }

    /// A place in a list of `len`.
    pub fn below(&mut self, len: usize) -> usize {
        usize::try_from(self.next() % len as u64).unwrap()
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.range(1, 100) <= percent
    }

    /// One of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A list in a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}
