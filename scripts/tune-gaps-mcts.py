#!/usr/bin/env python3
"""The constants of the Gaps paper's tree search, chosen by Bayesian optimisation.

    scripts/tune-gaps-mcts.py target/release/patience 1000     # needs `optuna` from PyPI

Optuna's tree-structured Parzen estimator proposes exploration and the weights of S, X and Y (that of Z is 1); each proposal plays the 144 training
games of `studies/gaps-report-tuning.toml`, which are not the paper's. Prints each proposal with its
number of games won, then the best.
"""

import argparse
import json
import subprocess

import optuna

GAMES = [
    f"gaps+paper:paper/4x{columns}/{swaps}/1001..1004" for columns in range(5, 14) for swaps in (20, 25, 30, 35)
]
# Exploration, X and Y on a logarithmic scale; the weight of S may also be 0.
RANGES = {"exploration": (0.03, 10.0), "weight-x": (1.0, 300.0), "weight-y": (0.02, 20.0)}


def won(patience, iterations, values):
    """Games won with these constants, and the states expanded."""
    options = [f"--{name}={value}" for name, value in values.items()]
    command = [patience, "solve", *GAMES, "-a", "gaps-report-mcts", f"--iterations={iterations}", "--json", *options]
    out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    reports = [json.loads(line) for line in out.splitlines()]
    assert len(reports) == 144, f"{len(reports)} reports of 144"
    return sum(report["verdict"] == "solved" for report in reports)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patience", help="the program")
    parser.add_argument("iterations", type=int, help="iterations of the tree search")
    parser.add_argument("trials", type=int, nargs="?", default=60, help="proposals [60]")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=arguments.seed, n_startup_trials=15),
    )
    paper = {"exploration": 0.3, "weight-s": 0.2, "weight-x": 10.0, "weight-y": 2.0}
    study.enqueue_trial({**{name: value for name, value in paper.items() if name != "weight-s"}, "s": "on", "weight-s": 0.2})

    def judge(trial):
        values = {name: round(trial.suggest_float(name, *ends, log=True), 3) for name, ends in RANGES.items()}
        used = trial.suggest_categorical("s", ["off", "on"])
        values["weight-s"] = round(trial.suggest_float("weight-s", 0.01, 3.0, log=True), 3) if used == "on" else 0.0
        score = won(arguments.patience, arguments.iterations, values)
        print(score, json.dumps(values), flush=True)
        trial.set_user_attr("values", values)
        return score

    study.optimize(judge, n_trials=arguments.trials)
    print("best of", len(study.trials), study.best_value, json.dumps(study.best_trial.user_attrs["values"]))


if __name__ == "__main__":
    main()
