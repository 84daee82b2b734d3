//! Checks certificates:
//! `cargo run --release -p patience-check --example check -- certificates/*.pcert`

use std::fs::File;
use std::io::BufReader;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        match patience_check::check(BufReader::new(File::open(&path)?)) {
            Ok(verified) => println!("{path}: {} is {}", verified.deal.1, verified.claim),
            Err(failure) => println!("{path}: not valid: {failure:?}"),
        }
    }
    Ok(())
}
