//! The cells of a row that a plan uses, as bytes of a sorted record and back.

use crate::orders::Place;
use crate::table::CellKind;

/// The texts of a plan's parts, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// Where the row stands.
    pub place: Place,
    /// What is known of each text, and the text.
    pub texts: Vec<(CellKind, String)>,
}

const KINDS: [CellKind; 4] = [CellKind::Text, CellKind::Number, CellKind::Time, CellKind::Flag];

impl Raw {
    /// The row as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            Vec::with_capacity(16 + self.texts.iter().map(|(_, text)| text.len() + 5).sum::<usize>());
        bytes.extend((self.place.table as u64).to_le_bytes());
        bytes.extend(self.place.line.to_le_bytes());
        for (kind, text) in &self.texts {
            let kind = KINDS.iter().position(|known| known == kind).unwrap_or_default();
            bytes.push(kind as u8);
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    /// The row of these bytes; none if they are no row's.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Raw> {
        let (table, rest) = bytes.split_first_chunk::<8>()?;
        let (line, mut rest) = rest.split_first_chunk::<8>()?;
        let place = Place { table: u64::from_le_bytes(*table) as usize, line: u64::from_le_bytes(*line) };
        let mut texts = Vec::new();
        while let Some((kind, after)) = rest.split_first() {
            let (length, after) = after.split_first_chunk::<4>()?;
            let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            texts.push((*KINDS.get(usize::from(*kind))?, String::from_utf8(text.to_vec()).ok()?));
            rest = after;
        }
        Some(Raw { place, texts })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn row_is_read_back_from_its_bytes(
            table in 0_usize..9, line in any::<u64>(), texts in proptest::collection::vec((0_usize..4, ".{0,20}"), 0..8),
        ) {
            let texts = texts.into_iter().map(|(kind, text)| (KINDS[kind], text)).collect();
            let raw = Raw { place: Place { table, line }, texts };
            prop_assert_eq!(Raw::of_bytes(&raw.to_bytes()), Some(raw));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = Raw::of_bytes(&bytes);
        }
    }
}
