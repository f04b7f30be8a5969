"""What the action in hand would come to, below the decision: numbers with their parts, a chart with what counts lit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal

from sandtable.present import presentation
from sandtable_editor.play.campaign.aside import AskedAside
from sandtable_editor.play.panels.stack import PanelStack

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.game import RunningGame
    from sandtable.present import Arrow, Panel
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.jobs import Jobs


TALLEST, LEAST = 420, 64
"""Logical pixels between which it is high; what is higher can be scrolled."""
SHARE = 36
"""How much of the room of the decision it takes at most, in hundredths."""


class Foreseen(NamedTuple):
    """What an action would come to, and whom it goes against."""

    panels: tuple[Panel, ...] = ()
    arrows: tuple[Arrow, ...] = ()


NOTHING_FORESEEN = Foreseen()


def foresee(game: RunningGame, action: Action | None) -> Foreseen:
    """Ask a game what an action would come to; without one, who goes against whom as things stand."""
    panels = presentation.preview(game, action) if action is not None else []
    return Foreseen(tuple(panels), tuple(presentation.arrows(game, action)))


class Outlook(PanelStack):
    """Is there while the hand holds a whole action of which the game says what it would come to.

    ``foreseen`` is what is known by now, also of arrows on the map; ``came``: it is something else.
    ``least_above`` tells how much room, pixels, the decision and what else stands there needs: it goes before.
    """

    came = Signal()

    def __init__(self, draft: ActionDraft, jobs: Jobs, least_above: Callable[[], int]) -> None:
        super().__init__(name="What it would come to")
        self.least_above = least_above
        self.draft = draft
        self.foreseen = NOTHING_FORESEEN
        self._answers: AskedAside[Foreseen] = AskedAside(
            draft.campaign, jobs, "Working out what it would come to", draft.questions.copies
        )
        self._answers.came.connect(self.follow)
        draft.changed.connect(self.follow)
        self.follow()

    @property
    def is_busy(self) -> bool:
        """Whether something that will be shown is being worked out."""
        return self._answers.is_busy

    def follow(self) -> None:
        """Show what the action in hand would come to, once that is known; what was shown stays until then."""
        self._answers.follow()
        view = self.draft.campaign.view
        if view is None or not any(map(view.has_implementation, ("preview", "arrows"))):
            self._show(NOTHING_FORESEEN)
            return
        action = self.draft.action()
        about = type(action), repr(action)
        known = self._answers.want(about, partial(foresee, action=action))
        if known is not None or self._answers.is_known(about):
            self._show(known or NOTHING_FORESEEN)

    def _show(self, found: Foreseen) -> None:
        if found != self.foreseen:
            self.foreseen = found
            self.put(found.panels)
            self.came.emit()
        self.setVisible(bool(found.panels))
        self._fit()

    def _fit(self) -> None:
        """Be as high as what is shown, and leave most of the room to the decision above."""
        above = self.parentWidget()
        room = TALLEST
        if above is not None:
            room = min(above.height() * SHARE // 100, above.height() - self.least_above())
        high = min(self.height_at(self.viewport().width()) + 4, max(LEAST, min(TALLEST, room)))
        self.setFixedHeight(high if self.panels else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def renew(self) -> None:
        """Draw it in the colours of the theme."""
        self.put(self.panels or (), anew=True)
