"""All long proofs of the server one after another, or one of them.

python -m benchmarks.server
python -m benchmarks.server crash --kills 100 --games 100
"""

import subprocess
import sys

PROOFS = (
    "crash",
    "duplicates",
    "races",
    "leak",
    "spoof",
    "malformed",
    "openapi",
    "flood",
    "idle",
    "halfopen",
    "throughput",
    "search",
    "thinking",
    "load",
)
MUST_FAIL = (
    ("crash", "--kills", "10", "--games", "30", "--control"),
    ("leak", "--positions", "200", "--games", "0", "--control"),
)
"""Defects on purpose: a proof that does not notice them proves nothing."""


def run(*command: str) -> int:
    name, *arguments = command
    print(" ".join(command), flush=True)
    module = f"benchmarks.server.{name}"
    return subprocess.run([sys.executable, "-m", module, *arguments], check=False).returncode


def main() -> None:
    if sys.argv[1:]:
        if sys.argv[1] not in PROOFS:
            sys.exit(f"the proofs are: {', '.join(PROOFS)}")
        sys.exit(run(*sys.argv[1:]))
    failed = [name for name in PROOFS if run(name)]
    failed += [f"control of {control[0]}" for control in MUST_FAIL if not run(*control)]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
