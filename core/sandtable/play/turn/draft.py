"""An offer that is being filled field by field, whoever asks for the values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.running.offers import Offer
from sandtable.play.turn.drop_objections import objection_outside
from sandtable.play.turn.entries import NOTHING, ListEntry, WayEntry, entry_for, only_value
from sandtable.play.turn.places import Places
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.objections import no_way_title, of_refusals

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.entries import Entry
    from sandtable.play.words.objections import Objection

ELSEWHERE = Places()
CHECKED: Final = 60
"""Of so many values of a list those that are not possible now stand last."""


class OfferDraft:
    """The fields of an offer as far as they are filled, and the entry for the one that is open now.

    A field that has just one value is never open: it is filled by itself, and ``forced`` says so; where the draft
    ``settles``, so is a list of which just one value is possible now, as ``settled`` says. ``places`` says what on the
    map means which value.
    """

    def __init__(
        self, offer: Offer, board: Map | None = None, places: Places = ELSEWHERE, *, settles: bool = False
    ) -> None:
        self.offer, self.board, self.places, self.settles = offer, board, places, settles
        self.field = ""
        self.entry: Entry | None = None
        self.forced: dict[str, Any] = {}
        self.settled: set[str] = set()
        self._open_next()

    @property
    def filled(self) -> dict[str, Any]:
        """The fields filled so far."""
        return self.offer.filled

    def values_of(self, field: str = "") -> OfferedValues:
        """Return what names and judges the values of a field (by default the open one)."""
        return OfferedValues(self.offer, field or self.field, self.board)

    def in_game(self, game: RunningGame) -> OfferDraft:
        """Return a draft that is filled like this one, in another copy of the position; it has no entry yet."""
        twin = OfferDraft.__new__(OfferDraft)
        twin.offer = Offer(game, self.offer.ask, self.offer.kind, self.offer.filled)
        twin.board, twin.places, twin.settles = self.board, self.places, self.settles
        twin.field, twin.entry = self.field, None
        twin.forced, twin.settled = dict(self.forced), set(self.settled)
        return twin

    # -- filling

    def take(self, value: Any) -> None:
        """Fill the open field, and open the next that leaves a choice."""
        self.offer = self.offer.fill(**{self.field: value})
        self._open_next()

    def _open_next(self) -> None:
        self.field, self.entry = "", None
        while (name := self.offer.next_field()) is not None:
            value = only_value(self.offer.domain(name))
            if value is NOTHING:
                entry = self._open(name)
                if not (self.settles and isinstance(entry, ListEntry) and entry.is_settled):
                    return
                value = entry.possible[0]
                self.settled.add(name)
                self.field, self.entry = "", None
            self.forced[name] = value
            self.offer = self.offer.fill(**{name: value})

    def _open(self, name: str) -> Entry:
        self.field = name
        entry = self.entry = entry_for(self.offer.domain(name), OfferedValues(self.offer, name, self.board))
        if self.settles and isinstance(entry, ListEntry):
            entry.put_possible_first(CHECKED)
        return entry

    def turn_to(self, kind: type[Action]) -> None:
        """Fill the open field for another kind of action, which has the fields before it too."""
        self.offer = Offer(self.offer.game, self.offer.ask, kind, self.offer.filled)
        self._open(self.field)

    def reopen(self, field: str) -> None:
        """Go back to a field; those after it are open again too."""
        names = self.offer.kind.__struct_fields__
        before, after = names[: names.index(field)], names[names.index(field) :]
        kept = {name: value for name, value in self.filled.items() if name in before}
        self.offer = Offer(self.offer.game, self.offer.ask, self.offer.kind, kept)
        for name in after:
            self.forced.pop(name, None)
            self.settled.discard(name)
        self._open(field)

    def back(self) -> bool:
        """Take a step back: in the entry, else to the field before; tell whether there was one."""
        if self.entry is not None and self.entry.back():
            return True
        chosen = self.last_chosen
        if chosen:
            self.reopen(chosen)
        return bool(chosen)

    @property
    def last_chosen(self) -> str:
        """The field that was filled last and left a choice; no text where none did."""
        return next((name for name in reversed(self.filled) if name not in self.forced), "")

    @property
    def is_forced(self) -> bool:
        """Whether there is just one way to fill it."""
        return self.entry is None and self.forced.keys() == self.filled.keys()

    def is_last(self) -> bool:
        """Tell whether nothing is left to fill after the open field."""
        return not self.field or self.offer.kind.__struct_fields__[-1] == self.field

    # -- the whole action

    def action(self) -> Action | None:
        """Return the whole action, ``None`` while something is missing."""
        if self.entry is None:
            return self.offer.action()
        value = self.entry.result()
        return self.offer.fill(**{self.field: value}).action() if value is not NOTHING and self.is_last() else None

    def verdict(self) -> Objection | None:
        """Say what stands against the whole action as the player can see it; ``None``: nothing, or it is not whole."""
        action = self.action()
        if action is None:
            return None
        ask = self.offer.ask
        found = of_refusals("Not possible", self.offer.game.verdict(action, ask), action=action, side=ask.side)
        return found if found.reasons else None

    # -- pointing at the map

    def spots(self) -> dict[str, list[Any]]:
        """Return what may be pointed at for the open field, by the id it is pointed at by."""
        found: dict[str, list[Any]] = {}
        for part in self.entry.parts() if self.entry is not None else ():
            if spot := self.places.spot(part):
                found.setdefault(spot, []).append(part)
        return found

    def point(self, spot: str) -> bool:
        """Take what was pointed at, if the open field has it; tell whether it meant something."""
        parts = self.spots().get(spot, [])
        if isinstance(self.entry, WayEntry):
            on_way = [step for step in self.entry.way if self.places.spot(step) == spot]
            steps = parts or on_way
            return self.entry.point(steps[0]) if steps else self.entry.lead_to(spot, self.places.spot)
        return self.entry is not None and bool(parts) and self.entry.point(parts[0])

    def why_not(self, value: Any) -> Objection | None:
        """Say why the open field may not hold a value."""
        return self.entry.field.objection_to(value) if self.entry is not None else None

    def why_not_spot(self, spot: str) -> Objection | None:
        """Say why the open field may not hold what is pointed at."""
        outside = objection_outside(self.offer.game, self.places, spot)
        if outside is not None or self.entry is None:
            return outside
        id = self.places.id_of(spot)
        if isinstance(self.entry, WayEntry):
            values = self.entry.field
            if not self.entry.way:
                return values.objection_to_space(id, values.name(id))
            return of_refusals(no_way_title(values.name(id)), self.entry.why_not(id))
        return self.why_not(id) if isinstance(self.entry, ListEntry) else None
