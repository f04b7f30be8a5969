"""``sandtable campaign rename``: another name for a campaign."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("rename")
@click.argument("campaign", metavar="CAMPAIGN")
@click.argument("name", metavar="NAME")
@show.json_option
def command(campaign: str, name: str, as_json: bool) -> None:
    """Give a campaign another name. It is called what its file is called, and stays in its folder."""
    from sandtable.library.campaigns.campaign_files import rename_campaign
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder

    path = find_campaign(campaign, campaigns_folder())
    now = rename_campaign(path, name)
    show.answer({"was": str(path), "now": str(now)}, f"{path.stem} is now called {now.stem}: {now}", as_json=as_json)
