"""What a click on the map means: a value of what is asked, the next part of a way, a piece to take up, or why not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sandtable.board.spaces import SpaceId
from sandtable.play.turn import carrying
from sandtable.play.turn.entries import WayEntry

if TYPE_CHECKING:
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.landings import Filled, Landing
    from sandtable.play.turn.poses import EndPose, EndPoses
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.choosing import Choosing
    from sandtable_editor.play.map.drops import Drops
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.questions import MapQuestions
    from sandtable_editor.play.map.space_talk import SpaceTalk


class MapClicks:
    """Does what clicks on one map mean, as soon as it is known; until then nothing is done."""

    def __init__(
        self, view: MapView, hand: HandOnMap, questions: MapQuestions, talk: SpaceTalk, choosing: Choosing, drops: Drops
    ) -> None:
        self.view, self.hand, self.draft, self.questions = view, hand, hand.draft, questions
        self._talk, self._choosing, self._drops = talk, choosing, drops

    def on_space(self, space: str) -> None:
        """Take a space that was clicked for what is asked."""
        if isinstance(self.draft.entry, WayEntry):
            self._lead_to(space, partial(self.refuse, space))
        elif not self.draft.point(space):
            self.refuse(space)

    def on_counter(self, piece: str) -> None:
        """Take what was clicked for what is asked: the piece, its place where a place is asked; else pick it up."""
        space = self.place_of(piece)
        if self._takes(piece):
            self.draft.point(piece)
        elif isinstance(self.draft.entry, WayEntry):
            self._lead_to(space, partial(self._take_or_refuse, piece, space))
        elif not (self.hand.asks_for_space() and self.draft.point(space)):
            self._take_or_refuse(piece, space)

    def place_of(self, piece: str) -> SpaceId:
        """Return the space in which a counter is pointed at: of several the one there, else the leading one."""
        counter = self.view.counters[piece]
        over = SpaceId(self.hand.pointer.space)
        return over if over in counter.spaces else counter.space

    def _takes(self, spot: str) -> bool:
        """Tell whether what is filled now takes a spot by itself, without a search for a way there."""
        entry = self.draft.entry
        on_way = isinstance(entry, WayEntry) and any(self.draft.places.spot(step) == spot for step in entry.way)
        return on_way or spot in self.draft.spots()

    def _is_one_step(self, spot: str) -> bool:
        """Tell whether just one step leads on to a spot, or the way has been there."""
        return self._takes(spot) and len(self.draft.spots().get(spot, ())) < 2

    # -- leading a way

    def _lead_to(self, space: str, otherwise: Callable[[], object]) -> None:
        """Lead the way in hand to a space, in the one pose in which it can end there or in one that is chosen."""
        self.questions.point(space, partial(self._lead, space, otherwise))
        if self.questions.landings.is_waited_for:
            self._talk.tell()

    def _lead(self, space: str, otherwise: Callable[[], object], landing: Landing | None) -> None:
        entry = self.draft.entry
        if landing is None or not isinstance(entry, WayEntry):
            return
        so_far, poses = entry.way, landing.poses
        if len(poses) > 1:
            go = partial(self._go, so_far)
            self._choosing.choose_pose(poses, self.hand.held_piece(), SpaceId(space), go)
        elif self._is_one_step(space):
            self.draft.point(space)
        elif len(poses):
            self._go(so_far, poses.cheapest)
        elif self._takes(space):  # a way may lead through there, though it cannot end there
            self.draft.point(space)
        else:
            otherwise()

    def _go(self, so_far: tuple[object, ...], pose: EndPose) -> None:
        """Have the way of the hand lead to a pose."""
        if isinstance(self.draft.entry, WayEntry):
            self.draft.lead((*so_far, *pose.way))

    def stand_otherwise(self, change: Callable[[EndPoses, EndPose], EndPose]) -> None:
        """Have the way of the hand end where it ends, facing or formed otherwise; a piece that is carried goes none."""

        def stand(landing: Landing | None) -> None:
            if landing is not None and landing.stands is not None:
                self._go((), change(landing.poses, landing.stands))

        if isinstance(self.draft.entry, WayEntry):
            self.questions.stand_otherwise(stand)
        elif len(carried := self.hand.pointer.carried) == 1:
            self.questions.take_up(carried, partial(self._turn_carried, carried[0], change))

    def _turn_carried(
        self, piece: str, change: Callable[[EndPoses, EndPose], EndPose], found: tuple[Filled, ...] | None
    ) -> None:
        """Take up by which way a piece goes that was picked up, and have it stand otherwise where it is."""
        leading = tuple(way for way in found or () if way.over_the_map)
        if leading:
            self.view.tool.let_go()
            self._take(piece, leading)
            self.stand_otherwise(change)

    # -- refusing

    def refuse(self, space: str) -> None:
        """Say why what is asked for cannot be this space; where it can at a risk, ask whether that is meant."""
        if self._go_further(space):
            return
        found = self._talk.verdict(space)
        if found.against is not None and found.against.reasons:
            self.draft.refuse(found.against)
        elif self.hand.asks_for_space():
            self.questions.point(space, self._refuse)

    def _refuse(self, landing: Landing | None) -> None:
        if landing is not None and landing.objection is not None and landing.objection.reasons:
            self.draft.refuse(landing.objection)

    def _go_further(self, space: str) -> bool:
        """Ask for the word to go where only a risk leads; tell whether it does."""
        piece = self.questions.moving_piece()
        reach = self.questions.reach_at_hand(piece)
        if reach is None or space not in reach.further:
            return False
        self._drops.drop((piece,), space)
        return True

    # -- taking up

    def _take_or_refuse(self, piece: str, space: str) -> None:
        """Take a piece up; where a place is asked and it can do nothing, its place was meant."""
        if not self.hand.asks_for_space():
            self.pick_up(piece)
        elif piece == self.hand.held_piece():
            self.refuse(space)
        else:
            take = partial(self._take, piece)
            self.questions.take_up((piece,), lambda found: take(found) if found else self.refuse(space))

    def pick_up(self, piece: str) -> None:
        """Take a piece up for what it may do; of several things for that which leads over the map, else ask which.

        Of kinds of action of which one is a special case of another the plain one is meant. Where several are selected
        they are taken up together, if anything can be done with all of them.
        """
        selected, alone = self.view.selection, partial(self._take, piece)
        if len(selected) > 1 and piece in selected:
            one = partial(self.questions.take_up, (piece,), alone)
            self.questions.take_up(selected, lambda found: alone(found) if found else one())
        else:
            self.questions.take_up((piece,), alone)

    def _take(self, piece: str, found: tuple[Filled, ...] | None) -> None:
        view, ask = self.draft.campaign.view, self.draft.campaign.ask
        if not found or view is None or ask is None:
            return
        game = self.draft.campaign.referee.view(ask.side)
        leading = found if len(found) == 1 else [way for way in found if way.over_the_map]
        if leading:
            self.draft.hold(carrying.plain(leading)[0].offer(game, ask))
        else:
            ways = {way.label: partial(self._do, way.offer(game, ask)) for way in found}
            self._choosing.choose(ways, self.view.counters[piece].space)

    def _do(self, offer: Offer) -> None:
        """Do an offer that is whole; hold one that is not."""
        self._drops.do(offer)
