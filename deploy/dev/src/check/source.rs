//! What a Rust source file names, read by its tokens: comments and strings name nothing.

use std::path::{Component, Path};
use std::str::FromStr as _;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A source file's place: its crate's folder below `services` or `deploy`, and its module.
pub(super) struct Place {
    pub crate_folder: String,
    /// Without `mod`, `lib` and `main`; empty for the crate's root.
    pub module: Vec<String>,
}

impl Place {
    /// Of a file relative to the repository; none outside of a crate's `src`.
    pub fn of(file: &Path) -> Option<Place> {
        let parts: Vec<&str> = file
            .components()
            .filter_map(|part| match part {
                Component::Normal(part) => part.to_str(),
                _ => None,
            })
            .collect();
        let src = parts.iter().position(|part| *part == "src")?;
        let module = parts.get(src + 1..)?.iter().map(|part| part.trim_end_matches(".rs"));
        Some(Place {
            crate_folder: parts.get(1..src)?.join("/"),
            module: module
                .filter(|part| !matches!(*part, "mod" | "lib" | "main"))
                .map(str::to_owned)
                .collect(),
        })
    }
}

/// A path that a file names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// From the crate's root; of another crate, or of a child module, as it stands there.
    pub path: Vec<String>,
    /// It begins with `crate`, `self` or `super`.
    pub is_own: bool,
    /// In a module for tests.
    pub in_tests: bool,
    /// By a `pub use`: under this name (`*`: all of it) others find it in the file's module.
    pub exported_as: Option<String>,
}

/// Every path that a file of this module names.
pub(super) fn named(text: &str, module: &[String]) -> Result<Vec<Named>> {
    let tokens = TokenStream::from_str(text).map_err(|e| anyhow!("{e}"))?;
    let mut reader = Reader { module: module.to_vec(), in_tests: false, found: Vec::new() };
    reader.read(&tokens.into_iter().collect::<Vec<_>>());
    Ok(reader.found)
}

struct Reader {
    module: Vec<String>,
    in_tests: bool,
    found: Vec<Named>,
}

impl Reader {
    fn read(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            at += match (token, rest) {
                (TokenTree::Ident(word), [_, TokenTree::Ident(name), TokenTree::Group(body), ..])
                    if *word == "mod" && body.delimiter() == Delimiter::Brace =>
                {
                    self.read_module(&name.to_string(), is_for_tests(tokens, at), body.stream());
                    3
                }
                (TokenTree::Ident(word), _) if *word == "use" => {
                    let is_public = is_after_pub(tokens, at);
                    let end = rest.iter().position(|token| is_punct(token, ';')).unwrap_or(rest.len());
                    self.read_tree(&[], rest.get(1..end).unwrap_or_default(), is_public);
                    end
                }
                (TokenTree::Ident(_), _) => self.read_path(rest),
                (TokenTree::Group(group), _) => {
                    self.read(&group.stream().into_iter().collect::<Vec<_>>());
                    1
                }
                _ => 1,
            };
        }
    }

    fn read_module(&mut self, name: &str, for_tests: bool, body: TokenStream) {
        let was_in_tests = self.in_tests;
        self.in_tests |= for_tests;
        self.module.push(name.to_owned());
        self.read(&body.into_iter().collect::<Vec<_>>());
        self.module.pop();
        self.in_tests = was_in_tests;
    }

    /// A path in code; how many tokens it takes.
    fn read_path(&mut self, tokens: &[TokenTree]) -> usize {
        let (path, length) = words(tokens);
        if path.len() > 1 {
            self.add(path, None);
        }
        length
    }

    /// What a `use` names: a path, with a group or a star at its end, or another name.
    fn read_tree(&mut self, before: &[String], tokens: &[TokenTree], is_public: bool) {
        let (words, length) = words(tokens);
        let path = [before, words.as_slice()].concat();
        match tokens.get(length..).unwrap_or_default() {
            [TokenTree::Group(group), ..] => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| is_punct(token, ',')) {
                    self.read_tree(&path, part, is_public);
                }
            }
            [star, ..] if is_punct(star, '*') => self.add(path, is_public.then(|| "*".to_owned())),
            [TokenTree::Ident(word), TokenTree::Ident(name), ..] if *word == "as" => {
                self.add(path, is_public.then(|| name.to_string()));
            }
            _ if path.is_empty() => {}
            _ => {
                let name = path.last().cloned();
                self.add(path, name.filter(|_| is_public));
            }
        }
    }

    fn add(&mut self, path: Vec<String>, exported_as: Option<String>) {
        let mut from = match path.first().map(String::as_str) {
            Some("crate") => Some(Vec::new()),
            Some("self" | "super") => Some(self.module.clone()),
            _ => None,
        };
        let is_own = from.is_some();
        let path = match &mut from {
            None => path,
            Some(from) => {
                for word in path {
                    match word.as_str() {
                        "crate" | "self" => {}
                        "super" => drop(from.pop()),
                        _ => from.push(word),
                    }
                }
                std::mem::take(from)
            }
        };
        self.found.push(Named { path, is_own, in_tests: self.in_tests, exported_as });
    }
}

/// The words of a path, and how many tokens it takes up to a group, a star or its end.
fn words(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let (mut found, mut at) = (Vec::new(), 0);
    if let [first, second, ..] = tokens
        && is_punct(first, ':')
        && is_punct(second, ':')
    {
        at = 2;
    }
    while let Some(TokenTree::Ident(word)) = tokens.get(at) {
        if *word == "as" {
            break;
        }
        found.push(word.to_string());
        at += 1;
        match tokens.get(at..) {
            Some([first, second, ..]) if is_punct(first, ':') && is_punct(second, ':') => at += 2,
            _ => break,
        }
    }
    (found, at.max(1))
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// Whether `pub`, or `pub(...)`, stands before.
fn is_after_pub(tokens: &[TokenTree], at: usize) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if *word == "pub");
    match tokens.get(..at).unwrap_or_default() {
        [.., last] if is_pub(last) => true,
        [.., first, TokenTree::Group(_)] => is_pub(first),
        _ => false,
    }
}

/// Whether `#[cfg(test)]` stands before.
fn is_for_tests(tokens: &[TokenTree], at: usize) -> bool {
    let mut before = tokens.get(..at).unwrap_or_default().iter().rev();
    let attribute = before.find(|token| !matches!(token, TokenTree::Ident(_)));
    matches!(attribute, Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        let module = ["store".to_owned(), "checks".to_owned()];
        let found = named(text, &module).unwrap();
        found.into_iter().filter(|named| named.is_own).map(|named| named.path.join("::")).collect()
    }

    #[test]
    fn every_form_of_a_path_is_read() {
        assert_eq!(
            paths("use crate::{app, domain::{Check, line}};"),
            ["app", "domain::Check", "domain::line"]
        );
        assert_eq!(
            paths("use super::rows::*; fn f() { super::super::app::close() }"),
            ["store::rows", "app::close"]
        );
        assert_eq!(
            paths("fn f(x: Vec<crate::domain::Check>) { g!(self::rows::read(x)) }"),
            ["domain::Check", "store::checks::rows::read"]
        );
        assert_eq!(
            paths("// crate::app::x\nconst A: &str = \"crate::app::y\"; const Q: char = '\"';"),
            [""; 0]
        );
    }

    #[test]
    fn modules_for_tests_are_known_and_count_as_a_level() {
        let found =
            named("#[cfg(test)] mod tests { use super::*; use super::super::app; }", &["store".into()])
                .unwrap();
        assert!(found.iter().all(|named| named.in_tests && named.is_own));
        assert_eq!(found[1].path, ["app"]);
    }

    #[test]
    fn exports_have_their_name() {
        let found =
            named("pub use digest::{DaySums, day as digest_of}; pub(super) use line::*; use x::Y;", &[])
                .unwrap();
        let exported: Vec<_> = found.iter().map(|named| named.exported_as.as_deref()).collect();
        assert_eq!(exported, [Some("DaySums"), Some("digest_of"), Some("*"), None]);
    }
}
