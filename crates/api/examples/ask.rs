//! Asks a question of the page and prints its answer:
//! `cargo run -p patience-api --example ask -- games '{}'`

use patience_api::{JobContext, QUESTIONS, answer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "games".to_owned());
    let question = serde_json::from_str(arguments.next().as_deref().unwrap_or("{}"))?;
    match answer(&name, question, &JobContext::unbounded())? {
        Some(answer) => println!("{answer:#}"),
        None => {
            println!("`{name}` is not a valid question; expected one of {}", QUESTIONS.join(", "))
        }
    }
    Ok(())
}
