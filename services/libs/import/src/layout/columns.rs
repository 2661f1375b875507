//! Columns by name.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The names of a table's columns.
#[derive(Debug, Clone)]
pub struct Header {
    names: Vec<String>,
    by_name: HashMap<String, usize>,
}

/// A name in lower case with single spaces, by which names are compared.
fn normal(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Header {
    /// The header with these names. Of a name that comes twice the first column counts.
    #[must_use]
    pub fn new(names: &[String]) -> Header {
        let mut by_name = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            by_name.entry(normal(name)).or_insert(index);
        }
        Header { names: names.to_vec(), by_name }
    }

    /// The names in the order of the file.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The first column of this name, whatever its case and spacing; '(*)' at its end stands for anything in parentheses, '[*]'
    /// for anything in brackets.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.find_all(name).next()
    }

    /// All columns of this name: more than one where it ends with '(*)' or '[*]'.
    pub fn find_all(&self, name: &str) -> impl Iterator<Item = usize> {
        let name = normal(name);
        let any = [("(*)", '(', ')'), ("[*]", '[', ']')];
        let any = any.into_iter().find_map(|(any, open, close)| Some((name.strip_suffix(any)?, open, close)));
        let found: Vec<usize> = match any {
            None => self.by_name.get(&name).copied().into_iter().collect(),
            Some((start, open, close)) => {
                let is_like = |other: &str| {
                    normal(other)
                        .strip_prefix(start)
                        .is_some_and(|rest| rest.starts_with(open) && rest.ends_with(close))
                };
                self.names
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| is_like(other))
                    .map(|(index, _)| index)
                    .collect()
            }
        };
        found.into_iter()
    }
}

/// One column, or several whose texts are joined.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Columns {
    names: Vec<String>,
    joint: char,
}

/// Why a text names no columns.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("must name a column")]
pub struct NoColumns;

impl FromStr for Columns {
    type Err = NoColumns;

    fn from_str(text: &str) -> Result<Columns, NoColumns> {
        let joint = if text.contains(" : ") { ':' } else { ' ' };
        let parts = text.split(if joint == ':' { " : " } else { " + " });
        let names: Vec<String> = parts.map(|name| unescaped(name.trim())).collect();
        if names.iter().any(String::is_empty) {
            return Err(NoColumns);
        }
        Ok(Columns { names, joint })
    }
}

impl TryFrom<String> for Columns {
    type Error = NoColumns;

    fn try_from(text: String) -> Result<Columns, NoColumns> {
        text.parse()
    }
}

impl From<Columns> for String {
    fn from(columns: Columns) -> String {
        columns.to_string()
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.names.iter().map(|name| escaped(name)).collect();
        f.write_str(&names.join(if self.joint == ':' { " : " } else { " + " }))
    }
}

/// A name in which no sign joins columns: `Net + Tax` is one column.
fn escaped(name: &str) -> String {
    name.replace(" + ", " \\+ ").replace(" : ", " \\: ")
}

fn unescaped(name: &str) -> String {
    name.replace(" \\+ ", " + ").replace(" \\: ", " : ")
}

impl Columns {
    /// One column.
    #[must_use]
    pub fn one(name: &str) -> Columns {
        Columns { names: vec![name.to_owned()], joint: ' ' }
    }

    /// Several columns, joined with a space, or with a colon.
    ///
    /// # Errors
    /// If there is none, or one has no name.
    pub fn joined(names: Vec<String>, with_colon: bool) -> Result<Columns, NoColumns> {
        if names.is_empty() || names.iter().any(String::is_empty) {
            return Err(NoColumns);
        }
        Ok(Columns { names, joint: if with_colon { ':' } else { ' ' } })
    }

    /// The names of the columns.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The places of all of these columns in a header; none if one is missing.
    #[must_use]
    pub fn find(&self, header: &Header) -> Option<Vec<usize>> {
        self.names.iter().map(|name| header.find(name)).collect()
    }

    /// The places of every column that is meant, where their values add up.
    #[must_use]
    pub fn find_all(&self, header: &Header) -> Vec<usize> {
        self.names.iter().flat_map(|name| header.find_all(name)).collect()
    }

    /// Joins the texts of the columns; blank if all are. Parts of a time of day have two digits.
    #[must_use]
    pub fn join(&self, texts: &[&str]) -> String {
        let filled = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
        let of_two = |text: &str| if text.len() == 1 { format!("0{text}") } else { text.to_owned() };
        let filled: Vec<String> =
            filled.map(|text| if self.joint == ':' { of_two(text) } else { text.to_owned() }).collect();
        filled.join(self.joint.encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &str) -> Header {
        Header::new(&names.split(',').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_joined_in_their_order() {
        let all = header("HOUR,Day,Minute,Time");
        let joined: Columns = "hour : minute".parse().unwrap();
        assert_eq!((joined.find(&all), joined.join(&["18", "05"])), (Some(vec![0, 2]), "18:05".to_owned()));
        assert_eq!(joined.join(&["9", " 5"]), "09:05");
        let spaced: Columns = "Day + Time".parse().unwrap();
        assert_eq!(
            (spaced.find(&all), spaced.join(&["1/2/2026", ""])),
            (Some(vec![1, 3]), "1/2/2026".to_owned())
        );
        assert_eq!("Day + Nothing".parse::<Columns>().unwrap().find(&all), None);
        assert!(" + Day".parse::<Columns>().is_err() && "".parse::<Columns>().is_err());
        assert_eq!(spaced.to_string().parse(), Ok(spaced));
        let one = Columns::one("Net + Tax");
        assert_eq!(one.to_string().parse::<Columns>(), Ok(one.clone()));
        assert_eq!(one.find(&header("Net + Tax,Tax")), Some(vec![0]));
    }

    #[test]
    fn name_with_a_star_finds_what_is_in_parentheses() {
        let all = header("Moms (25.0%),Pris (SEK),Moms  (12%),Moms,Slutpris (SEK)");
        let tax: Columns = "Moms (*)".parse().unwrap();
        assert_eq!(tax.find_all(&all), [0, 2]);
        assert_eq!(
            (all.find("pris (*)"), all.find("Moms"), all.find("Rabatt (*)")),
            (Some(1), Some(3), None)
        );
    }
}
