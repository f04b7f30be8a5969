"""``sandtable rule words``: what house rules by form can be made of."""

from __future__ import annotations

import click

from sandtable.cli import show


@click.command("words")
@click.argument("game", metavar="GAME")
@show.json_option
def command(game: str, as_json: bool) -> None:
    """List the words of GAME: facts by subject, actions, numbers, events and consequences."""
    from sandtable.cli.installed import plugins
    from sandtable.play.rules.word_list import word_lists

    lists = word_lists(plugins().family(game))
    if as_json:
        show.as_json_text({name: [one._asdict() for one in some] for name, some in lists.items()})
        return
    for name, some in lists.items():
        show.heading(name.capitalize())
        show.columns((one.subject, one.name, one.type, one.says) for one in some)
