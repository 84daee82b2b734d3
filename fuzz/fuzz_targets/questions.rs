#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| patience_fuzz::questions::feed(data));
