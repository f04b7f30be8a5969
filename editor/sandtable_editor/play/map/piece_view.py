"""What is shown of one piece: what it covers and sees while it is pointed at, its way and its ghost while it is led."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs
from PySide6.QtCore import QObject

from sandtable.board.spaces import SpaceId
from sandtable.engine import Ways
from sandtable.engine.errors import Broken, SandtableError
from sandtable.play.turn import carrying
from sandtable.play.turn.entries import WayEntry
from sandtable.present import Ghost, Trace, presentation

if TYPE_CHECKING:
    from sandtable.present import PieceOverlay, SightLine
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft


class Pointed(NamedTuple):
    """What a game shows of a piece that is pointed at."""

    overlays: tuple[PieceOverlay, ...] = ()
    traces: tuple[Trace, ...] = ()
    sights: tuple[SightLine, ...] = ()


NOTHING_SHOWN = Pointed()


class PieceView(QObject):
    """Follows the mouse and the hand over a map; what a game says of a piece is kept while the position stands."""

    def __init__(self, campaign: Campaign, draft: ActionDraft, view: MapView) -> None:
        super().__init__(view)
        self.campaign, self.draft, self.view = campaign, draft, view
        self._pointed = self._carried = self._over = ""
        self._known: dict[str, Pointed] = {}
        self._carried_ways: Ways[Any] | None = None
        view.counter_hovered.connect(self._point_at)
        view.space_hovered.connect(self._go_over)
        view.counters_picked.connect(self._pick)
        view.counters_let_go.connect(self._put_down)
        view.counters_dropped.connect(self._put_down)
        campaign.changed.connect(self._begin_anew)
        draft.changed.connect(self._show)

    # -- what happens

    def _begin_anew(self) -> None:
        self._known.clear()
        self._carried, self._carried_ways = "", None
        self._show()

    def _point_at(self, piece: str) -> None:
        self._pointed = piece
        self._show()

    def _go_over(self, space: str) -> None:
        self._over = space
        if self._carried or self._ways_to_fill() is not None:
            self._show()

    def _pick(self, pieces: tuple[str, ...]) -> None:
        self._carried = pieces[-1] if len(pieces) == 1 else ""
        self._carried_ways = self._ways_of(self._carried) if self._carried else None
        self._show()

    def _put_down(self) -> None:
        self._carried, self._carried_ways = "", None
        self._show()

    # -- what is shown

    def _show(self) -> None:
        """Show what is known of the piece that is pointed at, and where that which is led over the map would stand."""
        pointed = self._told_of(self._carried or self._pointed)
        self.view.show_overlays(pointed.overlays, self._carried or self._pointed)
        ghost, trace = self._led()
        traces = [trace] if trace is not None else [*pointed.traces]
        self.view.show_lines(traces, () if self._carried else pointed.sights)
        self.view.show_ghost(ghost)

    def _told_of(self, piece: str) -> Pointed:
        """Ask the game what it shows of a piece, once in a position."""
        view = self.campaign.view
        if view is None or piece not in self.view.counters:
            return NOTHING_SHOWN
        if piece not in self._known:
            self._known[piece] = NOTHING_SHOWN
            try:
                overlays, traces = presentation.overlays(view, piece), presentation.traces(view, piece)
                sights = presentation.sight_lines(view, piece)
                self._known[piece] = Pointed(tuple(overlays), tuple(traces), tuple(sights))
            except Broken as error:
                self.campaign.fault_found(error)
        return self._known[piece]

    def _led(self) -> tuple[Ghost | None, Trace | None]:
        """Return the ghost and the way of what is carried, or of the way that is being filled."""
        try:
            if self._carried:
                return self._carried_to(self._carried, self._carried_ways)
            ways, piece = self._ways_to_fill(), self._held()
            if ways is None or not piece:
                return None, None
            entry = self.draft.entry
            way = entry.way if isinstance(entry, WayEntry) else ()
            return self._along(piece, ways, way) if way else self._carried_to(piece, ways)
        except Broken as error:
            self.campaign.fault_found(error)
            return None, None

    def _carried_to(self, piece: str, ways: Ways[Any] | None) -> tuple[Ghost | None, Trace | None]:
        """Return the ghost at the space that the mouse is over, and the cheapest way there; nothing out of reach."""
        reach, space = self.view.reach, SpaceId(self._over)
        cost = reach.price_of(space) if reach is not None and reach.piece == piece else ""
        if ways is not None:
            goals = ways.goals(self.draft.places.id_of(space)) if space else ()
            return self._along(piece, ways, goals[0].way) if goals else (None, None)
        if not cost:
            return None, None
        return self._ghost(piece, self.draft.places.id_of(space), (space,), cost), None

    def _along(self, piece: str, ways: Ways[Any], way: tuple[Any, ...]) -> tuple[Ghost | None, Trace | None]:
        """Return the ghost at the end of a way, and the way with the price of each step."""
        unit, prices = ways.allowance.unit, ways.prices(way)
        spots = [self._spot(one) for one in (ways.start, *way)]
        ghost = self._ghost(piece, way[-1], (spots[-1],), unit.say(sum(prices)))
        if not all(map(self.view.geography.knows, spots)):
            return ghost, None
        words = tuple(unit.say(price).removesuffix(f" {unit.name}") for price in prices)
        return ghost, Trace(piece=piece, spaces=tuple(spots), prices=words if len(words) == len(way) else ())

    def _ghost(self, piece: str, value: object, spaces: Iterable[SpaceId], price: str) -> Ghost | None:
        """Ask the game how a piece would stand, once it is where the hand says; by itself it stands as it does now."""
        view, counter = self.campaign.view, self.view.counters.get(piece)
        if view is None or counter is None:
            return None
        found = presentation.ghost(view, piece, value)
        if found is None:
            found = Ghost(piece=piece, spaces=tuple(spaces), facing=counter.facing, formation=counter.formation)
        if not all(map(self.view.geography.knows, found.spaces)):
            return None
        return found if found.price else structs.replace(found, price=price)

    # -- ways

    def _spot(self, state: object) -> SpaceId:
        return SpaceId(self.draft.places.spot(state))

    def _held(self) -> str:
        """Return the piece that the hand is about to lead somewhere."""
        return next((one for one in self.draft.filled_fields.values() if one in self.view.counters), "")

    def _ways_to_fill(self) -> Ways[Any] | None:
        """Return the ways of the field that is being filled, if it takes a way."""
        entry = self.draft.entry
        return entry.domain if isinstance(entry, WayEntry) else None

    def _ways_of(self, piece: str) -> Ways[Any] | None:
        """Return the ways of the first kind of action that leads a piece over the map."""
        try:
            for offer in carrying.taking(self.draft.open, piece, self.draft.places):
                name = offer.next_field()
                ways = as_ways(offer.domain(name)) if name is not None else None
                if ways is not None:
                    return ways
        except SandtableError:
            return None  # what fails here is told when the piece is dropped
        return None


def as_ways(domain: object) -> Ways[Any] | None:
    """Return a domain if its values are ways."""
    return domain if isinstance(domain, Ways) else None  # pyright: ignore[reportUnknownVariableType]
