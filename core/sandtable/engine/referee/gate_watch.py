"""Catching in the act whoever changes a row behind the gate."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sandtable.engine.rules.culprits import culprit, outward

if TYPE_CHECKING:
    from types import FrameType

    from sandtable.engine.failures import Culprit
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.seals import Seals


class GateWatch:
    """While it is entered, whoever changes a row behind the gate is caught as his function ends."""

    def __init__(self, family: InstalledGame, seals: Seals) -> None:
        self._family, self._seals = family, seals
        self.found: Culprit | None = None

    def __enter__(self) -> GateWatch:
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event != "return" or not self._family.brings(str(frame.f_globals.get("__name__", ""))):
            return
        if self.found is None and not self._seals.whole():
            self.found = culprit(self._family, outward(frame))
            sys.setprofile(None)
