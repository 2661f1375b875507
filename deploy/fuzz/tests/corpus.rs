//! What fuzzing found worth keeping goes through every door without a panic.

use std::path::Path;

use saffron_fuzz::{DOORS, go_through};

#[test]
fn what_is_kept_goes_through_its_door() {
    for (name, _) in DOORS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut tried = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // The name of the file that panics stands above the panic.
            println!("{}", path.display());
            go_through(name, &std::fs::read(&path).unwrap());
            tried += 1;
        }
        assert!(tried > 5, "{} holds {tried} files", folder.display());
    }
}
