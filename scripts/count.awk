# Adds up what test runners say of their tests: "passed failed skipped" at the end.
# cargo test:        test result: ok. 5 passed; 0 failed; 1 ignored; …
# node --test:       # pass 5 · ℹ pass 5 (and fail, cancelled, skipped, todo)
# pytest:            1 failed, 5 passed, 2 skipped in 0.12s
# Playwright:          5 passed (1.2m) ·   1 failed ·   2 skipped ·   1 flaky ·   3 did not run
/^test result: / {
    for (i = 2; i <= NF; i++) {
        if ($i == "passed;") passed += $(i - 1)
        if ($i == "failed;") failed += $(i - 1)
        if ($i == "ignored;") skipped += $(i - 1)
    }
}
/^(#|ℹ) (pass|fail|cancelled|skipped|todo) [0-9]+$/ {
    if ($2 == "pass") passed += $3
    else if ($2 == "fail" || $2 == "cancelled") failed += $3
    else skipped += $3
}
/^ *[0-9]+ (passed \(.*\)|failed|flaky|skipped|did not run)$/ {
    # A test that passed at its second try has failed once.
    if ($2 == "passed") passed += $1
    else if ($2 == "failed" || $2 == "flaky") failed += $1
    else skipped += $1
}
# The last line of pytest.
/^[0-9]+ [a-z]+(, [0-9]+ [a-z]+)* in [0-9.]+s( \(.*\))?$/ {
    for (i = 1; i < NF; i += 2) {
        if ($(i + 1) ~ /^passed/) passed += $i
        if ($(i + 1) ~ /^(failed|error)/) failed += $i
        if ($(i + 1) ~ /^skipped/) skipped += $i
    }
}
END { print passed + 0, failed + 0, skipped + 0 }
