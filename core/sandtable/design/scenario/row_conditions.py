"""Which rows of a table a condition is true of: ``side = France and infantry > 10``, ``in andalusia``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sandtable.design.conditions import Condition, ConditionReader, spaces_within
from sandtable.design.scenario.row_changes import kind_of
from sandtable.design.scenario.row_forms import field_named, text_of, value_in
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.row_forms import RowField


def select_rows(design: DesignedScenario, table: str, text: str) -> list[str]:
    """Return the ids of the rows for which a condition is true; raises ``Invalid`` saying where it fails."""
    kind_of(design, table)
    known: dict[str, RowField] = {}

    def facts(id: str, name: str) -> tuple[Any, ...]:
        if name.casefold() == "id":
            return (id,)
        field = known[name] if name in known else known.setdefault(name, field_named(design, table, name))
        return _facts(design, field, value_in(design.row(table, id), field))

    def inside(region: str) -> Condition[str]:
        if design.map is None:
            raise Invalid(f"the scenario lies on no map, so nothing is in {region}")
        there = spaces_within(design.map, region)
        return lambda id: any(one in there for one in _spaces(design, table, id))

    condition = ConditionReader(text, facts, inside).read()
    return [id for id in sorted(design.ids(table)) if condition(id)]


def _facts(design: DesignedScenario, field: RowField, value: Any) -> tuple[Any, ...]:
    """Return what is compared: a place by its id and its name, several values each by itself."""
    if value is None:
        return ()
    parts = list(cast("Iterable[Any]", value)) if field.many and isinstance(value, list | tuple) else [value]
    if field.kind == "number" or field.kind == "yes or no":
        return tuple(parts)
    texts = {str(one): text_of(design, field, [one] if field.many else one) for one in parts}
    return tuple(dict.fromkeys(one for pair in texts.items() for one in pair))


def _spaces(design: DesignedScenario, table: str, id: str) -> frozenset[str]:
    """Return the spaces that a row names, or is."""
    row = design.typed(table, id)
    if row is None:
        return frozenset()
    readers = design.family.schema.spaces[type(row)]
    named = {one for name, read in readers.items() for one in read(getattr(row, name))}
    return frozenset({*named, id})
