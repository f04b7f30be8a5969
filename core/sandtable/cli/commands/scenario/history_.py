"""``sandtable scenario history``: what was done to a scenario in the window, as a script that does it again."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("history")
@click.argument("target", metavar="TARGET")
@click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the script into a file, and the pictures that it shows beside it.",
)  # fmt: skip
@show.json_option
def command(target: str, output: Path | None, as_json: bool) -> None:
    """Print the history of a scenario as a script for `sandtable scenario edit --script`, an edit in a line.

    TARGET is LIBRARY.db#KEY, or the file of a draft. The history begins with the scenario as it was when it was opened
    first in the window; what was taken back is left out. A damaged draft is read as far as it goes, and stays as it is.
    """
    from sandtable.cli.history_scripts import tell_history
    from sandtable.design.draft_sorts import SCENARIO_DRAFTS
    from sandtable.design.scenario import scenario_script

    tell_history(target, SCENARIO_DRAFTS, scenario_script, output, as_json=as_json)
