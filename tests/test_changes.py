"""Only events change a game: rules and words call `changes`, they never assign to the state."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "rollplayer"
STATE = {
    # fields of Game and Hero; the agenda and the cached options belong to the driver
    *("phase", "round", "start_player", "bag", "aside", "pool", "dice", "card_gold", "taken"),
    *("market", "deck", "discard_pile", "trash", "removed", "top_card", "top_known"),
    *("discard_pile_open", "race", "side", "character_class", "color", "alignment", "backstory"),
    *("token", "gold", "charisma", "sheet", "hand", "cards", "exhausted", "skills", "weapons"),
    # what expansions add to both
    *("extensions", "counts", "piles"),
    *("monster", "adventure", "known", "turned_up", "minion", "unseen", "bottom"),
}
OWNERS = {"game", "hero", "other", "world", "fresh", "now", "monsters_of(game)"}
IN_PLACE = {"append", "remove", "pop", "extend", "insert", "clear", "sort"}
ALLOWED = {
    "engine/changes.py",
    "engine/card_changes.py",
    "engine/game.py",
    "engine/hero.py",
    "engine/view.py",
    # lays the table before anything has happened
    "rules/compose.py",
    "expansions/monsters_and_minions/changes.py",
}


def assignments(source: str) -> list[str]:
    """Every place in a module that alters a field of the state."""
    targets_found = []
    for node in ast.walk(ast.parse(source)):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = list(node.targets)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = list(node.targets)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in IN_PLACE
        ):
            targets = [node.func.value]
        targets_found += [ast.unparse(target) for target in targets if is_state(target)]
    return targets_found


def is_state(target: ast.expr) -> bool:
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    if isinstance(target, ast.Tuple):
        return any(is_state(element) for element in target.elts)
    if not isinstance(target, ast.Attribute) or target.attr not in STATE:
        return False
    owner = ast.unparse(target.value)
    return owner in OWNERS or owner.startswith("game.heroes[")


MODULES = sorted(
    path.relative_to(SOURCE).as_posix()
    for folder in ("engine", "rules", "words", "expansions")
    for path in (SOURCE / folder).rglob("*.py")
)


@pytest.mark.once
@pytest.mark.parametrize("module", [name for name in MODULES if name not in ALLOWED])
def test_nothing_but_changes_alters_a_game(module: str) -> None:
    assert assignments((SOURCE / module).read_text(encoding="utf-8")) == []


@pytest.mark.once
@pytest.mark.parametrize(
    "defect",
    [
        "game.heroes[seat].gold += 2",
        "hero.sheet[3] = die",
        "game.market.append(card)",
        "game.dice[0], game.dice[1] = 1, 2",
        "del game.market[0]",
        "game.phase = 3",
        "hero.counts = ()",
        "now.bottom = ()",
    ],
)
def test_the_check_sees_such_changes(defect: str) -> None:
    assert assignments(defect)
