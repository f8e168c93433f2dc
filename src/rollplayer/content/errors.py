"""The error for faulty content packs."""


class ContentError(ValueError):
    """A pack cannot be used; says where, what is wrong and what is allowed."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


def one_of(where: str, value: object, allowed: object) -> ContentError:
    known = ", ".join(str(name) for name in allowed) if hasattr(allowed, "__iter__") else ""
    return ContentError(where, f"{value!r} is not one of: {known}")
