//! Objects of one kind: found by id, listed by time.

use std::collections::{BTreeSet, HashMap};

use crate::ids::Key;

/// Seconds since 1970, UTC.
pub type Secs = i64;

/// What a shelf holds.
pub trait Kept {
    /// What ids begin with, such as `pi_`.
    const PREFIX: &'static str;
    /// What messages call it, such as `payment_intent`.
    const NAME: &'static str;
    /// What stands behind the prefix.
    fn key(&self) -> Key;
    /// When it came to be.
    fn created(&self) -> Secs;
    /// Its id.
    fn id(&self) -> String {
        format!("{}{}", Self::PREFIX, self.key())
    }
}

/// A place on a shelf: objects are never taken off.
pub type Place = usize;

/// Where a page begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cursor {
    /// With the newest.
    #[default]
    Newest,
    /// With the one that is older than this.
    After(Place),
    /// So that it ends with the one that is newer than this.
    Before(Place),
}

/// A page of a list.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// The most objects.
    pub limit: usize,
    /// Where it begins.
    pub cursor: Cursor,
    /// First and last moment of creation.
    pub created: (Secs, Secs),
}

impl Default for Page {
    fn default() -> Page {
        Page { limit: 10, cursor: Cursor::Newest, created: (Secs::MIN, Secs::MAX) }
    }
}

/// All objects of one kind.
#[derive(Debug)]
pub struct Shelf<T> {
    items: Vec<T>,
    keys: HashMap<Key, Place>,
    order: BTreeSet<(Secs, Place)>,
}

impl<T: Kept> Shelf<T> {
    /// An empty shelf.
    pub fn new() -> Shelf<T> {
        Shelf { items: Vec::new(), keys: HashMap::new(), order: BTreeSet::new() }
    }

    /// Adds an object; one whose id is there already is left out. Gives its place.
    pub fn add(&mut self, item: T) -> Place {
        let (key, created, place) = (item.key(), item.created(), self.items.len());
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        self.keys.insert(key, place);
        self.order.insert((created, place));
        self.items.push(item);
        place
    }

    /// The object at a place.
    pub fn get(&self, place: Place) -> Option<&T> {
        self.items.get(place)
    }

    /// The object at a place, to be changed.
    pub fn get_mut(&mut self, place: Place) -> Option<&mut T> {
        self.items.get_mut(place)
    }

    /// Where an object with this key stands.
    pub fn find(&self, key: Key) -> Option<Place> {
        self.keys.get(&key).copied()
    }

    /// Where the object with this id stands.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.find(Key::parse(id.strip_prefix(T::PREFIX)?)?)
    }

    /// All objects, as they were added.
    pub fn all(&self) -> impl Iterator<Item = (Place, &T)> {
        self.items.iter().enumerate()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// A page of those that `keep` accepts, newest first, and whether the list goes on in that direction.
    pub fn page(&self, page: Page, keep: impl Fn(Place, &T) -> bool) -> (Vec<Place>, bool) {
        let at = |place: Place| self.get(place).map_or((Secs::MIN, 0), |item| (item.created(), place));
        let (mut from, mut end) = ((page.created.0, 0), (page.created.1.saturating_add(1), 0));
        match page.cursor {
            Cursor::Newest => {}
            Cursor::After(place) => end = end.min(at(place)),
            Cursor::Before(place) => from = from.max((at(place).0, place + 1)),
        }
        if from >= end {
            return (Vec::new(), false);
        }
        let upward = matches!(page.cursor, Cursor::Before(_));
        let range = self.order.range(from..end);
        let kept = |place: &Place| self.get(*place).is_some_and(|item| keep(*place, item));
        let more = page.limit.saturating_add(1);
        let mut places: Vec<Place> = if upward {
            range.map(|(_, place)| *place).filter(kept).take(more).collect()
        } else {
            range.rev().map(|(_, place)| *place).filter(kept).take(more).collect()
        };
        let has_more = places.len() > page.limit;
        places.truncate(page.limit);
        if upward {
            places.reverse();
        }
        (places, has_more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Thing(Secs, usize);

    impl Kept for Thing {
        const PREFIX: &'static str = "th_";
        const NAME: &'static str = "thing";
        fn key(&self) -> Key {
            Key::of(&[&self.1])
        }
        fn created(&self) -> Secs {
            self.0
        }
    }

    /// All pages in one direction, from the newest or the oldest.
    fn walk(shelf: &Shelf<Thing>, limit: usize, start: Cursor, next: fn(&[Place]) -> Cursor) -> Vec<Place> {
        let (mut seen, mut cursor) = (Vec::new(), start);
        loop {
            let (places, more) = shelf.page(Page { limit, cursor, ..Page::default() }, |_, _| true);
            cursor = next(&places);
            seen.push(places);
            if !more {
                break;
            }
        }
        if matches!(start, Cursor::Before(_)) {
            seen.reverse();
        }
        seen.concat()
    }

    #[test]
    fn pages_neither_skip_nor_repeat_what_came_in_the_same_second() {
        let mut shelf = Shelf::new();
        for (number, at) in [5, 9, 5, 7, 7, 7, 1, 9, 9, 5].into_iter().enumerate() {
            assert_eq!(shelf.add(Thing(at, number)), number);
        }
        let newest_first = [8, 7, 1, 5, 4, 3, 9, 2, 0, 6];
        for limit in 1..=11 {
            let down = walk(&shelf, limit, Cursor::Newest, |page| Cursor::After(page[page.len() - 1]));
            assert_eq!(down, newest_first, "{limit}");
            let up = walk(&shelf, limit, Cursor::Before(6), |page| Cursor::Before(page[0]));
            assert_eq!(up, newest_first[..9], "{limit}");
        }
        let (five, more) = shelf.page(Page { created: (5, 5), ..Page::default() }, |place, _| place != 2);
        assert_eq!((five, more), (vec![9, 0], false));
        assert_eq!(shelf.place(&shelf.get(3).unwrap().id()), Some(3));
        assert_eq!(shelf.place("pi_none"), None);
    }
}
