/// Refuses a list with more entries than `most`.
///
/// # Errors
/// That a list is too long.
pub(super) fn bounded_list<T>(list: &[T], most: usize) -> Result<(), String> {
    if list.len() > most { Err(format!("may have at most {most} entries")) } else { Ok(()) }
}
