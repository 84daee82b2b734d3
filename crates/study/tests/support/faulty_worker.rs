//! A worker that misbehaves as the names of its assignments request, or always as its argument
//! requests: for the tests of the pool and of shards. With the argument `real` it is an ordinary
//! worker.

use std::time::Duration;

use patience_study::job::Row;
use patience_study::worker;

fn deep(depth: u64) -> u64 {
    let kept = std::hint::black_box([depth; 64]);
    if depth == u64::MAX { 0 } else { deep(depth + 1) + kept[7] }
}

fn main() -> std::io::Result<()> {
    let always = std::env::args().nth(1);
    if always.as_deref() == Some("real") {
        return worker::run();
    }
    worker::serve(|assignment, _| {
        let named = assignment.instance.name.split('/').next().unwrap_or("");
        match always.as_deref().unwrap_or(named) {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(3),
            "panic" => panic!("a worker that panics"),
            "overflow" => assert!(deep(0) > 0),
            "spin" => loop {
                std::hint::spin_loop();
            },
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            // Simulates the effect of a walltime on every process of a job. A path in the name is
            // the file that records it.
            "terminate" => {
                let path = assignment.instance.name.split_once('/').map(|(_, path)| path);
                if let Some(path) = path.filter(|path| path.starts_with('/')) {
                    std::fs::write(path, "").expect("the test's folder is there");
                }
                let me = std::process::id().to_string();
                let sent = std::process::Command::new("kill").args(["-TERM", &me]).status();
                assert!(sent.is_ok_and(|status| status.success()));
                std::thread::sleep(Duration::from_secs(3600));
            }
            "nonsense" => println!("not a row"),
            "eat" => {
                let mut eaten: Vec<Vec<u8>> = Vec::new();
                loop {
                    eaten.push(vec![1; 4 << 20]);
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            "gulp" => drop(std::hint::black_box(vec![1u8; 1 << 40])),
            _ => {}
        }
        Row {
            job: assignment.job,
            attempt: assignment.attempt,
            verdict: "solved".to_owned(),
            length: Some(0),
            plan: Some(String::new()),
            seed: assignment.seed,
            ..Row::default()
        }
    })
}
