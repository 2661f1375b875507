//! Every input that fuzzing found runs through its target without a panic.

use std::path::Path;

use saffron_fuzz::{TARGETS, run};

#[test]
fn corpus_runs_through_its_target() {
    for (name, _) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut tried = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // The name of the file that panics stands above the panic.
            println!("{}", path.display());
            run(name, &std::fs::read(&path).unwrap());
            tried += 1;
        }
        assert!(tried > 5, "{} holds {tried} files", folder.display());
    }
}
