"""What the player at the screen is about to do: the kinds of action on offer, and the draft of the one taken up.

The prompt shows it, and the map, the lists and the keys fill it alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import Broken, MapGone, SandtableError
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.engine.running.offers import Offer
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.entries import NOTHING, ListEntry
from sandtable.play.turn.many import ManyAtOnce, values_for_all
from sandtable.play.turn.offer_list import list_offers
from sandtable.play.turn.passed_over import objection_of_passed, offers_passed_over
from sandtable.play.turn.places import Places
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.objections import Objection
from sandtable.present import presentation
from sandtable_editor.play.turn.hand_questions import HandQuestions

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.play.turn.entries import Entry
    from sandtable.play.turn.offer_list import ListedOffer
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs


class ActionDraft(QObject):
    """The offer in the player's hand. ``changed``: it is filled otherwise, or put down, or another one.

    ``judged``: it has become known what stands against it.
    """

    changed = Signal()
    judged = Signal()

    def __init__(self, campaign: Campaign, jobs: Jobs, board: Map | None = None) -> None:
        super().__init__(campaign)
        self.campaign, self.board = campaign, board
        self.questions = HandQuestions(campaign, jobs)
        self.places = Places(board)
        self.listed: list[ListedOffer] = []
        """All that is asked for, with its numbers; ``open`` and ``shut``: what is possible, and what is not."""
        self.open: list[Offer] = []
        self.shut: list[Offer] = []
        self.deals = 0
        """How often the question was another one."""
        self.draft: OfferDraft | None = None
        self.objection: Objection | None = None
        self.insist: Callable[[], None] | None = None
        """Take all the same what was refused just now, to ask the table for it."""
        self.many = ManyAtOnce(campaign.referee)
        self._ticks: tuple[object, str, list[Any]] = (None, "", [])
        self.changed.connect(self.questions.wait_no_more)
        self.questions.verdicts.came.connect(self.judged)
        campaign.changed.connect(self._load_offers)
        campaign.refused.connect(self.refuse)

    # -- what is on offer

    def _load_offers(self) -> None:
        """Take what the question that is open offers."""
        self.deals += 1
        self.questions.follow()
        self._list([])
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
            except MapGone as error:  # nothing can be done before its map is back, but all can be looked at
                self.objection = Objection.from_words(str(error))
        self.changed.emit()

    def _look(self, ask: Ask) -> None:
        view = self.campaign.referee.view(ask.side)
        self.places = Places(self.board, presentation.spaces(view) if self.board is not None else ())
        if EnterThrow in ask.kinds:
            self._take([EnterThrow], ask)
        else:
            self.questions.tell_kinds(ask, partial(self._take_possible, ask))

    def _take_possible(self, ask: Ask, kinds: Sequence[type[Action]] | None) -> None:
        """Offer what is known by now to be possible; where a rule has failed that has been told."""
        if kinds is not None:
            self._take(kinds, ask)
            self.changed.emit()

    @property
    def is_loading(self) -> bool:
        """Whether it is being worked out what is on offer."""
        return self.questions.kinds.is_waited_for

    def _take(self, kinds: Sequence[type[Action]], ask: Ask) -> None:
        view = self.campaign.referee.view(ask.side)
        self._list(list_offers([Offer(view, ask, kind) for kind in kinds], ask, view))
        self._take_only_kind()
        if self.many.is_left():
            QTimer.singleShot(0, self, self._do_next)  # not within the answer before it

    def _list(self, listed: list[ListedOffer]) -> None:
        self.listed = listed
        self.open = [one.offer for one in listed if one.is_possible]
        self.shut = [one.offer for one in listed if not one.is_possible]

    def _take_only_kind(self) -> None:
        if self.alone:
            self.draft = self._draft(self.open[0])

    def _draft(self, offer: Offer) -> OfferDraft:
        return OfferDraft(offer, self.board, self.places, settles=True)

    @property
    def alone(self) -> bool:
        """Whether just one kind of action is possible and has something to fill, so that it is taken up by itself."""
        return len(self.open) == 1 and self.open[0].next_field() is not None

    @property
    def only_way(self) -> bool:
        """Whether the question has just one answer: one kind of action, and one value for each of its fields."""
        if len(self.open) != 1 or self.open[0].next_field() is None:
            return len(self.open) == 1 and self.draft is None
        return self.draft is not None and self.draft.offer.kind is self.open[0].kind and self.draft.is_forced

    # -- what is filled

    @property
    def offer(self) -> Offer | None:
        """What was taken up, as far as it is filled."""
        return self.draft.offer if self.draft is not None else None

    @property
    def field(self) -> str:
        """The field that is open, no text while none is."""
        return self.draft.field if self.draft is not None else ""

    @property
    def entry(self) -> Entry | None:
        """What the open field is filled with."""
        return self.draft.entry if self.draft is not None else None

    @property
    def forced(self) -> set[str]:
        """The fields that had just one value and were filled by themselves."""
        return set(self.draft.forced) if self.draft is not None else set()

    @property
    def filled_fields(self) -> dict[str, Any]:
        """The fields filled so far."""
        return self.draft.filled if self.draft is not None else {}

    def values_of(self, field: str = "") -> OfferedValues:
        """Return what names the values of a field (by default the present one)."""
        assert self.draft is not None
        return self.draft.values_of(field)

    def is_last(self) -> bool:
        """Tell whether nothing is left to fill after the present field."""
        return self.draft is not None and self.draft.is_last()

    # -- taking up and putting down

    def take_up(self, offer: Offer, *, anyway: bool = False) -> None:
        """Take up a kind of action; one without fields is done at once. One that is shut says why."""
        self.objection = None
        if offer in self.shut and not anyway:
            self._put_down()
            self.questions.judge_kind(offer, partial(self._tell_shut, offer))
            return
        if offer.next_field() is None and offer in self.open:
            self._put_down()
            self.draft = self._draft(offer)
            self.commit()
            return
        self.draft = self._draft(offer)
        self.changed.emit()

    def _tell_shut(self, offer: Offer, found: Objection | None) -> None:
        self.objection = found
        self.insist = lambda: self.take_up(offer, anyway=True)
        self.changed.emit()

    def put_down(self) -> None:
        """Leave what was taken up; nothing was done, and what was still to be done in turn is left."""
        self.many.clear()
        self._put_down()
        self.objection = None
        self._take_only_kind()
        self.changed.emit()

    def _put_down(self) -> None:
        self.draft, self.insist = None, None

    def hold(self, offer: Offer) -> None:
        """Take up an offer that is partly filled already, from the map."""
        self.objection, self.insist = None, None
        self.draft = self._draft(offer)
        self.changed.emit()

    # -- filling

    def legal(self, value: Any) -> bool:
        """Tell whether some legal action holds this value in the present field."""
        if self.entry is None:
            return False
        try:
            return self.entry.field.is_possible(value)
        except Broken:
            return True  # the rule that fails here will say so when it is asked in earnest

    def choose(self, value: Any, *, anyway: bool = False) -> None:
        """Choose a value of a list; with more fields to come it is taken, the last one waits for the word."""
        entry = self.entry
        if not isinstance(entry, ListEntry) or self.draft is None:
            return
        self.objection = None if anyway else self._objection_to(value)
        self.insist = None
        if self.objection is not None and value in entry.values:
            self.insist = lambda: self.choose(value, anyway=True)
        if self.objection is None:
            entry.point(value)
            if not self.draft.is_last():
                self.draft.take(value)
        self.changed.emit()

    def mark(self, value: Any) -> None:
        """Have a value of a list stand as chosen, though it is not taken yet: the keyboard has come to it."""
        if isinstance(self.entry, ListEntry) and self.entry.chosen is not value and self.entry.point(value):
            self.entry_changed()

    def entry_changed(self) -> None:
        """The present entry has been filled otherwise."""
        self.objection = self.insist = None
        self.changed.emit()

    def go_on(self) -> None:
        """Take what the present entry comes to; after the last field, do it."""
        draft = self.draft
        if draft is None:
            return
        if self.ticked:
            self._do_in_turn([one for one in self.values_for_all() if one in self.ticked])
            return
        if draft.entry is not None:
            value = draft.entry.result()
            if value is NOTHING:
                return
            last = draft.is_last()
            self.objection = None if last else self._objection_to(value)
            if self.objection is None:
                draft.take(value)
            if not last:
                self.changed.emit()
                return
        self.commit()

    def reopen(self, field: str) -> None:
        """Go back to a field; those after it are open again too."""
        if self.draft is not None:
            self.objection = None
            self.draft.reopen(field)
            self.changed.emit()

    def back(self) -> None:
        """A step back: in the entry, to the field before, and at last out of the action."""
        self.objection = None
        if self.draft is not None and self.draft.back():
            self.changed.emit()
        else:
            self.put_down()

    # -- doing

    def action(self) -> Action | None:
        """Return the whole action, ``None`` while something is missing."""
        return self.draft.action() if self.draft is not None else None

    def sentence(self) -> str:
        """Say what would be done, as the log would; no text while something is missing or a rule fails."""
        action = self.action()
        if action is None or self.offer is None:
            return ""
        try:
            return describe_action(action, self.offer.game, self.offer.ask)
        except SandtableError:
            return ""

    def verdict(self) -> Objection | None:
        """Return what stands against the whole action as the player can see it, if that is known by now."""
        action, offer = self.action(), self.offer
        if action is None or offer is None or self.draft is None:
            return None
        return _ask_rules(self.draft.verdict) if offer.kind is EnterThrow else self.questions.verdict(action, offer)

    @property
    def is_judged(self) -> bool:
        """Whether it is known what stands against the whole action."""
        action, offer = self.action(), self.offer
        return action is None or offer is None or offer.kind is EnterThrow or self.questions.knows(action, offer)

    def commit(self) -> bool:
        """Do the action that is whole; tells whether it was done."""
        action = self.action()
        if action is None or self.offer is None:
            return False
        return self.campaign.answer(action, self.offer.ask)

    def values_for_all(self) -> list[Any]:
        """Return the values of the open field with all of which it can be done in turn, nothing else asked."""
        prompt, draft = self.campaign.prompt, self.draft
        is_chore = prompt is not None and prompt.purpose == "step" and draft is not None and draft.offer in self.open
        return values_for_all(draft) if draft is not None and is_chore else []

    @property
    def ticked(self) -> list[Any]:
        """The values of the open field that were ticked, to be taken one after the other."""
        draft, field, values = self._ticks
        return values if draft is self.draft and field == self.field else []

    def tick(self, value: Any) -> None:
        """Tick a value of the open field, or untick it."""
        ticked = self.ticked
        others = [one for one in ticked if one != value]
        self._ticks = (self.draft, self.field, others if value in ticked else [*others, value])
        self.entry_changed()

    def do_for_all(self) -> None:
        """Do what is taken up with each of its values, one after the other, in this step."""
        self._do_in_turn(self.values_for_all())

    def _do_in_turn(self, values: list[Any]) -> None:
        if self.draft is not None and values:
            self.many.begin(self.draft.offer, self.draft.field, values)
            self._do_next()

    def _do_next(self) -> None:
        ask = self.campaign.ask
        action = self.many.next_action(self.open) if ask is not None else None
        if action is not None and ask is not None and not self.campaign.answer(action, ask):
            self.many.clear()

    # -- what stands against it

    def refuse(self, found: Objection) -> None:
        """Show what was refused."""
        self.objection, self.insist = found, None
        self.changed.emit()

    def why_not(self, value: Any) -> Objection | None:
        """Say why the present field may not hold a value."""
        draft = self.draft
        return _ask_rules(lambda: draft.why_not(value)) if draft is not None else None

    def why_not_spot(self, spot: str) -> Objection | None:
        """Say why the present field may not hold what is pointed at."""
        draft = self.draft
        return _ask_rules(lambda: draft.why_not_spot(spot)) if draft is not None else None

    def passed_over(self) -> list[Offer]:
        """Return what the side that is asked was not offered before this question, for it could do none of it."""
        ask = self.campaign.ask
        return offers_passed_over(self.campaign.referee, ask.side, ask.kinds) if ask is not None else []

    def explain_passed(self, offer: Offer) -> None:
        """Say why something was not offered."""
        found = _ask_rules(lambda: objection_of_passed(offer))
        if found is not None:
            self.refuse(found)

    def _objection_to(self, value: Any) -> Objection | None:
        return None if self.legal(value) else self.why_not(value)

    # -- pointing

    def spots(self) -> dict[str, list[Any]]:
        """Return what may be pointed at for the present field, by the id it is pointed at by."""
        return self.draft.spots() if self.draft is not None else {}

    def leads_to(self, spot: str) -> bool:
        """Tell whether the way that is being filled can go on to what is pointed at."""
        return self.draft is not None and self.draft.leads_to(spot)

    def point(self, spot: str) -> bool:
        """Take what was pointed at, if the present field has it; tells whether it meant something."""
        if self.draft is None:
            return False
        if isinstance(self.entry, ListEntry):
            parts = self.draft.spots().get(spot, [])
            if parts:
                self.choose(parts[0])
            return bool(parts)
        meant = self.draft.point(spot)
        if meant:
            self.entry_changed()
        return meant


def _ask_rules(question: Callable[[], Objection | None]) -> Objection | None:
    """Ask rules something; one that fails says so and hinders nothing."""
    try:
        return question()
    except SandtableError as error:
        return Objection.from_words(str(error))
