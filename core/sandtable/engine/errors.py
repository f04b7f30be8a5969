"""The one tree of errors: *invalid* data, an *illegal* action, a *broken* module."""

from collections.abc import Iterable
from difflib import get_close_matches


class SandtableError(Exception):
    """Anything the program reports in one sentence: what, where, what to do, in words that are fit to be shown."""

    def __str__(self) -> str:
        from sandtable.engine.words import fit

        return fit(super().__str__(), lines=True)


class Invalid(SandtableError):
    """The data is wrong: a scenario, an option, a chart, a save, a typed command."""


class Elsewhere(Invalid):
    """Sound data that this version cannot read, for another one has written it."""


class Illegal(SandtableError):
    """A player may not do this now; the message holds every reason with its rule."""


class Stale(Illegal):
    """The answer is to a prompt that is no longer open."""


class Broken(SandtableError):
    """A rules module failed or broke the contract of the engine; the message names module and place."""

    def __init__(self, message: str, module: str = "") -> None:
        super().__init__(message)
        self.module = module


def unknown(what: str, name: str, known: Iterable[str], then: str = "") -> Invalid:
    """Say that ``name`` is no ``what``, with the nearest names there are."""
    names = sorted(known)
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif names:
        hint = f"there is {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}"
    else:
        hint = "there is none"
    return Invalid(f"no {what} is called {name!r}: {hint}{'; ' + then if then else ''}")
