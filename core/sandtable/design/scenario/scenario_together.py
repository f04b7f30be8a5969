"""Several edits of a scenario that are one: what one dialog does is done, and taken back, as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from msgspec import Raw

from sandtable.design.raw_edits import done_in_turn, raw_edits, read_edit
from sandtable.design.scenario.scenario_edits import ScenarioEdit

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument


class ChangeTogether(ScenarioEdit, frozen=True):
    """Do several edits, one after the other, or none of them; ``title`` is what the history calls it."""

    edits: tuple[Raw, ...]
    title: str

    @classmethod
    def of(cls, edits: Sequence[ScenarioEdit], title: str) -> Self:
        """Return edits as one."""
        return cls(raw_edits(edits), title)

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        def do(edit: ScenarioEdit, begun: DesignedScenario) -> DesignedScenario:
            return begun.with_document(edit.change(begun, notes))

        return done_in_turn(self.edits, self.title, _read, do, design).document

    def says(self, design: DesignedScenario) -> str:
        return self.title


def _read(raw: Raw, what: str) -> ScenarioEdit:
    return read_edit(raw, what, ScenarioEdit, ChangeTogether)
