"""Values of a long list that are seen and of which nobody knows yet whether they are possible: found out in turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.play.turn.draft_steps import judge_values

if TYPE_CHECKING:
    from sandtable.play.turn.draft import OfferDraft
    from sandtable_editor.play.turn.hand_questions import HandQuestions


class UnjudgedValues(QObject):
    """Collects what a list shows at a time, and asks for all of it at once. ``judged``: it is known now."""

    judged = Signal()

    def __init__(self, questions: HandQuestions) -> None:
        super().__init__()
        self._questions = questions
        self._draft: OfferDraft | None = None
        self._wanted: dict[Any, None] = {}
        self._asked: tuple[Any, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)

    @property
    def is_busy(self) -> bool:
        """Whether something is to be found out, or being found out."""
        return self._soon.isActive() or self._questions.possible.is_busy

    def add(self, draft: OfferDraft | None, value: Any) -> None:
        """Have it found out whether the field that is open may hold a value."""
        if draft is not self._draft:
            self._draft, self._wanted, self._asked = draft, {}, ()
        if value not in self._asked:
            self._wanted[value] = None
            self._soon.start()

    def _ask(self) -> None:
        draft, wanted = self._draft, tuple(self._wanted)
        if draft is None or draft.entry is None or not wanted or self._questions.possible.is_busy:
            return
        self._wanted, self._asked = {}, wanted
        about = id(draft), draft.field, wanted
        self._questions.possible.ask(
            about, lambda game: judge_values(draft, wanted, game), partial(self._learn, draft, draft.field, wanted)
        )

    def _learn(self, draft: OfferDraft, field: str, wanted: tuple[Any, ...], found: Mapping[Any, bool] | None) -> None:
        self._asked = ()
        if draft.entry is not None and draft.field == field:
            draft.entry.field.learn(found if found is not None else dict.fromkeys(wanted, True))
        self.judged.emit()
        if self._wanted:
            self._soon.start()
