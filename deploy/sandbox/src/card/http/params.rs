//! Parameters of a request, form-encoded in the query or in the body: `created[gte]`, `expand[]`, `metadata[key]`.

use reqwest::Url;

use super::super::fault::Fault;
use super::super::ledger::Secs;

/// What was sent and not looked at yet.
#[derive(Debug)]
pub struct Params(Vec<(String, String)>);

/// First and last of a span of seconds.
pub type Window = (Secs, Secs);

impl Params {
    /// Reads a query or a form.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(text: &str) -> Result<Params, Fault> {
        let url = Url::parse(&format!("http://localhost/?{text}"));
        let url = url.map_err(|_| Fault::invalid("The parameters cannot be read."))?;
        Ok(Params(url.query_pairs().into_owned().collect()))
    }

    /// All of them in one fixed order, so that two requests can be compared.
    pub fn canonical(&self) -> String {
        let mut pairs: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.sort();
        pairs.join("&")
    }

    /// A parameter; an empty one counts as not sent.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.swap_remove(place).1).filter(|value| !value.is_empty())
    }

    /// A whole number.
    ///
    /// # Errors
    /// If it is none.
    pub fn integer(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let bad =
            |_| Fault::param(name, format!("Invalid integer: {text}")).code("parameter_invalid_integer");
        text.parse().map(Some).map_err(bad)
    }

    /// The members of a list: `name[]` or `name[0]`.
    pub fn list(&mut self, name: &str) -> Vec<String> {
        let is_member = |known: &str| {
            let index = known.strip_prefix(name).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
            index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let (mine, rest) = std::mem::take(&mut self.0).into_iter().partition(|(known, _)| is_member(known));
        self.0 = rest;
        let mine: Vec<(String, String)> = mine;
        mine.into_iter().map(|(_, value)| value).collect()
    }

    /// The members of an object: `name[key]`.
    pub fn object(&mut self, name: &str) -> Vec<(String, String)> {
        let key =
            |known: &str| known.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']').map(str::to_owned);
        let members = self.0.iter().filter_map(|(known, value)| Some((key(known)?, value.clone()))).collect();
        self.0.retain(|(known, _)| key(known).is_none());
        members
    }

    /// A span of time: `name[gt]`, `[gte]`, `[lt]`, `[lte]`, or `name` for one second.
    ///
    /// # Errors
    /// If a bound is no whole number.
    pub fn window(&mut self, name: &str) -> Result<Window, Fault> {
        if let Some(at) = self.integer(name)? {
            return Ok((at, at));
        }
        let (mut from, mut to) = (Secs::MIN, Secs::MAX);
        for (bound, shift) in [("gt", 1), ("gte", 0)] {
            from = from.max(
                self.integer(&format!("{name}[{bound}]"))?.map_or(Secs::MIN, |at| at.saturating_add(shift)),
            );
        }
        for (bound, shift) in [("lt", -1), ("lte", 0)] {
            to = to.min(
                self.integer(&format!("{name}[{bound}]"))?.map_or(Secs::MAX, |at| at.saturating_add(shift)),
            );
        }
        Ok((from, to))
    }

    /// Refuses what nobody asked for.
    ///
    /// # Errors
    /// Naming the first parameter that is left.
    pub fn finish(self) -> Result<(), Fault> {
        match self.0.into_iter().find(|(_, value)| !value.is_empty()) {
            Some((name, _)) => {
                Err(Fault::param(&name, format!("Received unknown parameter: {name}"))
                    .code("parameter_unknown"))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_brackets() {
        let mut params = Params::read(
            "created[gte]=5&created%5Blt%5D=9&expand[]=one&expand[1]=a%20b&metadata[k]=v&limit=7",
        )
        .unwrap();
        assert_eq!(params.window("created").unwrap(), (5, 8));
        assert_eq!(params.list("expand"), ["one", "a b"]);
        assert_eq!(params.object("metadata"), [("k".to_owned(), "v".to_owned())]);
        assert_eq!(params.integer("limit").unwrap(), Some(7));
        assert_eq!(params.integer("limit").unwrap(), None);
        params.finish().unwrap();
    }

    #[test]
    fn what_is_wrong_is_named() {
        let mut params = Params::read("limit=ten&created[gt]=x&more=1").unwrap();
        assert_eq!(params.integer("limit").unwrap_err().param.as_deref(), Some("limit"));
        assert_eq!(params.window("created").unwrap_err().param.as_deref(), Some("created[gt]"));
        assert_eq!(params.finish().unwrap_err().param.as_deref(), Some("more"));
    }
}
