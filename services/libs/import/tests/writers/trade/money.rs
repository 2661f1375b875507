//! Arithmetic of cents. Figures are rounded half away from zero.

/// `amount` x `part` / `whole`, rounded half away from zero.
pub fn ratio(amount: i64, part: i64, whole: i64) -> i64 {
    let product = i128::from(amount) * i128::from(part);
    let whole = i128::from(whole);
    let sign = if (product < 0) == (whole < 0) { 1 } else { -1 };
    let (product, whole) = (product.abs(), whole.abs());
    i64::try_from(sign * ((2 * product + whole) / (2 * whole))).unwrap()
}

/// A total in parts in proportion to weights, by largest remainder; the earlier part first where remainders are equal.
pub fn spread(total: i64, weights: &[i64]) -> Vec<i64> {
    let sum: i64 = weights.iter().sum();
    if sum == 0 {
        return weights.iter().map(|_| 0).collect();
    }
    let sign = total.signum();
    let total = i128::from(total.abs());
    let exact: Vec<i128> = weights.iter().map(|weight| total * i128::from(*weight)).collect();
    let sum = i128::from(sum);
    let mut parts: Vec<i128> = exact.iter().map(|share| share / sum).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|at| -(exact[*at] % sum));
    let missing = total - parts.iter().sum::<i128>();
    for at in by_remainder.into_iter().take(usize::try_from(missing).unwrap()) {
        parts[at] += 1;
    }
    parts.into_iter().map(|part| sign * i64::try_from(part).unwrap()).collect()
}

/// The tax of a price at a rate in basis points: inside it, or beside it.
pub fn tax(price: i64, rate: i64, inside: bool) -> i64 {
    if inside { price - ratio(price, 10_000, 10_000 + rate) } else { ratio(price, rate, 10_000) }
}

/// Amount and discount of what holds its tax, without it: each divided by 1 + tax / (amount - discount - tax), so that what
/// remains is exactly the net. What is given away in full keeps its amount.
pub fn without_tax(amount: i64, discount: i64, tax: i64) -> (i64, i64) {
    let paid = amount - discount;
    let net = paid - tax;
    if paid == 0 || net.signum() * paid.signum() <= 0 {
        return (amount, discount);
    }
    let gross = ratio(amount, net, paid);
    (gross, gross - net)
}
