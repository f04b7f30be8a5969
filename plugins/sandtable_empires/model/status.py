"""The political status of the powers: where each stands on the display (3.5, 10.5)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.engine import Row, SideId


class PoliticalStatus(Row, frozen=True):
    """Where a power began on the political status display, and how far it has moved since: to the right above 0."""

    id: SideId
    start: Annotated[int, Meta(ge=1, title="Box at the start", description="boxes count from the left")]
    moved: Annotated[int, Meta(title="Boxes moved since")] = 0
    must_sue: Annotated[bool, Meta(title="Must sue for peace")] = False

    @property
    def box(self) -> int:
        """The box in which it stands now."""
        return self.start + self.moved
