"""Rules versions: what each one mended, so that a game is finished under the rules it began with.

A mend of a rule is a new version with a flag of its own, read where a game is composed. Old versions
stay: ``tests/games`` holds whole games of each, and every one of them must replay unchanged.
"""

from typing import Final


class RulesVersion:
    """What was mended up to this version."""

    def __init__(
        self,
        name: str,
        phases_end_open: bool = False,
        refresh_comes_back: bool = False,
        abilities_in_turn: bool = False,
    ) -> None:
        self.name = name
        self.phases_end_open = phases_end_open
        """K5, D24: after the last Dice turn and the last Market turn everybody may act once more."""
        self.refresh_comes_back = refresh_comes_back
        """U2: who exhausts a Skill after being passed over is still asked."""
        self.abilities_in_turn = abilities_in_turn
        """M29: an ability of the Market turn is offered as long as it is possible, not only first."""


RULES: Final[dict[str, RulesVersion]] = {
    "base/1": RulesVersion("base/1"),
    "base/2": RulesVersion(
        "base/2", phases_end_open=True, refresh_comes_back=True, abilities_in_turn=True
    ),
}
CURRENT_RULES: Final = "base/2"
"""What a new game is played by."""
