//! Serves the API on a free port, requests a position like any program, and ends: `cargo run -p
//! patience-server --example position -- birds:neller/42`

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use patience_server::{Settings, run};

fn main() -> std::io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "birds:neller/42".to_owned());
    let settings =
        Settings { address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), ..Settings::default() };
    run(settings, |address| {
        std::thread::spawn(move || match ask(address, &name) {
            Ok(answer) => {
                println!("{answer}");
                std::process::exit(0);
            }
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1);
            }
        });
    })
}

/// The answer to `/api/position`, with its headers.
fn ask(address: SocketAddr, name: &str) -> std::io::Result<String> {
    let question = serde_json::json!({ "instance": name }).to_string();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /api/position HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{question}",
        question.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
