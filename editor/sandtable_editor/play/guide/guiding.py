"""The guide of a campaign in the window: what it says now, and that it is remembered until it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from sandtable.play.guide.guide import Guide, farewell_lines, welcome_lines

if TYPE_CHECKING:
    from sandtable.play.guide.advising import Suggestion
    from sandtable.play.guide.page import GuidePage
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.settings import Settings

GUIDED: Final = "play/guided"
"""The setting that names the campaign in which somebody is guided, and its round: it is taken up there again."""
OFFERED: Final = "play/guide_offered"
"""The setting that keeps whether somebody has said yes or no to being guided."""


class Guiding(QObject):
    """What the guide says of the question at the screen. ``changed``: it says something else, or nothing any more."""

    changed = Signal()

    def __init__(self, campaign: Campaign, settings: Settings) -> None:
        super().__init__()
        self.campaign, self.guide, self._settings = campaign, Guide(), settings
        self.welcomes = False
        """Whether it has yet to say who it is."""
        self.page: GuidePage | None = None
        kept = settings.text(GUIDED).partition(":")
        if kept[2] == str(campaign.sitting.path) and kept[0].isdecimal():
            self.guide.round = int(kept[0])
        campaign.changed.connect(self.refresh)

    # -- taken up and left

    @property
    def is_on(self) -> bool:
        """Whether somebody is guided."""
        return self.guide.is_on

    @property
    def is_offered(self) -> bool:
        """Whether somebody is asked something who has never said yes or no to being guided."""
        asks = self.campaign.view is not None and self.campaign.ask is not None
        return asks and not self.is_on and not self._settings.flag(OFFERED, default=False)

    def decline(self) -> None:
        """Not be offered any more."""
        self._settings.put(OFFERED, True)
        self.refresh()

    def take_up(self) -> None:
        """Begin to guide, through the round that is played now."""
        self._settings.put(OFFERED, True)
        self.welcomes = not self.guide.is_on
        self.guide.take_up(self.campaign.game)
        self._settings.put(GUIDED, f"{self.guide.round}:{self.campaign.sitting.path}")
        self.refresh()

    def leave(self) -> None:
        """Say no more."""
        self.guide.leave()
        self._settings.forget(GUIDED)
        self.refresh()

    def go_on(self) -> None:
        """Come to the first question: the welcome has been read."""
        self.welcomes = False
        self.refresh()

    # -- what is said

    def refresh(self) -> None:
        """Look at the question that is open now."""
        view, ask = self.campaign.view, self.campaign.ask
        speaks = self.is_on and not self.welcomes and view is not None and not self.guide.is_through(view)
        self.page = None
        if speaks and view is not None and ask is not None:
            self.page = self.guide.page(view, ask, self.campaign.referee.journal)
        self.changed.emit()

    @property
    def suggestion(self) -> Suggestion | None:
        """What one might do now."""
        return self.page.suggestion if self.page is not None else None

    def lines(self) -> list[str]:
        """Return what is said where there is no page: how it begins, that others play, how it ends."""
        view = self.campaign.view
        if not self.is_on or view is None or self.page is not None:
            return []
        if self.guide.is_through(view):
            return farewell_lines(view, self.guide.round)
        if self.welcomes:
            return welcome_lines(view, tuple(self.campaign.sides))
        return ["The others are playing. The guide waits for your next question; what they do stands in the log."]

    @property
    def is_through(self) -> bool:
        """Whether the round that was to be shown lies behind."""
        view = self.campaign.view
        return view is not None and self.guide.is_through(view)
