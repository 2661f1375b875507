/// One value of each row, as a column for `unnest`.
pub fn column<R, V>(rows: impl IntoIterator<Item = R>, value: impl Fn(R) -> V) -> Vec<V> {
    rows.into_iter().map(value).collect()
}
