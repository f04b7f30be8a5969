"""What is done when pieces are dropped on the map: the one thing it means, or what is agreed to there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import SandtableError
from sandtable.play.turn import carrying
from sandtable.play.turn.drop_objections import Drop, drop_title, objection_outside
from sandtable.play.words.objections import Objection

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandtable.engine import Action
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.poses import EndPose, EndPoses
    from sandtable.present import Reach
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.map.aside import AskedAside
    from sandtable_editor.play.turn.action_draft import ActionDraft

LEAVE = "Leave it where it is"


class DroppedOn(Protocol):
    """The map on which pieces are dropped: what it asks at a place, and does."""

    campaign: Campaign
    draft: ActionDraft
    view: MapView
    reaches: AskedAside[Reach]

    def do(self, offer: Offer) -> None:
        """Do an offer that is whole; hold one that is not."""

    def choose(self, answers: Mapping[str, Callable[[], object]], space: SpaceId) -> None:
        """Have one of several things chosen at a place."""

    def open_ring(self, poses: EndPoses, space: SpaceId, do: Callable[[EndPose], object]) -> None:
        """Have one of several poses chosen at a place."""

    def is_beyond(self, reach: Reach, space: str) -> bool:
        """Tell whether a piece cannot go to a space."""
        ...


class Drops:
    """Carries out drops on one map."""

    def __init__(self, board: DroppedOn) -> None:
        self._board, self.campaign = board, board.campaign

    def drop(self, pieces: tuple[str, ...], space: str) -> None:
        """Drop pieces into a space."""
        if self.campaign.turn_state != "asks":
            return
        try:
            self._carry(tuple(pieces), space)
        except SandtableError as error:
            self._board.draft.refuse(Objection.from_words(str(error)))

    def _carry(self, pieces: tuple[str, ...], space: str) -> None:
        """Carry pieces to a space: all in one action where there is one, else one after the other.

        What lies in the stack and goes nowhere now stays where it is.
        """
        draft = self._board.draft
        outside = objection_outside(draft.places, space)
        if outside is not None:
            draft.refuse(outside)
            return
        ways, refused = carrying.ways_to_carry(draft.open, pieces, space, draft.places)
        if not ways and len(pieces) > 1:
            able = [one for one in pieces if any(carrying.taking(draft.open, one, draft.places))]
            self._carry_each(able or [pieces[-1]], space)
        elif not ways:
            draft.refuse(self._not_there(pieces, space, refused))
        else:
            self._do_one(carrying.plain(ways), pieces, space)

    def _do_one(self, ways: list[Offer], pieces: tuple[str, ...], space: str) -> None:
        """Do the one thing that is meant; of several, and of one that nobody goes by without need, ask first."""
        if len(ways) == 1 and not carrying.is_special(ways[0], self._all()):
            self._end(pieces[0], space, ways[0])
        else:
            self._ask(ways, pieces[0], space, partial(self._end, pieces[0], space))

    def _carry_each(self, pieces: list[str], space: str, kind: type[Action] | None = None) -> None:
        """Carry pieces one after the other; where that may mean several kinds of action, one is chosen for all."""
        draft, journal = self._board.draft, self.campaign.referee.journal
        for at, piece in enumerate(pieces):
            before = journal.head
            offers = [offer for offer in draft.open if kind in (None, offer.kind)]
            ways, refused = carrying.ways_to_carry(offers, (piece,), space, draft.places)
            ways = carrying.plain(ways)
            if len(ways) > 1 or (kind is None and ways and carrying.is_special(ways[0], self._all())):
                self._ask(ways, piece, space, partial(self._go_on, pieces[at:], space))
            elif ways:
                self._end(piece, space, ways[0])
            else:
                draft.refuse(self._not_there((piece,), space, refused))
            if self.campaign.turn_state != "asks" or journal.head == before:
                return

    def _go_on(self, pieces: list[str], space: str, way: Offer) -> None:
        """Carry the rest by the kind of action that was chosen."""
        self._carry_each(pieces, space, way.kind)

    def _end(self, piece: str, space: str, way: Offer) -> None:
        """Do it; where it may end in several poses, have one chosen."""
        poses, ending = carrying.ends_there(way, piece, space, self._board.draft.places)
        if len(poses) < 2:
            self._board.do(way)
        else:
            self._board.open_ring(poses, SpaceId(space), lambda pose: self._board.do(ending(pose)))

    def _all(self) -> list[Offer]:
        return [*self._board.draft.open, *self._board.draft.shut]

    def _ask(self, ways: list[Offer], piece: str, space: str, do: Callable[[Offer], None]) -> None:
        """Have one of several chosen, or the one agreed to, at the place where it was dropped."""
        reach = self._board.reaches.at_hand(piece)
        answers: dict[str, Callable[[], object]] = {way.label: partial(do, way) for way in ways}
        if len(ways) == 1:
            cost = reach.price_of(SpaceId(space)) if reach is not None else ""
            answers = {f"{ways[0].label} ({cost})" if cost else ways[0].label: partial(do, ways[0]), LEAVE: bool}
        self._board.choose(answers, SpaceId(space))

    def why_not(self, pieces: tuple[str, ...], space: str) -> Objection | None:
        """Say why pieces cannot be carried to a space, ``None`` where they can."""
        draft = self._board.draft
        ways, refused = carrying.ways_to_carry(draft.open, pieces, space, draft.places)
        return None if ways else self._not_there(pieces, space, refused)

    def _not_there(self, pieces: tuple[str, ...], space: str, refused: list[Objection]) -> Objection:
        """Say why pieces cannot be carried to a space."""
        draft = self._board.draft
        title = drop_title(draft.places, space)
        reach = self._board.reaches.at_hand(pieces[0]) if len(pieces) == 1 else None
        if reach is not None and reach.beyond and self._board.is_beyond(reach, space):
            return carrying.gather_objections(title, [Objection.from_lines((reach.beyond,))])
        drop = self._drop(pieces, space)
        return drop.objection(refused, draft.shut) if drop is not None else Objection(title)

    def _drop(self, pieces: tuple[str, ...], space: str) -> Drop | None:
        """Return what was put down where, ``None`` while nobody is asked."""
        view, ask = self.campaign.view, self.campaign.ask
        if view is None or ask is None:
            return None
        called = ", ".join(one.title for one in self._board.view.counters.all() if one.piece in pieces)
        return Drop(view, ask, self._board.draft.places, pieces, called, space)
