"""Requests made from the description of all routes, by schemathesis with all its checks.

    make proofs ARGS="openapi --examples 100"

schemathesis lives in an environment of its own, which `make proofs` installs.
"""

import re
import subprocess
from pathlib import Path

from tests.proofs.report import Report, end, parser_of
from tests.server.harness import ROOT, temporary_server

PROGRAM = ROOT / ".venv-proofs" / "bin" / "schemathesis"
CONFIG = Path(__file__).with_name("schemathesis.toml")
GENERATED = re.compile(r"(\d+) generated")
FAILURE = re.compile(r"^- (ST\d+ .*|.*[Ss]erver error.*)$", re.MULTILINE)
CASE = re.compile(r"^(_{3,} .*? _{3,}|- ST\d+ .*|    curl .*|\[\d{3}\] .*)$", re.MULTILINE)


def prove(examples: int, seed: int) -> Report:
    report = Report("openapi")
    with temporary_server() as server:
        done = subprocess.run(
            [
                str(PROGRAM),
                f"--config-file={CONFIG}",
                "run",
                f"{server.address}/openapi.json",
                "--checks=all",
                f"--max-examples={examples}",
                f"--seed={seed}",
                "--continue-on-failure",
                "--no-color",
            ],
            capture_output=True,
            text=True,
            cwd=server.data.parent,
            check=False,
        )
        faults = server.faults()
        alive = server.process is not None and server.process.poll() is None
    generated = GENERATED.search(done.stdout)
    report.failures = [line.strip("_ ") for line in CASE.findall(done.stdout)]
    report.expect(done.returncode == 0, f"schemathesis ended with {done.returncode}")
    report.expect(generated is not None, done.stdout[-500:] + done.stderr[-500:])
    report.expect(alive, "the server has ended")
    report.expect_no_faults(faults)
    report.figures = {
        "requests": int(generated[1]) if generated else 0,
        "failures": len(FAILURE.findall(done.stdout)),
        "server errors": len(re.findall(r"^\[5\d\d\]", done.stdout, re.MULTILINE)),
        "faults in the log": len(faults),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not PROGRAM.exists():
        parser.error("schemathesis is not installed: make proofs does that")
    end([prove(arguments.examples, arguments.seed)], as_json=arguments.json)


if __name__ == "__main__":
    main()
