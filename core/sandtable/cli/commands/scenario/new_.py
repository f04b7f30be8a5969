"""``sandtable scenario new``: a scenario with nothing on its map yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import find_base, find_map, is_text, put_scenario, replace_option, tell, write_out
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
@replace_option
@show.json_option
def command(target: str, game: str, sheet: str, base: str, title: str, anew: bool, as_json: bool) -> None:
    """Make a scenario with nothing in it yet in TARGET: LIBRARY.db#KEY, or FILE.toml.

    One that extends another holds what differs from it; the rest follows the other. The map is copied into the
    library where it is not there yet. `sandtable check` says what a scenario of this game still needs; lay it out
    with `sandtable scenario edit`.
    """
    from sandtable.cli.installed import plugins
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.text.scenario_writing import scenario_text

    where = parse_argument(target)
    key = where.key or (where.path.stem if is_text(where) else "")
    if not key:
        raise Invalid(f"{target} does not say what the scenario is to be called: name it as {target}#KEY")
    family = plugins().family(game)
    board: Map | None
    if base:
        extended, board = find_base(base, where.path, family)
        bound = {"extends": base, "base": extended.digest}
    else:
        board = _map(sheet, where, family)
        bound = {"map": board.info.key, "revision": board.digest} if board is not None else {}
    document = ScenarioDocument.made_of(family, (), setting={}, key=key, title=title or key, **bound)
    if is_text(where):
        text = scenario_text(document, family.schema.kinds, family.system.ground)
        write_out(str(where.path), text, {"scenario": {"key": key, "game": game}}, document.title, as_json=as_json)
        return
    put_scenario(where, document, board, anew=anew)
    tell(f"{where.path}#{key}", document, as_json=as_json)


def _map(key: str, where: FileArgument, family: InstalledGame) -> Map | None:
    """Return the map that is named; raises ``Invalid`` for one that has not what the game reads."""
    ground = family.system.ground
    if not key:
        if ground is not None:
            raise Invalid(f"{family.system.title} is played on a map: name one with --map KEY")
        return None
    sheet = find_map(key, "", where.path, family, "the scenario")
    for misfit in sheet.misfits(ground.reads) if ground is not None else ():
        raise Invalid(f"{family.system.title} cannot be played on the map {sheet.title!r}: {misfit}")
    return sheet
