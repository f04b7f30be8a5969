"""``sandtable rule export``: a house rule by form as a text."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.engine.errors import unknown


@click.command("export")
@click.argument("key", metavar="KEY")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write it to a file.")
@click.option(
    "--campaign", metavar="CAMPAIGN", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The one that this campaign carries.",
)  # fmt: skip
@show.json_option
def command(key: str, output: Path | None, campaign: Path | None, as_json: bool) -> None:
    """Print the house rule KEY of the rules folder, or of a campaign, as the text that `rule import` takes."""
    import msgspec

    from sandtable.cli.installed import plugins
    from sandtable.engine.rules.forms.rule_text import form_files
    from sandtable.library.campaigns.opening import open_campaign, read_header
    from sandtable.library.text.house_rule_text import house_rule_text

    found = plugins()
    if campaign is None:
        known = {one.rules.key: one.rules for one in form_files(found.folder) if one.rules is not None}
    else:
        known = open_campaign(found.family(read_header(campaign).game), campaign, reading=True).referee.family.by_form
    if key not in known:
        raise unknown("house rule by form", key, known)
    text = house_rule_text(known[key])
    if output is not None:
        from sandtable.interchange.foreign_files import write_text

        write_text(output, text)
    if as_json:
        show.as_json_text(msgspec.to_builtins(known[key]))
    elif output is None:
        click.echo(text, nl=False)
    else:
        click.echo(f"{output}: {known[key].title}")
