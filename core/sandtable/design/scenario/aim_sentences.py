"""What is fought for, as sentences with fields in them: the parts of each, and the edit that adds a row that lacks."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from sandtable.design.scenario.new_rows import new_row
from sandtable.design.scenario.row_forms import RowField, field_named
from sandtable.engine.state.rows import Side

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.row_edits import AddRow
    from sandtable.present.set_up_forms import AimForm


class AimSentence(NamedTuple):
    """A sentence about one row: words, and fields between them; ``there`` is whether the row is."""

    form: AimForm
    id: str
    parts: tuple[str | RowField, ...]
    there: bool


def aim_sentences(design: DesignedScenario, form: AimForm) -> list[AimSentence]:
    """Return the sentences of a form: of its one row, or of each row, and of each side that has none yet."""
    schema = design.family.schema
    there = design.ids(form.table)
    ids = {form.row} if form.row else set(there)
    if not form.row and schema.kinds[form.table] in schema.companions[Side]:
        ids |= design.ids(Side.stored)
    return [AimSentence(form, id, _parts(design, form, id), id in there) for id in sorted(ids)]


def _parts(design: DesignedScenario, form: AimForm, id: str) -> tuple[str | RowField, ...]:
    found: list[str | RowField] = []
    for words, name, _, _ in Formatter().parse(form.says):
        found += [words] if words else []
        if name == "id":
            found.append(id)
        elif name:
            found.append(field_named(design, form.table, name))
    return tuple(found)


def add_row(design: DesignedScenario, form: AimForm, id: str) -> AddRow:
    """Return the edit that adds the row of a sentence: with what it begins with, else with the least that fits."""
    return new_row(design, form.table, id, form.fields)
