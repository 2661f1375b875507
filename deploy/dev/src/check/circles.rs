//! Circles of imports between the modules of a crate. What a module and its own parent share is no circle.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::source::Named;

type Module = Vec<String>;

/// The modules of one crate, and what each names.
#[derive(Default)]
pub(super) struct Crate {
    named: BTreeMap<Module, Vec<Named>>,
}

/// The most `pub use` statements that are followed to the definition of a name.
const MOST_EXPORTS: usize = 10;

impl Crate {
    /// Adds what a file of a module names.
    pub fn add(&mut self, module: Module, named: Vec<Named>) {
        self.named.entry(module).or_default().extend(named);
    }

    /// The circles, each as a list of its modules.
    pub fn circles(&self) -> Vec<String> {
        let uses = self
            .named
            .iter()
            .flat_map(|(module, named)| self.used(module, named).into_iter().map(move |used| (module, used)));
        let mut circles = tarjan_scc(&DiGraphMap::<_, ()>::from_edges(uses));
        circles.retain(|circle| circle.len() > 1);
        circles.iter_mut().for_each(|circle| circle.sort());
        circles.sort();
        let shown = |module: &&Module| module.join("::");
        circles.iter().map(|circle| circle.iter().map(shown).collect::<Vec<_>>().join(", ")).collect()
    }

    /// The modules that a module uses, but for its parents and children.
    fn used(&self, module: &Module, named: &[Named]) -> BTreeSet<&Module> {
        let named = named.iter().filter(|named| !named.in_tests);
        let used = named.filter_map(|named| self.resolve(module, named, MOST_EXPORTS));
        used.filter(|used| !module.starts_with(used) && !used.starts_with(module)).collect()
    }

    /// The module in which a name is defined.
    fn resolve(&self, module: &Module, named: &Named, tries: usize) -> Option<&Module> {
        let path = if named.is_own { named.path.clone() } else { [module.as_slice(), &named.path].concat() };
        let length = (0..=path.len())
            .rev()
            .find(|length| path.get(..*length).is_some_and(|module| self.named.contains_key(module)))?;
        // Of another crate: no module of ours begins so.
        if !named.is_own && length <= module.len() {
            return None;
        }
        let (found, known) = self.named.get_key_value(path.get(..length)?)?;
        let export = path.get(length).and_then(|name| {
            known
                .iter()
                .find(|export| export.exported_as.as_ref() == Some(name) && export.path.last().is_some())
        });
        match export {
            Some(export) if tries > 0 => self.resolve(found, export, tries - 1).or(Some(found)),
            _ => Some(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::named;
    use super::*;

    fn circles<const N: usize>(files: [(&str, &str); N]) -> Vec<String> {
        let mut all = Crate::default();
        for (module, text) in files {
            let module: Module =
                module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            all.add(module.clone(), named(text, &module).unwrap());
        }
        all.circles()
    }

    #[test]
    fn circle_through_exports_is_found() {
        let found = circles([
            ("", "mod a; mod b;"),
            ("a", "mod x; pub use x::X;"),
            ("a::x", "use crate::b::Y;"),
            ("b", "mod y; pub use y::Y;"),
            ("b::y", "use crate::a::X;"),
        ]);
        assert_eq!(found, ["a::x, b::y"]);
    }

    #[test]
    fn parents_and_tests_make_no_circle() {
        let found = circles([
            ("", "mod a; mod b; pub struct Shared; use a::f;"),
            ("a", "use crate::Shared; use super::b;"),
            ("b", "#[cfg(test)] mod tests { use crate::a::f; }"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
