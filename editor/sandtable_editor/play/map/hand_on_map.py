"""What the hand is about to do on the map: which piece it holds or carries, and whether a place is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sandtable.play.turn import carrying
from sandtable.play.turn.entries import ListEntry, SubsetEntry, WayEntry
from sandtable.play.turn.landings import Hand
from sandtable.play.turn.places import spot_of

if TYPE_CHECKING:
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.map_pointer import MapPointer
    from sandtable_editor.play.turn.action_draft import ActionDraft


class HandOnMap:
    """The draft and the pointer, read together."""

    def __init__(self, draft: ActionDraft, pointer: MapPointer, view: MapView) -> None:
        self.draft, self.pointer, self._view = draft, pointer, view

    def asks_for_space(self) -> bool:
        """Tell whether what is asked for now is a place on the map."""
        return self.goes_by_way or any(map(self.draft.places.is_space, self.draft.spots()))

    @property
    def goes_by_way(self) -> bool:
        """Whether a way is being filled."""
        return isinstance(self.draft.entry, WayEntry)

    def is_special(self) -> bool:
        """Tell whether what the hand does is a special case of another kind of action: a forced march."""
        offer = self.draft.offer
        return offer is not None and carrying.is_special(offer, [*self.draft.open, *self.draft.shut])

    def chosen_pieces(self) -> tuple[str, ...]:
        """Return the pieces that are checked for an action that takes several."""
        entry = self.draft.entry
        return tuple(spot_of(one) for one in entry.chosen) if isinstance(entry, SubsetEntry) else ()

    def held_piece(self) -> str:
        """Return the piece that the hand is about to do something with; of several the first."""
        return next(iter(self.held_pieces()), "")

    def held_pieces(self) -> tuple[str, ...]:
        """Return the pieces that the hand is about to do something with: one, or all that one field names."""
        entry = self.draft.entry
        chosen = entry.chosen if isinstance(entry, ListEntry) else None
        for value in (*self.draft.filled_fields.values(), chosen):
            several = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
            pieces = tuple(one for one in several if isinstance(one, str) and one in self._view.counters)
            if pieces and len(pieces) == len(several):
                return pieces
        return ()

    def has_led_to(self, space: str) -> bool:
        """Tell whether the way that is being filled leads through a space, or ends there."""
        entry, spot = self.draft.entry, self.draft.places.spot
        return isinstance(entry, WayEntry) and not self.pointer.carried and space in map(spot, entry.way)

    def title_of(self, piece: str) -> str:
        """Return what a piece is called."""
        counter = self._view.counters.get(piece)
        return counter.title if counter is not None else piece

    def others(self, pieces: tuple[str, ...]) -> list[str]:
        """Return the other pieces on the map of the side that is asked."""
        ask = self.draft.campaign.ask
        side = ask.side if ask is not None else ""
        return [one.piece for one in self._view.counters.all() if one.side == side and one.piece not in pieces]

    def stands_in(self, piece: str, space: str) -> bool:
        """Tell whether a piece stands in a space now."""
        return piece in self._view.counters and space in self._view.counters[piece].spaces

    def filling(self) -> Hand | None:
        """Return what the hand holds for the field that is open, ``None`` while none is."""
        offer, entry = self.draft.offer, self.draft.entry
        if offer is None or entry is None:
            return None
        way = entry.way if isinstance(entry, WayEntry) else ()
        return Hand(offer.kind, dict(offer.filled), self.draft.field, way, self.held_piece())
