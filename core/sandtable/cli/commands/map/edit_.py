"""``sandtable map edit``: a map changed in place: its terrain, and between which spaces there is a way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.map_files import load_map, save_map, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.board.graph import Graph
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId

    Pairs = Sequence[tuple[str, str]]


@click.command("edit")
@click.argument("sheet", metavar="MAP")
@click.option(
    "--terrain", "painted", metavar="WORD PLACES", nargs=2, multiple=True,
    help="Give these spaces or hexes, with commas between them, this terrain and no other.",
)  # fmt: skip
@click.option("--forbid", metavar="A B", nargs=2, multiple=True, help="Say that there is no way between two spaces.")
@click.option(
    "--confirm", metavar="A B", nargs=2, multiple=True, help="Say that the way between two spaces is as it should be."
)
@click.option(
    "--undecide", metavar="A B", nargs=2, multiple=True, help="Take back what was said of the way between two spaces."
)
@show.json_option
def command(sheet: str, painted: Pairs, forbid: Pairs, confirm: Pairs, undecide: Pairs, as_json: bool) -> None:
    """Change terrain, and say where there is a way. MAP is changed in place; all of it is done, or nothing.

    Spaces and hexes are named by their ids, their numbers or their names. A scenario goes on with the map as it was
    until it is bound to what it is now: `sandtable check` says what that changes, and how.
    """
    if not (painted or forbid or confirm or undecide):
        raise click.UsageError("say with --terrain, --forbid, --confirm or --undecide what is to be changed")
    was = load_map(sheet)
    now = was
    for word, places in painted:
        now = _paint(now, word, places.split(","))
    decisions: tuple[tuple[Pairs, Callable[[Graph, SpaceId, SpaceId], Graph]], ...] = (
        (forbid, lambda graph, a, b: graph.forbid(a, b)),
        (confirm, lambda graph, a, b: graph.confirm(a, b)),
        (undecide, lambda graph, a, b: graph.take_back(a, b)),
    )
    for pairs, decide in decisions:
        for a, b in pairs:
            ends = _ends(now, a, b)
            now = replace(now, graph=decide(_with_hexes(now, *ends), *ends))
    notices = [] if now.digest != was.digest else ["nothing has changed: the map was already so"]
    tell(save_map(sheet, now, anew=True), now, notices, as_json=as_json)


def _ends(sheet: Map, *named: str) -> list[SpaceId]:
    """Return the spaces of these ids or names; raises ``Invalid`` naming the nearest for one that is not there."""
    from sandtable.board.spaces import SpaceId
    from sandtable.library.text.place_names import PlaceNames

    names = PlaceNames(sheet)
    return [SpaceId(names.space(name.strip())) for name in named]


def _with_hexes(sheet: Map, *ends: SpaceId) -> Graph:
    """Return the graph of a map with two neighbouring hexes among its spaces, where these are hexes."""
    from sandtable.board.spaces import Space

    if not all(map(sheet.has_hex, ends)):
        return sheet.graph
    sheet.by_number.direction(*ends)
    missing = [id for id in ends if id not in sheet.graph.spaces]
    return sheet.graph.put_space(*(Space(id, kind="hex") for id in missing))


def _paint(sheet: Map, word: str, named: Sequence[str]) -> Map:
    """Return the map with one terrain in some of its spaces or hexes."""
    found = _ends(sheet, *named)
    hexes = [id for id in found if sheet.has_hex(id)]
    spaces = [sheet.graph[id].with_attributes(terrain=word) for id in found if id not in hexes]
    if spaces:
        sheet = replace(sheet, graph=sheet.graph.put_space(*spaces))
    if hexes and (board := sheet.hexes) is not None:
        terrain = type(board.terrain)(board.grid)
        terrain.restore(board.terrain.cells.copy(), board.terrain.sets)
        terrain.paint([sheet.by_number.at(number) for number in hexes], word)
        sheet = replace(sheet, hexes=replace(board, terrain=terrain))
    return sheet
