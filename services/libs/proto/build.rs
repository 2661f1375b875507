//! Generates the contracts of `proto/` with protox, so that nobody needs protoc.

#[path = "build/calls.rs"]
mod calls;

use std::path::PathBuf;

const DOMAINS: [&str; 7] =
    ["auth", "reports", "inventory", "customers", "payments", "marketing", "notifications"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Asked when it runs, not when it is compiled: clones may share one target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    let root = PathBuf::from(here).join("../../../proto");
    let files = DOMAINS.map(|domain| format!("saffron/{domain}/v1/{domain}_service.proto"));
    println!("cargo:rerun-if-changed={}", root.join("saffron").display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    for (domain, file) in DOMAINS.iter().zip(&files) {
        let own = protox::compile([file], [&root])?;
        std::fs::write(out.join(format!("{domain}.bin")), prost::Message::encode_to_vec(&own))?;
    }
    let descriptors = protox::compile(files, [&root])?;
    std::fs::write(out.join("descriptors.bin"), prost::Message::encode_to_vec(&descriptors))?;
    std::fs::write(out.join("calls.rs"), calls::of(&DOMAINS, &descriptors)?)?;
    tonic_prost_build::configure().compile_fds(descriptors)?;
    Ok(())
}
