"""All measurements of the server one after another, or one of them.

python -m benchmarks.server
python -m benchmarks.server load --games 300 --bots 50 --minutes 10
"""

from tests.proofs.report import run_all

MEASUREMENTS = (
    "throughput",
    "processes",
    "held",
    "thinking",
    "far_thinking",
    "watching",
    "load",
    "my_games",
)

if __name__ == "__main__":
    # The bus has been chosen; what was not taken is not installed.
    run_all("benchmarks.server", MEASUREMENTS, by_name_only=("bus", "capacity"))
