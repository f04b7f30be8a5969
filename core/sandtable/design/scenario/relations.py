"""Wars and alliances as a matrix: what holds between two parties, and the edits after which something else does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sandtable.design.scenario.row_changes import kind_of
from sandtable.design.scenario.row_edits import AddRow, ChangeRows, RemoveRows
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import join_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.present.set_up_forms import Relation


def parties_of(design: DesignedScenario, relation: Relation) -> list[str]:
    """Return who can be related, in order of ids."""
    kind_of(design, relation.parties)
    return sorted(design.ids(relation.parties))


def between(design: DesignedScenario, relations: Iterable[Relation], one: str, other: str) -> tuple[str, ...]:
    """Return the keys of the relations that hold between two parties."""
    return tuple(relation.key for relation in relations if _holds(design, relation, one, other))


def relate(
    design: DesignedScenario, relations: Sequence[Relation], one: str, other: str, keys: Collection[str]
) -> list[ScenarioEdit]:
    """Return the edits after which these relations hold between two parties, and no other.

    Raises ``Invalid`` for a party and itself, and where a row names more than the two.
    """
    if one == other:
        raise Invalid(f"{one} cannot stand to itself in any way: choose two")
    edits: list[ScenarioEdit] = []
    for relation in relations:
        holds, wanted = _holds(design, relation, one, other), relation.key in keys
        if wanted and not holds:
            edits += _begin(design, relation, one, other)
        elif holds and not wanted:
            edits += _end(design, relation, one, other)
    return edits


def with_relation(relations: Iterable[Relation], holding: Collection[str], key: str) -> tuple[str, ...]:
    """Return what holds once a relation begins, or, where it holds, ends: what it cannot stand beside ends."""
    by_key = {one.key: one for one in relations}
    if key in holding:
        return tuple(one for one in holding if one != key)
    stays = [one for one in holding if one not in by_key[key].ends and key not in by_key[one].ends]
    return tuple(one for one in by_key if one in (*stays, key))


def _holds(design: DesignedScenario, relation: Relation, one: str, other: str) -> bool:
    if relation.table == relation.parties:
        return other in _named(design, relation, one) or one in _named(design, relation, other)
    return bool(_rows(design, relation, one, other))


def _named(design: DesignedScenario, relation: Relation, id: str) -> list[str]:
    """Return whom a row names in the field of a relation."""
    found: Any = (design.row(relation.table, id) or {}).get(relation.field, ())
    return list(cast("Iterable[str]", found)) if isinstance(found, list | tuple) else []


def _rows(design: DesignedScenario, relation: Relation, one: str, other: str) -> list[str]:
    wanted = {one, other}
    return [id for id in sorted(design.ids(relation.table)) if wanted <= {*_named(design, relation, id)}]


def _begin(design: DesignedScenario, relation: Relation, one: str, other: str) -> list[ScenarioEdit]:
    if relation.table == relation.parties:
        return [
            ChangeRows(relation.table, (id,), {relation.field: sorted({*_named(design, relation, id), whom})})
            for id, whom in ((one, other), (other, one))
            if whom not in _named(design, relation, id)
        ]
    pair = sorted((one, other))
    id, number = relation.ids.format(*pair), 2
    while id in design.ids(relation.table):
        id, number = f"{relation.ids.format(*pair)} {number}", number + 1
    return [AddRow(relation.table, id, {relation.field: pair})]


def _end(design: DesignedScenario, relation: Relation, one: str, other: str) -> list[ScenarioEdit]:
    if relation.table == relation.parties:
        return [
            ChangeRows(relation.table, (id,), {relation.field: [x for x in _named(design, relation, id) if x != whom]})
            for id, whom in ((one, other), (other, one))
            if whom in _named(design, relation, id)
        ]
    ids = _rows(design, relation, one, other)
    for id in ids:
        if len(named := {*_named(design, relation, id)}) > 2:
            who = join_names(sorted(named), last="and")
            raise Invalid(f"{relation.table} {id} is of {who} together: change it in its table")
    return [RemoveRows(relation.table, tuple(ids))]
