"""``sandtable campaign copy``: a campaign once more, to be played on otherwise."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("copy")
@click.argument("campaign", metavar="CAMPAIGN")
@click.argument("name", metavar="[NAME]", required=False, default="")
@show.json_option
def command(campaign: str, name: str, as_json: bool) -> None:
    """Copy a campaign with all that was played, beside it: as NAME, or as CAMPAIGN-copy."""
    from sandtable.library.campaigns.campaign_files import copy_campaign
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder

    path = find_campaign(campaign, campaigns_folder())
    made = copy_campaign(path, name)
    show.answer(
        {"campaign": str(path), "copy": str(made)}, f"{path.stem} was copied as {made.stem}: {made}", as_json=as_json
    )
