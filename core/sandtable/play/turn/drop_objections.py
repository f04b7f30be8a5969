"""Why pieces cannot be put down in a space: outside the scenario, by a rule, in this step, or by this side."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.engine.errors import SandtableError
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.rows import Side, SideId
from sandtable.engine.words import sentence
from sandtable.play.turn.carrying import gather_objections, leads_over_the_map, ways_to_carry, with_pieces
from sandtable.play.words.objections import Objection, Reason, no_way_title, of_refusals
from sandtable.play.words.where import step_title
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.places import Places

FEW: Final = 2
"""So many steps are named in which a piece can be moved."""


def objection_outside(game: RunningGame, places: Places, space: str) -> Objection | None:
    """Say that a space is none of those that the scenario is played in, ``None`` where it is one."""
    if not places.is_space(space) or places.is_in_play(space):
        return None
    name = places.name(space)
    refusal = game.hooks(CoreHooks).out_of_play(game, name)
    return of_refusals(no_way_title(name), [refusal]) if refusal is not None else None


@dataclass(frozen=True)
class Drop:
    """Pieces (called ``called``) that were put down in a space, in a game as the side that is asked sees it."""

    game: RunningGame
    ask: Ask
    places: Places
    pieces: Sequence[str]
    called: str
    space: str

    def objection(self, refused: Sequence[Objection], shut: Sequence[Offer]) -> Objection:
        """Say why nothing that is open (``refused`` stands against it) or ``shut`` takes the pieces to the space."""
        against = [*refused, *ways_to_carry(shut, self.pieces, self.space, self.places)[1]]
        title = no_way_title(self.places.name(self.space))
        if (found := gather_objections(title, against)).reasons:
            return found
        return Objection(title, (self._elsewhen() or self._of_another() or self._never(),))

    def _elsewhen(self) -> Reason | None:
        """Say in which steps the side that is asked could move the pieces."""
        steps = [step_title(self.game, step) for step in islice(self._steps_for(self.ask.side), FEW)]
        if not steps:
            return None
        return Reason(sentence(f"{self.called} can be moved in {' or '.join(steps)}"), cure=self._first())

    def _first(self) -> str:
        """Say what comes before any other step."""
        asked = sentence(self.ask.why or "the open question")
        in_step = self.ask.why == step_title(self.game, self.game.frame.step)
        return f"finish {asked} first" if in_step else f"answer the question first: {asked}"

    def _of_another(self) -> Reason | None:
        """Say whose the pieces are, where another side could move them."""
        others = [side.id for side in self.game[Side] if side.id != self.ask.side]
        owner = next((side for side in others if next(self._steps_for(side), "")), None)
        if owner is None:
            return None
        owned, asked = side_title(self.game, owner), side_title(self.game, self.ask.side)
        return Reason(sentence(f"{self.called} is moved by {owned}, and now {asked} is asked"))

    def _never(self) -> Reason:
        says = f"no action takes {self.called} to {self.places.name(self.space)} now"
        return Reason(sentence(says), cure="choose another place, or an action from the list")

    def _steps_for(self, side: str) -> Iterator[str]:
        """Go through the steps with an action by which a side could move the pieces over the map."""
        ask = self.ask if side == self.ask.side else replace(self.ask, side=SideId(side))
        for step, kinds in self.game.rulebook.actions.items():
            if any(self._moves(ask, kind) for kind in kinds):
                yield step

    def _moves(self, ask: Ask, kind: type[Action]) -> bool:
        try:
            held = with_pieces(Offer(self.game, ask, kind), self.pieces, self.places)
            return held is not None and leads_over_the_map(held, self.places)
        except (SandtableError, LookupError):  # rules need not bear a question that is not put
            return False
