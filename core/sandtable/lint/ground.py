"""The ground of a scenario: whether its map has what the game reads, and its setting what the game asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from sandtable.board.maps import RegionId
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.engine.state.rows import Side
from sandtable.lint.registry import code
from sandtable.lint.rows import places_off_map, unknown_sides
from sandtable.lint.scenario_looking import whole

if TYPE_CHECKING:
    from sandtable.engine.rules.ground import Ground, Misfit
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding, Place
    from sandtable.lint.survey import Survey

UNFIT = code("map-unfit", "scenario", "error", "A map that does not have what the game of a scenario reads of it.")
PER_HEX = code("ground-row-per-hex", "scenario", "warning", "A ground that lays out a row for every hex of a map.")
UNSOUND = code("setting-unsound", "scenario", "error", "A setting that is not what the game of a scenario asks for.")


def _check(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the map as the game reads it, then at the setting, then lay the ground out."""
    ground = draft.family.system.ground if draft.family is not None else None
    if ground is None:
        if draft.family is not None and draft.document.setting:
            words = f"{draft.document.game} asks for no setting, and the scenario has one: take it out"
            yield UNSOUND.finding(draft.place(table="setting"), words)
        return
    if draft.map is None or draft.survey is None:
        return
    found: list[Finding[ScenarioDocument]] = []
    found += (UNFIT.finding(_place(draft, one), str(one)) for one in draft.map.misfits(ground.reads))
    found += _setting(draft, ground, draft.survey)
    yield from found
    yield from _rows_per_hex(draft)
    if not found and draft.ground_fault is not None:
        yield UNSOUND.finding(draft.place(table="setting"), str(draft.ground_fault))


def _rows_per_hex(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Name the tables of the ground that have a row for every hex: what never changes is asked of the map."""
    hexes = len(draft.map.hexes.grid) if draft.map is not None and draft.map.hexes is not None else 0
    counts = Counter(
        type(row).stored for row in draft.ground_rows if draft.map is not None and draft.map.has_hex(row.id)
    )
    for table, count in sorted(counts.items()):
        if count == hexes > 1:
            words = (
                f"the game lays out a row of {table} for each of the {hexes:,} hexes: have its rules ask the map for "
                "what never changes, and lay out rows for what play changes alone"
            )
            yield PER_HEX.finding(draft.place(table=table), words)


def _place(draft: Draft, one: Misfit) -> Place:
    if one.of == "region":
        return draft.place(region=one.id, field=one.attribute)
    return draft.place(*((SpaceId(one.id),) if one.id else ()), field=one.attribute)


def _setting(draft: Draft, ground: Ground[Any, Any], survey: Survey) -> Iterator[Finding[ScenarioDocument]]:
    """Look at what the scenario says of its map."""
    try:
        setting = ground.read_setting(draft.document.setting)
    except Invalid as error:
        yield UNSOUND.finding(draft.place(table="setting"), str(error))
        return
    for kind, field, id, words in places_off_map(setting, survey, "the setting"):
        spaces = (SpaceId(id),) if kind is SpaceId else ()
        region = id if kind is RegionId else ""
        yield UNSOUND.finding(draft.place(*spaces, table="setting", field=field, region=region), words)
    for field, words in unknown_sides(setting, draft.ids.get(Side.stored, set[str]()), "the setting"):
        yield UNSOUND.finding(draft.place(table="setting", field=field), words)


CHECKS: Final = (whole(_check, "ids"),)
