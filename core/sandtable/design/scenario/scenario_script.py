"""Edits of scenarios as lines of JSON: what the command line takes, and what a history is copied out as."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from sandtable.design.scenario import row_edits, scenario_edits
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.design.scenario.scenario_together import ChangeTogether
from sandtable.design.scenario.taking_over import PutRows
from sandtable.design.script import decode_edit, lines_of

EDITS: Final[tuple[type[ScenarioEdit], ...]] = (
    row_edits.AddRow, row_edits.ChangeRows, row_edits.CopyRow, row_edits.RenameRow, row_edits.RemoveRows,
    row_edits.SetCell, row_edits.PrintCell,
    scenario_edits.SetScenario, scenario_edits.SetDates, scenario_edits.WriteNote, scenario_edits.RemoveNote,
    scenario_edits.SetSetting, scenario_edits.SwitchOptions, scenario_edits.SetParameters, scenario_edits.BeginWith,
    scenario_edits.BindMap, scenario_edits.LookOver,
    PutRows, ChangeTogether,
)  # fmt: skip
"""Everything that can be done to a scenario, as the reference shows it."""

_decoders: Final = {kind.__name__: msgspec.json.Decoder(kind) for kind in EDITS}
_encode: Final = msgspec.json.Encoder().encode


def read_edit(text: str | bytes, where: str = "the edit") -> ScenarioEdit:
    """Read one edit; raises ``Invalid`` saying what in it is none, and where that stands."""
    return decode_edit(text, where, _decoders, "ChangeRows")


def read_script(text: str, what: str) -> Iterator[ScenarioEdit]:
    """Read a script, an edit in a line; empty lines and those that begin with # are passed over."""
    return (read_edit(line, where) for line, where in lines_of(text, what))


def write_edit(edit: ScenarioEdit) -> str:
    """Return an edit as a line."""
    return _encode(edit).decode()
