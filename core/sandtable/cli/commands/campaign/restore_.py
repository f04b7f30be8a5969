"""``sandtable campaign restore``: a deleted campaign is taken back."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("restore")
@click.argument("campaign", metavar="CAMPAIGN")
@show.json_option
def command(campaign: str, as_json: bool) -> None:
    """Take a deleted campaign back; `sandtable campaign list --deleted` shows which there are.

    Where its name has been taken since, it gets another.
    """
    from sandtable.library.campaigns.campaign_files import DELETED, restore_campaign
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder

    path = find_campaign(campaign, campaigns_folder() / DELETED)
    now = restore_campaign(path)
    show.answer({"deleted": str(path), "campaign": str(now)}, f"{now.stem} was taken back: {now}", as_json=as_json)
