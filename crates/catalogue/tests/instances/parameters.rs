//! Parameters by name.

use patience_catalogue::parameters::{all, find};

#[test]
fn parameters_of_one_name_are_of_one_type_and_take_their_defaults() {
    for shared in all() {
        for (algorithm, parameter) in &shared.of {
            let same =
                std::mem::discriminant(&parameter.kind) == std::mem::discriminant(&shared.kind());
            assert!(same, "{} of {algorithm} has a different type", shared.name);
            assert!(
                !parameter.help.is_empty() && !parameter.help.ends_with('.'),
                "{algorithm} {parameter:?}"
            );
            if let Some(default) = parameter.default() {
                assert_eq!(
                    parameter.read(&default).as_ref(),
                    Ok(&default),
                    "{algorithm} {parameter:?}"
                );
            }
        }
    }
    assert!(all().iter().any(|shared| shared.name == "exploration"));
}

#[test]
fn threads_and_files_never_come_from_outside() {
    for name in ["threads", "scratch", "checkpoint", "split", "model"] {
        assert!(!find(name).unwrap().may_come_from_outside(), "{name}");
    }
    let inside = all().iter().filter(|shared| !shared.may_come_from_outside()).count();
    assert_eq!(inside, 5, "a new resource must be tested here and over HTTP");
}

#[test]
fn misspelt_names_are_understood() {
    let error = find("stratgy").unwrap_err().to_string();
    assert!(error.contains("did you mean `strategy`?"), "{error}");
}

#[test]
fn help_names_who_reads_it() {
    let help = find("iterations").unwrap().help();
    assert!(
        help.contains(
            "(birds-report-mcts, birds-report-lr-mcts: default 160000; mcts: default 16000; \
             birds-report-uct: default 1600)"
        ),
        "{help}"
    );
    assert!(
        help.contains("(nmcs: default 10)") && help.contains("; searches from the start"),
        "{help}"
    );
    assert!(find("exploration").unwrap().help().contains("; W_c"), "a symbol keeps its capital");
    assert!(find("weight").unwrap().help().contains("wastar, anytime, portfolio: default 2"));
    let seed = find("seed").unwrap().help();
    assert_eq!(
        seed,
        "The seed of random choices (default 0; conclusive: default 1; gaps-report-mcts: default \
         42)",
        "said once"
    );
    assert!(
        !find("policy").unwrap().help().contains("hand-made, learned"),
        "the words are listed once"
    );
}
