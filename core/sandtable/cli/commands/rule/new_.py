"""``sandtable rule new``: a house rule from a template, as a text or as code with its test."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from sandtable.cli import show

FORM: Final = """\
game = "{game}"
key = "{key}"
title = "{title}"
says = "What the table reads of it."

[[rule]]
shape = "forbid"  # or part, limit, number, cell, allow, throw
id = "HOUSE-{id}"
says = "What the rule says."
action = "{action}"
because = "the house forbids it"
# when = {{ word = "...", is = ... }}  # `sandtable rule words {game}` lists the words

# [[rule.example]]
# at = "..."
# act = "{action}"
# given = {{}}
# refused = true
"""


@click.command("new")
@click.argument("game", metavar="GAME")
@click.argument("key", metavar="KEY")
@click.option("--code", is_flag=True, help="As Python, with its test, in the rules folder.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the text to a file.")
@show.json_option
def command(game: str, key: str, code: bool, output: Path | None, as_json: bool) -> None:
    """Print a text to make a house rule KEY of GAME from, or with --code write a rules file and its test.

    A rules file is run only once it is trusted (`sandtable plugins --trust FILE`), and again after each change; what
    has been changed counts when a campaign is opened again.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.words import key_title
    from sandtable.play.rules.code_template import require_free_key, write_code, write_new

    found = plugins()
    family = found.family(game)
    require_free_key(family, key)
    action = next(
        (kind.stored for those in family.modules.values() for some in those.actions.values() for kind in some), ""
    )
    title = key_title(key)
    filled = {"game": game, "key": key, "title": title, "id": key.replace("_", "-"), "action": action or "..."}
    if code:
        written = write_code(family, found.folder, key)
    elif output is None:
        click.echo(FORM.format_map(filled), nl=False)
        return
    else:
        written = write_new({output: FORM.format_map(filled)})
    if as_json:
        show.as_json_text({"written": [str(path) for path in written]})
    else:
        for path in written:
            click.echo(str(path))
