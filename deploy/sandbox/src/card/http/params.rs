//! Parameters of a request, form-encoded in the query or in the body: `created[gte]`, `expand[]`, `metadata[key]`.

use super::super::account::Secs;
use super::super::fault::Fault;

/// The paths that callers may expand.
const EXPANDABLE: [&str; 6] =
    ["latest_charge", "payment_method", "balance_transaction", "payment_intent", "charge", "source"];

/// The parameters of a request that are not read yet.
#[derive(Debug)]
pub struct Params(Vec<(String, String)>);

/// First and last of a span of seconds.
pub type Window = (Secs, Secs);

impl Params {
    /// Reads a query or a form.
    pub fn read(text: &[u8]) -> Params {
        Params(form_urlencoded::parse(text).into_owned().collect())
    }

    /// The parameters in a fixed order, so that two requests can be compared.
    pub fn canonical(&self) -> String {
        let mut pairs: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.sort();
        pairs.join("&")
    }

    /// Takes a parameter; an empty one counts as not sent.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.swap_remove(index).1).filter(|value| !value.is_empty())
    }

    /// Takes a parameter that is a whole number.
    pub fn integer(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let bad =
            |_| Fault::param(name, format!("Invalid integer: {text}")).code("parameter_invalid_integer");
        text.parse().map(Some).map_err(bad)
    }

    /// Takes the members of a list, `name[]` or `name[0]`, in their order.
    pub fn list(&mut self, name: &str) -> Vec<String> {
        let is_member = |(known, _): &mut (String, String)| {
            let index = known.strip_prefix(name).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
            index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
        };
        self.0.extract_if(.., is_member).map(|(_, value)| value).collect()
    }

    /// Takes the members of an object, `name[key]`.
    pub fn object(&mut self, name: &str) -> Vec<(String, String)> {
        let key =
            |known: &str| known.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']').map(str::to_owned);
        let members = self.0.extract_if(.., |(known, _)| key(known).is_some());
        members.filter_map(|(known, value)| Some((key(&known)?, value))).collect()
    }

    /// Takes the paths that are to be expanded; those of a list begin with `data.`.
    pub fn expand(&mut self, is_list: bool) -> Result<Vec<String>, Fault> {
        let inner = |path: String| {
            let inner = if is_list { path.strip_prefix("data.") } else { Some(path.as_str()) };
            let is_known = |path: &&str| {
                path.split('.').all(|part| EXPANDABLE.contains(&part)) && path.split('.').count() <= 4
            };
            let bad = || Fault::param("expand", format!("This property cannot be expanded ({path})."));
            inner.filter(is_known).map(str::to_owned).ok_or_else(bad)
        };
        self.list("expand").into_iter().map(inner).collect()
    }

    /// Takes a span of time: `name[gt]`, `[gte]`, `[lt]`, `[lte]`, or `name` for one second.
    pub fn window(&mut self, name: &str) -> Result<Window, Fault> {
        if let Some(at) = self.integer(name)? {
            return Ok((at, at));
        }
        let (mut from, mut to) = (Secs::MIN, Secs::MAX);
        for (bound, shift) in [("gt", 1), ("gte", 0), ("lt", -1), ("lte", 0)] {
            let Some(at) = self.integer(&format!("{name}[{bound}]"))? else { continue };
            let at = at.saturating_add(shift);
            if bound.starts_with('g') { from = from.max(at) } else { to = to.min(at) }
        }
        Ok((from, to))
    }

    /// Refuses the request if it has parameters that the call does not have.
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
    fn names_in_brackets_are_read() {
        let query = b"created[gte]=5&created%5Blt%5D=9&list[]=one&list[1]=a%20b&metadata[k]=v&limit=7";
        let mut params = Params::read(query);
        assert_eq!(params.window("created").unwrap(), (5, 8));
        assert_eq!(params.list("list"), ["one", "a b"]);
        assert_eq!(params.object("metadata"), [("k".to_owned(), "v".to_owned())]);
        assert_eq!(params.integer("limit").unwrap(), Some(7));
        assert_eq!(params.integer("limit").unwrap(), None);
        params.finish().unwrap();
    }

    #[test]
    fn wrong_parameters_are_named() {
        let mut params = Params::read(b"limit=ten&created[gt]=x&more=1&expand[]=colour");
        let param = |fault: Fault| fault.error["param"].as_str().unwrap().to_owned();
        assert_eq!(param(params.integer("limit").unwrap_err()), "limit");
        assert_eq!(param(params.window("created").unwrap_err()), "created[gt]");
        assert_eq!(param(params.expand(false).unwrap_err()), "expand");
        assert_eq!(param(params.finish().unwrap_err()), "more");
    }
}
