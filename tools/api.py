"""docs/api.md: the Python API, from the docstrings of every public name."""

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent

import rollplayer as rp

INTRODUCTION = """# Python API

```python
>>> import rollplayer as rp

```
These names are the whole API; everything else may change without notice. Importing and playing need
only the standard library; the bots `adventurer`, `champion` and `legend` need numpy. Errors
are `ValueError`s whose text says what is allowed. Seats count from 0, chance is seat -1, and everything on
the table is written in its [notation](notation.md). Runnable examples: [examples/](../examples).

| | |
|---|---|
{table}

{sections}
"""
WIDEST = 100
ORDER = ("Game", "play", "load", "Bot", "View", "Option", "Event", "Hero", "Score")
"""The names to start with come first, all others after them."""


def names() -> list[str]:
    return [*ORDER, *(name for name in rp.__all__ if name not in ORDER)]


def page() -> str:
    """The whole page."""
    table = "\n".join(f"| [`{name}`](#{name.lower()}) | {first_line(name)} |" for name in names())
    sections = "\n\n".join(section(name) for name in names())
    return INTRODUCTION.format(table=table, sections=sections)


def first_line(name: str) -> str:
    return flat((inspect.getdoc(getattr(rp, name)) or "").split("\n", 1)[0])


def section(name: str) -> str:
    thing = getattr(rp, name)
    parts = [f"## {name}"]
    if not isinstance(thing, type):
        parts.append(code(name + signature(thing)))
    parts.append(text(thing))
    if isinstance(thing, type) and not issubclass(thing, Exception):
        parts += members(thing)
    return "\n\n".join(parts)


def members(owner: type) -> Iterator[str]:
    """Methods with their examples, then what can be read, as a table."""
    rows: list[tuple[str, str]] = []
    methods: list[str] = []
    documented = attribute_texts(owner)
    for name in public_names(owner):
        thing = inspect.getattr_static(owner, name, None)
        if isinstance(thing, property):
            rows.append((name, flat(inspect.getdoc(thing) or "")))
        elif inspect.isfunction(thing) or isinstance(thing, classmethod):
            method = getattr(owner, name)
            title = f"{owner.__name__}.{name}"
            methods.append(f"### {title}\n\n{code(title + signature(method))}\n\n{text(method)}")
        else:
            rows.append((name, flat(documented.get(name, ""))))
    yield from methods
    if rows:
        listed = "\n".join(f"| `{name}` | {summary} |" for name, summary in rows)
        yield f"| to read | |\n|---|---|\n{listed}"


def public_names(owner: type) -> list[str]:
    """The public names of a class and its bases of ours, in the order of the source."""
    names: dict[str, None] = {}
    for base in reversed(owner.__mro__):
        if base.__module__.startswith("rollplayer.api"):
            annotated = inspect.get_annotations(base)
            assigned = attribute_texts(base)
            names |= dict.fromkeys([*vars(base), *annotated, *assigned])
    return [name for name in names if not name.startswith("_")]


def attribute_texts(owner: type) -> dict[str, str]:
    """The docstrings of attributes, which Python itself does not keep."""
    texts: dict[str, str] = {}
    for base in owner.__mro__:
        if base.__module__.startswith("rollplayer.api"):
            (body,) = ast.parse(dedent(inspect.getsource(base))).body
            for node in ast.walk(body):
                lines = getattr(node, "body", None)
                for line, below in pairwise(lines if isinstance(lines, list) else []):
                    name, text = attribute_of(line), string_of(below)
                    if name and text:
                        texts.setdefault(name, text)
    return texts


def attribute_of(line: ast.stmt) -> str:
    """The name that a statement sets, of the class or of ``self``."""
    if isinstance(line, ast.Assign | ast.AnnAssign):
        target = line.target if isinstance(line, ast.AnnAssign) else line.targets[0]
        if isinstance(target, ast.Name):
            return target.id
        if isinstance(target, ast.Attribute):
            return target.attr
    return ""


def string_of(line: ast.stmt) -> str:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
        return str(line.value.value)
    return ""


def signature(thing: object) -> str:
    """A signature as a person would write it: without ``self`` and module names."""
    assert callable(thing)
    text = str(inspect.signature(thing))
    text = re.sub(r"\b(?:rollplayer|collections|os|typing)(?:\.\w+)*\.(\w+)", r"\1", text)
    # Types that are quoted in the source; defaults keep their quotes.
    text = re.sub(r"(?<!= )'([\w\[\] |]+)'", r"\1", text)
    return re.sub(r"\(self(?:, )?", "(", text)


def code(signature: str) -> str:
    """A code block; many parameters get a line each."""
    if len(signature) > WIDEST:
        opened, closed = signature.index("("), signature.rindex(")")
        # Commas in brackets belong to a type.
        parameters = re.split(r", (?![^\[]*\])", signature[opened + 1 : closed])
        inner = "".join(f"    {parameter},\n" for parameter in parameters)
        signature = f"{signature[: opened + 1]}\n{inner}{signature[closed:]}"
    return f"```\n{signature}\n```"


def text(thing: object) -> str:
    """A docstring as Markdown, its examples as code that is run in a test."""
    lines: list[str] = []
    in_example = False
    for line in [*(inspect.getdoc(thing) or "").splitlines(), ""]:
        if line.startswith(">>>") and not in_example:
            in_example = True
            lines.append("```python")
        if in_example and not line:
            in_example = False
            # The empty line ends what doctest expects.
            lines += ["", "```"]
        lines.append(line if in_example else line.replace("``", "`"))
    return "\n".join(lines).strip()


def flat(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")
