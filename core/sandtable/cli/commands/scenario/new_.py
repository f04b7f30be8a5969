"""``sandtable scenario new``: a scenario with nothing on its map yet but what its game needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import is_text, put_scenario, replace_option, tell, write_out
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.cli.file_arguments import FileArgument
    from sandtable.engine.running.installed_game import InstalledGame


@click.command("new")
@click.argument("target", metavar="TARGET")
@click.option("--game", required=True, metavar="GAME", help="Which game it is of, as `sandtable list` shows them.")
@click.option(
    "--map", "sheet", metavar="KEY", default="", help="Which map it lies on: of the library, or one that ships."
)
@click.option(
    "--extends", "base", metavar="KEY", default="",
    help="Lay it over another scenario, of the library or of the game: it holds what differs.",
)  # fmt: skip
@click.option("--title", default="", help="The scenario's title (default: its key).")
@click.option("--sides", default="", metavar="NAMES", help="The sides that play it, with commas between them.")
@replace_option
@show.json_option
def command(target: str, game: str, sheet: str, base: str, title: str, sides: str, anew: bool, as_json: bool) -> None:
    """Make a scenario with nothing on its map yet in TARGET: LIBRARY.db#KEY, or FILE.toml.

    It has its sides and what its game says any scenario needs, as printed charts. One that extends another holds what
    differs from it; the rest follows the other. The map is copied into the library where it is not there yet.
    `sandtable check` says what a scenario of this game still needs; lay it out with `sandtable scenario edit`.
    """
    from sandtable.cli.installed import plugins
    from sandtable.design.scenario.new_scenario import overlay_of, scenario_from_nothing
    from sandtable.library.text.scenario_writing import scenario_text
    from sandtable.lint.scenario_texts import find_base

    where = parse_argument(target)
    key = where.key or (where.path.stem if is_text(where) else "")
    if not key:
        raise Invalid(f"{target} does not say what the scenario is to be called: name it as {target}#KEY")
    family = plugins().family(game)
    if base and sides:
        raise Invalid(f"a scenario that extends {base} has the sides of that: leave --sides away, or --extends")
    if base:
        extended, board = find_base(base, where.path, family)
        document = overlay_of(extended, family, key, title or key)
    else:
        board = _map(sheet, where, family)
        document = scenario_from_nothing(family, key, title or key, board, sides.split(","))
    if is_text(where):
        text = scenario_text(document, family.schema.kinds, family.system.ground)
        write_out(str(where.path), text, {"scenario": {"key": key, "game": game}}, document.title, as_json=as_json)
        return
    put_scenario(where, document, board, anew=anew)
    tell(f"{where.path}#{key}", document, as_json=as_json)


def _map(key: str, where: FileArgument, family: InstalledGame) -> Map | None:
    """Return the map that is named; raises ``Invalid`` where a game that needs one has none."""
    if not key:
        if family.system.ground is not None:
            raise Invalid(f"{family.system.title} is played on a map: name one with --map KEY")
        return None
    from sandtable.lint.scenario_texts import find_map

    return find_map(key, "", (where.path,), family, "the scenario")
