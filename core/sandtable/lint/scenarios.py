"""All checks of a scenario, one after the other."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Elsewhere
from sandtable.lint import binding, charts, choices, ground, rows, set_up
from sandtable.lint.draft import Draft
from sandtable.lint.findings import Place

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding


def check_scenario(
    document: ScenarioDocument, sheet: Map | None, family: InstalledGame | None, old: Map | None = None
) -> list[Finding[ScenarioDocument]]:
    """Return all that is wrong with a scenario, the worst first.

    ``sheet`` is the map it names, ``None`` when it names none or there is none; ``family`` its game, ``None`` when
    that is not there; ``old`` the revision of the map that it was last looked over on, if that is another.
    """
    try:
        if family is not None and family.system.key == document.game:
            document = document.upgrade(family)
    except (Elsewhere, Broken) as error:
        return [rows.ELSEWHERE.finding(Place("scenario", document.key), str(error))]
    draft = Draft(document, sheet, family, old)
    found = list(chain.from_iterable(part.check(draft) for part in (binding, ground, rows, choices, charts)))
    found += set_up.check(draft, sum(one.severity == "error" for one in found))
    return sorted(found, key=lambda one: one.rank)
