"""All proofs one after another, or one of them.

python -m tests.proofs
python -m tests.proofs crash --kills 100 --games 100
python -m tests.proofs crash --kills 100 --games 100 --store postgresql
"""

from tests.proofs.report import run_all

PROOFS = (
    "crash",
    "outages",
    "failing_disk",
    "torn",
    "synced",
    "leases",
    "owners",
    "scale_out",
    "rolling",
    "proxy",
    "cluster",
    "manifests",
    "duplicates",
    "races",
    "histories",
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
    ("failing_disk", "--rounds", "10", "--control"),
    ("torn", "--images", "300", "--control", "off"),
    ("torn", "--images", "300", "--control", "normal"),
    ("torn", "--images", "300", "--control", "early"),
    ("synced", "--acks", "200", "--control"),
    ("leases", "--changes", "300", "--control"),
    ("rolling", "--games", "10", "--rounds", "1", "--control"),
    ("proxy", "--games", "5", "--control"),
    ("manifests", "--control"),
    ("copying", "--games", "100", "--control"),
    ("duplicates", "--sends", "3000", "--control", "forgets-names"),
    ("duplicates", "--sends", "3000", "--control", "acknowledges-otherwise"),
    ("histories", "--schedules", "6", "--operations", "500", "--control", "stale-reads"),
    ("histories", "--schedules", "6", "--operations", "500", "--control", "forgets"),
    ("histories", "--schedules", "6", "--operations", "500", "--control", "acknowledges-otherwise"),
    ("halfopen", "--rounds", "60", "--asleep", "5", "--control", "stale-reads"),
    ("halfopen", "--rounds", "60", "--asleep", "5", "--control", "forgets"),
    (
        "scale_out",
        "--kills",
        "0",
        "--bus-kills",
        "3",
        "--restarts",
        "0",
        "--pauses",
        "0",
        "--control",
    ),
    ("leak", "--positions", "200", "--games", "0", "--control"),
    ("notices", "--turns", "400", "--kills", "10", "--games", "30", "--control"),
)
"""Defects on purpose: a proof that does not notice them proves nothing."""
OF_STORE = (
    *("crash", "outages", "failing_disk", "synced"),
    *("duplicates", "races", "histories", "halfopen", "notices"),
)
"""What shows that nothing is lost or done twice: once more with PostgreSQL."""
BY_NAME_ONLY = ("steady", "push")
"""What takes hours, or needs the programs of a desk, runs only where it is asked for."""

if __name__ == "__main__":
    run_all("tests.proofs", PROOFS, MUST_FAIL, BY_NAME_ONLY, OF_STORE)
