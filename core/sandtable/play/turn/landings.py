"""What it comes to when pieces are put down in a space, or the hand points there: what may be done, or why not.

All of it is plain values. So it can be worked out in a copy of the position, beside whoever waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandtable.engine import SpaceId
from sandtable.engine.running.offers import Offer
from sandtable.play.turn import carrying
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.drop_objections import Drop, objection_outside
from sandtable.play.turn.entries import WayEntry
from sandtable.play.turn.places import spot_of
from sandtable.play.turn.poses import EndPose, EndPoses, pose_in_hand, poses_at, with_pose
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.objections import Objection, is_possible, no_way_title, reason_of
from sandtable.present import Reach, presentation

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.places import Places

NO_POSES = EndPoses(())


@dataclass(frozen=True)
class Filled:
    """A kind of action as far as it is filled: an offer without a game."""

    kind: type[Action]
    filled: Mapping[str, Any]
    label: str = ""
    over_the_map: bool = False
    """Whether its next field is filled by pointing at spaces."""

    def offer(self, game: RunningGame, ask: Ask) -> Offer:
        """Return the offer in a game."""
        return Offer(game, ask, self.kind, self.filled)


@dataclass(frozen=True)
class Ending:
    """One kind of action that leads to a space; ``poses``: how it may end there, filled into ``field``."""

    kind: type[Action]
    filled: Mapping[str, Any]
    label: str
    is_special: bool = False
    """Whether nobody wants it without need: a special case of another kind, or what is done to whoever stands there."""
    field: str = ""
    poses: EndPoses = NO_POSES

    def offer(self, game: RunningGame, ask: Ask, pose: EndPose | None = None) -> Offer:
        """Return the offer in a game, ended in a pose if one is given."""
        if pose is None:
            return Offer(game, ask, self.kind, self.filled)
        names = list(self.filled)
        before = {name: self.filled[name] for name in names[: names.index(self.field)]}
        return carrying.fill_forced(Offer(game, ask, self.kind, {**before, self.field: pose.way}))


@dataclass(frozen=True)
class Landing:
    """What pieces may do at a space, or what stands against it; ``able``: those of them that can do anything now."""

    endings: tuple[Ending, ...] = ()
    objection: Objection | None = None
    able: tuple[str, ...] = ()
    stands: EndPose | None = None
    """How what is led stands now, where another way to stand there is asked for."""

    @property
    def poses(self) -> EndPoses:
        """How the plain one of its endings may end."""
        return carrying.plain(self.endings)[0].poses if self.endings else NO_POSES


@dataclass(frozen=True)
class Question:
    """What one side may do now, on one map."""

    ask: Ask
    open: tuple[type[Action], ...]
    shut: tuple[type[Action], ...]
    places: Places
    board: Map | None = None

    def _offers(self, game: RunningGame, kinds: Sequence[type[Action]]) -> list[Offer]:
        return [Offer(game, self.ask, kind) for kind in kinds]

    def taking(self, game: RunningGame, *pieces: str) -> tuple[Filled, ...]:
        """Return what pieces may be taken up for, all together."""
        offers = self._offers(game, self.open)
        own = tuple(
            Filled(way.kind, way.filled, way.label, carrying.leads_over_the_map(way, self.places))
            for way in carrying.taking(offers, pieces, self.places)
        )
        return own or tuple(
            Filled(way.kind, way.filled, self._named(way, one), carrying.leads_over_the_map(way, self.places))
            for one in _carried(game, pieces)
            for way in carrying.taking(offers, [one], self.places)
        )

    def _named(self, way: Offer, piece: str) -> str:
        """Return what an offer does, with the piece that does it."""
        name = next(name for name, value in way.filled.items() if spot_of(value) == piece)
        return f"{way.label}: {OfferedValues(Offer(way.game, self.ask, way.kind), name, self.board).name(piece)}"

    def joining(self, game: RunningGame, pieces: tuple[str, ...], space: str, onto: str = "") -> tuple[Filled, ...]:
        """Return what pieces can do with others of a space, first with that ``onto`` which they were put."""
        there = [one.piece for one in presentation.counters(game) if space in one.spaces and one.piece not in pieces]
        others = sorted(there, key=lambda one: one != onto)
        found: list[Filled] = []
        for whole, name, value in carrying.joining(self._offers(game, self.open), pieces, others, self.places):
            found.append(Filled(whole.kind, whole.filled, self._label(whole, name, value)))
        return tuple(found)

    def _label(self, whole: Offer, name: str, value: Any) -> str:
        """Return what an offer does, with those whom a field of it names, and what should be known of them."""
        names = list(whole.filled)
        before = {field: whole.filled[field] for field in names[: names.index(name)]}
        values = OfferedValues(Offer(whole.game, self.ask, whole.kind, before), name, self.board)
        facts = whole.kind.value_facts_after(whole.game, self.ask, before, name, value)
        return f"{whole.label}: {values.name(value)}" + (f" ({facts})" if facts else "")

    def _against(self, game: RunningGame, pieces: tuple[str, ...], space: str) -> tuple[Ending, ...]:
        """Return what pieces can do to a space that they cannot be carried to; nobody does that without being asked."""
        stand = [one for counter in presentation.counters(game) if counter.piece in pieces for one in counter.spaces]
        found = carrying.against(self._offers(game, self.open), pieces, space, stand, self.places)
        return tuple(
            Ending(whole.kind, whole.filled, self._label(whole, name, value), is_special=True)
            for whole, name, value in found
        )

    def of_drop(self, game: RunningGame, pieces: tuple[str, ...], space: str, called: str) -> Landing:
        """Return what it comes to when pieces (called ``called``) are put down in a space."""
        outside = objection_outside(game, self.places, space)
        if outside is not None:
            return Landing(objection=outside)
        offers = self._offers(game, self.open)
        ways, refused = carrying.ways_to_carry(offers, pieces, space, self.places)
        if ways:
            return Landing(tuple(self._ending(way, pieces[0], space) for way in ways), able=pieces)
        if against := self._against(game, pieces, space):
            return Landing(against, able=pieces)
        able = tuple(one for one in pieces if any(carrying.taking(offers, [one], self.places)))
        aboard = _carried(game, pieces) if not able else ()
        if (landing := self._set_down(offers, aboard, space)) is not None:
            return landing
        drop = Drop(game, self.ask, self.places, pieces, called, space)
        return Landing(objection=drop.objection(refused, self._offers(game, self.shut)), able=able)

    def _set_down(self, offers: Sequence[Offer], aboard: tuple[str, ...], space: str) -> Landing | None:
        """Return what it comes to when those that pieces carry are set down in a space, each for itself.

        ``None`` where no rule on what they may do now says anything about it.
        """
        found = {one: self._ways_for(offers, one, space) for one in aboard}
        can = tuple(one for one, (ways, _) in found.items() if ways)
        if can:
            ways = found[can[0]][0] if len(can) == 1 else []
            return Landing(tuple(self._ending(way, can[0], space) for way in ways), able=can)
        refused = [one for _, against in found.values() for one in against]
        told = carrying.gather_objections(no_way_title(self.places.name(space)), refused)
        return Landing(objection=told) if any(reason.rule for reason in told.reasons) else None

    def _ways_for(self, offers: Sequence[Offer], piece: str, space: str) -> tuple[list[Offer], list[Objection]]:
        """Return what those of the offers that a piece can be taken up for lead to, and what stands against it."""
        able = {way.kind for way in carrying.taking(offers, [piece], self.places)}
        return carrying.ways_to_carry([one for one in offers if one.kind in able], [piece], space, self.places)

    def _ending(self, way: Offer, piece: str, space: str) -> Ending:
        name, poses = carrying.ends_there(way, piece, space, self.places)
        is_special = carrying.is_special(way, self._offers(way.game, (*self.open, *self.shut)))
        return Ending(way.kind, way.filled, way.label, is_special, name, poses)

    def of_pointer(self, game: RunningGame, hand: Hand, space: str) -> Landing:
        """Return what it comes to when the hand points at a space for the field that it fills."""
        draft = hand.draft(game, self)
        entry = draft.entry
        goals = entry.goals(space, self.places.spot) if isinstance(entry, WayEntry) else ()
        if not isinstance(entry, WayEntry) or not goals:
            return Landing(objection=draft.why_not_spot(space))
        found = poses_at(entry.ahead, goals, game, hand.piece, space, self.places)
        legal = [pose for pose in found.all if is_possible(draft.offer.fill(**{hand.field: (*hand.way, *pose.way)}))]
        if not legal:
            return Landing(objection=draft.why_not_spot(space))
        filled = {**draft.offer.filled, hand.field: (*hand.way, *legal[0].way)}
        return Landing((Ending(hand.kind, filled, draft.offer.label, field=hand.field, poses=EndPoses(legal)),))

    def standing(self, game: RunningGame, hand: Hand) -> Landing:
        """Return how else the way of a hand may end where it ends."""
        entry = hand.draft(game, self).entry
        if not isinstance(entry, WayEntry):
            return Landing()
        pose = pose_in_hand(entry.domain, hand.way, game, hand.piece, self.places)
        if pose.ghost is None:
            return Landing()
        space = pose.ghost.spaces[0]
        goals = WayEntry(entry.domain).goals(space, self.places.spot)
        poses = with_pose(poses_at(entry.domain, goals, game, hand.piece, space, self.places), pose)
        found = poses.like(pose.facing, pose.formation)
        ending = Ending(hand.kind, hand.filled, "", field=hand.field, poses=poses)
        return Landing((ending,), stands=found if found is not None else pose)

    def reach(self, game: RunningGame, hand: Hand) -> Reach | None:
        """Return where the way of a hand may end, gone on from where it has come to, at what price for that."""
        entry = hand.draft(game, self).entry
        if not isinstance(entry, WayEntry):
            return None
        ahead = entry.ahead
        own = Reach.of(hand.piece, ahead)
        costs = {SpaceId(self.places.spot(space)): cost for space, cost in own.costs.items()}
        barred = {
            SpaceId(self.places.spot(space)): tuple(str(reason_of(reason)) for reason in reasons)
            for space, reasons in ahead.barred().items()
        }
        return Reach(piece=hand.piece, costs=costs, barred=barred, unit=own.unit)


def _carried(game: RunningGame, pieces: Sequence[str]) -> tuple[str, ...]:
    """Return those that have no counter of their own because these pieces carry them."""
    return tuple(one for piece, carried in presentation.carriers(game).items() if piece in pieces for one in carried)


@dataclass(frozen=True)
class Hand:
    """What a hand holds: a kind of action, the field that is open, the way so far, the piece that goes it."""

    kind: type[Action]
    filled: Mapping[str, Any]
    field: str
    way: tuple[Any, ...] = ()
    piece: str = ""

    def draft(self, game: RunningGame, question: Question) -> OfferDraft:
        """Return the draft of it in a game."""
        draft = OfferDraft(Offer(game, question.ask, self.kind, self.filled), question.board, question.places)
        if draft.field != self.field:
            draft.reopen(self.field)
        if isinstance(draft.entry, WayEntry):
            draft.entry.way = self.way
        return draft
