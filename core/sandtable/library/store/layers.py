"""A scenario that extends another, laid over it; and what of it collides with a base that has changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.rules.options import resolve
from sandtable.engine.state.charts import DesignedChart
from sandtable.engine.state.encoding import plain
from sandtable.library.store.scenario_parts import RowChanges, Rows, ScenarioNote

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument

Bases = Callable[[str], "ScenarioDocument"]
"""Gives the scenario of a key, and raises ``Invalid`` where there is none."""
MISSING: Final = object()


def layers_of(document: ScenarioDocument, bases: Bases) -> list[ScenarioDocument]:
    """Return a scenario, that which it extends, and so on; raises ``Invalid`` for a circle and for one that is gone."""
    found = [document]
    while key := found[-1].extends:
        keys = [one.key for one in found]
        if key in keys:
            raise Invalid(f"scenario {document.key} extends itself: {' → '.join([*keys, key])}: let one of them end it")
        try:
            base = bases(key)
        except Elsewhere:
            raise
        except Invalid as error:
            raise Invalid(f"scenario {found[-1].key} extends {key!r}, which cannot be had: {error}") from error
        if base.game != document.game:
            raise Invalid(f"scenario {found[-1].key} is of {document.game} and extends {key}, which is of {base.game}")
        found.append(base)
    return found


def laid(
    document: ScenarioDocument,
    bases: Bases,
    presets: Callable[[], Mapping[str, Preset]],
    family: InstalledGame | None = None,
) -> ScenarioDocument:
    """Return a scenario with all that it extends under it and its preset worked out: what is played.

    Raises ``Invalid`` for a circle, a base or a preset that is gone, and one that was written for other data.
    """
    if not (document.extends or document.preset or document.off):
        return document
    found, *over = reversed(layers_of(document, bases))
    if family is not None and over:
        found = found.upgrade(family)
    for layer in over:
        found = layer_over(layer if family is None else layer.upgrade(family), found)
    return _with_preset(found, presets) if found.preset or found.off else found


def layer_over(layer: ScenarioDocument, base: ScenarioDocument) -> ScenarioDocument:
    """Return a scenario laid over the one that it extends, which extends none."""
    notes = {one.id: one for one in (*base.notes, *layer.notes)}
    on = dict.fromkeys((*(one for one in base.options if one not in layer.off), *layer.options))
    parameters = {key: dict(given) for key, given in base.parameters.items()}
    for key, given in layer.parameters.items():
        parameters[key] = {**parameters.get(key, {}), **given}
    return replace(
        layer,
        says=layer.says or base.says,
        map=layer.map or base.map,
        revision=layer.revision if layer.map else base.revision,
        rows=_rows_over(layer, base.rows),
        setting={**base.setting, **layer.setting},
        options=tuple(on),
        parameters=parameters,
        grants=tuple(dict.fromkeys((*base.grants, *layer.grants))),
        dates=layer.dates or base.dates,
        notes=tuple(notes.values()),
        pictures=_shown({**base.pictures, **layer.pictures}, notes.values()),
        preset=layer.preset or base.preset,
        off=tuple(dict.fromkeys((*(one for one in base.off if one not in layer.options), *layer.off))),
        extends="",
        base="",
        over=RowChanges(),
    )


def _shown(pictures: dict[str, bytes], notes: Iterable[ScenarioNote]) -> dict[str, bytes]:
    """Return the pictures that notes show."""
    shown = {one.shown for note in notes for one in note.pictures}
    return {name: content for name, content in sorted(pictures.items()) if name in shown}


def _rows_over(layer: ScenarioDocument, base: Rows) -> Rows:
    rows: Rows = {table: dict(some) for table, some in base.items()}
    for table, ids in layer.over.gone.items():
        for id in ids:
            rows.get(table, {}).pop(id, None)
    for table, some in layer.over.fields.items():
        for id, fields in some.items():
            if id in rows.get(table, {}):
                rows[table][id] = {**rows[table][id], **fields}
    for table, some in layer.rows.items():
        there = rows.setdefault(table, {})
        for id, row in some.items():
            there[id] = _cells_over(row, there[id]) if table == DesignedChart.stored and id in there else row
    for one in layer.over.printed:
        _print_again(rows.get(DesignedChart.stored, {}), one.chart, one.at)
    return {table: some for table, some in rows.items() if some or table in base or table in layer.rows}


def _cells_over(row: dict[str, Any], under: dict[str, Any]) -> dict[str, Any]:
    """Return cells that a designer changed, over those that the base's designer did."""
    cells = {one.keys: one for part in (under, row) for one in msgspec.convert(part, DesignedChart).cells}
    return plain(replace(msgspec.convert(row, DesignedChart), cells=tuple(cells[keys] for keys in sorted(cells))))


def _print_again(charts: dict[str, dict[str, Any]], chart: str, at: tuple[str, ...]) -> None:
    if chart not in charts:
        return
    designed = msgspec.convert(charts[chart], DesignedChart)
    kept = tuple(one for one in designed.cells if one.keys != at)
    if kept:
        charts[chart] = plain(replace(designed, cells=kept))
    else:
        del charts[chart]


def _with_preset(document: ScenarioDocument, presets: Callable[[], Mapping[str, Preset]]) -> ScenarioDocument:
    """Return it with the options of its preset, and those that it switches on and off besides."""
    given: dict[str, dict[str, Any]] = {}
    on: list[str] = []
    if document.preset:
        try:
            chosen = resolve(document.preset, presets())
        except Invalid as error:
            raise Invalid(f"scenario {document.key} begins with a preset that cannot be had: {error}") from error
        on, given = sorted(chosen.on), {key: dict(some) for key, some in chosen.parameters.items()}
    for key, some in document.parameters.items():
        given[key] = {**given.get(key, {}), **some}
    both = tuple(dict.fromkeys((*(one for one in on if one not in document.off), *document.options)))
    return replace(document, options=both, parameters=given, preset="", off=())


# --- a base that has changed ----------------------------------------------------------------------------------------


class Collision(Struct, frozen=True):
    """A row, or a field of it, that an overlay and its base both have changed; what the overlay says counts."""

    table: str
    row: str
    field: str
    words: str


def collisions(layer: ScenarioDocument, base: ScenarioDocument) -> list[Collision]:
    """Return row by row what an overlay says of rows that are other ones in its base now, ``base`` as it is laid."""
    rows = base.rows
    return [*_of_lost(layer.over), *_of_fields(layer.over, rows), *_of_gone(layer.over, rows), *_of_put(layer, rows)]


def _of_lost(over: RowChanges) -> Iterator[Collision]:
    for table, some in sorted(over.lost.items()):
        for id, said in sorted(some.items()):
            words = (
                f"{table} {id!r} is changed here as an older version of the game wrote it ({said}), which cannot be "
                "brought up: the change counts for nothing; say it anew"
            )
            yield Collision(table, id, "", words)


def _of_fields(over: RowChanges, base: Rows) -> Iterator[Collision]:
    for table, some in sorted(over.fields.items()):
        for id, fields in sorted(some.items()):
            row = base.get(table, {}).get(id)
            if row is None:
                words = f"{table} {id!r} is changed here, but the base has it no more: the change counts for nothing"
                yield Collision(table, id, "", words)
                continue
            was = over.was.get(table, {}).get(id, {})
            for field, ours in sorted(fields.items()):
                now, then = row.get(field, MISSING), was.get(field, MISSING)
                if now != then and now != ours:
                    words = (
                        f"{table} {id!r}: its {field} was {_word(then)} when it was changed to {_word(ours)}, and "
                        f"the base has {_word(now)} now: {_word(ours)} counts"
                    )
                    yield Collision(table, id, field, words)


def _of_gone(over: RowChanges, base: Rows) -> Iterator[Collision]:
    for table, ids in sorted(over.gone.items()):
        for id in ids:
            row, was = base.get(table, {}).get(id), over.was.get(table, {}).get(id)
            if row is not None and was is not None and row != was:
                changed = ", ".join(sorted(name for name in {*row, *was} if row.get(name) != was.get(name)))
                words = (
                    f"{table} {id!r} is removed here, and the base has changed it since ({changed}): it stays removed"
                )
                yield Collision(table, id, "", words)


def _of_put(layer: ScenarioDocument, base: Rows) -> Iterator[Collision]:
    for table, some in sorted(layer.rows.items()):
        for id, ours in sorted(some.items()):
            there, was = base.get(table, {}).get(id), layer.over.was.get(table, {}).get(id)
            if table == DesignedChart.stored or there is None or there in (was, ours):
                continue
            if was is None:
                words = f"{table} {id!r} is new here, and the base has one of that id now: the one here counts"
            else:
                words = (
                    f"{table} {id!r} stands here in place of one that the base has changed since: the one here counts"
                )
            yield Collision(table, id, "", words)


def _word(value: object) -> str:
    return "its default" if value is MISSING else "nothing" if value is None else str(value)


def looked_over(layer: ScenarioDocument, base: ScenarioDocument, digest: str) -> ScenarioDocument:
    """Return an overlay that says the same of its base as it is now; what counted for nothing is taken out.

    ``base`` is laid, ``digest`` that of the scenario that it names.
    """
    rows = base.rows
    fields = {
        table: kept
        for table, some in layer.over.fields.items()
        if (kept := {id: one for id, one in some.items() if id in rows.get(table, {})})
    }
    gone = {
        table: still
        for table, ids in layer.over.gone.items()
        if (still := tuple(id for id in ids if id in rows.get(table, {})))
    }
    was: Rows = {}
    for table, some in fields.items():
        for id, one in some.items():
            there = {name: rows[table][id][name] for name in one if name in rows[table][id]}
            if there:
                was.setdefault(table, {})[id] = there
    for table, ids in (*gone.items(), *((table, tuple(some)) for table, some in layer.rows.items())):
        for id in ids:
            if table != DesignedChart.stored and id in rows.get(table, {}):
                was.setdefault(table, {})[id] = rows[table][id]
    seen = replace(layer, base=digest, over=RowChanges(fields, gone, layer.over.printed, was))
    return seen if seen != layer else layer
