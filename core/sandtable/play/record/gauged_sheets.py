"""Sheets of what is being fought, with bars for what only its course tells: what each party began with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.present import Panel, Sheet, SheetEntry

if TYPE_CHECKING:
    from sandtable.play.record.story import Story
    from sandtable.present import Gauge


def with_bars(panels: Iterable[Panel], story: Story) -> list[Panel]:
    """Return the panels with bars in the sheets of a contest that is being fought, one sheet for each party in turn.

    A line that has a bar of its own keeps it; what a party has left of something that no line tells comes first.
    """
    parties, found = iter(story.contest.parties), list[Panel]()
    for panel in panels:
        party = next(parties, "") if isinstance(panel, Sheet) and panel.group else ""
        own = [gauge for gauge in story.left if gauge.party == party]
        found.append(_with_bars(panel, own) if isinstance(panel, Sheet) and own else panel)
    return found


def _with_bars(sheet: Sheet, gauges: list[Gauge]) -> Sheet:
    told = {gauge.title: gauge for gauge in gauges}
    entries = [_with_bar(entry, told.pop(entry.title, None)) for entry in sheet.entries]
    more = [SheetEntry(title=one.title, value=one.in_words, bar=(one.value, one.full)) for one in told.values()]
    return replace(sheet, entries=(*more, *entries))


def _with_bar(entry: SheetEntry, gauge: Gauge | None) -> SheetEntry:
    if gauge is None or entry.bar is not None:
        return entry
    return replace(entry, value=gauge.in_words, bar=(gauge.value, gauge.full))
