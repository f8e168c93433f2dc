"""Dice and answers are read by name: the shifts that make them up stand in two modules alone."""

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parent.parent / "src" / "rollplayer"
ENCODING = {"engine/table.py", "engine/answers.py"}
"""The modules that say how a die and an answer are one int."""
SHIFTS = {4, 8, 16}
MASKS = {15, 255}


def raw(source: str) -> list[str]:
    """Every place in a module that takes a packed int apart or puts one together by hand."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp) or not isinstance(node.right, ast.Constant):
            continue
        # ``1 << 16`` is a size, not a part of something; SQLite packs its errors, too.
        is_other = isinstance(node.left, ast.Constant) or "sqlite" in ast.unparse(node.left)
        shifts = isinstance(node.op, ast.LShift | ast.RShift) and node.right.value in SHIFTS
        masks = isinstance(node.op, ast.BitAnd) and node.right.value in MASKS
        if (shifts or masks) and not is_other:
            lines.append(f"line {node.lineno}: {ast.unparse(node)}")
    return lines


MODULES = sorted(
    path.relative_to(SOURCE).as_posix()
    for path in SOURCE.rglob("*.py")
    if path.relative_to(SOURCE).as_posix() not in ENCODING
)


@pytest.mark.parametrize("module", MODULES)
def test_dice_and_answers_are_read_by_name(module: str) -> None:
    assert raw((SOURCE / module).read_text("utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "spot = answer >> 8 & 255",
        "verb = option >> 16",
        "options.append(TAKE << 16 | number << 8)",
        "if die >> 4 == color: pass",
        "total += sheet[spot] & 15",
        "die = color << 4 | face",
    ],
)
def test_the_scan_sees_what_it_looks_for(line: str) -> None:
    assert raw(line)


def test_sizes_and_masks_of_seats_are_left_alone() -> None:
    assert raw("size = 1 << 16\nknown = mask >> seat & 1\nrows |= 1 << row") == []
