"""What is done when pieces are dropped on the map: the one thing it means, or what is agreed to there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from sandtable.board.spaces import SpaceId
from sandtable.play.turn import carrying
from sandtable.play.words.objections import Objection, Reason, no_way_title

if TYPE_CHECKING:
    from sandtable.engine import Action
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.draft_steps import DraftStep
    from sandtable.play.turn.landings import Ending, Filled, Landing
    from sandtable.play.turn.poses import EndPose
    from sandtable_editor.play.map.choosing import Choosing
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.questions import MapQuestions

LEAVE = "Leave it where it is"
APART = "Leave them as they are"
CHOICES = 6
"""So many things to do together are offered; the others stand in the decision."""


class Drops:
    """Carries out drops on one map, each as soon as it is known what it means."""

    def __init__(self, hand: HandOnMap, questions: MapQuestions, choosing: Choosing) -> None:
        self.hand, self.draft, self.questions, self._choosing = hand, hand.draft, questions, choosing
        self.campaign = hand.draft.campaign
        self._stack: _CarriedStack | None = None

    def drop(self, pieces: tuple[str, ...], space: str) -> None:
        """Drop pieces into a space: all in one action where there is one, else one after the other."""
        self._stack = None
        if self.campaign.turn_state == "asks":
            self.questions.drop(pieces, space, partial(self._land, pieces, space))

    def _when_there(self, before: int, pieces: tuple[str, ...], space: str, _: object) -> None:
        """Ask those who have come to others what they do together with them."""
        has_come = self.campaign.referee.journal.head != before
        if has_come and all(self.hand.stands_in(piece, space) for piece in pieces):
            self.join(pieces, space)

    def do(
        self, offer: Offer, fill: Callable[[Offer], Offer] = lambda offer: offer, then: Callable[[], object] = bool
    ) -> None:
        """Do an offer that is whole (once it is filled with what was chosen); hold one that is not."""

        def held(found: DraftStep) -> None:
            if found.was_whole:
                self.draft.commit(lambda _: then())
            else:
                then()

        self.draft.hold_filled(offer, fill, held)

    def join(self, pieces: tuple[str, ...], space: str, onto: str = "") -> None:
        """Have those who have been put to others choose what they do together with them, if there is anything."""
        if self.campaign.turn_state == "asks":
            self.questions.join(pieces, space, onto, partial(self._offer_to_join, space))

    def _offer_to_join(self, space: str, found: tuple[Filled, ...] | None) -> None:
        ask = self.campaign.ask
        if found and ask is not None:
            game = self.campaign.referee.view(ask.side)
            answers: dict[str, Callable[[], object]] = {
                one.label: partial(self.do, one.offer(game, ask)) for one in found[:CHOICES]
            }
            self._choosing.choose({**answers, APART: bool}, SpaceId(space))

    def _land(self, pieces: tuple[str, ...], space: str, landing: Landing | None) -> None:
        if landing is None:
            return
        if landing.endings:
            there = any(self.hand.stands_in(piece, space) for piece in self.hand.others(pieces))
            then = partial(self._when_there, self.campaign.referee.journal.head, pieces, space) if there else bool
            self.mean(carrying.plain(landing.endings), pieces[0], space, None, then)
        elif landing.able and max(len(pieces), len(landing.able)) > 1:
            self._stack = _CarriedStack(self, landing.able, space)
            self._stack.go_on()
        else:
            self.draft.refuse(self.against(pieces, space, landing))

    def mean(
        self,
        endings: list[Ending],
        piece: str,
        space: str,
        kind: type[Action] | None,
        then: Callable[[type[Action]], object],
    ) -> None:
        """Do the one thing that is meant; of several, and of one that nobody goes by without need, ask first.

        ``kind``: what has been agreed to. ``then`` gets what was done, once it is.
        """
        if len(endings) == 1 and (kind is not None or not endings[0].is_special):
            self._end(piece, space, then, endings[0])
            return
        answers: dict[str, Callable[[], object]] = {
            ending.label: partial(self._end, piece, space, then, ending) for ending in endings
        }
        if len(endings) == 1:
            reach = self.questions.reaches.at_hand(piece)
            cost = reach.price_of(SpaceId(space)) if reach is not None else ""
            label = f"{endings[0].label} ({cost})" if cost else endings[0].label
            answers = {label: answers[endings[0].label], LEAVE: bool}
        self._choosing.choose(answers, SpaceId(space))

    def _end(self, piece: str, space: str, then: Callable[[type[Action]], object], ending: Ending) -> None:
        """Do it; where it may end in several poses, have one chosen."""
        if len(ending.poses) < 2:
            self._do_so(ending, then, None)
        else:
            self._choosing.choose_pose(ending.poses, piece, SpaceId(space), partial(self._do_so, ending, then))

    def _do_so(self, ending: Ending, then: Callable[[type[Action]], object], pose: EndPose | None) -> None:
        ask = self.campaign.ask
        if ask is not None:
            offer = ending.offer(self.campaign.referee.view(ask.side), ask)
            self.do(offer, partial(_ended, ending, pose), partial(then, ending.kind))

    def against(self, pieces: tuple[str, ...], space: str, landing: Landing) -> Objection:
        """Say why pieces cannot be carried to a space: that it is beyond their reach, or what rules say."""
        title = no_way_title(self.draft.places.name(space))
        reach = self.questions.reaches.at_hand(pieces[0]) if len(pieces) == 1 else None
        if reach is not None and reach.beyond and SpaceId(space) not in reach.barred:
            return carrying.gather_objections(title, [Objection.from_lines((reach.beyond,))])
        return landing.objection or Objection(title)


def _ended(ending: Ending, pose: EndPose | None, offer: Offer) -> Offer:
    return ending.offer(offer.game, offer.ask, pose)


class _CarriedStack:
    """Pieces that are set down in a space one after the other, each when what the one before does is over."""

    def __init__(self, drops: Drops, pieces: tuple[str, ...], space: str) -> None:
        self._drops, self._left, self._space = drops, list(pieces), space
        self._kind: type[Action] | None = None
        self._refused: list[Objection] = []

    def go_on(self) -> None:
        """Set the next one down; when all have been, say which could not be."""
        drops = self._drops
        if not self._left:
            self._tell_refused()
        elif drops.campaign.turn_state != "asks":
            self._tell_left(self._left)
        else:
            piece = self._left.pop(0)
            drops.questions.drop((piece,), self._space, partial(self._land, piece))

    def _land(self, piece: str, landing: Landing | None) -> None:
        if landing is None:
            return
        endings = carrying.plain([one for one in landing.endings if self._kind in (None, one.kind)])
        if endings:
            before = self._drops.campaign.referee.journal.head
            self._drops.mean(endings, piece, self._space, self._kind, partial(self._set_down, before))
        else:
            found = self._drops.against((piece,), self._space, landing)
            self._refused.append(found)
            self.go_on()

    def _set_down(self, before: int, kind: type[Action]) -> None:
        """Go on with the rest by the kind of action that was done; what is not done yet keeps them waiting."""
        self._kind = kind
        if self._drops.campaign.referee.journal.head != before:
            self.go_on()
        elif self._left and self._drops.draft.objection is None:
            self._tell_left(self._left)

    def _tell_refused(self) -> None:
        if self._refused:
            title = no_way_title(self._drops.draft.places.name(self._space))
            self._drops.draft.refuse(carrying.gather_objections(title, self._refused))

    def _tell_left(self, pieces: list[str]) -> None:
        """Say of the rest of the stack that it has not been moved."""
        names = ", ".join(map(self._drops.hand.title_of, pieces))
        has = "has" if len(pieces) == 1 else "have"
        reason = Reason(f"{names} {has} not been moved", cure="drag again when the open question has been answered")
        self._drops.campaign.refused.emit(Objection("The rest of the stack stays where it is", (reason,)))
