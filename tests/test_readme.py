"""What the README says in Python is so."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_readme_examples() -> None:
    outcome = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted >= 5
    assert outcome.failed == 0
