"""What most likely mends a failure of a rule: said behind it, for who has written the rule."""

from __future__ import annotations

from typing import Any, Final

NEVER_CHANGES: Final = "rows never change: write game.change(row, ...), game.put(row) or game.remove(row)"
NOT_YET: Final = "what is asked or thrown is there only when it has been awaited: write `await` before it"
COPIED: Final = "a row or part is not a dataclass: copy it with msgspec.structs.replace(it, field=...)"


def what_mends(error: BaseException, code: object) -> str:
    """Return what mends a failure in the code of a rule, to be put behind it; empty where nothing is known."""
    hint = _of_the_language(error) or _of_a_field_to_come(error, code)
    return f"; {hint}" if hint else ""


def _of_the_language(error: BaseException) -> str:
    """Say what is meant by an error of Python's own: a row is written, or a coroutine is taken for its answer, say."""
    if not isinstance(error, AttributeError | TypeError) or not all(isinstance(one, str) for one in error.args):
        return ""
    text = " ".join(error.args)
    if "immutable type" in text or "__setattr__" in text or "RowTable" in text:
        return NEVER_CHANGES
    if "dataclass instance" in text:
        return COPIED
    return NOT_YET if "coroutine" in text or "Awaited" in text else ""


def _of_a_field_to_come(error: BaseException, code: object) -> str:
    """Say which fields of an action a refusal has to name, if it looks at more than it has named."""
    looks_at: tuple[str, ...] = getattr(code, "looks_at", ())
    listens, kind = getattr(getattr(code, "function", None), "slot", None) or ("", None)
    act = _argument(error, "act") if looks_at and listens == "refuses" else None
    if act is None or not isinstance(kind, type):
        return ""
    fields: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    to_come = [name for name in fields if name not in looks_at and getattr(act, name, None) is None]
    if not to_come:
        return ""
    before, named = " and ".join(f"`{name}`" for name in to_come), ", ".join(map(repr, (*looks_at, *to_come)))
    filled = "is filled" if len(to_come) == 1 else "are filled"
    return f"it is asked before {before} {filled}: name what it looks at, @refuses({kind.__name__}, {named})"


def _argument(error: BaseException, name: str) -> Any:
    """Return the argument of the first function in a traceback that has one of that name."""
    trace = error.__traceback__
    while trace is not None:
        found = trace.tb_frame.f_locals.get(name)
        if found is not None:
            return found
        trace = trace.tb_next
    return None
