use std::collections::BTreeSet;

use serde_ignored::Path;

/// The most names that are kept.
const MAX_NAMES: usize = 100;
/// The most characters of a name.
const MAX_CHARACTERS: usize = 200;

/// Fields of every fact, which are read before its own.
const OF_EVERY_FACT: [&str; 2] = ["data.posID", "data.revision"];

/// The names of fields that no fact has, each once and sorted, such as `data.gratuity` and `data.items[].seat`: what a sender
/// means and Saffron does not know is named in the answer (figures.md, Real trade).
#[derive(Debug, Default)]
pub(super) struct UnknownFields(BTreeSet<String>);

impl UnknownFields {
    /// Adds the name of a field within the data of an event.
    pub(super) fn add(&mut self, path: &Path<'_>) {
        if self.0.len() >= MAX_NAMES {
            return;
        }
        let name = name(path);
        if !OF_EVERY_FACT.contains(&name.as_str()) {
            self.0.insert(name.chars().take(MAX_CHARACTERS).collect());
        }
    }

    /// The names, sorted.
    pub(super) fn into_names(self) -> Vec<String> {
        self.0.into_iter().collect()
    }
}

/// The name of a field; of any entry of a list the same.
fn name(path: &Path<'_>) -> String {
    match path {
        Path::Root => "data".to_owned(),
        Path::Seq { parent, .. } => format!("{}[]", name(parent)),
        Path::Map { parent, key } => format!("{}.{key}", name(parent)),
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            name(parent)
        }
    }
}
