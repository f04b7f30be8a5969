"""The one tree of errors: *invalid* data, an *illegal* action, a *broken* module."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches


class Remedy:
    """Something that can be done about an error. ``says`` is plain words for it, with ``{names}`` of its facts.

    Whoever has a way of its own to it, a flag or a button, finds that by the class and offers it instead.
    """

    says: str = ""

    def __init__(self, **facts: object) -> None:
        self.facts = facts

    def __str__(self) -> str:
        return self.in_words(self.says)

    def in_words(self, says: str) -> str:
        """Fill the facts into words for it."""
        return says.format_map(self.facts)


class SandtableError(Exception):
    """Anything the program reports in one sentence: what, where, what to do, in words that are fit to be shown."""

    def __init__(self, *says: object, remedy: Remedy | None = None) -> None:
        super().__init__(*says)
        self.remedy = remedy

    def __str__(self) -> str:
        return self.with_advice("" if self.remedy is None else str(self.remedy))

    def with_advice(self, advice: str) -> str:
        """Return what is wrong, and what to do about it in these words."""
        from sandtable.engine.words import fit

        return fit(advise(super().__str__(), advice), lines=True)


def advise(says: str, advice: str) -> str:
    """Return a sentence with what can be done about it, if anything."""
    return f"{says}; {advice}" if advice else says


class Invalid(SandtableError):
    """The data is wrong: a scenario, an option, a chart, a save, a typed command."""


class Elsewhere(Invalid):
    """Sound data that this version cannot read, for another one has written it."""


class MapGone(Invalid):
    """The map that a campaign is played on is not in its file any more: no module has failed."""


class Illegal(SandtableError):
    """A player may not do this now; the message holds every reason with its rule."""


class NeedsAgreement(Illegal):
    """A player may do this when everybody at the table agrees."""


class Stale(Illegal):
    """The answer is to a prompt that is no longer open."""


class Broken(SandtableError):
    """A rules module failed or broke the contract of the engine; the message names module and place.

    ``rules``: the rules that together made what is wrong, where no one module did.
    """

    def __init__(
        self, message: str, module: str = "", *, remedy: Remedy | None = None, rules: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.module, self.rules = module, rules


def _once(names: Iterable[str]) -> list[str]:
    """Return names without those that differ from one before them by capitals and hyphens alone: an id and its name."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(re.sub("[-_ ]+", " ", name).casefold(), name)
    return list(found.values())


def unknown(what: str, name: str, known: Iterable[str], then: str = "", called: Callable[[str], str] = str) -> Invalid:
    """Say that ``name`` is no ``what``, with the nearest names there are; ``called`` gives the name of an id."""
    from sandtable.engine.words import in_a_row

    words, joint = sorted(known), "; "
    near = _once(map(called, get_close_matches(name, words, n=6, cutoff=0.5)))[:3]
    names = list(dict.fromkeys(map(called, words[:20])))
    if near:
        hint, joint = f"did you mean {in_a_row(near, 'or')}?", " "
    elif names:
        there = "there are" if len(names) > 1 else "there is only"
        hint = f"{there} {', '.join(names[:8])}{', ...' if len(names) > 8 or len(words) > 20 else ''}"
    else:
        hint = "there are none"
    return Invalid(f"no {what} is called {name!r}: {hint}{joint + then if then else ''}")
