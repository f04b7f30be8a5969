"""What a scenario is for: its game, its map, and the revision of the map it was made on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.design.scenario.scenario_edits import BindMap
from sandtable.library.diff import effects
from sandtable.library.files.report_words import count_of
from sandtable.lint.findings import Fix
from sandtable.lint.registry import code
from sandtable.lint.scenario_looking import whole

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding

NO_GAME = code("scenario-game-unknown", "scenario", "error", "The game of a scenario is not installed, or broken.")
NO_MAP = code("scenario-map-unknown", "scenario", "error", "A scenario is for a map that is not there.")
UNBOUND = code(
    "scenario-map-unbound", "scenario", "hint", "A scenario is for a map, but not for a revision of it.",
    "binds it to the map as it is",
)  # fmt: skip
OLD = code(
    "scenario-map-old", "scenario", "warning", "The map has changed since the scenario was last checked.",
    "binds it to the map as it is, when the change touches nothing that the scenario uses; asked for by its code, also "
    "when it does, but takes nothing away",
)  # fmt: skip


LOST: Final = frozenset({"uses-gone", "route-broken", "map-unfit"})
"""What a change of the map takes from a scenario that cannot be played without."""
TOLD: Final = 3
"""So many of the places that a new map touches are told."""


def _check(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Look at what the scenario is bound to."""
    document = draft.document
    if draft.family is None or draft.family.system.key != document.game:
        words = f"the game {document.game!r} is not installed: install it, or see `sandtable plugins` for what is wrong"
        yield NO_GAME.finding(draft.place(), words)
    if not document.map:
        return
    if draft.map is None:
        words = f"the map {document.map!r} is not in the library: put it there, or name another"
        yield NO_MAP.finding(draft.place(), words)
    elif not document.revision:
        says = f"bind {document.key!r} to map {document.map!r} as it is"
        fix = Fix(says, partial(_bind, draft.map.digest), edit=BindMap())
        words = f"the scenario is for map {document.map!r}, but does not say for which revision of it"
        yield UNBOUND.finding(draft.place(), words, fix)
    elif document.revision != draft.map.digest:
        yield _old(draft, draft.old, draft.map)
    elif draft.newer is not None:
        yield _old(draft, draft.map, draft.newer)


def _old(draft: Draft, was: Map | None, now: Map) -> Finding[ScenarioDocument]:
    """Say what has changed since the revision that the scenario is bound to; ``None`` is one that is gone."""
    document, digest = draft.document, now.digest
    says = f"bind {document.key!r} to map {document.map!r} as it is"
    if was is None:
        words = f"the scenario is for revision {document.revision[:8]} of map {document.map!r}, which is gone"
        anew = Fix(says, partial(_bind, digest), deliberate=True, edit=BindMap())
        return OLD.finding(draft.place(), f"{words}: look it over on the map as it is now, and bind it to that", anew)
    words = f"map {document.map!r} has changed since the scenario was last checked"
    touched = effects(was, now, document, draft.family)
    if not touched:
        return OLD.finding(
            draft.place(), f"{words}, but in nothing that it uses", Fix(says, partial(_bind, digest), edit=BindMap())
        )
    told = "; ".join(one.words for one in touched[:TOLD])
    told += f"; and {len(touched) - TOLD} more" if len(touched) > TOLD else ""
    words = f"{words}, which touches it in {count_of(len(touched), 'place')}: {told}"
    fix = (
        None
        if LOST & {one.kind for one in touched}
        else Fix(says, partial(_bind, digest), deliberate=True, edit=BindMap())
    )
    return OLD.finding(draft.place(), f"{words}; it is played on the map as it was", fix)


def _bind(digest: str, document: ScenarioDocument) -> ScenarioDocument:
    return replace(document, revision=digest) if document.revision != digest else document


CHECKS: Final = (whole(_check, "revision", "rows"),)
