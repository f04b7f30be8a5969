"""What differs between two libraries: what is new, gone and changed, and what new maps do to the scenarios on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import ChartId
from sandtable.library.diff.differences import Difference, name_with_id
from sandtable.library.diff.effects import effects
from sandtable.library.diff.map_differences import map_changes
from sandtable.library.diff.scenario_differences import chart_changes, preset_changes, scenario_changes

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library

Families = Callable[[str], "InstalledGame | None"]
"""The installed game of a key."""
Section = tuple[str, tuple[Difference, ...]]
"""What document, and what differs in it."""


def library_changes(a: Library, b: Library, family: Families = lambda _: None) -> Iterator[Section]:
    """Yield what differs between two libraries, document by document, and what maps do to scenarios on them."""
    maps = [{info.key: info.title for info in one.maps()} for one in (a, b)]
    yield from _each("map", maps, lambda key: map_changes(a.map(key), b.map(key)))
    scenarios = [{head.key: head.title for head in one.scenarios()} for one in (a, b)]
    yield from _each("scenario", scenarios, lambda key: _scenario(a, b, key, family))
    presets = [{one.key: one.title for one in these.presets()} for these in (a, b)]
    yield from _each("preset", presets, lambda key: preset_changes(a.preset(key), b.preset(key)))
    charts = [{str(one.id): one.title for one in these.charts()} for these in (a, b)]
    yield from _each("chart", charts, lambda key: chart_changes(a.chart(ChartId(key)), b.chart(ChartId(key))))
    house = [{one.key: one for one in these.house_rules()} for these in (a, b)]
    titles = [{key: one.title for key, one in these.items()} for these in house]
    yield from _each("house rule", titles, lambda key: _house_changes(house[0][key], house[1][key]))
    yield from scenario_effects(a, b, family)


def _house_changes(a: HouseRules, b: HouseRules) -> tuple[Difference, ...]:
    """Say which parts of a house rule by form differ."""
    if a == b:
        return ()
    was, now = ({one.id: one for one in these.rule} for these in (a, b))
    words = [f"{id} is new" for id in now if id not in was]
    words += [f"{id} is gone" for id in was if id not in now]
    words += [f"{id} says something else" for id in now if id in was and was[id] != now[id]]
    known = {"title": "title", "says": "description", "parameter": "parameters", "version": "version"}
    words += [f"its {name} changed" for field, name in known.items() if getattr(a, field) != getattr(b, field)]
    told = "; ".join(words) or "what it needs or excludes changed"
    return (Difference("house rule-changed", (a.key,), f"house rule {name_with_id(b.title, b.key)}: {told}"),)


def _scenario(a: Library, b: Library, key: str, family: Families) -> tuple[Difference, ...]:
    was, now = a.scenario(key), b.scenario(key)
    return scenario_changes(was, now, family(now.game), maps_under(now, (a, b)) if was != now else ())


def maps_under(scenario: ScenarioDocument, libraries: Iterable[Library]) -> list[Map]:
    """Return the map that a scenario lies on as libraries have it, for the names of its places; damaged ones not."""
    found: list[Map] = []
    for one in libraries:
        with suppress(Invalid):
            found.append(one.map(scenario.map))
    return found


def _each(
    kind: str, titles: list[dict[str, str]], changes: Callable[[str], tuple[Difference, ...]]
) -> Iterator[Section]:
    a, b = titles
    for key in sorted({*a, *b}):
        if key not in a:
            yield f"{kind} {key}", (Difference(f"{kind}-added", (key,), f"{kind} {name_with_id(b[key], key)} is new"),)
        elif key not in b:
            yield f"{kind} {key}", (Difference(f"{kind}-gone", (key,), f"{kind} {name_with_id(a[key], key)} is gone"),)
        elif found := changes(key):
            yield f"{kind} {key}", found


def scenario_effects(a: Library, b: Library, family: Families, on: str = "") -> Iterator[Section]:
    """Yield what the maps of ``b`` (only ``on``) do to scenarios on those of ``a``.

    A scenario that is in ``b`` too counts as it is there, and not at all when it was looked over on the new map.
    """
    both = {info.key for info in a.maps()} & {info.key for info in b.maps()}
    newer = {head.key: head for head in b.scenarios()}
    sheets: dict[str, tuple[Map, Map]] = {}
    for head in a.scenarios():
        if head.map not in both or on not in ("", head.map):
            continue
        was, now = sheets.setdefault(head.map, (a.map(head.map), b.map(head.map)))
        if was == now or (head.key in newer and newer[head.key].revision == now.digest):
            continue
        document = (b if head.key in newer else a).scenario(head.key)
        if touched := effects(was, now, document, family(document.game)):
            yield f"scenario {head.key} on the new map {head.map}", touched
