"""Strikes: an action by which one piece goes against another and may cost it something, as a contest is shown.

A game whose units fire at each other declares one ``Strike``, and a module of ``StrikeLooks`` that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from sandtable.engine.hooks import hookimpl
from sandtable.engine.rules.rules import RuleModule
from sandtable.engine.words import doing, key_title
from sandtable.present.contests import Contest, Gauge, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sandtable.engine.actions.actions import Action, Game
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import SideId
    from sandtable.present.contests import Course


@dataclass(frozen=True, slots=True)
class Strike:
    """An action ``kind`` whose fields ``by`` and ``at`` name the two rows of a ``table`` that it is about.

    ``number`` is the field that a hit lessens, counted in ``unit``; ``flees`` the one that tells who runs, if any does.
    """

    kind: type[Action]
    table: type[Row]
    by: str
    at: str
    number: str
    unit: str
    flees: str = ""

    def contest(self, action: Action) -> Contest | None:
        """Return what an action of this kind is to whoever is told of it; ``None`` for another."""
        if not isinstance(action, self.kind):
            return None
        by, at = getattr(action, self.by), getattr(action, self.at)
        title = f"{self.kind.__name__}: {by} at {at}"
        return Contest(sequence="", subject="", title=title, parties=(by, at), unit=self.unit)

    def openings(self, game: Game, side: SideId | None) -> Iterator[Contest]:
        """Yield what a side can begin now."""
        for action in game.legal(self.kind, side) if side is not None else ():
            yield replace(cast("Contest", self.contest(action)), opening=action, side=side)

    def outcome(self, game: Game, course: Course) -> Outcome:
        """Return what has come of it: what the one it was meant for has lost, and whether it stands."""
        by, at = course.contest.parties
        before, after = course.before_and_after(self.table, at, game[self.table].get(at))
        lost = self._left(before) - self._left(after)
        if after is None:
            fate = doing(at, "is lost", "are lost")
        elif self._flees(after) and not self._flees(before):
            fate = doing(at, "routs", "rout")
        else:
            fate = doing(at, "is hit", "are hit") if lost else doing(at, "is not hit", "are not hit")
        return Outcome(winner=by if lost else at, losses={by: 0, at: lost}, events=(fate,))

    def gauges(self, game: Game, course: Course) -> Iterator[Gauge]:
        """Yield what both have left."""
        for party in course.contest.parties:
            now = game[self.table].get(party)
            before, _ = course.before_and_after(self.table, party, now)
            left, full = self._left(now), self._left(before)
            yield Gauge(party=party, title=key_title(self.number), value=left, full=max(left, full))

    def _left(self, row: Row | None) -> int:
        return 0 if row is None else int(getattr(row, self.number))

    def _flees(self, row: Row | None) -> bool:
        return bool(self.flees and row is not None and getattr(row, self.flees))


class StrikeLooks(RuleModule):
    """Shows the strikes of a game; subclass it with a key, the strike, and the ``step`` in which it is begun."""

    strike: ClassVar[Strike]
    step: ClassVar[str]

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        return self.strike.openings(game, game.frame.side) if game.frame.step == self.step else ()

    @hookimpl
    def exchange(self, game: Game, action: Action) -> Contest | None:
        return self.strike.contest(action)

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome:
        return self.strike.outcome(game, course)

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        return self.strike.gauges(game, course)
