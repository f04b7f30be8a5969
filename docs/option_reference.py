"""Writes ``docs/options.md`` out of the code: the options of the games that come with this project.

``scripts/docs`` calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sandtable.distribution import NAME
from sandtable.engine import Choices, GameTitle, InstalledGame
from sandtable.play.rules.option_words import allowed_values, option_facts, ruling_facts

PAGE = Path(__file__).with_name("options.md")
OURS = (NAME, "sandtable-twin-rivers")

BEGINNING = """\
<!-- Generated from the code by scripts/docs: edit the modules' options there, not this page. -->

# Options

What a group can choose for its campaign: printed options and house rules, each a module that counts only while it is
on. `sandtable options SCENARIO` shows them with their present values and says which choices work together; `--on`,
`--off` and `--set OPTION.PARAMETER=VALUE` choose.

Rulings are what rules that are always in force leave open, and the numbers that they fix. The default is what is
recommended; `--set MODULE.PARAMETER=VALUE` decides otherwise, and so do presets, scenarios and, by agreement, the table
in a running campaign (*Options* in the window, `options set MODULE.PARAMETER=VALUE` at the terminal).
"""


def families() -> list[InstalledGame]:
    """Return the games that come with this project, by key."""
    points = (point for point in entry_points(group="sandtable.games") if point.dist and point.dist.name in OURS)
    found = [point.load() for point in sorted(points, key=lambda point: point.name)]
    return [InstalledGame(one.load() if isinstance(one, GameTitle) else one) for one in found]


def page(games: Iterable[InstalledGame]) -> str:
    """Return the whole page."""
    told = ((game.system.title, "".join((*_options(game), *_rulings(game)))) for game in games)
    return BEGINNING + "".join(f"\n## {title}\n{says}" for title, says in told if says)


def _options(game: InstalledGame) -> Iterator[str]:
    for key in sorted(game.options):
        one = option_facts(game, key, Choices())
        yield f"\n### {key}\n\n**{one['title']}.** {one['says']}\n\n"
        yield from (
            f"- {what}: {', '.join(f'`{name}`' for name in one[what])}\n"
            for what in ("rules", "amends", "supersedes", "excludes")
            if one[what]
        )
        yield f"- needs: {one['needs']}\n" if one["needs"] else ""
        yield "- can only be chosen when the campaign is set up\n" if one["changeable"] == "setup" else ""
        yield from _parameters(one["parameters"])


def _parameters(parameters: list[dict[str, Any]]) -> Iterator[str]:
    if parameters:
        yield "\n| parameter | | values | default |\n|---|---|---|---|\n"
    for one in parameters:
        yield f"| `{one['name']}` | {_decides(one)} | {allowed_values(one)} | {one['default']} |\n"


def _rulings(game: InstalledGame) -> Iterator[str]:
    decided = ruling_facts(game, Choices())
    if decided:
        yield "\n### Rulings\n\n| ruling | decides | rules | values | default |\n|---|---|---|---|---|\n"
    for one in decided:
        rules = ", ".join(f"`{rule}`" for rule in one["rules"])
        values = f"{allowed_values(one)} | {one['default']}"
        yield f"| `{one['module']}.{one['name']}` | {_decides(one)} | {rules} | {values} |\n"


def _decides(one: dict[str, Any]) -> str:
    return f"{one['title']}. {one['says']}" if one["says"] else str(one["title"])


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(families()), "utf-8")


if __name__ == "__main__":
    main()
