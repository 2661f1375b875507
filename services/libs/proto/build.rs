//! Generates the contracts of `proto/` with protox, so that no protoc is needed.

#[path = "build/calls.rs"]
mod calls;
#[path = "build/http/mod.rs"]
mod http;

use std::path::PathBuf;

use prost_reflect::DescriptorPool;

const DOMAINS: [&str; 7] =
    ["auth", "reports", "inventory", "customers", "payments", "marketing", "notifications"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Read at run time, not at compile time: clones may share one target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    let root = PathBuf::from(here).join("../../../proto");
    let files = DOMAINS.map(|domain| format!("saffron/{domain}/v1/{domain}_service.proto"));
    println!("cargo:rerun-if-changed={}", root.join("saffron").display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    for (domain, file) in DOMAINS.iter().zip(&files) {
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
    std::fs::write(out.join("calls.rs"), calls::of(&DOMAINS, &descriptors)?)?;
    std::fs::write(out.join("http.rs"), http.code()?)?;
    http.attributes(tonic_prost_build::configure())?.compile_fds(descriptors)?;
    Ok(())
}
