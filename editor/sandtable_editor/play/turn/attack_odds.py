"""The odds of what the action in hand would begin, below the decision: asked before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.lab.odds import contests_of
from sandtable_editor.play.turn.odds_box import OddsBox

if TYPE_CHECKING:
    from sandtable.present import Contest
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.jobs import Jobs


class AttackOdds(OddsBox):
    """Is there while the hand holds an action that would begin a contest, and one such contest alone is meant."""

    def __init__(self, campaign: Campaign, draft: ActionDraft, jobs: Jobs) -> None:
        self._draft = draft
        self._known: tuple[object, list[Contest]] = (None, [])
        super().__init__(campaign, jobs, self._would_begin)
        campaign.changed.connect(self.refresh)
        draft.changed.connect(self.follow)
        self.refresh()

    def _would_begin(self) -> Contest | None:
        offer = self._draft.offer
        if offer is None or self.campaign.view is None:
            return None
        openings = [one for one in self._openings() if type(one.opening) is offer.kind and one.side == offer.side]
        action = self._draft.action()
        meant = [one for one in openings if one.opening == action] or (openings if action is None else [])
        return meant[0] if len(meant) == 1 else None

    def _openings(self) -> list[Contest]:
        """Return what can be begun in this position; it is found out once."""
        position = (self.campaign.referee.journal.head, self.campaign.seat)
        if self._known[0] != position and self.campaign.view is not None:
            self._known = position, [one for one in contests_of(self.campaign.view) if one.opening is not None]
        return self._known[1]
