"""What the player at the screen is about to do: the kinds of action on offer, and the draft of the one taken up.

The prompt shows it, and the map, the lists and the keys fill it alike. What rules are asked for is worked out beside
the window's thread; who does something else meanwhile does that instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from sandtable.engine.errors import Broken, MapGone
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.engine.running.offers import Offer
from sandtable.play.turn import draft_steps
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.draft_steps import DraftStep
from sandtable.play.turn.entries import NOTHING, ListEntry, WayEntry
from sandtable.play.turn.offer_list import list_offers
from sandtable.play.turn.places import Places
from sandtable.play.words.objections import Objection
from sandtable.present import presentation
from sandtable_editor.play.turn.draft_in_hand import DraftInHand

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.entries import Entry
    from sandtable.play.turn.offer_list import ListedOffer
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs

Done = Callable[[bool], object]
"""Hears whether something was done."""


class ActionDraft(DraftInHand):
    """The offer in the player's hand, and all that is done with it."""

    def __init__(self, campaign: Campaign, jobs: Jobs, board: Map | None = None) -> None:
        super().__init__(campaign, jobs, board)
        campaign.changed.connect(self._load_offers)
        campaign.refused.connect(self.refuse)

    # -- what is on offer

    def _load_offers(self) -> None:
        """Take what the question that is open offers."""
        self.deals += 1
        self.questions.follow()
        with self._change():
            self._list([])
            self._put_down()
            self.objection = None
            ask = self.campaign.ask
            try:
                if ask is not None:
                    self._look(ask)
            except MapGone as error:  # nothing can be done before its map is back, but all can be looked at
                self.objection = Objection.from_words(str(error))
            except Broken as error:
                QTimer.singleShot(0, self, partial(self.campaign.fault_found, error))

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
            with self._change():
                self._take(kinds, ask)

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
            self._open(self.open[0])

    # -- taking up and putting down

    def take_up(self, offer: Offer, *, anyway: bool = False) -> None:
        """Take up a kind of action; one without fields is done at once. One that is shut says why."""
        self.objection = None
        if offer in self.shut and not anyway:
            self.explain(offer)
        elif offer.next_field() is None and offer in self.open:
            self._put_down()
            self.draft = OfferDraft(offer, self.board, self.places, settles=True)
            self.commit()
        else:
            self._open(offer)

    def explain(self, offer: Offer) -> None:
        """Put down what was taken up, and say why no legal action goes on from an offer that is partly filled."""
        self._put_down()
        self.questions.judge_kind(offer, partial(self._tell_shut, offer))

    def _tell_shut(self, offer: Offer, found: Objection | None) -> None:
        self.objection = found
        self.insist = lambda: self.take_up(offer, anyway=True)
        self._tell()

    def put_down(self) -> None:
        """Leave what was taken up; nothing was done, and what was still to be done in turn is left.

        A ply that is being worked out is broken off, and no more.
        """
        if self.campaign.is_playing:
            self.many.clear()
            self.campaign.break_off()
            return
        with self._change():
            self.many.clear()
            self._put_down()
            self.objection = None
            self._take_only_kind()

    def _put_down(self) -> None:
        self.steps.stop()
        self.steps.let_go()
        self.draft, self.insist, self.for_all = None, None, ()

    def hold(self, offer: Offer) -> None:
        """Take up an offer that is partly filled already, from the map."""
        self.objection, self.insist = None, None
        self._open(offer)

    def hold_filled(self, offer: Offer, fill: Callable[[Offer], Offer], then: Callable[[DraftStep], object]) -> None:
        """Take up an offer that is still to be filled with what was chosen on the map."""
        self.objection, self.insist = None, None
        self._open(offer, fill, then)

    def _open(
        self,
        offer: Offer,
        fill: Callable[[Offer], Offer] = lambda offer: offer,
        then: Callable[[DraftStep], object] = bool,
    ) -> None:
        prompt, board, places = self.campaign.prompt, self.board, self.places
        is_chore = prompt is not None and prompt.purpose == "step" and offer in self.open

        def step(game: RunningGame) -> DraftStep:
            taken = fill(Offer(game, offer.ask, offer.kind, offer.filled))
            return draft_steps.open_offer(taken, board, places, is_chore=is_chore)

        if offer.kind is EnterThrow:  # no rule is asked for what dice show
            self._go(bool, then, step(offer.game))
        else:
            self._step(step, then=then)

    # -- steps

    def _step(
        self,
        step: Callable[[RunningGame], DraftStep],
        settle: Callable[[DraftStep], object] = bool,
        then: Callable[[DraftStep], object] = bool,
    ) -> None:
        """Take a step; ``settle`` has what it comes to before that is told, ``then`` after it."""
        if self.campaign.is_playing:
            return
        self.steps.take(step, partial(self._go, settle, then))
        if self.steps.is_busy:
            self._tell()

    def _go(self, settle: Callable[[DraftStep], object], then: Callable[[DraftStep], object], found: DraftStep) -> None:
        with self._change():
            self.objection, self.insist = found.objection, None
            if found.draft is not None:
                self.draft, self.for_all = found.draft, found.for_all
            settle(found)
        then(found)

    # -- filling

    def choose(self, value: Any, *, anyway: bool = False, goes_on: bool = False) -> None:
        """Choose a value of a list; with more fields to come it is taken, the last one waits for the word.

        ``goes_on``: that has been given with it.
        """
        entry, draft = self.entry, self.draft
        if not isinstance(entry, ListEntry) or draft is None:
            return

        def settle(found: DraftStep) -> None:
            if found.objection is None:
                entry.point(value)
            elif value in entry.values:
                self.insist = lambda: self.choose(value, anyway=True)

        def go_on(found: DraftStep) -> None:
            if goes_on and found.objection is None and self.entry is entry:
                self.go_on()

        if draft.is_last() and (anyway or value in entry.known_possible):
            self.steps.stop()
            self._go(settle, go_on, DraftStep())
        else:
            self._step(lambda game: draft_steps.choose_value(draft, value, game, anyway=anyway), settle, go_on)

    def try_value(self, value: Any, then: Callable[[], object]) -> None:
        """Say why the present field may not hold a value that was typed; do something if it may."""
        draft = self.draft
        if draft is not None:
            self._step(
                lambda game: draft_steps.judge_value(draft, value, game),
                then=lambda found: then() if found.objection is None else None,
            )

    def mark(self, value: Any) -> None:
        """Have a value of a list stand as chosen, though it is not taken yet: the keyboard has come to it."""
        if isinstance(self.entry, ListEntry) and self.entry.chosen is not value and self.entry.point(value):
            self.entry_changed()

    def entry_changed(self) -> None:
        """The present entry has been filled otherwise."""
        self.objection = self.insist = None
        self._tell()

    def lead(self, way: tuple[Any, ...]) -> None:
        """Have the way that is filled be another one."""
        draft = self.draft
        if draft is not None:
            self._step(lambda game: draft_steps.lead_way(draft, way, game), partial(_keep_entry, draft.entry))

    def go_on(self) -> None:
        """Take what the present entry comes to; after the last field, do it."""
        draft = self.draft
        if draft is None or self.is_working:
            return
        if self.ticked:
            self._do_in_turn([one for one in self.for_all if one in self.ticked])
            return
        if draft.entry is not None:
            value = draft.entry.result()
            if value is NOTHING:
                return
            if not draft.is_last():
                self._step(lambda game: draft_steps.choose_value(draft, value, game, anyway=False))
                return
            self.objection = None
            draft.take(value)
        self.commit()

    def reopen(self, field: str) -> None:
        """Go back to a field; those after it are open again too."""
        draft = self.draft
        if draft is not None:
            self._step(lambda game: draft_steps.reopen_field(draft, field, game))

    def back(self) -> None:
        """A step back: in the entry, to the field before, and at last out of the action."""
        entry = self.entry
        if self.campaign.is_playing:
            self.campaign.break_off()
        elif self.steps.is_busy:
            self.steps.stop()  # what was chosen last is not taken
            self.entry_changed()
        elif isinstance(entry, WayEntry) and entry.way:
            self.lead(entry.way[:-1])
        elif entry is not None and entry.back():
            self.entry_changed()
        elif self.draft is not None and self.draft.last_chosen:
            self.reopen(self.draft.last_chosen)
        else:
            self.put_down()

    # -- doing

    def commit(self, then: Done = bool) -> bool:
        """Do the action that is whole; tell whether it was done or is under way; ``then`` hears how it ended."""
        action = self.action()
        if action is None or self.offer is None or self.is_working:
            return False
        return self.campaign.answer(action, self.offer.ask, then)

    def tick(self, value: Any) -> None:
        """Tick a value of the open field, or untick it."""
        ticked = self.ticked
        others = [one for one in ticked if one != value]
        self._ticks = (self.draft, self.field, others if value in ticked else [*others, value])
        self.entry_changed()

    def do_for_all(self) -> None:
        """Do what is taken up with each of its values, one after the other, in this step."""
        self._do_in_turn(self.for_all)

    def _do_in_turn(self, values: Sequence[Any]) -> None:
        if self.draft is not None and values and not self.is_working:
            self.many.begin(self.draft.offer, self.draft.field, values)
            self._do_next()

    def _do_next(self) -> None:
        self.many.do_next(self.open)
        if self.many.is_looking:
            self._tell()

    # -- what stands against it

    def refuse(self, found: Objection) -> None:
        """Show what was refused."""
        self.objection, self.insist = found, None
        self._tell()

    def explain_passed(self, offer: Offer) -> None:
        """Say why something was not offered before."""
        self.questions.judge_passed(offer, lambda found: self.refuse(found) if found is not None else None)

    # -- pointing

    def point(self, spot: str) -> bool:
        """Take what was pointed at, if the present field has it; tells whether it meant something."""
        draft = self.draft
        if draft is None:
            return False
        if isinstance(self.entry, WayEntry):
            self._step(lambda game: draft_steps.point_on_way(draft, spot, game), partial(_keep_entry, draft.entry))
            return True
        if isinstance(self.entry, ListEntry):
            parts = draft.spots().get(spot, [])
            if parts:
                self.choose(parts[0])
            return bool(parts)
        meant = draft.point(spot)
        if meant:
            self.entry_changed()
        return meant


def _keep_entry(entry: Entry | None, found: DraftStep) -> None:
    """Have a way that was led further stay the same entry: what shows it goes on showing it."""
    led = found.draft
    if led is not None and isinstance(led.entry, WayEntry) and isinstance(entry, WayEntry):
        entry.become(led.entry)
        led.entry = entry
