"""L7: the title a solitaire hero earns."""

from typing import Final

CHART: Final = (
    (38, "true-hero"),
    (34, "clan-leader"),
    (30, "luminary"),
    (26, "adventurer"),
    (22, "hireling"),
)
LOWEST_RANK: Final = "npc"


def rank(stars: int) -> str:
    for least, title in CHART:
        if stars >= least:
            return title
    return LOWEST_RANK
