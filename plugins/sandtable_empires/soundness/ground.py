"""The land: links between areas, and where areas lie on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, SpaceId
from sandtable_empires.model import Area, Link, exits, link_id

if TYPE_CHECKING:
    from sandtable.board import Space

OFF_MAP: Final = ScenarioFault("area-not-on-map", "error", "An area that the map does not have.")
ENDS: Final = ScenarioFault("link-ends", "error", "A link that does not join two different areas.")
OTHER_ID: Final = ScenarioFault(
    "link-id-other", "error", "A link whose id does not name its two areas: marches do not find it."
)
CUT_OFF: Final = ScenarioFault("area-without-link", "hint", "An area without a port into which no link leads.")


def land(game: Game, board: object) -> Iterator[ScenarioFinding]:
    """Name links that lead nowhere, and areas that the map does not have."""
    for link in game[Link]:
        if len(link.ends) != 2 or link.ends[0] == link.ends[1]:
            words = f"{link.id} joins {' and '.join(map(game.name, link.ends)) or 'nothing'}: name two different areas"
            yield ENDS.finding(words, link, field="ends")
        elif link.id != link_id(*link.ends):
            yield OTHER_ID.finding(
                f"{link.id} joins {' and '.join(map(game.name, link.ends))}: call it {link_id(*link.ends)}", link
            )
    leads = exits(game) if all(len(link.ends) == 2 for link in game[Link]) else None
    for area in game[Area]:
        if leads is not None and area.id not in leads and not area.port:
            words = f"no link leads into {area.title}, and it has no port: is this intended?"
            yield CUT_OFF.finding(words, area, space=area.id)
    yield from _on_the_map(game, board)


def _on_the_map(game: Game, board: object) -> Iterator[ScenarioFinding]:
    spaces = spaces_of(board)
    if spaces is None:
        return
    for area in game[Area]:
        if area.id not in spaces:
            words = f"{area.title} is {area.id!r}, which is not a space of the map: give it the id of one that is"
            yield OFF_MAP.finding(words, area, field="id")


def spaces_of(board: object) -> Mapping[SpaceId, Space] | None:
    """Return the spaces of a map, ``None`` without a map."""
    from sandtable.board import Map

    return board.graph.spaces if isinstance(board, Map) else None
