"""Pieces picked up and put down on the map: which kinds of action that may mean, and what stands against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from sandtable.engine.actions.domains import Choice, Range, Rows, Subset, Sums, Text
from sandtable.engine.actions.ways import Ways
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.offers import Offer
from sandtable.play.turn.entries import LISTED, NOTHING, WayEntry, entry_for, only_value
from sandtable.play.turn.places import Places, spot_of
from sandtable.play.turn.poses import EndPoses, poses_at
from sandtable.play.words import objections
from sandtable.play.words.objections import Objection, is_possible
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.domains import Domain


class OfKind(Protocol):
    """What an action of some kind is on offer by."""

    @property
    def kind(self) -> type[Action]: ...


K = TypeVar("K", bound=OfKind)
GROUPS: Final = 64
"""So many groups of those who stand in a place are tried out for what pieces can do together with them."""
NOT_POINTED_AT: Final = (Sums, Text, Range, DiceFaces)


def pointed_value(domain: Domain[Any], spot: str, places: Places) -> Any:
    """Return the value of a domain that is pointed at by an id, ``NOTHING`` when none is."""
    if isinstance(domain, NOT_POINTED_AT):
        return NOTHING
    id = places.id_of(spot)
    if isinstance(domain, Rows | Choice) and id in domain:
        return id
    return next((value for value in islice(domain, LISTED) if places.spot(value) == spot), NOTHING)


def joining(
    offers: Sequence[Offer], pieces: Sequence[str], others: Sequence[str], places: Places
) -> Iterator[tuple[Offer, str, Any]]:
    """Go through the legal actions that pieces can do together with others who stand where they do.

    Each comes with the field that names them, and its value: who of the pieces can have no part (a leader, where troops
    combine) is left out. What leads on over the map is none of these. Those with few others come first.
    """
    for offer in offers:
        name = offer.next_field()
        if name is None:
            continue
        domain = offer.domain(name)
        any_domain: Any = domain  # what a bare class holds is unknown
        if not isinstance(domain, Subset):
            continue
        can = {spot_of(one) for one in any_domain.values}
        own = [piece for piece in pieces if piece in can]
        groups = (group for size in range(1, len(others) + 1) for group in combinations(others, size))
        for group in islice(groups, GROUPS) if own else ():
            value = _all_of(any_domain, (*own, *group))
            if value is NOTHING or leads_over_the_map(held := offer.fill(**{name: value}), places):
                continue
            whole = fill_forced(held)
            if is_possible(whole):
                yield whole, name, value


def _all_of(domain: Subset[Any], pieces: Sequence[str]) -> Any:
    value = tuple(one for one in domain.values if spot_of(one) in pieces)
    return value if len(value) == len(pieces) and value in domain else NOTHING


def against(
    offers: Sequence[Offer], pieces: Sequence[str], space: str, stand: Sequence[str], places: Places
) -> Iterator[tuple[Offer, str, Any]]:
    """Go through the legal actions that pieces who ``stand`` elsewhere can do to a space that is named before them.

    Each comes with the field that names the pieces, and its value: who of them can have no part (wagons, where troops
    ride an enemy down) is left out.
    """
    for offer in offers:
        named = _with_space(offer, space, stand, places)
        name = named.next_field() if named is not None else None
        if named is None or name is None:
            continue
        value = _named_among(named.domain(name), pieces, places)
        whole = fill_forced(named.fill(**{name: value})) if value is not NOTHING else named
        if whole is not named and is_possible(whole):
            yield whole, name, value


def _with_space(offer: Offer, space: str, stand: Sequence[str], places: Places) -> Offer | None:
    """Return the offer filled with a space, and with where pieces stand; ``None`` where it asks for no space first."""
    is_named = False
    while (name := offer.next_field()) is not None:
        domain = offer.domain(name)
        if isinstance(domain, Ways | Subset):
            break
        value = pointed_value(domain, space, places)
        is_named = is_named or value is not NOTHING
        for place in stand if is_named and value is NOTHING else ():
            value = pointed_value(domain, place, places) if value is NOTHING else value
        if value is NOTHING:
            break
        offer = offer.fill(**{name: value})
    return offer if is_named else None


def _named_among(domain: Domain[Any], pieces: Sequence[str], places: Places) -> Any:
    """Return the value of a domain that names all of some pieces that it has, ``NOTHING`` where there is none."""
    several: Any = domain  # what a bare class holds is unknown
    if isinstance(domain, Subset):
        can = {spot_of(one) for one in several.values}
        own = [piece for piece in pieces if piece in can]
        return _all_of(several, own) if own else NOTHING
    return pointed_value(domain, pieces[0], places) if len(pieces) == 1 and not isinstance(domain, Ways) else NOTHING


def with_pieces(offer: Offer, pieces: Sequence[str], places: Places) -> Offer | None:
    """Return the offer filled as far as the field that takes these pieces, ``None`` when it takes none."""
    while (name := offer.next_field()) is not None:
        domain = offer.domain(name)
        any_domain: Any = domain  # what a bare class holds is unknown
        value: Any = NOTHING
        if isinstance(domain, Subset):
            value = _all_of(any_domain, pieces)
            return offer.fill(**{name: value}) if value is not NOTHING else None
        if not isinstance(domain, Ways) and len(pieces) == 1:
            value = pointed_value(domain, pieces[0], places)
        if value is not NOTHING:
            return offer.fill(**{name: value})
        value = only_value(offer.domain(name))
        if value is NOTHING:
            return None
        offer = offer.fill(**{name: value})
    return None


def to_space(offer: Offer, space: str, places: Places) -> tuple[Offer | None, Objection | None]:
    """Return the offer filled as far as the field that leads to a space; where none can, what stands against it."""
    passed: tuple[Offer, str] | None = None
    while (name := offer.next_field()) is not None:
        domain = offer.domain(name)
        any_domain: Any = domain
        if isinstance(domain, Ways):
            ends = [offer.fill(**{name: goal.way}) for goal in WayEntry(any_domain).goals(space, places.spot)]
            if ends:  # where none of them is legal, the reasons against the cheapest are told
                return next(filter(is_possible, ends), ends[0]), None
            return None, objections.of_space(offer, name, places.id_of(space), places.name(space))
        value = pointed_value(domain, space, places)
        if value is NOTHING:
            value = _who_stands_there(offer, domain, space)
        if value is not NOTHING:
            return offer.fill(**{name: value}), None
        value = only_value(any_domain)
        if value is NOTHING:
            if isinstance(domain, Subset) or not leads_over_the_map(offer, places):
                return None, None
            return None, objections.of_value(offer, name, places.id_of(space), places.name(space))
        passed = (offer, name) if leads_over_the_map(offer, places) else passed
        offer = offer.fill(**{name: value})
    return None, _against_the_other(*passed, space, places) if passed is not None else None


def _against_the_other(offer: Offer, name: str, space: str, places: Places) -> Objection | None:
    """Return what rules say against a space where just one other can be chosen, ``None`` where they say nothing."""
    found = objections.of_value(offer, name, places.id_of(space), places.name(space))
    return found if found is not None and any(reason.rule for reason in found.reasons) else None


def _who_stands_there(offer: Offer, domain: Domain[Any], space: str) -> Any:
    """Return the value of a domain that is the one piece of it that stands in a space: a fleet that takes a corps."""
    if not isinstance(domain, Rows | Choice):
        return NOTHING
    values = {spot_of(value): value for value in islice(domain, LISTED)}
    there = [one.piece for one in presentation.counters(offer.game) if one.space == space and one.piece in values]
    return values[there[0]] if len(there) == 1 else NOTHING


def ends_there(way: Offer, piece: str, space: str, places: Places) -> tuple[str, EndPoses]:
    """Return the field that leads to a space in what does, with the legal poses in which it may end there.

    What leads there otherwise than by a way has none.
    """
    before = Offer(way.game, way.ask, way.kind)
    for name, value in way.filled.items():
        domain = before.domain(name)
        ways: Any = domain  # what a bare class holds is unknown
        if isinstance(domain, Ways):
            goals = WayEntry(ways).goals(space, places.spot)
            poses = poses_at(ways, goals, way.game, piece, space, places)
            legal = [pose for pose in poses.all if is_possible(fill_forced(before.fill(**{name: pose.way})))]
            return name, EndPoses(legal)
        before = before.fill(**{name: value})
    return "", EndPoses(())


def fill_forced(offer: Offer) -> Offer:
    """Return the offer with every field filled that has just one value left."""
    while (name := offer.next_field()) is not None:
        value = only_value(offer.domain(name))
        if value is NOTHING:
            break
        offer = offer.fill(**{name: value})
    return offer


def ways_to_carry(
    offers: Sequence[Offer], pieces: Sequence[str], space: str, places: Places
) -> tuple[list[Offer], list[Objection]]:
    """Return what carrying pieces to a space may mean (each legal as far as it goes), and what stands against the rest.

    An offer without a next field is a whole action.
    """
    found: list[Offer] = []
    refused: list[Objection] = []
    for offer in offers:
        held = with_pieces(offer, pieces, places)
        if held is None:
            continue
        there, reasons = to_space(held, space, places)
        if there is None:
            refused += [reasons] if reasons is not None else []
            continue
        whole = fill_forced(there)
        if whole.next_field() is None:
            action = whole.action()
            stand = objections.of_refusals(
                "", whole.game.verdict(action, whole.ask), action=action, side=whole.ask.side
            )
            if stand.reasons:
                refused.append(stand)
                continue
        elif not is_possible(whole):
            refused.append(objections.of_kind(whole))
            continue
        found.append(whole)
    return found, refused


def plain(ways: Sequence[K]) -> list[K]:
    """Return what is meant of several offers: no special case (a forced march) where the plain one will do."""
    meant = [way for way in ways if not any(issubclass(way.kind, one.kind) for one in ways if one is not way)]
    return meant or list(ways)


def is_special(way: OfKind, offers: Sequence[OfKind]) -> bool:
    """Tell whether what an offer does is a special case of another kind, which nobody wants without need."""
    return any(one.kind is not way.kind and issubclass(way.kind, one.kind) for one in offers)


def gather_objections(title: str, refused: Sequence[Objection]) -> Objection:
    """Return several refusals as one, each reason once; with one action, the table may be asked for it.

    Reasons without a rule are told only where no rule says anything.
    """
    every = dict.fromkeys(reason for one in refused for reason in one.reasons)
    reasons = [reason for reason in every if reason.rule] or list(every)
    asked = [one for one in refused if one.action is not None]
    if len(asked) == 1:
        return Objection(title, tuple(reasons), asked[0].action, asked[0].side)
    return Objection(title, tuple(reasons))


def leads_over_the_map(offer: Offer, places: Places) -> bool:
    """Tell whether the next field of an offer is filled by pointing at spaces."""
    name = offer.next_field()
    parts = entry_for(offer.domain(name)).parts() if name is not None else ()
    return any(places.is_space(places.spot(part)) for part in parts)


def taking(offers: Sequence[Offer], pieces: Sequence[str], places: Places) -> Iterator[Offer]:
    """Go through the offers that pieces can be taken up for together, filled with them."""
    for offer in offers:
        held = with_pieces(offer, pieces, places)
        if held is not None and is_possible(held):
            yield held
