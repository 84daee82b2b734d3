"""The typed example runs."""

import typed


def test_typed_example_runs():
    typed.main()
