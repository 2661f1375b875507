//! Who reads the variables that kit reads: the services that call it.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Found, Source};

const FOLDER: &str = "services/libs/kit/src/";

/// A function or an `impl` of kit.
struct Part {
    /// How others call it, e.g. `NatsConfig::from_env(`.
    call: String,
    file: String,
    from: usize,
    to: usize,
    /// Other parts that it calls.
    calls: BTreeSet<String>,
}

/// What kit reads, and for whom.
pub(super) struct Kit {
    parts: Vec<Part>,
    /// The calls of each service, with those that kit makes for them.
    services: BTreeMap<String, BTreeSet<String>>,
}

impl Kit {
    /// Reads the sources of kit and of those who call it.
    pub fn of(sources: &[Source]) -> Self {
        let is_kit = |source: &&Source| source.name.starts_with(FOLDER) && source.name.ends_with(".rs");
        let mut parts: Vec<Part> = sources.iter().filter(is_kit).flat_map(parts).collect();
        let known: Vec<String> = parts.iter().map(|part| part.call.clone()).collect();
        let calls_in = |text: &str| -> BTreeSet<String> {
            known.iter().filter(|call| text.contains(call.as_str())).cloned().collect()
        };
        let text = |part: &Part| {
            let source = sources.iter().find(|source| source.name == part.file);
            source.and_then(|source| source.text().get(part.from..part.to)).unwrap_or_default()
        };
        let calls: Vec<BTreeSet<String>> = parts.iter().map(|part| calls_in(text(part))).collect();
        for (part, calls) in parts.iter_mut().zip(calls) {
            part.calls = calls;
        }
        let mut services: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for source in sources.iter().filter(|one| one.name.starts_with("services/") && !one.is_test()) {
            if let Some(service) = source.reader() {
                services.entry(service).or_default().extend(calls_in(source.text()));
            }
        }
        for calls in services.values_mut() {
            while let Some(more) = further(&parts, calls) {
                calls.insert(more);
            }
        }
        Self { parts, services }
    }

    /// Who reads what is named there.
    pub fn readers(&self, source: &Source, found: &Found) -> Vec<String> {
        if !found.is_read {
            return Vec::new();
        }
        if let Some(reader) = source.reader() {
            return vec![reader];
        }
        // A constant above them all is there for each of the file.
        let of_file = || self.parts.iter().filter(|part| part.file == source.name);
        let own: Vec<&Part> = of_file().filter(|part| (part.from..part.to).contains(&found.at)).collect();
        let parts = if own.is_empty() { of_file().collect() } else { own };
        let is_called = |calls: &BTreeSet<String>| parts.iter().any(|part| calls.contains(&part.call));
        let callers = self.services.iter().filter(|(_, calls)| is_called(calls));
        callers.map(|(service, _)| service.clone()).collect()
    }
}

fn further(parts: &[Part], calls: &BTreeSet<String>) -> Option<String> {
    let reached = parts.iter().filter(|part| calls.contains(&part.call)).flat_map(|part| &part.calls);
    reached.into_iter().find(|call| !calls.contains(*call)).cloned()
}

/// A source of kit, cut where an `impl` or a public function begins.
fn parts(source: &Source) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let path = source.name.strip_suffix("/mod.rs").or_else(|| source.name.strip_suffix(".rs"));
    let stem = path.and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let mut at = 0;
    for line in source.text().split_inclusive('\n') {
        let ident = |rest: &str| -> String {
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        let call = match (line.strip_prefix("impl "), line.strip_prefix("pub fn ")) {
            (Some(rest), _) => Some(format!("{}::from_env(", ident(rest))),
            (None, Some(rest)) => Some(format!("{stem}::{}(", ident(rest))),
            (None, None) => None,
        };
        if let Some(call) = call {
            if let Some(last) = found.last_mut() {
                last.to = at;
            }
            let to = source.text().len();
            found.push(Part { call, file: source.name.clone(), from: at, to, calls: BTreeSet::new() });
        }
        at += line.len();
    }
    found
}
