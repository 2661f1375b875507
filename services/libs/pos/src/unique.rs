use std::collections::BTreeMap;

use jiff::Timestamp;

/// What tells one object from another, and which of two versions is later.
pub(crate) type Version<'a> = (Option<&'a str>, Option<Timestamp>);

/// Each object once, in the order of their first appearance, by its last change: a page may come twice, and an object that is
/// changed while pages are read may be on two. Those without an id are all kept.
pub(crate) fn unique<'a, T>(
    all: impl IntoIterator<Item = &'a T>,
    version: impl Fn(&'a T) -> Version<'a>,
) -> Vec<&'a T> {
    let mut kept: Vec<(Option<Timestamp>, &'a T)> = Vec::new();
    let mut places: BTreeMap<&'a str, usize> = BTreeMap::new();
    for object in all {
        let (id, changed) = version(object);
        let before = id.and_then(|id| places.get(id)).and_then(|place| kept.get_mut(*place));
        match before {
            Some(before) if changed >= before.0 => *before = (changed, object),
            Some(_) => {}
            None => {
                if let Some(id) = id {
                    places.insert(id, kept.len());
                }
                kept.push((changed, object));
            }
        }
    }
    kept.into_iter().map(|(_, object)| object).collect()
}
