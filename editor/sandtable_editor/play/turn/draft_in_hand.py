"""What lies in the player's hand: what is on offer, the draft of what was taken up, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import SandtableError
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.play.turn.places import Places
from sandtable_editor.play.turn.hand_questions import HandQuestions
from sandtable_editor.play.turn.one_by_one import OneByOne
from sandtable_editor.play.turn.steps_aside import StepsAside
from sandtable_editor.play.turn.unjudged_values import UnjudgedValues

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.draft import OfferDraft
    from sandtable.play.turn.entries import Entry
    from sandtable.play.turn.offer_list import ListedOffer
    from sandtable.play.words.naming import OfferedValues
    from sandtable.play.words.objections import Objection
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs


class DraftInHand(QObject):
    """What is shown of the hand. ``changed``: it is filled otherwise, or put down, or another one.

    ``judged``: it has become known what stands against it.
    """

    changed = Signal()
    judged = Signal()

    def __init__(self, campaign: Campaign, jobs: Jobs, board: Map | None = None) -> None:
        super().__init__(campaign)
        self.campaign, self.board = campaign, board
        self.questions = HandQuestions(campaign, jobs)
        self.steps = StepsAside(campaign, jobs, self.questions.copies)
        self.unjudged = UnjudgedValues(self.questions)
        self.unjudged.judged.connect(self.judged)
        self.places = Places(board)
        self.listed: list[ListedOffer] = []
        """All that is asked for, with its numbers; ``open`` and ``shut``: what is possible, and what is not."""
        self.open: list[Offer] = []
        self.shut: list[Offer] = []
        self.deals: int = 0
        """How often the question was another one."""
        self.draft: OfferDraft | None = None
        self.objection: Objection | None = None
        self.insist: Callable[[], None] | None = None
        """Take all the same what was refused just now, to ask the table for it."""
        self.for_all: tuple[Any, ...] = ()
        """The values of the open field with all of which it can be done in turn, nothing else asked."""
        self.many = OneByOne(campaign, self.questions)
        self._ticks: tuple[object, str, list[Any]] = (None, "", [])
        self._changes = 0
        self.changed.connect(self.questions.wait_no_more)
        self.questions.verdicts.came.connect(self.judged)

    @contextmanager
    def _change(self) -> Generator[None]:
        """Do several things and tell of them once."""
        self._changes += 1
        try:
            yield
        finally:
            self._changes -= 1
            self._tell()

    def _tell(self) -> None:
        if not self._changes:
            self.changed.emit()

    # -- what is on offer

    @property
    def is_loading(self) -> bool:
        """Whether it is being worked out what is on offer."""
        return self.questions.kinds.is_waited_for

    @property
    def is_working(self) -> bool:
        """Whether it is being worked out what follows from what was done last: until then nothing else is done."""
        return self.steps.is_busy or self.many.is_looking or self.campaign.is_playing

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

    def legal(self, value: Any) -> bool:
        """Tell whether some legal action holds this value in the present field; it counts as long as that is unknown.

        What is unknown is found out then, beside the window's thread; ``judged`` tells when.
        """
        if self.entry is None:
            return False
        known = self.entry.field.known(value)
        if known is None:
            self.unjudged.add(self.draft, value)
        return known is not False

    @property
    def ticked(self) -> list[Any]:
        """The values of the open field that were ticked, to be taken one after the other."""
        draft, field, values = self._ticks
        return values if draft is self.draft and field == self.field else []

    def spots(self) -> dict[str, list[Any]]:
        """Return what may be pointed at for the present field, by the id it is pointed at by."""
        return self.draft.spots() if self.draft is not None else {}

    # -- the whole action

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
        return self.draft.verdict() if offer.kind is EnterThrow else self.questions.verdict(action, offer)

    @property
    def is_judged(self) -> bool:
        """Whether it is known what stands against the whole action."""
        action, offer = self.action(), self.offer
        return action is None or offer is None or offer.kind is EnterThrow or self.questions.knows(action, offer)
