//! Generates the contracts of `proto/` with protox, so that no protoc is needed.

#[path = "build/calls.rs"]
mod calls;
#[path = "build/http/mod.rs"]
mod http;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use prost_reflect::DescriptorPool;

/// The figures of a report's row, on the heap: lists of rows are sorted and moved, and each is a kilobyte with them inside.
const SIDES_OF_ROWS: [&str; 5] = ["figures", "last_week", "last_year", "comparable", "compared"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Read at run time, not at compile time: clones may share one target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    let root = PathBuf::from(here).join("../../../proto");
    println!("cargo:rerun-if-changed={}", root.join("saffron").display());
    let domains = domains(&root)?;
    let files: Vec<String> = domains.iter().map(|domain| contract(domain)).collect();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    for (domain, file) in domains.iter().zip(&files) {
        let own = protox::compile([file], [&root])?;
        std::fs::write(out.join(format!("{domain}.bin")), prost::Message::encode_to_vec(&own))?;
    }
    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_imports(true).include_source_info(true).open_files(&files)?;
    let http = http::Http::of(DescriptorPool::decode(compiler.encode_file_descriptor_set().as_slice())?);
    let mut descriptors = compiler.file_descriptor_set();
    std::fs::write(out.join("descriptors.bin"), prost::Message::encode_to_vec(&descriptors))?;
    // How the HTTP API writes them is no contract of its own.
    descriptors.file.retain(|file| files.iter().any(|of_service| file.name() == of_service));
    std::fs::write(out.join("calls.rs"), calls::of(&domains, &descriptors)?)?;
    std::fs::write(out.join("http.rs"), http.code()?)?;
    std::fs::write(out.join("contracts.rs"), contracts(&domains)?)?;
    let mut builder = http.attributes(tonic_prost_build::configure())?;
    for side in SIDES_OF_ROWS {
        builder = builder.boxed(format!(".saffron.reports.v1.ReportRow.{side}"));
    }
    builder.compile_fds(descriptors)?;
    Ok(())
}

/// The file of a domain's contract.
fn contract(domain: &str) -> String {
    format!("saffron/{domain}/v1/{domain}_service.proto")
}

/// The folders of `saffron` that hold a contract, sorted.
fn domains(root: &Path) -> std::io::Result<Vec<String>> {
    let folders = std::fs::read_dir(root.join("saffron"))?.collect::<Result<Vec<_>, _>>()?;
    let names = folders.iter().map(|folder| folder.file_name().to_string_lossy().into_owned());
    let mut domains: Vec<String> = names.filter(|name| root.join(contract(name)).is_file()).collect();
    domains.sort();
    Ok(domains)
}

/// The Rust code of the domains' modules, and of the compiled contract of each.
fn contracts(domains: &[String]) -> Result<String, std::fmt::Error> {
    let mut code = String::new();
    for domain in domains {
        let package = format!("saffron.{domain}.v1");
        writeln!(code, "/// `{package}`\npub mod {domain} {{")?;
        writeln!(code, "    tonic::include_proto!(\"{package}\");\n}}")?;
    }
    writeln!(code, "const CONTRACTS: [(&str, &[u8]); {}] = [", domains.len())?;
    for domain in domains {
        writeln!(code, "    (\"{domain}\", include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{domain}.bin\"))),")?;
    }
    writeln!(code, "];")?;
    Ok(code)
}
