"""``sandtable campaign delete``: a campaign goes where it can be taken back from."""

from __future__ import annotations

import shlex
import sys

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith


@click.command("delete")
@click.argument("campaign", metavar="CAMPAIGN")
@click.option("--yes", is_flag=True, help="Do not ask.")
@show.json_option
def command(campaign: str, yes: bool, as_json: bool) -> None:
    """Move a campaign to the folder of deleted ones beside it, from which `sandtable campaign restore` takes it back.

    It asks first; without a terminal it needs --yes. To remove one for good, remove its file from that folder.
    """
    from sandtable.engine.errors import Invalid
    from sandtable.library.campaigns.campaign_files import delete_campaign
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder

    path = find_campaign(campaign, campaigns_folder())
    if not yes:
        if not sys.stdin.isatty():
            raise Invalid(f"{path.stem} was not deleted, for nobody can be asked: call it with --yes")
        if not click.confirm(f"Delete {path.stem}? It can be taken back.", err=True):
            raise ExitWith(FOUND)
    gone = delete_campaign(path)
    says = f"{path.stem} was deleted; `sandtable campaign restore {shlex.quote(gone.stem)}` takes it back from {gone}"
    show.answer({"campaign": str(path), "deleted": str(gone)}, says, as_json=as_json)
