#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| saffron_fuzz::run("table", bytes));
