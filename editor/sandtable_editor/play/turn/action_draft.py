"""What the player at the screen is about to do: the kinds of action on offer, the one taken up, its fields so far.

The prompt shows it, and the map, the lists and the keys fill it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sandtable.engine.actions.actions import EnterThrow
from sandtable.engine.actions.offers import Offer, offers
from sandtable.engine.errors import Broken, SandtableError
from sandtable.play.reasons import possible
from sandtable_editor.play.campaign.naming import Namer
from sandtable_editor.play.map.places import Places
from sandtable_editor.play.panels import presentation
from sandtable_editor.play.turn import objections
from sandtable_editor.play.turn.fields.entries import NOTHING, Entry, Listed, Way, entry_for, only_value
from sandtable_editor.play.turn.objections import Objection

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable_editor.play.campaign.campaign import Campaign


class ActionDraft(QObject):
    """The offer in the player's hand. ``changed``: it is filled otherwise, or put down, or another one."""

    changed = Signal()

    def __init__(self, campaign: Campaign, board: Map | None = None) -> None:
        super().__init__(campaign)
        self.campaign, self.board = campaign, board
        self.places = Places(board)
        self.open: list[Offer] = []
        self.shut: list[Offer] = []
        self.deals = 0
        """How often the question was another one."""
        self.offer: Offer | None = None
        self.field = ""
        self.entry: Entry | None = None
        self.only: set[str] = set()
        """The fields that had just one value and were filled by themselves."""
        self.objection: Objection | None = None
        self.insist: Callable[[], None] | None = None
        """Take all the same what was refused just now, to ask the table for it."""
        campaign.changed.connect(self._load_offers)
        campaign.refused.connect(self.refuse)

    # -- what is on offer

    def _load_offers(self) -> None:
        """Take what the question that is open offers."""
        self.deals += 1
        self.open, self.shut = [], []
        self._put_down()
        self.objection = None
        ask = self.campaign.ask
        if ask is not None:
            try:
                self._look(ask)
            except Broken as error:
                self.changed.emit()
                self.campaign.fault_found(error)
                return
        self.changed.emit()

    def _look(self, ask: Any) -> None:
        view = self.campaign.referee.view(ask.side)
        self.places = Places(self.board, presentation.spaces(view) if self.board is not None else ())
        if EnterThrow in ask.kinds:
            self.open = [Offer(view, ask, EnterThrow)]
        else:
            self.open = offers(view, ask)
            kinds = {offer.kind for offer in self.open}
            self.shut = [Offer(view, ask, kind) for kind in ask.kinds if kind not in kinds]
        if self.alone:
            self.offer = self.open[0]
            self._go_on()

    @property
    def alone(self) -> bool:
        """Whether there is just one kind of action to fill, so that it is taken up by itself."""
        return len(self.open) == 1 and not self.shut and self.open[0].next_field() is not None

    @property
    def only_way(self) -> bool:
        """Whether the question has just one answer: one kind of action, and one value for each of its fields."""
        return self.alone and self.offer is not None and self.entry is None and self.only == self.filled_fields.keys()

    # -- taking up and putting down

    def take_up(self, offer: Offer, *, anyway: bool = False) -> None:
        """Take up a kind of action; one without fields is done at once. One that is shut says why."""
        self.objection = None
        if offer in self.shut and not anyway:
            self._put_down()
            self.objection = self._ask_rules(lambda: objections.of_kind(offer))
            self.insist = lambda: self.take_up(offer, anyway=True)
        elif offer.next_field() is None and offer in self.open:
            self._put_down()
            self.offer = offer
            self.commit()
            return
        else:
            self.offer, self.only = offer, set()
            self._go_on()
        self.changed.emit()

    def put_down(self) -> None:
        """Leave what was taken up; nothing was done."""
        self._put_down()
        self.objection = None
        if self.alone:
            self.offer = self.open[0]
            self._go_on()
        self.changed.emit()

    def _put_down(self) -> None:
        self.offer, self.entry, self.field, self.only, self.insist = None, None, "", set(), None

    def _go_on(self) -> None:
        """Come to the next field that leaves a choice."""
        self.entry, self.field = None, ""
        while self.offer is not None and (name := self.offer.next_field()) is not None:
            domain = self.offer.domain(name)
            value = only_value(domain)
            if value is NOTHING:
                self.field, self.entry = name, entry_for(domain)
                return
            self.only.add(name)
            self.offer = self.offer.fill(**{name: value})

    # -- filling

    @property
    def filled_fields(self) -> dict[str, Any]:
        """The fields filled so far."""
        return self.offer.filled if self.offer is not None else {}

    def namer(self, field: str = "") -> Namer:
        """Return what names the values of a field (by default the present one)."""
        assert self.offer is not None
        return Namer(self.offer, field or self.field, self.board)

    def is_last(self) -> bool:
        """Tell whether nothing is left to fill after the present field."""
        if self.offer is None:
            return False
        names = self.offer.kind.__struct_fields__
        return not self.field or names[-1] == self.field

    def legal(self, value: Any) -> bool:
        """Tell whether some legal action holds this value in the present field."""
        if self.offer is None or not self.field:
            return False
        try:
            return possible(self.offer.fill(**{self.field: value}))
        except Broken:
            return True  # the rule that fails here will say so when it is asked in earnest

    def choose(self, value: Any, *, anyway: bool = False) -> None:
        """Choose a value of a list; with more fields to come it is taken, the last one waits for the word."""
        entry = self.entry
        if not isinstance(entry, Listed) or self.offer is None:
            return
        self.objection = None if anyway else self._objection_to(value)
        self.insist = None
        if self.objection is not None and value in entry.values:
            self.insist = lambda: self.choose(value, anyway=True)
        if self.objection is None:
            entry.point(value)
            if not self.is_last():
                self._take(value)
        self.changed.emit()

    def entry_changed(self) -> None:
        """The present entry has been filled otherwise."""
        self.objection = self.insist = None
        self.changed.emit()

    def go_on(self) -> None:
        """Take what the present entry comes to; after the last field, do it."""
        if self.offer is None:
            return
        if self.entry is not None:
            value = self.entry.result()
            if value is NOTHING:
                return
            last = self.is_last()
            self.objection = None if last else self._objection_to(value)
            if self.objection is None:
                self._take(value)
            if not last:
                self.changed.emit()
                return
        self.commit()

    def _take(self, value: Any) -> None:
        assert self.offer is not None
        self.offer = self.offer.fill(**{self.field: value})
        self._go_on()

    def reopen(self, field: str) -> None:
        """Go back to a field; those after it are open again too."""
        if self.offer is None:
            return
        names = self.offer.kind.__struct_fields__
        kept = {name: value for name, value in self.offer.filled.items() if names.index(name) < names.index(field)}
        self.offer = Offer(self.offer.game, self.offer.ask, self.offer.kind, kept)
        self.only -= set(names[names.index(field) :])
        self.objection = None
        self.field, self.entry = field, entry_for(self.offer.domain(field))
        self.changed.emit()

    def back(self) -> None:
        """A step back: in the entry, to the field before, and at last out of the action."""
        self.objection = None
        if self.entry is not None and self.entry.back():
            self.changed.emit()
            return
        chosen = [name for name in self.filled_fields if name not in self.only]
        if chosen:
            self.reopen(chosen[-1])
        else:
            self.put_down()

    def hold(self, offer: Offer) -> None:
        """Take up an offer that is partly filled already, from the map."""
        self.objection, self.insist, self.only = None, None, set()
        self.offer = offer
        self._go_on()
        self.changed.emit()

    # -- doing

    def action(self) -> Action | None:
        """Return the whole action, ``None`` while something is missing."""
        if self.offer is None:
            return None
        values = dict(self.offer.filled)
        if self.entry is not None:
            value = self.entry.result()
            if value is NOTHING or not self.is_last():
                return None
            values[self.field] = value
        return self.offer.kind(**values)

    def verdict(self) -> Objection | None:
        """Return what stands against the whole action as the player can see it; ``None`` while it is not whole."""
        action = self.action()
        if action is None or self.offer is None:
            return None
        offer = self.offer
        found = self._ask_rules(
            lambda: objections.of_refusals(
                "Not so", offer.game.verdict(action, offer.ask), action=action, side=offer.ask.side
            )
        )
        return None if found is None or (found.action is not None and not found.reasons) else found

    def commit(self) -> bool:
        """Do the action that is whole; tells whether it was done."""
        action = self.action()
        if action is None or self.offer is None:
            return False
        return self.campaign.answer(action, self.offer.ask)

    # -- what stands against it

    def refuse(self, found: Objection) -> None:
        """Show what was refused."""
        self.objection, self.insist = found, None
        self.changed.emit()

    def why_not(self, value: Any) -> Objection | None:
        """Say why the present field may not hold a value."""
        offer = self.offer
        if offer is None or not self.field:
            return None
        return self._ask_rules(lambda: objections.of_value(offer, self.field, value, self.namer()(value)))

    def why_not_spot(self, spot: str) -> Objection | None:
        """Say why the present field may not hold what is pointed at."""
        id = self.places.id_of(spot)
        if isinstance(self.entry, Way):
            way = (*self.entry.way, id)
            return self._ask_rules(lambda: self._objection_to_way(way, id))
        return self.why_not(id) if isinstance(self.entry, Listed) else None

    def leads_to(self, spot: str) -> bool:
        """Tell whether the way that is being filled can go on to what is pointed at."""
        entry = self.entry
        if not isinstance(entry, Way):
            return False
        there = Way(entry.domain)
        there.way = entry.way
        return there.lead_to(spot, self.places.spot)

    def _objection_to_way(self, way: tuple[Any, ...], spot: str) -> Objection | None:
        assert self.offer is not None
        return objections.of_value(self.offer, self.field, way, self.namer()(spot))

    def _objection_to(self, value: Any) -> Objection | None:
        return None if self.legal(value) else self.why_not(value)

    def _ask_rules(self, question: Any) -> Objection | None:
        """Ask rules something; one that fails says so and hinders nothing."""
        try:
            found: Objection | None = question()
        except SandtableError as error:
            return Objection.from_sentence(str(error))
        return found

    # -- pointing

    def spots(self) -> dict[str, list[Any]]:
        """Return what may be pointed at for the present field, by the id it is pointed at by."""
        found: dict[str, list[Any]] = {}
        for part in self.entry.parts() if self.entry is not None else ():
            spot = self.places.spot(part)
            if spot:
                found.setdefault(spot, []).append(part)
        return found

    def point(self, spot: str) -> bool:
        """Take what was pointed at, if the present field has it; tells whether it meant something."""
        entry = self.entry
        if entry is None or self.offer is None:
            return False
        parts = self.spots().get(spot, [])
        if isinstance(entry, Listed):
            if parts:
                self.choose(parts[0])
            return bool(parts)
        if isinstance(entry, Way):
            on_way = [step for step in entry.way if self.places.spot(step) == spot]
            meant = entry.point((parts or on_way)[0]) if parts or on_way else entry.lead_to(spot, self.places.spot)
        else:
            meant = bool(parts) and entry.point(parts[0])
        if meant:
            self.entry_changed()
        return meant
