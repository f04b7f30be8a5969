"""``sandtable desktop``: the program in the menu of the desktop, and its files opened by a double click."""

from __future__ import annotations

import sys
from typing import Literal

import click

from sandtable.cli import show


@click.command("desktop")
@click.argument("what", metavar="WHAT", type=click.Choice(["install", "remove"]))
@show.json_option
def command(what: Literal["install", "remove"], as_json: bool) -> None:
    """Add Sandtable to your desktop's menu with its icon and file types (WHAT: install), or remove it (WHAT: remove).

    A double click on a campaign or a library then opens it. For desktops that follow freedesktop.org, as on Linux.
    """
    from sandtable import desktop
    from sandtable.engine.errors import Invalid

    if sys.platform in ("win32", "darwin"):
        raise Invalid("Sandtable cannot add itself to this desktop's menu: start it with the command sandtable")
    try:
        files = desktop.install() if what == "install" else desktop.remove()
    except OSError as error:
        raise Invalid(f"{error.filename} cannot be written: {error.strerror}; check the permissions there") from error
    if as_json:
        show.as_json_text({"done": what, "files": [str(path) for path in files]})
        return
    done = {"install": "Installed", "remove": "Removed"}[what]
    for path in files:
        click.echo(f"{done}: {path}")
    if not files:
        click.echo("Nothing was installed.")
