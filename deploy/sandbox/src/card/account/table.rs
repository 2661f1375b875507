//! Objects of one kind: found by id, listed by time.

use std::collections::{BTreeMap, HashMap};

use crate::card::fault::Fault;
use crate::ids::Key;

/// Seconds since 1970, UTC.
pub type Secs = i64;

/// An object of the provider.
pub trait Object {
    /// The prefix of ids, such as `pi_`.
    const PREFIX: &'static str;
    /// The name in messages, such as `payment_intent`.
    const NAME: &'static str;
    /// The name of the path parameter with its id.
    const PARAM: &'static str;
    /// The part of the id after the prefix.
    fn key(&self) -> Key;
    /// When the object was made.
    fn created(&self) -> Secs;

    /// The id of the object with this key.
    fn id_of(key: Key) -> String {
        format!("{}{key}", Self::PREFIX)
    }

    /// The id of the object.
    fn id(&self) -> String {
        Self::id_of(self.key())
    }
}

/// The position of an object in a list: when it was made, and how many were added before it.
pub type Position = (Secs, usize);

/// All objects of one kind; none is ever removed.
#[derive(Debug)]
pub struct Table<T> {
    rows: BTreeMap<Position, T>,
    positions: HashMap<Key, Position>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { rows: BTreeMap::new(), positions: HashMap::new() }
    }
}

impl<T: Object> Table<T> {
    /// Adds an object.
    pub fn add(&mut self, object: T) {
        let position = (object.created(), self.rows.len());
        self.positions.insert(object.key(), position);
        self.rows.insert(position, object);
    }

    /// Whether there is an object with this key.
    pub fn contains(&self, key: Key) -> bool {
        self.positions.contains_key(&key)
    }

    /// The object with this key.
    pub fn get(&self, key: Key) -> Result<&T, Fault> {
        let found = self.positions.get(&key).and_then(|position| self.rows.get(position));
        found.ok_or_else(|| Fault::missing(T::NAME, &T::id_of(key), T::PARAM))
    }

    /// The object with this key, to be changed.
    pub fn get_mut(&mut self, key: Key) -> Result<&mut T, Fault> {
        let found = self.positions.get(&key).and_then(|position| self.rows.get_mut(position));
        found.ok_or_else(|| Fault::missing(T::NAME, &T::id_of(key), T::PARAM))
    }

    /// The key of the object with this id.
    pub fn key(&self, id: &str) -> Result<Key, Fault> {
        self.locate(id, T::PARAM).map(|(key, _)| key)
    }

    /// Key and position of the object with this id; `param` is the parameter that has the id.
    pub fn locate(&self, id: &str, param: &str) -> Result<(Key, Position), Fault> {
        let key = id.strip_prefix(T::PREFIX).and_then(Key::parse);
        let found = key.and_then(|key| Some((key, *self.positions.get(&key)?)));
        found.ok_or_else(|| Fault::missing(T::NAME, id, param))
    }

    /// All objects, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.rows.values()
    }

    /// The objects that were made at or after a moment, oldest first.
    pub fn from(&self, moment: Secs) -> impl Iterator<Item = &T> {
        self.rows.range((moment, 0)..).map(|(_, object)| object)
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// A page of at most `limit` objects that `keep` accepts and that were made in a span of time, newest first: those
    /// before a position, or those right after one. Also whether the list continues in that direction.
    pub fn page(
        &self,
        limit: usize,
        (from, to): (Secs, Secs),
        before: Option<Position>,
        behind: Option<Position>,
        keep: impl Fn(&T) -> bool,
    ) -> (Vec<&T>, bool) {
        let from = behind.map_or((from, 0), |(created, number)| (created, number + 1).max((from, 0)));
        let end = (to.saturating_add(1), 0);
        let end = before.map_or(end, |before| before.min(end));
        if from >= end {
            return (Vec::new(), false);
        }
        let range = self.rows.range(from..end).map(|(_, object)| object).filter(|object| keep(object));
        let mut objects: Vec<&T> = match behind {
            Some(_) => range.take(limit + 1).collect(),
            None => range.rev().take(limit + 1).collect(),
        };
        let has_more = objects.len() > limit;
        objects.truncate(limit);
        if behind.is_some() {
            objects.reverse();
        }
        (objects, has_more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Thing(Secs, usize);

    impl Object for Thing {
        const PREFIX: &'static str = "th_";
        const NAME: &'static str = "thing";
        const PARAM: &'static str = "thing";
        fn key(&self) -> Key {
            Key::of(&[&self.1])
        }
        fn created(&self) -> Secs {
            self.0
        }
    }

    const ALWAYS: (Secs, Secs) = (Secs::MIN, Secs::MAX);

    type Bounds = (Option<Position>, Option<Position>);

    /// The numbers on all pages, from the newest down or from behind an object up.
    fn walk(table: &Table<Thing>, limit: usize, mut bounds: Bounds) -> Vec<usize> {
        let (mut seen, is_upward) = (Vec::new(), bounds.1.is_some());
        loop {
            let (things, more) = table.page(limit, ALWAYS, bounds.0, bounds.1, |_| true);
            let at = |thing: &Thing| Some((thing.0, thing.1));
            bounds = if is_upward { (None, at(things[0])) } else { (at(things[things.len() - 1]), None) };
            seen.push(things.iter().map(|thing| thing.1).collect::<Vec<_>>());
            if !more {
                break;
            }
        }
        if is_upward {
            seen.reverse();
        }
        seen.concat()
    }

    #[test]
    fn pages_neither_skip_nor_repeat_objects_of_one_second() {
        let mut table = Table::default();
        for (number, at) in [5, 9, 5, 7, 7, 7, 1, 9, 9, 5].into_iter().enumerate() {
            table.add(Thing(at, number));
        }
        let newest_first = [8, 7, 1, 5, 4, 3, 9, 2, 0, 6];
        for limit in 1..=11 {
            assert_eq!(walk(&table, limit, (None, None)), newest_first, "{limit}");
            assert_eq!(walk(&table, limit, (None, Some((1, 6)))), newest_first[..9], "{limit}");
        }
        let (five, more) = table.page(10, (5, 5), None, None, |thing| thing.1 != 2);
        assert_eq!((five.iter().map(|thing| thing.1).collect::<Vec<_>>(), more), (vec![9, 0], false));
        let third = table.get(Key::of(&[&3])).unwrap();
        assert_eq!(table.locate(&third.id(), "thing").unwrap().1, (7, 3));
        assert!(table.key("pi_none").is_err());
    }
}
