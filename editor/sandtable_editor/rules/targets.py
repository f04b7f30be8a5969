"""What rules are chosen for: a scenario that can be begun, or the campaign that is on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.play.begin.presets import presets_for
from sandtable.play.begin.starts import start_presets

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices, Preset
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.starts import Start
    from sandtable_editor.play.campaign_view import CampaignView


class RulesTarget(NamedTuple):
    """A scenario or a campaign: its title, its game, what it is played by before anything is changed."""

    name: str
    title: str
    family: InstalledGame
    choices: Choices
    start: Start | None = None
    view: CampaignView | None = None

    @property
    def is_campaign(self) -> bool:
        return self.view is not None

    @property
    def plain_title(self) -> str:
        """What the scenario or the campaign is called."""
        return self.view.campaign.sitting.header.title if self.view is not None else self.title

    def presets(self) -> dict[str, Preset]:
        """Return the presets of the game, of the library that ships, and of the scenario's own."""
        return start_presets(self.start) if self.start is not None else presets_for(self.family)


def target_of(start: Start) -> RulesTarget:
    """Return a scenario as something that rules are chosen for."""
    title = f"{start.family.system.title}: {start.scenario.title}"
    if start.library is not None:
        title += f" ({start.library.name})"
    name = start.name if start.library is None else f"{start.library.name}#{start.name}"
    return RulesTarget(name, title, start.family, start.begins_with, start)


def target_of_campaign(view: CampaignView) -> RulesTarget:
    """Return the campaign on the table as something that rules are chosen for."""
    campaign = view.campaign
    title = f"The campaign on the table: {campaign.sitting.header.title}"
    family, choices = campaign.referee.family, campaign.game.rulebook.choices
    return RulesTarget(f"campaign {campaign.sitting.path}", title, family, choices, view=view)
