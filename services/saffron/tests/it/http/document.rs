//! The OpenAPI document.

use serde_json::Value;

fn document() -> Value {
    serde_json::to_value(saffron_gateway::openapi()).unwrap()
}

#[test]
fn the_committed_document_is_the_one_the_code_makes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/openapi.json");
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(committed == document(), "proto/openapi.json is not what the code makes: run `cargo dev gen`");
}

#[test]
fn the_committed_catalogue_is_the_one_the_code_makes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/figures.json");
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(
        committed == saffron_gateway::figures(),
        "proto/figures.json is not what the code makes: run `cargo dev gen`"
    );
}

#[test]
fn calls_and_schemas_keep_their_names() {
    let document = document();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let answers = |status: &&str| call["responses"][*status].is_object();
            assert!(["200", "202", "204"].iter().any(answers), "{path}");
            calls.push(format!("{} {method} {path}", call["operationId"].as_str().unwrap()));
        }
    }
    let schemas: Vec<_> = document["components"]["schemas"].as_object().unwrap().keys().cloned().collect();
    insta::assert_json_snapshot!(serde_json::json!({"calls": calls, "schemas": schemas}));
}

/// Of two types with one name the document would hold one, and answers of the other would not be what it says.
#[test]
fn no_two_schemas_have_one_name() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../gateway/src"))];
    let (mut known, mut twice) = (std::collections::BTreeSet::new(), Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).unwrap();
            for after in text.split("ToSchema)]").skip(1) {
                let mut words = after.split(|c: char| !c.is_alphanumeric() && c != '_');
                let name = words.find(|word| matches!(*word, "struct" | "enum")).and_then(|_| words.next());
                let name = name.unwrap().to_owned();
                if !known.insert(name.clone()) {
                    twice.push(name);
                }
            }
        }
    }
    assert!(known.len() > 50 && twice.is_empty(), "{twice:?} of {}", known.len());
}
