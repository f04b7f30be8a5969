"""All checks of a scenario, one after the other; and as one works on it, again of what an edit has touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.design.swaps import swaps
from sandtable.engine.errors import Broken, Elsewhere, Invalid
from sandtable.library.store.shelf import Shelf
from sandtable.lint import binding, charts, choices, ground, layers, rows, set_up
from sandtable.lint.draft import Draft, RowName
from sandtable.lint.findings import Place
from sandtable.lint.scenario_looking import EditedScenario, ScenarioCheck
from sandtable.lint.set_up import SetUp

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding
    from sandtable.lint.looking_again import Found, FoundBy

CHECKS: Final[tuple[ScenarioCheck, ...]] = (
    *binding.CHECKS, *ground.CHECKS, *rows.CHECKS, *choices.CHECKS, *charts.CHECKS, *set_up.CHECKS,
)  # fmt: skip

GROUND: Final = ("key", "game", "map", "setting", "extends")
"""Fields of a scenario on which whatever is found rests."""
RULES: Final = ("preset", "options", "off", "parameters", "grants")
"""Fields that say what is in force."""


def check_scenario(
    document: ScenarioDocument,
    sheet: Map | None,
    family: InstalledGame | None,
    old: Map | None = None,
    shelf: Shelf | None = None,
) -> list[Finding[ScenarioDocument]]:
    """Return all that is wrong with a scenario, the worst first.

    ``sheet`` is the map it names, ``None`` when it names none or there is none; ``family`` its game, ``None`` when
    that is not there; ``old`` the revision of the map that it was last looked over on, if that is another; ``shelf``
    is where what it extends and its preset are. Rows of the base are looked at with its own; a fix changes its own.
    """
    return ScenarioLint.of(document, sheet, family, old, shelf).findings


class _With(NamedTuple):
    """What a scenario is checked with: see ``check_scenario``."""

    sheet: Map | None
    family: InstalledGame | None
    old: Map | None
    shelf: Shelf | None
    newer: Map | None


class _Looked(NamedTuple):
    """What was found of a scenario laid over what it extends, by check; and of that set up by its rules."""

    draft: Draft
    kept: tuple[FoundBy[ScenarioDocument], ...]
    set_up: SetUp

    @property
    def findings(self) -> Iterable[Finding[ScenarioDocument]]:
        yield from (one for kept in self.kept for these in kept.values() for one in these)
        yield from self.set_up.findings


class ScenarioLint:
    """What is wrong with a scenario that is worked on; never changed, ``after`` returns that of the edited one."""

    def __init__(
        self, document: ScenarioDocument, given: _With, layers: Found[ScenarioDocument], looked: _Looked | None
    ) -> None:
        """Take what was found; nothing was ``looked`` at where what the scenario builds on is gone."""
        self.document = document
        self._given, self._layers, self._looked = given, layers, looked

    @classmethod
    def of(
        cls,
        document: ScenarioDocument,
        sheet: Map | None,
        family: InstalledGame | None,
        old: Map | None = None,
        shelf: Shelf | None = None,
        newer: Map | None = None,
    ) -> ScenarioLint:
        """Look at everything; ``newer`` is the map as it is now, where ``sheet`` is that which it is bound to."""
        if family is not None and shelf is None:
            shelf = Shelf(family)
        given = _With(sheet, family, old, shelf, newer)
        on_layers, laid = _on_layers(document, given)
        return cls(document, given, on_layers, _look_at_all(Draft(laid, sheet, family, old, newer)) if laid else None)

    def after(self, document: ScenarioDocument) -> ScenarioLint:
        """Look again at what is another now than it was in the scenario; finds what ``of`` finds."""
        if self._looked is None or not self._has(document, GROUND):
            return ScenarioLint.of(document, *self._given)
        on_layers, laid = _on_layers(document, self._given)
        looked = _look_again(self._looked, laid) if laid is not None else None
        return ScenarioLint(document, self._given, on_layers, looked)

    def goes_on_to(self, document: ScenarioDocument, sheet: Map | None) -> bool:
        """Tell whether ``after`` is done at once: on the same map, with the same rules in force."""
        return self._looked is not None and sheet is self._given.sheet and self._has(document, (*GROUND, *RULES))

    def _has(self, document: ScenarioDocument, fields: Iterable[str]) -> bool:
        """Tell whether it is of a scenario with the same fields."""
        return all(getattr(self.document, one) == getattr(document, one) for one in fields)

    @property
    def findings(self) -> list[Finding[ScenarioDocument]]:
        """All that is wrong, the worst first; what is found of a scenario laid over another is not mended in place."""
        found = [*self._looked.findings] if self._looked is not None else []
        if self.document.extends or self.document.preset or self.document.off:
            found = [replace(one, fix=None) for one in found]
        return sorted((*self._layers, *found), key=lambda one: one.rank)


def _on_layers(document: ScenarioDocument, given: _With) -> tuple[Found[ScenarioDocument], ScenarioDocument | None]:
    """Return what is wrong with what it builds on, and the scenario laid over that, as its game has it now."""
    shelf, family = given.shelf, given.family
    found: Found[ScenarioDocument] = ()
    try:
        laid = document if shelf is None else shelf.laid(document)
        found = tuple(layers.check(document, laid, shelf))
        if family is not None and family.system.key == document.game:
            laid = laid.upgrade(family)
    except (Elsewhere, Broken) as error:
        return (*found, rows.ELSEWHERE.finding(Place("scenario", document.key), str(error))), None
    except Invalid as error:
        return tuple(layers.check(document, None, shelf, str(error))), None
    return found, laid


def _look_at_all(draft: Draft) -> _Looked:
    kept = tuple(check.look_at_all(draft) for check in CHECKS)
    return _Looked(draft, kept, SetUp.of(draft, _errors(kept)))


def _look_again(looked: _Looked, laid: ScenarioDocument) -> _Looked:
    """Return what is found of a scenario as it is laid now: what was found of all that nobody touched stands."""
    touched = _touched(looked.draft.document, laid)
    draft = looked.draft.with_document(laid, touched)
    change = EditedScenario(looked.draft, draft, touched)
    both = zip(CHECKS, looked.kept, strict=True)
    kept = tuple(check.look_again(found, draft, check.again(change)) for check, found in both)
    return _Looked(draft, kept, looked.set_up.after(draft, change, _errors(kept)))


def _touched(was: ScenarioDocument, now: ScenarioDocument) -> frozenset[RowName]:
    tables = {*was.rows, *now.rows}
    return frozenset((table, id) for table in tables for id in swaps(was.rows.get(table, {}), now.rows.get(table, {})))


def _errors(kept: Iterable[FoundBy[ScenarioDocument]]) -> int:
    return sum(one.severity == "error" for found in kept for these in found.values() for one in these)
