"""The options of a game, and which of them go together (section V)."""

from dataclasses import dataclass, field
from typing import Any, Final

from rollplayer.rules.boxes import known_boxes
from rollplayer.rules.expansion import Expansion
from rollplayer.rules.versions import CURRENT_RULES, RULES

VARIANTS: Final = (
    "less-random-setup",
    "random-market-deck",
    "short-game",
    "friendly-market",
)
EDITIONS: Final = ("second", "first")
CLASS_DRAFTS: Final = ("dice", "reverse", "forward")
MOST_PLAYERS: Final = 4


class RefusedOptions(ValueError):
    """These options do not make a game; says why and what would."""


class NeedsExpansion(RefusedOptions):
    """These options would make a game with an expansion that has not been chosen."""

    def __init__(self, text: str, option: str, value: str, expansion: str) -> None:
        super().__init__(text)
        self.option = option
        """``players`` or ``variants``."""
        self.value = value
        self.expansion = expansion


class UnknownBox(RefusedOptions):
    """No box of this name can be found; says how one is named that lies elsewhere."""

    def __init__(self, name: object, known: tuple[str, ...]) -> None:
        self.name = str(name)
        self.known = ", ".join(known) or "none, because none is installed"
        super().__init__(
            f"expansions {name!r} is not one of: {self.known}; install the package of the box, or "
            "name its folder with --box FOLDER or in ROLLPLAYER_BOXES"
        )


@dataclass(frozen=True)
class Options:
    """What is agreed before the first die is rolled. One player means solitaire."""

    players: int = 2
    edition: str = "second"
    class_draft: str = "dice"
    variants: tuple[str, ...] = field(default=())
    expansions: tuple[str, ...] = field(default=())
    rules: str = CURRENT_RULES
    """The rules version. Nobody chooses it: a game is finished under the one it was begun with."""

    def __post_init__(self) -> None:
        boxes = known_boxes()
        for expansion in self.expansions:
            if expansion not in boxes:
                raise UnknownBox(expansion, tuple(boxes))
        _once("expansions", self.expansions)
        self._check_players()
        _known("edition", self.edition, EDITIONS)
        for name in self.expansions:
            if self.edition not in boxes[name].editions:
                fitting = ", ".join(boxes[name].editions)
                raise RefusedOptions(
                    f"edition {self.edition!r} does not go with {boxes[name].title}, which "
                    f"is made for the edition: {fitting} (V7)"
                )
        _known("class_draft", self.class_draft, CLASS_DRAFTS)
        allowed = variants_with(self.expansions)
        for variant in self.variants:
            _known("variants", variant, allowed)
        _once("variants", self.variants)
        _known("rules", self.rules, tuple(RULES))

    def _check_players(self) -> None:
        most = most_players(self.expansions)
        if type(self.players) is not int or not 1 <= self.players <= most:
            box = "this game" if self.expansions else "the base game"
            text = f"players is {self.players!r}; {box} seats 1 (solitaire) to {most}"
            expansion = seats_for(self.players)
            if expansion is None:
                raise RefusedOptions(text)
            needs = f"this many need the expansion {expansion.title}, {expansion.name!r} (C0)"
            raise NeedsExpansion(f"{text}; {needs}", "players", str(self.players), expansion.name)

    @property
    def solitaire(self) -> bool:
        return self.players == 1

    def plain(self) -> dict[str, Any]:
        """As plain data for a game file, which tells the rules version beside them.

        A game of the base alone names no expansions.
        """
        plain: dict[str, Any] = {
            "players": self.players,
            "edition": self.edition,
            "class_draft": self.class_draft,
            "variants": sorted(self.variants),
        }
        if self.expansions:
            plain["expansions"] = sorted(self.expansions)
        return plain


def most_players(expansions: tuple[str, ...]) -> int:
    return max([MOST_PLAYERS, *[known_boxes()[name].most_players for name in expansions]])


def seats_for(players: object) -> Expansion | None:
    """An expansion that allows this many players where the base game does not."""
    if type(players) is not int or players <= MOST_PLAYERS:
        return None
    return next((each for each in known_boxes().values() if each.most_players >= players), None)


def variants_with(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """The variants that a game with these expansions may choose from."""
    more = [variant for name in expansions for variant in known_boxes()[name].variants]
    return (*VARIANTS, *more)


def all_variants() -> tuple[str, ...]:
    """Every variant of everything that is installed."""
    return variants_with(tuple(known_boxes()))


def read_options(plain: Any) -> Options:
    """Options from plain data; RefusedOptions says what is wrong with them."""
    if not isinstance(plain, dict):
        raise RefusedOptions(f"options must be a table, not {plain!r}")
    known = ("players", "edition", "class_draft", "variants", "expansions")
    for key in plain:
        if key not in known:
            raise RefusedOptions(f"unknown option {key!r}; known: {', '.join(known)}")
    return Options(
        players=plain.get("players", 2),
        edition=plain.get("edition", "second"),
        class_draft=plain.get("class_draft", "dice"),
        variants=_names(plain, "variants"),
        expansions=_names(plain, "expansions"),
    )


def _names(plain: dict[str, Any], key: str) -> tuple[str, ...]:
    names = plain.get(key, [])
    if not isinstance(names, list | tuple):
        raise RefusedOptions(f"{key} must be a list, not {names!r}")
    return tuple(sorted(names, key=str))


def _once(what: str, names: tuple[str, ...]) -> None:
    if len(set(names)) != len(names):
        raise RefusedOptions(f"{what} lists one twice: {', '.join(names)}")


def _known(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        listed = ", ".join(allowed) or "none, because none is installed"
        text = f"{what} {value!r} is not one of: {listed}"
        for expansion in known_boxes().values():
            if value in expansion.variants:
                why = f"it belongs to {expansion.title}, which is not part of this game (V5, V6)"
                raise NeedsExpansion(f"{text}; {why}", what, str(value), expansion.name)
        # What somebody who wrote this may have wanted.
        raise RefusedOptions(f"{text}{_REASONS.get(str(value), '')}")


_REASONS: Final = {
    "first-edition": "; say edition = 'first' instead (V7)",
    "solitaire": "; say players = 1 instead (L1)",
}
