"""Sentences about units: the verb goes with their number, and with a name that is a plural itself (the Dragoons)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.engine import Game, Refusal, in_a_row
from sandtable_grande_armee.model.units import Unit

IRREGULAR: Final = {"is": "are", "has": "have", "was": "were", "does": "do"}
HISSING: Final = ("shes", "ches", "sses", "xes", "zes")
SINGULAR: Final = ("corps", "ss", "us", "is")
"""How words end that end in an s and are no plural."""


def sentence_of(game: Game, units: str | Sequence[str], predicate: str) -> str:
    """Return a sentence about units; its predicate is given as of one unit: ``is disrupted``, ``marches to Jena``."""
    names = (units,) if isinstance(units, str) else units
    return f"{in_a_row(names)} {of_them(game, names, predicate)}"


def of_them(game: Game, units: str | Sequence[str], predicate: str) -> str:
    """Return what is said of units, its verb as it goes with them: ``are disrupted``, ``march to Jena``."""
    names = (units,) if isinstance(units, str) else units
    verb, space, rest = predicate.partition(" ")
    many = len(names) > 1 or any(is_plural(game, name) for name in names)
    return f"{plural_verb(verb) if many else verb}{space}{rest}"


def verb_of(game: Game, unit: Unit, verb: str) -> str:
    """Return the verb that goes with a unit, also with one that is gone."""
    return plural_verb(verb) if unit.arm(game) != "leader" and sounds_plural(unit.id) else verb


class Said(Struct, frozen=True):
    """What a reason says of a unit; its verb goes with it once the reason is told, for most are never read."""

    unit: str
    predicate: str

    def name_in(self, game: Game) -> str:
        """Return what it says: ``are disrupted``."""
        return of_them(game, self.unit, self.predicate)

    def __str__(self) -> str:
        return self.predicate


def refusal_of(game: Game, unit: str, predicate: str, *, cure: str = "") -> Refusal:
    """Return the reason that something is so of a unit: ``is disrupted``."""
    return Refusal("{unit} {says}", unit=unit, says=Said(unit, predicate), cure=cure)


def plural_verb(verb: str) -> str:
    """Return a verb of one as it is of several: is, are; marches, march; retreats, retreat."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    return verb.removesuffix("es") if verb.endswith(HISSING) else verb.removesuffix("s")


def is_plural(game: Game, name: str) -> bool:
    """Tell whether the name of a unit is a plural: Dragoons, Klein; III Corps, hussars; Drafts of June; no leader's."""
    if not sounds_plural(name):
        return False
    unit = game.row(Unit, name)
    return unit is None or unit.arm(game) != "leader"


@lru_cache(maxsize=1 << 12)
def sounds_plural(name: str) -> bool:
    """Tell whether a name is a plural if troops have it."""
    first, *others = name.split(", ")
    return _ends_in_a_plural(first) or any(part[:1].islower() and _ends_in_a_plural(part) for part in others)


def _ends_in_a_plural(words: str) -> bool:
    """Tell whether the word that the others hang on is a plural: the last before an "of" or an "at"."""
    head = words.partition(" of ")[0].partition(" at ")[0].rpartition(" ")[2].lower()
    return head.endswith("s") and not head.endswith(SINGULAR)
