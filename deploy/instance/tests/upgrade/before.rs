//! The program of the version before, and what it says about itself.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use saffron_dev::environment::Environment;
use saffron_instance::finish;
use serde_json::Value;

pub struct Before {
    pub program: PathBuf,
    services: Value,
    document: Value,
}

impl Before {
    /// The program that a variable names.
    pub async fn read(env: &Environment) -> Result<Self> {
        let named = env.get("SAFFRON_TEST_BEFORE");
        let program = PathBuf::from(named.expect("SAFFRON_TEST_BEFORE names no program"));
        let print = async |command: &str| -> Result<Value> {
            let mut process = Command::new(&program);
            let text = finish({
                process.arg(command);
                process
            });
            serde_json::from_str(&text.await?).with_context(|| format!("`saffron {command}`"))
        };
        let (services, document) = (print("services").await?, print("openapi").await?);
        Ok(Self { program, services, document })
    }

    /// The services that process facts.
    pub fn services_of_facts(&self) -> impl Iterator<Item = &str> {
        let all = self.services["services"].as_array().unwrap().iter();
        all.filter(|service| service["facts"] == true).map(|service| service["name"].as_str().unwrap())
    }

    /// The calls of reports, as its OpenAPI document lists them.
    pub fn reports(&self) -> Vec<String> {
        let asks = |operations: &Value| {
            let schema = &operations["post"]["requestBody"]["content"]["application/json"]["schema"];
            schema["$ref"] == "#/components/schemas/ReportRequest"
        };
        let paths = self.document["paths"].as_object().unwrap().iter();
        let paths = paths.filter(|(_, operations)| asks(operations)).map(|(path, _)| path);
        let calls: Vec<String> = paths.map(|path| path.rsplit('/').next().unwrap().to_owned()).collect();
        assert!(calls.len() > 10, "{calls:?}");
        calls
    }
}
