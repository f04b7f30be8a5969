"""What a check of a scenario looks at, one thing after another, and which of those an edit may have changed.

A check that looks at each row is asked again about the rows that were touched, and where it looks at those that a row
names, also about all that may name one that came or went. One that looks at each chart is asked again about charts and
cells that were touched, and of all where other options are in force. One that looks at the whole says which parts it
reads. A check of rows can be one of some tables alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sandtable.engine.state.charts import CHART_ROWS
from sandtable.lint.draft import RowName
from sandtable.lint.looking_again import WHOLE, LintCheck

if TYPE_CHECKING:
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding

ScenarioFindings = Iterable["Finding[ScenarioDocument]"]
ScenarioPart = Literal["revision", "ids", "rows", "options"]
"""A part of a scenario: the map that it is for, which rows there are, what they hold, what is in force."""
CHARTS: Final = frozenset(kind.stored for kind in CHART_ROWS)


class EditedScenario:
    """What has become of a scenario by some edits: it before and after, laid over what it extends, and what differs."""

    def __init__(self, was: Draft, now: Draft, rows: frozenset[RowName]) -> None:
        self.was, self.now, self.rows = was, now, rows

    @cached_property
    def ids(self) -> frozenset[RowName]:
        """The rows that came or went."""
        before, after = self.was.ids, self.now.ids
        return frozenset(
            (table, id) for table, id in self.rows if (id in before.get(table, ())) != (id in after.get(table, ()))
        )

    @cached_property
    def tables(self) -> frozenset[str]:
        """The tables in which a row came or went."""
        return frozenset(table for table, _ in self.ids)

    @cached_property
    def options(self) -> bool:
        """Whether something else is in force."""
        return not self.was.has_choices_of(self.now.document)

    @property
    def revision(self) -> bool:
        """Whether it is for another map, or another revision of it."""
        was, now = self.was.document, self.now.document
        return (was.map, was.revision) != (now.map, now.revision)

    def reads(self, *parts: ScenarioPart) -> bool:
        """Tell whether one of these parts has changed."""
        return any(getattr(self, part) for part in parts)


ScenarioCheck: TypeAlias = "LintCheck[Draft, EditedScenario, ScenarioDocument]"


def each_row(look: Callable[[Draft, RowName], ScenarioFindings], *, and_named: bool = False) -> ScenarioCheck:
    """Return the check that looks at every row; ``and_named``: and whether the rows that it names are there."""

    def again(change: EditedScenario) -> Iterable[RowName]:
        if not and_named or not change.tables:
            return change.rows
        return change.rows.union(_naming(change.now, change.tables))

    return LintCheck(lambda draft: draft.names, look, again, _has)


def each_row_of(kinds: Iterable[type[Row]], look: Callable[[Draft, RowName], ScenarioFindings]) -> ScenarioCheck:
    """Return the check that looks at every row of some tables, and at what is in force."""
    tables = frozenset(kind.stored for kind in kinds)

    def everything(draft: Draft) -> list[RowName]:
        return [name for name in draft.names if name[0] in tables]

    def again(change: EditedScenario) -> Iterable[RowName]:
        touched = [name for name in change.rows if name[0] in tables]
        return [*everything(change.now), *touched] if change.options else touched

    return LintCheck(everything, look, again, _has)


def each_chart(
    charts: Callable[[Draft], Iterable[str]], look: Callable[[Draft, str], ScenarioFindings]
) -> ScenarioCheck:
    """Return the check that looks at every chart with its designer's cells, and at what is in force."""

    def again(change: EditedScenario) -> Iterable[str]:
        touched = {id for table, id in change.rows if table in CHARTS}
        return touched.union(charts(change.was), charts(change.now)) if change.options else touched

    return LintCheck(charts, look, again, lambda draft, id: True)


def whole(look: Callable[[Draft], ScenarioFindings], *parts: ScenarioPart) -> ScenarioCheck:
    """Return the check that looks at these parts of a scenario, and at its map and setting, as a whole."""
    return LintCheck(
        lambda _: WHOLE,
        lambda draft, _: look(draft),
        lambda change: WHOLE if change.reads(*parts) else (),
        lambda draft, _: True,
    )


def _naming(draft: Draft, tables: frozenset[str]) -> Iterator[RowName]:
    """Yield the rows that may name one of these tables."""
    if draft.family is None:
        return
    naming = {
        kind.stored
        for kind, references in draft.family.schema.references.items()
        if any(reference.target.stored in tables for reference in references.values())
    }
    yield from (name for name in draft.names if name[0] in naming)


def _has(draft: Draft, name: RowName) -> bool:
    return name[1] in draft.document.rows.get(name[0], {})
