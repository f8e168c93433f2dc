"""What became of the tables of a process that was killed."""

import json
from dataclasses import dataclass

from tests.proofs.report import percentile


@dataclass
class Note:
    """What became of one kill."""

    waited: list[float]
    """Of every table whose owner it was, in seconds."""
    acknowledged: int
    """Answers at all tables since the beginning."""
    load: float

    @property
    def slowest(self) -> float:
        return percentile(self.waited, 0.99) if self.waited else 0.0

    def line(self) -> str:
        """For the file of notes."""
        told = {"tables": len(self.waited), "acknowledged": self.acknowledged, "load": self.load}
        if self.waited:
            told |= {
                "p50 s": round(percentile(self.waited, 0.5), 2),
                "p99 s": round(self.slowest, 2),
                "longest s": round(max(self.waited), 2),
            }
        return json.dumps(told)
