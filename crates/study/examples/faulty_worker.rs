//! A worker that misbehaves as its orders' names say: for the tests of the pool.

use std::time::Duration;

use patience_study::job::Row;
use patience_study::worker;

fn deep(depth: u64) -> u64 {
    let kept = std::hint::black_box([depth; 64]);
    if depth == u64::MAX { 0 } else { deep(depth + 1) + kept[7] }
}

fn main() -> std::io::Result<()> {
    worker::serve(|order, _| {
        match order.instance.name.split('/').next().unwrap_or("") {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(3),
            "panic" => panic!("a worker that panics"),
            "overflow" => assert!(deep(0) > 0),
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "nonsense" => println!("this is no row"),
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
        Row { job: order.job, attempt: order.attempt, verdict: "solved".to_owned(), seed: order.seed, ..Row::default() }
    })
}
