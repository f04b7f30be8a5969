"""``sandtable rule new``: a house rule from a template, as a text or as code with its test."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from sandtable.cli import show
from sandtable.engine.errors import Invalid

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
CODE: Final = '''\
"""{title}."""

from sandtable.engine import Action, Game, Option, Refusal, RuleModule, refuses, rule


class {name}(RuleModule):
    """{title}."""

    key = "{key}"
    game = "{game}"
    option = Option("{title}", "What the table reads of it.", ("HOUSE-{id}",))

    @refuses(Action)
    @rule("HOUSE-{id}")
    def forbidden(self, game: Game, act: Action) -> Refusal | None:
        """Say what the rule says."""
        return None  # or Refusal("{{act}} is forbidden", act=act)
'''
TEST: Final = '''\
"""The house rule {key} does what it says; run with pytest."""

from pathlib import Path

from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.discovery.trust import trust

RULES = Path(__file__).parents[1]


def test_it_is_an_option_once_it_is_trusted() -> None:
    trust(RULES, "{key}.py")
    family = Plugins(folder=RULES).family("{game}")
    assert "{key}" not in family.left_out
    assert "{key}" in family.options
'''


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

    found = plugins()
    family = found.family(game)
    if not key.isidentifier() or not key.isascii():
        raise Invalid(f"the key {key!r} must be of letters, digits and _, and begin with a letter")
    if key in family.modules:
        raise Invalid(f"there is a module {key!r} of {game} already: choose another key")
    action = next(
        (kind.stored for those in family.modules.values() for some in those.actions.values() for kind in some), ""
    )
    title = key_title(key)
    filled = {"game": game, "key": key, "title": title, "id": key.replace("_", "-"), "action": action or "..."}
    filled["name"] = "".join(word.capitalize() for word in key.split("_"))
    texts = {output: FORM} if output is not None else {}
    if code:
        texts = {found.folder / f"{key}.py": CODE, found.folder / "tests" / f"test_{key}.py": TEST}
    if not texts:
        click.echo(FORM.format_map(filled), nl=False)
        return
    for path in texts:
        if path.exists():
            raise Invalid(f"{path} already exists: choose another key or file")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format_map(filled), "utf-8")
    if as_json:
        show.as_json_text({"written": [str(path) for path in texts]})
    else:
        for path in texts:
            click.echo(str(path))
