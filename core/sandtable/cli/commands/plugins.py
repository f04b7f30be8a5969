"""``sandtable plugins``: what was found, trusted, broken and why."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugin


@click.command("plugins")
@click.option("--trust", metavar="FILE", help="Trust a file in the rules folder as it is now.")
@click.option("--again", metavar="NAME", help="Load a plugin again that did not finish loading last time.")
@show.json_option
def command(trust: str | None, again: str | None, as_json: bool) -> None:
    """Show the games and rules modules that were found, and why any were left out.

    A single file in the rules folder is run only when it is trusted; after a change it must be trusted
    again. Exit status 1 when something is broken.
    """
    from sandtable.cli.installed import plugins
    from sandtable.cli.remedies import why_not_ready
    from sandtable.distribution import stranger

    found = plugins()
    if trust is not None:
        from sandtable.engine.discovery.trust import trust as put_trust_in

        path = put_trust_in(found.folder, trust)
        click.echo(f"{path.name} is trusted as it is now; after a change it must be trusted again", err=as_json)
    if again is not None:
        from sandtable.engine.discovery.loading import load_again

        load_again(found.folder, again)
    report = found.report()
    if as_json:
        facts = [
            {
                "kind": one.kind,
                "name": one.name,
                "place": one.place,
                "standing": one.standing,
                "why": why_not_ready(one),
                "game": one.game,
                "lacks": one.lacks,
            }
            for one in report.plugins
        ]
        show.as_json_text({"rules_folder": str(found.folder), "plugins": facts})
    else:
        for kind, ones in groupby(report.plugins, key=lambda one: one.kind):
            show.heading(f"{kind[:1].upper()}{kind[1:]}s")
            show.columns(
                (one.name, one.standing, _place(one) if one.standing == "ready" else why_not_ready(one)) for one in ones
            )
        click.echo(f"Rules folder: {found.folder}")
    if other := stranger():
        click.echo(f"Note: {other}", err=True)
    if report.broken_plugins or other:
        raise ExitWith(FOUND)


def _place(plugin: Plugin) -> str:
    """Say where a plugin that is ready comes from, and what keeps it out of force."""
    return f"{plugin.place} ({plugin.lacks})" if plugin.lacks else plugin.place
