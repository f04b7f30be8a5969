"""Answers that are kept for as long as what they rest on stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.engine.state.tracked_tables import Versions


class KeptAnswer:
    """An answer that counts while the tables it rests on stay as they are, and when that was looked at last."""

    __slots__ = ("answer", "rests_on", "version")

    def __init__(self, answer: Any, rests_on: Versions, version: int) -> None:
        self.answer, self.rests_on, self.version = answer, rests_on, version


class Memory:
    """Answers that are kept: of one position, and while some tables stay as they are (see ``KeptAnswer``)."""

    __slots__ = ("_kept", "_passing", "_version", "allowed", "lasting", "likely")

    def __init__(self, kept: type[dict[Any, Any]] = dict) -> None:
        self._kept = kept
        self._version, self._passing = -1, kept()
        self.lasting: dict[Any, Any] = kept()
        self.allowed: tuple[int, Any, Any] | None = None
        """The action that was found legal last: in which version of the position, and what it answers."""
        self.likely: dict[str, Any] = {}
        """What kind of action was legal when a step was looked at last: where to look first; no answer rests on it."""

    def new_cache(self) -> dict[Any, Any]:
        """Return a cache that keeps answers as this memory does."""
        return self._kept()

    def of(self, version: int) -> dict[Any, Any]:
        """Return the answers given in the position of this version; those of another one are forgotten."""
        if self._version != version:
            self._version, self._passing = version, self._kept()
        return self._passing
