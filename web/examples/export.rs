//! Writes the page's files into a folder: `cargo run -p patience-web --example export DIR`

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: export DIR");
        return ExitCode::from(2);
    };
    match patience_web::export(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("export: {error}");
            ExitCode::FAILURE
        }
    }
}
