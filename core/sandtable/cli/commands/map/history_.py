"""``sandtable map history``: what was done to a map in the window, as a script that does it again."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("history")
@click.argument("target", metavar="TARGET")
@click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the script into a file, and the images that it lays beside it.",
)  # fmt: skip
@show.json_option
def command(target: str, output: Path | None, as_json: bool) -> None:
    """Print the history of a map as a script for `sandtable map edit --script`, an edit in a line.

    TARGET is LIBRARY.db#KEY, or the file of a draft. The history begins with the map as it was when it was opened
    first in the window; what was taken back is left out. A damaged draft is read as far as it goes, and stays as it is.
    """
    from sandtable.cli.history_scripts import tell_history
    from sandtable.design import script
    from sandtable.design.draft_sorts import MAP_DRAFTS

    tell_history(target, MAP_DRAFTS, script, output, as_json=as_json)
