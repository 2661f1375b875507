//! What a Rust source file names: the paths of its `use`s and of its code, also within macros and attributes.

use std::path::Path;

use anyhow::Result;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, Macro, Meta, MetaList, Token, UseTree, Visibility};

/// A source file's crate, by its folder below `services` or `deploy`, and its module.
pub(super) struct Module {
    pub crate_folder: String,
    /// Without `mod`, `lib` and `main`; empty for the crate's root.
    pub path: Vec<String>,
}

impl Module {
    /// The module of a file, given relative to the repository; none outside of a crate's `src`.
    pub fn of(file: &Path) -> Option<Module> {
        let (folder, file) = file.to_str()?.split_once("/src/")?;
        let path = file.strip_suffix(".rs")?.split('/').map(str::to_owned);
        Some(Module {
            crate_folder: folder.split_once('/')?.1.to_owned(),
            path: path.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect(),
        })
    }
}

/// A path that a file names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The path from the crate's root; as written where it begins with another crate or a child module.
    pub path: Vec<String>,
    /// Whether it begins with `crate`, `self` or `super`.
    pub is_own: bool,
    /// Whether it is in a module for tests.
    pub in_tests: bool,
    /// The name under which a `pub use` exports it from the file's module; `*` for a glob.
    pub exported_as: Option<String>,
}

/// Every path that a file of this module names.
pub(super) fn named(text: &str, module: &[String]) -> Result<Vec<Named>> {
    let file = syn::parse_file(text)?;
    let mut reader = Reader { module: module.to_vec(), in_tests: false, found: Vec::new() };
    reader.visit_file(&file);
    Ok(reader.found)
}

/// Collects the paths of a file.
struct Reader {
    module: Vec<String>,
    in_tests: bool,
    found: Vec<Named>,
}

impl<'a> Visit<'a> for Reader {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        let outside = self.in_tests;
        self.in_tests |= item.attrs.iter().any(|attribute| {
            matches!(&attribute.meta, Meta::List(list)
                if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
        });
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.in_tests = outside;
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.read_use(Vec::new(), &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.add_long(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        visit::visit_macro(self, call);
        self.read_tokens(call.tokens.clone());
    }

    fn visit_meta_list(&mut self, list: &'a MetaList) {
        visit::visit_meta_list(self, list);
        self.read_tokens(list.tokens.clone());
    }
}

impl Reader {
    /// Notes each path of a `use`; `path` is what precedes `tree`.
    fn read_use(&mut self, mut path: Vec<String>, tree: &UseTree, is_public: bool) {
        let (name, exported_as) = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.read_use(path, &part.tree, is_public);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.read_use(path.clone(), tree, is_public));
            }
            UseTree::Name(part) => (Some(&part.ident), part.ident.to_string()),
            UseTree::Rename(part) => (Some(&part.ident), part.rename.to_string()),
            UseTree::Glob(_) => (None, "*".to_owned()),
        };
        path.extend(name.map(ToString::to_string));
        self.add(path, is_public.then_some(exported_as));
    }

    /// The paths among tokens that are no syntax tree.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let read = |input: ParseStream<'_>| -> syn::Result<()> {
            while !input.is_empty() {
                let mut path = Vec::new();
                while input.peek(Ident::peek_any) {
                    path.push(Ident::parse_any(input)?.to_string());
                    if input.parse::<Option<Token![::]>>()?.is_none() {
                        break;
                    }
                }
                if !path.is_empty() {
                    self.add_long(path);
                } else if let TokenTree::Group(group) = input.parse()? {
                    self.read_tokens(group.stream());
                }
            }
            Ok(())
        };
        // Single tokens can always be read.
        let _read = read.parse2(tokens);
    }

    /// Notes a path in code; a single word is a name of the file itself.
    fn add_long(&mut self, words: Vec<String>) {
        if words.len() > 1 {
            self.add(words, None);
        }
    }

    /// Notes a path, resolved to the crate's root.
    fn add(&mut self, words: Vec<String>, exported_as: Option<String>) {
        let first = words.first().map_or("", String::as_str);
        let is_own = matches!(first, "crate" | "self" | "super");
        let mut path = if is_own && first != "crate" { self.module.clone() } else { Vec::new() };
        for word in words {
            match word.as_str() {
                "super" if is_own => drop(path.pop()),
                "crate" | "self" if is_own => {}
                _ => path.push(word),
            }
        }
        self.found.push(Named { path, is_own, in_tests: self.in_tests, exported_as });
    }
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
    fn paths_of_uses_code_and_macros_are_read() {
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
            paths(
                "#[derive(crate::domain::Sealed)] struct A; macro_rules! m { () => { $crate::app::f::<u8>() } }"
            ),
            ["domain::Sealed", "app::f"]
        );
        assert_eq!(
            paths("// crate::app::x\nconst A: &str = \"crate::app::y\"; const Q: char = '\"';"),
            [""; 0]
        );
    }

    #[test]
    fn test_modules_are_marked_and_count_as_a_level() {
        let found =
            named("#[cfg(test)] mod tests { use super::*; use super::super::app; }", &["store".into()])
                .unwrap();
        assert!(found.iter().all(|named| named.in_tests && named.is_own));
        assert_eq!(found[1].path, ["app"]);
    }

    #[test]
    fn exports_keep_their_name() {
        let found =
            named("pub use digest::{DaySums, day as digest_of}; pub(super) use line::*; use x::Y;", &[])
                .unwrap();
        let exported: Vec<_> = found.iter().map(|named| named.exported_as.as_deref()).collect();
        assert_eq!(exported, [Some("DaySums"), Some("digest_of"), Some("*"), None]);
    }
}
