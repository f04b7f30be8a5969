"""The odds of what the action in hand would begin, below the decision: asked before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.play.turn.odds_box import OddsBox

if TYPE_CHECKING:
    from sandtable.present import Contest
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.play.turn.contests_at_hand import ContestsAtHand
    from sandtable_editor.shell.jobs import Jobs


class AttackOdds(OddsBox):
    """Is there while the hand holds an action that would begin a contest, and one such contest alone is meant."""

    def __init__(self, campaign: Campaign, draft: ActionDraft, jobs: Jobs, contests: ContestsAtHand) -> None:
        self._draft = draft
        super().__init__(campaign, jobs, contests, self._would_begin)
        contests.came.connect(self.follow)
        campaign.changed.connect(self.refresh)
        draft.changed.connect(self.follow)
        self.refresh()

    def _would_begin(self) -> Contest | None:
        offer = self._draft.offer
        if offer is None or self.campaign.view is None:
            return None
        openings = [
            one for one in self.contests.openings() if type(one.opening) is offer.kind and one.side == offer.side
        ]
        action = self._draft.action()
        meant = [one for one in openings if one.opening == action] or (openings if action is None else [])
        return meant[0] if len(meant) == 1 else None
