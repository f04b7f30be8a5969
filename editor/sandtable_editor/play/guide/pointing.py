"""Points at what the guide means: the button in the prompt, the row in the list, the places on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from sandtable.board.spaces import SpaceId
from sandtable_editor.play.turn.fields.listed import ListedField

if TYPE_CHECKING:
    from sandtable_editor.play.guide.guiding import Guiding
    from sandtable_editor.play.map.play_map import PlayMap
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.play.turn.prompt import PromptPanel

POINTED: Final = "pointed"
"""The property of a button at which the guide points."""
RECOMMENDED: Final = "Recommended by the guide. "


class Pointing(QObject):
    """Marks what is recommended, wherever the hand is on the way to it; it presses nothing."""

    def __init__(self, guiding: Guiding, prompt: PromptPanel, draft: ActionDraft, board: PlayMap | None) -> None:
        super().__init__(guiding)
        self.guiding, self.prompt, self.draft, self.board = guiding, prompt, draft, board
        self._marked: list[QPushButton] = []
        guiding.changed.connect(self.point)
        draft.changed.connect(self.point)

    def point(self) -> None:
        """Mark what is recommended now, and nothing else."""
        suggestion = self.guiding.suggestion
        kind = type(suggestion.action) if suggestion is not None else None
        numbers = {listed.number for listed in self.draft.listed if listed.offer.kind is kind}
        meant: list[QPushButton] = []
        if self.draft.offer is None:
            meant = [made for made in self.prompt.offers if made.number in numbers]
        elif self.draft.offer.kind is kind and self._is_filled_so():
            meant = [self.prompt.commit]
        self._mark(meant)
        if self.prompt.field is not None:
            self.prompt.field.point_at(self._value())
        if self.board is not None:
            self.board.point_at(self._spaces())

    def show_it(self) -> None:
        """Bring what is recommended into view, and put the keyboard there."""
        self.point()
        for made in self._marked:
            self.prompt.ensureWidgetVisible(made)
            made.setFocus()
        field, value = self.prompt.field, self._value()
        if isinstance(field, ListedField) and value in field.model.values:
            field.list.scrollTo(field.model.index(field.model.values.index(value)))
            field.take_focus()
        spaces = self._spaces()
        if self.board is not None and spaces:
            self.board.view.centre_on(spaces[-1])

    # -- what is meant

    def _value(self) -> Any:
        """Return what the open field would hold, as long as those before it hold what is recommended."""
        suggestion, offer = self.guiding.suggestion, self.draft.offer
        if suggestion is None or offer is None or offer.kind is not type(suggestion.action) or not self._is_on_way():
            return None
        return getattr(suggestion.action, self.draft.field, None) if self.draft.field else None

    def _is_on_way(self) -> bool:
        suggestion = self.guiding.suggestion
        filled = self.draft.filled_fields
        return suggestion is not None and all(
            getattr(suggestion.action, name, None) == value for name, value in filled.items()
        )

    def _is_filled_so(self) -> bool:
        """Tell whether the hand holds what is recommended, whole."""
        suggestion = self.guiding.suggestion
        return suggestion is not None and self.draft.action() == suggestion.action

    def _spaces(self) -> list[SpaceId]:
        """Return the places on the map that the recommended action names, be it by a space or a piece."""
        suggestion = self.guiding.suggestion
        if suggestion is None or self.board is None:
            return []
        places, counters = self.draft.places, self.board.view.counters
        found: list[SpaceId] = []
        for spot in map(places.spot, suggestion.spots):
            if places.is_space(spot):
                found.append(SpaceId(spot))
            elif spot in counters:
                found += counters[spot].spaces
        return list(dict.fromkeys(found))

    def _mark(self, meant: list[QPushButton]) -> None:
        for made in (*self._marked, *meant):
            wanted = made in meant
            if not shiboken6.isValid(made):
                continue
            said = made.accessibleDescription().removeprefix(RECOMMENDED)  # it may stand for something else by now
            made.setAccessibleDescription(RECOMMENDED + said if wanted else said)
            if bool(made.property(POINTED)) is not wanted:
                made.setProperty(POINTED, wanted)
                _polish(made)
        self._marked = meant


def _polish(widget: QWidget) -> None:
    """Have a widget drawn by its properties as they are now."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
