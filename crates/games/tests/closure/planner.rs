//! An independent planner: Fast Downward on the PDDL export.

use std::process::Command;

/// The length of a shortest plan by Fast Downward's A* with the blind heuristic, `Some(None)` if it
/// proves that there is none; `None`, with a message, if the environment variable
/// `FAST_DOWNWARD` does not name the driver `fast-downward.py`.
pub fn optimum(name: &str, (domain, problem): &(String, String)) -> Option<Option<u32>> {
    let Ok(driver) = std::env::var("FAST_DOWNWARD") else {
        eprintln!("{name}: skipped, FAST_DOWNWARD does not name fast-downward.py");
        return None;
    };
    let folder = std::env::temp_dir().join(format!("patience-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("domain.pddl"), domain).unwrap();
    std::fs::write(folder.join("problem.pddl"), problem).unwrap();
    let output = Command::new("python3")
        .arg(&driver)
        .args(["domain.pddl", "problem.pddl", "--search", "astar(blind())"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let plan = std::fs::read_to_string(folder.join("sas_plan"));
    std::fs::remove_dir_all(&folder).unwrap();
    // Exit codes 10 and 11 of the driver mean that the instance is unsolvable (12 is "not solved by
    // an incomplete search").
    match (plan, output.status.code()) {
        (Ok(plan), Some(0)) => {
            Some(Some(plan.lines().filter(|line| line.starts_with('(')).count() as u32))
        }
        (_, Some(10 | 11)) => Some(None),
        (_, code) => panic!(
            "{name}: Fast Downward ended with {code:?}: {}",
            String::from_utf8_lossy(&output.stdout)
        ),
    }
}
