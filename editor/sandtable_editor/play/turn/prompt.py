"""The prompt: who is asked, why, by which rule, and what may be done; the one taken up is filled here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget

from sandtable.engine.words import in_a_row, sentence
from sandtable.play.table.idle_steps import brief_idle, describe_idle
from sandtable.play.turn.entries import ListEntry
from sandtable.play.words.objections import NOT_POSSIBLE
from sandtable.play.words.where import winner_title
from sandtable.play.words.wording import seat_title, side_title, without_name
from sandtable.present.presentation import side_colour
from sandtable_editor.play.panels.reasons_box import ReasonsBox, rule_link
from sandtable_editor.play.turn.fields.listed import ListedField
from sandtable_editor.play.turn.kept_column import KeptColumn
from sandtable_editor.play.turn.number_keys import NumberKeys
from sandtable_editor.play.turn.offer_button import KEYS, ChoiceButton, OfferButton
from sandtable_editor.play.turn.offer_form import CommitButton, OfferForm
from sandtable_editor.play.turn.side_chip import SideHead
from sandtable_editor.play.turn.tight_room import TightRoom
from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import BriefLine, Sentence, beside, button, faint

if TYPE_CHECKING:
    from sandtable.play.turn.offer_list import ListedOffer
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.campaign.pace import Pace
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.play.turn.fields.field import Field
    from sandtable_editor.play.turn.idle import Idle
    from sandtable_editor.shell.commands import Commands

LOADING: Final = "Working out what can be done…"
PASS_SIGN: Final = "»"
WORKING: Final = "working out whether it can be done"
PLAYS: Final = "Working out what comes of it…"
FOLLOWS: Final = "working out what follows (Esc cancels)"
SETTLED: Final = 60
"""Milliseconds until what was just put into a column has its height."""


LEAST: Final = 300
"""Logical pixels that it is wide at least."""


class PromptPanel(QScrollArea):
    """The panel with the open question; it is always there while a campaign is played."""

    rule_clicked = Signal(str)
    overrule_wanted = Signal()
    failure_wanted = Signal()
    withdraw_wanted = Signal(str)

    def __init__(self, campaign: Campaign, draft: ActionDraft, pace: Pace, idle: Idle, commands: Commands) -> None:
        super().__init__()
        self.campaign, self.draft, self.pace, self.idle, self.commands = campaign, draft, pace, idle, commands
        self.setAccessibleName("Decision")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumWidth(LEAST)
        self.inside = QWidget()
        self.column = KeptColumn(self.inside, margin=10, spacing=8)
        self.setWidget(self.inside)
        self.field: Field | None = None
        self.offers: list[OfferButton] = []
        self.passing: ChoiceButton | None = None
        self._no_lacks, self._no_commit = BriefLine(), QPushButton()
        self.lacks, self.commit = self._no_lacks, self._no_commit
        self.reasons = self.column.keep("reasons", ReasonsBox, self._make_reasons)
        self._key: tuple[Any, ...] = ()
        self.room = TightRoom(self, self.inside, lambda: (self.field, self.commit))
        self.digits = NumberKeys(draft, self)
        self.digits.typed.connect(self._number)
        self.enters = [QShortcut(QKeySequence(key), self) for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)]
        for shortcut in self.enters:  # Enter, wherever the keyboard is, answers what has just one answer
            shortcut.activated.connect(self._only_way)
        draft.changed.connect(self.refresh)
        draft.judged.connect(self._judge)
        campaign.working.connect(self.refresh)
        pace.changed.connect(self.refresh)
        idle.changed.connect(self._offer_to_pass)
        idle.passed.connect(self.refresh)
        self.refresh()

    # -- showing

    def refresh(self) -> None:
        """Show the question and the hand as they are."""
        draft = self.draft
        key = (
            self.campaign.turn_state, self.campaign.ask, self.campaign.seat, draft.offer and draft.offer.kind,
            tuple(draft.filled_fields), draft.field, draft.entry, self.pace.waiting, draft.deals,
            draft.is_loading, draft.is_working and draft.offer is None, self.campaign.is_playing, self.idle.told,
        )  # fmt: skip
        if key != self._key:
            self._key = key
            self._build()
        elif self.field is not None:
            self.field.refresh()
        self._judge()
        self.room.fit()
        for shortcut in self.enters:
            shortcut.setEnabled(self.campaign.turn_state == "asks" and draft.only_way)

    def renew(self) -> None:
        """Make everything anew: the colours have changed."""
        self._key = ()
        self.refresh()

    def _make_reasons(self) -> ReasonsBox:
        made = ReasonsBox()
        made.rule_clicked.connect(self.rule_clicked)
        made.overrule_wanted.connect(self.overrule_wanted)
        made.anyway_wanted.connect(self._insist)
        return made

    def _build(self) -> None:
        held = self._holds_focus()
        self.column.begin()
        self.field, self.offers, self.passing = None, [], None
        self.lacks, self.commit = self._no_lacks, self._no_commit
        self.reasons.show_reasons(None)
        match self.campaign.turn_state:
            case "asks":
                self._ask()
            case "next":
                self._next()
            case "bots":
                self._bots()
            case "over":
                self._over()
            case "broken":
                self._show_broken()
            case _:
                pass
        self.column.end()
        self._show_all()
        self._order_keys()
        self._make_room()
        if held:
            self.take_focus()
        self.verticalScrollBar().setValue(0)  # what had the keyboard is gone, and Qt went looking for the next one

    def _make_room(self) -> None:
        """Be as wide as what is asked, up to a third of the window; beyond that it can be scrolled."""
        wanted = self.inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(max(LEAST, min(wanted, self.window().width() // 3)))

    def _show_all(self) -> None:
        """Show what was just made, so that it can have the keyboard at once."""
        for widget in self.column.shown:
            if widget is not self.reasons and widget.isHidden():
                widget.show()

    def _order_keys(self) -> None:
        """Have the keyboard go from above to below, whatever was made first."""
        last: QWidget | None = self.commit if self.field is not None else None
        passing = [self.passing] if self.passing is not None else []
        for made in (*self.offers, *passing, *self.reasons.findChildren(QPushButton)):
            if last is not None:
                QWidget.setTabOrder(last, made)
            last = made

    def _holds_focus(self) -> bool:
        focus = cast("QWidget | None", self.window().focusWidget())  # Qt may well have none
        return focus is None or focus is self or self.isAncestorOf(focus)

    def take_focus(self) -> None:
        """Put the keyboard where the next thing is typed."""
        if self.field is not None:
            self.field.take_focus()
        elif self.offers:
            self.offers[0].setFocus()
        elif self.commit.isVisibleTo(self):
            self.commit.setFocus()
        else:
            self.setFocus()

    # -- a question

    def _ask(self) -> None:
        ask = self.campaign.ask
        assert ask is not None
        self._heading()
        if self.idle.told:
            self.column.put(faint(self.idle.told))
        draft = self.draft
        if draft.offer is None:
            self._offers()
        else:
            self._form(OfferForm(draft, draft.offer, self.commands))
            for listed in draft.listed if draft.alone else ():
                if listed.offer.kind is not draft.offer.kind:
                    self._offer(listed)
        self._say_working()
        self.column.put(self.reasons)
        self._offer_to_pass()

    def _say_working(self) -> None:
        """Say that what was done is being worked out, and have it broken off."""
        if self.campaign.is_playing:
            stop = button("Break it off", self.campaign.break_off, "Break it off: nothing has been done then (Esc)")
            self.column.put(beside(faint(PLAYS), stop))

    def _make_why(self) -> Sentence:
        made = Sentence()
        made.rule_clicked.connect(self.rule_clicked)
        return made

    def _heading(self) -> None:
        ask, game, prompt = self.campaign.ask, self.campaign.game, self.campaign.prompt
        assert ask is not None
        dice = prompt is not None and prompt.purpose == "dice"
        who = "The dice" if dice else side_title(game, ask.side)
        seat = seat_title(game, self.campaign.seat or "")
        sits = "" if dice or seat in ("", who) or len(self.campaign.people()) < 2 else seat
        why = f"Throw the dice: {ask.why}" if dice else sentence(without_name(who, ask.why) or "what do you do?")
        cited = f" ({rule_link(ask.rule)})" if ask.rule else ""
        self._name(who, "" if dice else ask.side, sits)
        line = self.column.keep("why", Sentence, self._make_why)
        line.setText(f"{escape(why)}{cited}")
        self.column.put(line)
        if prompt is not None and prompt.purpose == "sealed":
            self.column.put(faint("Sealed until all have answered."))
            self._show_answered(sorted(prompt.answered))

    def _name(self, who: str, side: str, also: str = "") -> None:
        """Say who it is about, on the colour of the side."""
        view, head = self.campaign.view, self.column.keep("head", SideHead, SideHead)
        self.column.put(head)
        head.say(who, side_colour(view, side) if view is not None else None, also)

    def _show_answered(self, sides: list[str]) -> None:
        """Say who has answered: the others in one sentence; who sits here can take an answer back."""
        others = [side_title(self.campaign.game, side) for side in sides if side not in self.campaign.sides]
        if others:
            self.column.put(faint(answered(others)))
        for side in (side for side in sides if side in self.campaign.sides):
            said = QLabel(f"{side_title(self.campaign.game, side)} has answered.")
            self.column.put(beside(said, button("Answer anew", partial(self.withdraw_wanted.emit, side))))

    def _offers(self) -> None:
        if self.draft.is_loading or (self.draft.is_working and not self.campaign.is_playing):
            self.column.put(faint(LOADING))
        for listed in self.draft.listed:
            self._offer(listed)

    def _offer_to_pass(self) -> None:
        """Offer to end more steps than this one, and say which, below all else that can be done."""
        if self.passing is not None:
            self.column.let_go(self.passing)
            self.passing = None
        idle, view, asks = self.idle.steps, self.campaign.view, self.campaign.turn_state == "asks"
        if asks and self.draft.offer is None and idle is not None and view is not None and len(idle.steps) > 1:
            self.passing = ChoiceButton(
                PASS_SIGN, idle.label, brief_idle(view, idle), self.idle.pass_on, is_possible=True
            )
            comes_to = "\n".join(describe_idle(view, idle))
            self.passing.setAccessibleDescription(comes_to)
            KeyTip(self.passing, self.commands, comes_to, "pass_on")
            self.column.put_above(self.reasons, self.passing)
            self._order_keys()

    def _offer(self, listed: ListedOffer) -> None:
        key = (
            "offer" if listed.is_possible else "shut",
            sum(one.is_possible is listed.is_possible for one in self.offers),
        )
        act = partial(self.draft.take_up, listed.offer)
        made = self.column.keep(key, OfferButton, lambda: OfferButton(listed, act))
        made.offer(listed, act)
        self.column.put(made)
        self.offers.append(made)

    # -- an offer being filled

    def _form(self, form: OfferForm) -> None:
        self.column.put(form)
        self.field, self.lacks, self.commit = form.field, form.lacks, form.commit
        if isinstance(form.field, ListedField):
            self.digits.hear_in(form.field.line)

    def _judge(self) -> None:
        """Say what is missing, and what stands against it."""
        draft = self.draft
        if self.campaign.turn_state != "asks":
            return
        found = draft.objection
        if draft.offer is not None:
            lacks = draft.entry.lacks() if draft.entry is not None and not draft.ticked else ""
            if draft.ticked:
                found = None
            elif isinstance(draft.entry, ListEntry) and not lacks and not draft.legal(draft.entry.chosen):
                lacks = f"{NOT_POSSIBLE}: Enter says why"
            if not lacks and found is None and draft.is_last() and not draft.ticked:
                found = draft.verdict()
                lacks = "" if draft.is_judged else WORKING
            if draft.is_working:
                lacks = "" if self.campaign.is_playing else FOLLOWS
                ready = False
            else:
                ready = not lacks and (found is None or found.action is None or found is draft.objection)
            self.lacks.say(lacks or self._says_ticked() or (draft.sentence() if ready else ""))
            if not ready and self.commit.hasFocus():
                self.setFocus()  # else Qt hands the keyboard to whatever comes next in the window
            self.commit.setEnabled(ready)
        self.reasons.show_reasons(found, anyway=draft.insist is not None)
        if found is not None:
            self._order_keys()
            for wait in (0, SETTLED):  # when it has its place, and when its lines are broken
                QTimer.singleShot(wait, self.reasons, self._show_reasons)

    def _says_ticked(self) -> str:
        """Say with which values it would be done, one after the other."""
        names = [self.draft.values_of().name(one) for one in self.draft.ticked]
        return f"{len(names)}: {in_a_row(names)}" if names else ""

    def _show_reasons(self) -> None:
        """Scroll to the reasons: somebody asked for them."""
        self.ensureWidgetVisible(self.reasons, 0, 8)

    # -- when nothing is asked of whoever sits here

    def _next(self) -> None:
        campaign = self.campaign
        seat = seat_title(campaign.game, campaign.coming or "")
        self._name(seat, campaign.asked_side)
        self._sentence("is next.")
        self.column.put(faint("Review the result. Hidden information is cleared before the next player looks."))
        self._big(f"Hand over to {seat}", campaign.hand_over)

    def _bots(self) -> None:
        side = self.campaign.asked_side
        who = side_title(self.campaign.game, side)
        self._name(who, side)
        if self.pace.waiting:
            self._sentence("<b>The bots are paused.</b>")
            self.column.put(faint(f"{who} is next. Look round as long as you like; nothing happens meanwhile."))
            self._big("Resume the bots", lambda: self.pace.wait(False))
            return
        self._sentence("<b>The bots are playing.</b>")
        pause = button("Pause the bots", lambda: self.pace.wait(True))
        KeyTip(pause, self.commands, "Pause the bots", "bots_wait")
        pause.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # or a spare Enter from before would pause them
        self.column.put(pause)

    def _over(self) -> None:
        game, ended = self.campaign.game, self.campaign.game.ended
        if ended is None:
            return
        cited = f" ({rule_link(ended.rule)})" if ended.rule else ""
        self._sentence(f'<span style="font-size:large"><b>{escape(winner_title(game))} wins</b></span>')
        self._sentence(f"The game is over: {escape(ended.why)}{cited}.")
        self.column.put(faint("You can still undo, or go to any line of the log."))

    def _show_broken(self) -> None:
        self._sentence("<b>A rule has failed.</b>")
        self._sentence(escape(sentence(str(self.campaign.fault or ""))))
        self.column.put(faint("The position has not changed; the table decides how to go on."))
        self._big("Decide how to go on…", self.failure_wanted.emit)

    # -- pieces

    def _sentence(self, html: str) -> Sentence:
        line = Sentence(html)
        line.rule_clicked.connect(self.rule_clicked)
        self.column.put(line)
        return line

    def _big(self, text: str, act: Callable[[], object]) -> QPushButton:
        self.commit = button(text, act, f"{text} (Enter)", "commit", CommitButton)
        self.column.put(self.commit)
        return self.commit

    # -- keys

    def _number(self, number: int) -> None:
        """Take up the action of a number, or go to the row of a list that is called so."""
        numbered = [one.offer for one in self.draft.listed if one.number == number]
        if numbered and (self.draft.offer is None or number > KEYS):
            self.draft.take_up(numbered[0])
            self.take_focus()
        elif isinstance(self.field, ListedField):
            self.field.go_to(str(number))

    def _insist(self) -> None:
        if self.draft.insist is not None:
            self.draft.insist()

    def _only_way(self) -> None:
        """Give the one answer there is, unless somebody types words elsewhere."""
        if not isinstance(QApplication.focusWidget(), QLineEdit):
            self.go_on()

    def go_on(self) -> None:
        """Do what Enter does here."""
        if self.commit.isVisibleTo(self) and self.commit.isEnabled():
            self.commit.click()
        elif self.draft.only_way and self.offers:
            self.offers[0].click()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Leave the keyboard where the next thing is typed, though somebody clicks beside it."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            self.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = QApplication.focusWidget()
            if isinstance(focus, OfferButton) and focus in self.offers:
                focus.click()
            else:
                self.go_on()
        elif event.key() == Qt.Key.Key_Backspace:
            self.draft.back()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.offers:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)


def answered(names: Sequence[str]) -> str:
    """Say in one sentence who has answered a sealed question."""
    return f"{in_a_row(names)} {'has' if len(names) == 1 else 'have'} answered."
