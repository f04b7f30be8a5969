"""``sandtable scenario drafts``: what was laid out and not saved, and the histories of what was."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("drafts")
@click.argument("target", metavar="[TARGET]", required=False)
@click.option("--discard", is_flag=True, help="Remove the one draft that TARGET names, with its history.")
@click.option("--aside", is_flag=True, help="Put the one draft that TARGET names aside: the scenario opens as saved.")
@show.json_option
def command(target: str | None, discard: bool, aside: bool, as_json: bool) -> None:
    """List the drafts beside a library: what was done to its scenarios in the window, saved or not.

    TARGET is LIBRARY.db, LIBRARY.db#KEY, or the file of a draft (default: your own library).
    """
    from sandtable.cli.draft_arguments import answer_drafts
    from sandtable.design.draft_sorts import SCENARIO_DRAFTS

    answer_drafts(SCENARIO_DRAFTS, target, discard=discard, aside=aside, as_json=as_json)
