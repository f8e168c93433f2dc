"""The options of a game, and which of them go together (section V)."""

from dataclasses import dataclass, field
from typing import Any, Final

VARIANTS: Final = (
    "less-random-setup",
    "random-market-deck",
    "short-game",
    "friendly-market",
)
EDITIONS: Final = ("second", "first")
CLASS_DRAFTS: Final = ("dice", "reverse", "forward")


class RefusedOptions(ValueError):
    """These options do not make a game; says why and what would."""


@dataclass(frozen=True)
class Options:
    """What is agreed before the first die is rolled. One player means solitaire."""

    players: int = 2
    edition: str = "second"
    class_draft: str = "dice"
    variants: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 1 <= self.players <= 4:
            raise RefusedOptions(
                f"players is {self.players!r}; the base game seats 1 (solitaire) to 4, "
                "a fifth seat needs Monsters & Minions (C0)"
            )
        _known("edition", self.edition, EDITIONS)
        _known("class_draft", self.class_draft, CLASS_DRAFTS)
        for variant in self.variants:
            _known("variants", variant, VARIANTS)
        if len(set(self.variants)) != len(self.variants):
            raise RefusedOptions(f"variants names one twice: {', '.join(self.variants)}")

    @property
    def solitaire(self) -> bool:
        return self.players == 1

    def plain(self) -> dict[str, Any]:
        """As plain data for a game file."""
        return {
            "players": self.players,
            "edition": self.edition,
            "class_draft": self.class_draft,
            "variants": sorted(self.variants),
        }


def read_options(plain: Any) -> Options:
    """Options from plain data; RefusedOptions says what is wrong with them."""
    if not isinstance(plain, dict):
        raise RefusedOptions(f"options must be a table, not {plain!r}")
    known = ("players", "edition", "class_draft", "variants")
    for key in plain:
        if key not in known:
            raise RefusedOptions(f"unknown option {key!r}; known are: {', '.join(known)}")
    variants = plain.get("variants", [])
    if not isinstance(variants, list | tuple):
        raise RefusedOptions(f"variants must be a list, not {variants!r}")
    return Options(
        players=plain.get("players", 2),
        edition=plain.get("edition", "second"),
        class_draft=plain.get("class_draft", "dice"),
        variants=tuple(sorted(variants, key=str)),
    )


def _known(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        reason = _REASONS.get(str(value), "")
        raise RefusedOptions(f"{what} {value!r} is not one of: {', '.join(allowed)}{reason}")


_EXPANSION: Final = "; it belongs to Monsters & Minions, which is not part of this game (V5, V6)"
_REASONS: Final = {
    "open-adventure": _EXPANSION,
    "difficult-monsters": _EXPANSION,
    "first-edition": "; say edition = 'first' instead (V7)",
    "solitaire": "; say players = 1 instead (L1)",
}
