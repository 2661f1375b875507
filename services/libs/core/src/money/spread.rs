//! Dividing a whole into parts that add up to it again.

/// Splits `total` in proportion to `weights` by largest remainder: the parts always add up to `total`.
/// Of equal remainders the earlier part gets the unit. With no positive weight all goes to the first part.
#[must_use]
pub fn spread(total: i64, weights: &[u64]) -> Vec<i64> {
    let sum: u128 = weights.iter().map(|w| u128::from(*w)).sum();
    let mut parts = vec![0_i64; weights.len()];
    if sum == 0 {
        if let Some(first) = parts.first_mut() {
            *first = total;
        }
        return parts;
    }
    let magnitude = u128::from(total.unsigned_abs());
    let mut remainders: Vec<(u128, usize)> = Vec::with_capacity(weights.len());
    let mut given = 0_u128;
    for (index, (weight, part)) in weights.iter().zip(parts.iter_mut()).enumerate() {
        let product = magnitude * u128::from(*weight);
        *part = i64::try_from(product / sum).unwrap_or(i64::MAX);
        given += product / sum;
        remainders.push((product % sum, index));
    }
    remainders.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let left = usize::try_from(magnitude - given).unwrap_or(0);
    for (_, index) in remainders.into_iter().take(left) {
        if let Some(part) = parts.get_mut(index) {
            *part += 1;
        }
    }
    if total < 0 {
        parts.iter_mut().for_each(|part| *part = -*part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::spread;

    #[test]
    fn the_largest_remainders_get_the_odd_cents() {
        assert_eq!(spread(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(spread(-100, &[1, 1, 1]), [-34, -33, -33]);
        assert_eq!(spread(5, &[0, 0]), [5, 0]);
        assert_eq!(spread(7, &[]), Vec::<i64>::new());
        assert_eq!(spread(10, &[1, 0, 3]), [3, 0, 7]);
    }

    proptest! {
        #[test]
        fn parts_add_up(total in -1_000_000_000_i64..1_000_000_000, weights in prop::collection::vec(0_u64..1_000_000, 1..40)) {
            let parts = spread(total, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            prop_assert_eq!(parts.len(), weights.len());
        }
    }
}
