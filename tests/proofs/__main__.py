"""All proofs one after another, or one of them.

python -m tests.proofs
python -m tests.proofs crash --kills 100 --games 100
python -m tests.proofs crash --kills 100 --games 100 --store postgresql
"""

from tests.proofs.report import run_all

PROOFS = (
    "crash",
    "outages",
    "leases",
    "owners",
    "rolling",
    "proxy",
    "cluster",
    "manifests",
    "duplicates",
    "races",
    "leak",
    "spoof",
    "malformed",
    "openapi",
    "flood",
    "idle",
    "halfopen",
    "search",
    "notices",
    "copying",
    "differential",
    "many_machines",
)
MUST_FAIL = (
    ("crash", "--kills", "10", "--games", "30", "--control"),
    ("outages", "--rounds", "6", "--games", "20", "--control"),
    ("leases", "--changes", "300", "--control"),
    ("rolling", "--games", "10", "--rounds", "1", "--control"),
    ("proxy", "--games", "5", "--control"),
    ("manifests", "--control"),
    ("copying", "--games", "100", "--control"),
    ("leak", "--positions", "200", "--games", "0", "--control"),
    ("notices", "--turns", "400", "--kills", "10", "--games", "30", "--control"),
)
"""Defects on purpose: a proof that does not notice them proves nothing."""
OF_STORE = ("crash", "outages", "duplicates", "races", "notices")
"""What shows that nothing is lost or done twice: once more with PostgreSQL."""
BY_NAME_ONLY = ("steady", "push")
"""What takes hours, or needs the programs of a desk, runs only where it is asked for."""

if __name__ == "__main__":
    run_all("tests.proofs", PROOFS, MUST_FAIL, BY_NAME_ONLY, OF_STORE)
