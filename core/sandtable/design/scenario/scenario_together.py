"""Several edits of a scenario that are one: what one dialog does is done, and taken back, as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import msgspec
from msgspec import Raw

from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.errors import Invalid, unknown

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
        return cls(tuple(Raw(msgspec.json.encode(one)) for one in edits), title)

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        if not self.edits or not self.title.strip():
            raise Invalid("nothing is to be done together: give edits, and a title for them")
        for number, raw in enumerate(self.edits, 1):
            what = f"edit {number} of {self.title!r}"
            edit = _read(raw, what)
            try:
                design = design.with_document(edit.change(design, notes))
            except Invalid as error:
                raise Invalid(f"{what} cannot be done: {error}") from error
        return design.document

    def says(self, design: DesignedScenario) -> str:
        return self.title


class _Head(msgspec.Struct):
    edit: str


def _read(raw: Raw, what: str) -> ScenarioEdit:
    """Read one of them; whatever kinds there are have been loaded by whoever has read or made this."""
    kinds = {kind.__name__: kind for kind in ScenarioEdit.__subclasses__() if kind is not ChangeTogether}
    try:
        name = msgspec.json.decode(raw, type=_Head).edit
        if name not in kinds:
            raise unknown("edit", name, kinds, f"it stands in {what}")
        return msgspec.json.decode(raw, type=kinds[name])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f"{what} is not an edit ({error}): see what edits take in docs/edits.md") from error
