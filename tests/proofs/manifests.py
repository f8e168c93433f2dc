"""The compose files and the Kubernetes manifests in deploy/, by linters that bring their schemas along.

    python -m tests.proofs.manifests
    python -m tests.proofs.manifests --control   # each with a mistake: must fail

Both linters live in the environment that `make proofs` installs, and need no network.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from tests.proofs.report import Report, end, parser_of
from tests.server.harness import ROOT
from tools.cluster import TABLES

PROGRAMS = ROOT / ".venv-proofs" / "bin"
DEPLOY = ROOT / "deploy"
COMPOSE = ("compose.yaml", "cluster.yaml")
MISTAKES = {"replicas: ": "replica: ", "image: ": "picture: ", "podSelector:": "podSelectors:"}
"""What somebody may misspell."""
PASSED = re.compile(r"passed for resource (\S+)")
NEEDED = {
    "statefulset/table",
    "poddisruptionbudget/tables",
    "deployment/proxy",
    "deployment/worker",
    "deployment/bus",
}


def mistaken(text: str) -> str:
    """A manifest with one word misspelt: the first that it has."""
    wrong = next(word for word in MISTAKES if word in text)
    return text.replace(wrong, MISTAKES[wrong])


def prove(*, control: bool = False) -> Report:
    report = Report("manifests (control)" if control else "manifests")
    resources: set[str] = set()
    accepted = 0
    files = [DEPLOY / name for name in COMPOSE] + sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            text = file.read_text(encoding="utf-8")
            copy = Path(folder) / file.name
            copy.write_text(mistaken(text) if control else text, encoding="utf-8")
            if file.parent == DEPLOY:
                schema = ("--builtin-schema", "vendor.compose-spec")
                command = [str(PROGRAMS / "check-jsonschema"), *schema, str(copy)]
            else:
                command = [str(PROGRAMS / "kubernetes-validate"), "--strict", str(copy)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            said = done.stdout + done.stderr
            resources.update(PASSED.findall(said))
            accepted += done.returncode == 0
            report.expect(done.returncode == 0, f"{file.name}: {said.strip()[-300:]}")
    missing = NEEDED - resources
    report.expect(not missing, f"not there: {', '.join(sorted(missing))}")
    tables = (DEPLOY / "kubernetes" / "tables.yaml").read_text(encoding="utf-8")
    report.expect(f"replicas: {TABLES}" in tables, "the proxy names another number of tables")
    report.figures = {
        "files": len(files),
        "accepted": accepted,
        "resources of Kubernetes": len(resources),
    }
    return report


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--control", action="store_true", help="manifests that must fail")
    arguments = parser.parse_args()
    end([prove(control=arguments.control)], as_json=arguments.json)


if __name__ == "__main__":
    main()
