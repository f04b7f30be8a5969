"""All checks of a scenario, one after the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Elsewhere, Invalid
from sandtable.library.store.shelf import Shelf
from sandtable.lint import binding, charts, choices, ground, layers, rows, set_up
from sandtable.lint.draft import Draft
from sandtable.lint.findings import Place

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding


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
    if family is not None and shelf is None:
        shelf = Shelf(family)
    on_layers, laid = _on_layers(document, shelf)
    if laid is None:
        return on_layers
    found = [*on_layers, *_check(laid, sheet, family, old, over=laid is not document)]
    return sorted(found, key=lambda one: one.rank)


def _on_layers(
    document: ScenarioDocument, shelf: Shelf | None
) -> tuple[list[Finding[ScenarioDocument]], ScenarioDocument | None]:
    """Return what is wrong with what it builds on, and the scenario laid over that."""
    if shelf is None:
        return list(layers.check(document, document, None)), document
    try:
        laid = shelf.laid(document)
    except (Elsewhere, Broken) as error:
        return [rows.ELSEWHERE.finding(Place("scenario", document.key), str(error))], None
    except Invalid as error:
        return list(layers.check(document, None, shelf, str(error))), None
    return list(layers.check(document, laid, shelf)), laid


def _check(
    document: ScenarioDocument, sheet: Map | None, family: InstalledGame | None, old: Map | None, *, over: bool
) -> list[Finding[ScenarioDocument]]:
    """Look at a scenario that extends none; what is found of one laid ``over`` another is not mended in place."""
    try:
        if family is not None and family.system.key == document.game:
            document = document.upgrade(family)
    except (Elsewhere, Broken) as error:
        return [rows.ELSEWHERE.finding(Place("scenario", document.key), str(error))]
    draft = Draft(document, sheet, family, old)
    found = list(chain.from_iterable(part.check(draft) for part in (binding, ground, rows, choices, charts)))
    found += set_up.check(draft, sum(one.severity == "error" for one in found))
    return [replace(one, fix=None) if over else one for one in found]
