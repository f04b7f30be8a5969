"""How the war at sea looks: fleets by port, the map mode of the sea, sheets of seas and ports, cards of fleets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sandtable.board import SpaceId
from sandtable.engine import Game, RuleModule, SideId, Tally, counted, hookimpl, in_a_row
from sandtable.present import (
    Colour,
    Contest,
    Course,
    Gauge,
    MapMode,
    Outcome,
    Panel,
    PresentHooks,
    Sheet,
    SheetEntry,
    Table,
)
from sandtable_empires.colours import colours, legend_of, nation_of
from sandtable_empires.model import (
    Admiral,
    Area,
    Fleet,
    NavalBattle,
    NavalForce,
    SupplyShips,
    blockaded_ports,
    blockades,
    carried_by,
    fleets_in,
    naval_forces,
    ships_of,
    sides,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import SAILED
from sandtable_empires.naval.contests import sea_contests, sea_gauges, sea_outcome
from sandtable_empires.naval.fighting import broadside, evasion, gunnery, wind
from sandtable_empires.sail import guns_of, kind_of, port_areas, sailing_points, waters
from sandtable_empires.steps import NAVAL_COMBAT_SEQUENCE

DISPUTED: Final = "#7d6b8f"
SHUT: Final = "#d9a441"


class SeaLooks(RuleModule):
    """What is shown of fleets; it changes nothing."""

    key = "sea_looks"
    needs = CAMPAIGN
    after = ("looks?",)

    @hookimpl
    def spaces(self, game: Game) -> Iterable[tuple[str, SpaceId]]:
        """Say that seas, blockade boxes and ports are played in too."""
        return [(space, space) for space in waters(game)]

    @hookimpl
    def panels(self, game: Game) -> Iterator[Panel]:
        """Naval combats, and fleets by port."""
        yield from _fronts(game, lambda side: colours(nation_of(game, side))[0])
        if len(game[Fleet]):
            yield _by_port(game)

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        """Whose fleets lie in which waters, whose the ports are, and which of these are closed."""
        there = _by_waters(game)
        shown = {side: colours(nation_of(game, side))[0] for side in sides(game)}
        fills = {sea: shown[min(some)] if len(some) == 1 else DISPUTED for sea, some in sorted(there.items())}
        ports = [area for area in game[Area] if area.port and area.holder is not None]
        fills |= {area.id: shown[area.holder] for area in ports if area.holder is not None}
        named = sorted({side for some in there.values() for side in some} | {one.holder for one in ports if one.holder})
        legend = list(legend_of((game.name(side), shown[side]) for side in named))
        legend += [(DISPUTED, "fleets of several sides")] if DISPUTED in fills.values() else []
        closed = {side: blockaded_ports(game, side) for side in {one.holder for one in ports if one.holder}}
        shut = [one.id for one in ports if one.holder and one.id in closed[one.holder]]
        fills |= dict.fromkeys(shut, SHUT)
        legend += [(SHUT, "ports that an enemy closes")] if shut else []
        says = "Whose fleets lie where, and whose the ports are"
        return [MapMode(key="sea", title="Sea", fills=fills, legend=tuple(legend), says=says)]

    @hookimpl(of=PresentHooks.about)
    def of_the_sea(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        """What is known of a sea area, a blockade box or a port, and who lies there."""
        if space not in waters(game):
            return []
        area = port_areas(game).get(space)
        entries = [SheetEntry(title="Holder", value=game[Area][area].holder or "nobody")] if area is not None else []
        if kind_of(game, space) == "port":
            entries.append(SheetEntry(title="Guns of the harbour", value=str(guns_of(game, space) or "none")))
        there = game[Fleet].where("space", space)
        entries += [SheetEntry(title=one.title, value=f"{counted(one.ships, 'ship')} ({one.side})") for one in there]
        return [Sheet(key="waters", title=game.name(space), entries=tuple(entries), about=space)]

    @hookimpl
    def card(self, game: Game, piece: str) -> Sheet | None:
        """How many ships a fleet has, how far it sails, where it lies."""
        fleet = game[Fleet].get(piece)
        if fleet is None or fleet.space is None:
            return None
        side, nation = str(fleet.side), str(fleet.nation)
        entries = [
            SheetEntry(title="Side", value=side if side == nation else f"{side} ({nation})"),
            SheetEntry(title="Ships of the line", value=str(fleet.ships)),
            _tally("Movement", sailing_points(game, fleet.id)),
            SheetEntry(title="Lies", value=_where(game, fleet)),
        ]
        if carried := carried_by(game, fleet.id):
            entries.append(
                SheetEntry(title="Aboard", value=", ".join(f"{one.title} ({one.factors})" for one in carried))
            )
        if flag := [one.title for one in game[Admiral].where("fleet", fleet.id)]:
            entries.append(SheetEntry(title="Admiral", value=in_a_row(flag)))
        if fleet.id in game[SupplyShips]:
            entries.append(SheetEntry(title="Depot", value="aboard"))
        if game.mark_of(fleet.id, SAILED):
            entries.append(SheetEntry(title="State", value="has sailed"))
        colour = colours(fleet.nation)[0]
        return Sheet(key="card", title=fleet.title, entries=tuple(entries), about=fleet.space, colour=colour)

    @hookimpl
    def situation(self, game: Game) -> Iterator[str]:
        """Which fleets lie where, side by side."""
        for side in sides(game):
            there = [one for one in game[Fleet].where("side", side) if one.lies != "reserve"]
            told = [f"{one.title} {one.ships} {_where(game, one)}" for one in there]
            if told:
                yield f"{side} at sea: {'; '.join(told)}"

    # --- what is fought out

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        """Naval combats, and those that a side can begin now."""
        return sea_contests(game)

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        """Who has won at sea, and how many ships it has cost."""
        return sea_outcome(course)

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        """Ships."""
        return sea_gauges(game, course) if course.contest.sequence == NAVAL_COMBAT_SEQUENCE else ()


def _by_waters(game: Game) -> dict[SpaceId, set[SideId]]:
    """Return whose fleets lie in each sea area: in it, or in a blockade box on its coast."""
    found: dict[SpaceId, set[SideId]] = {}
    for fleet in game[Fleet]:
        if fleet.space is not None and fleet.lies in ("sea", "blockade"):
            near = (fleet.space,) if fleet.lies == "sea" else waters(game).get(fleet.space, ())
            for sea in (one for one in near if kind_of(game, one) == "sea"):
                found.setdefault(sea, set()).add(fleet.side)
    return found


def _by_port(game: Game) -> Table:
    """Return the fleets by where they lie, side by side."""
    order = sorted(game[Fleet], key=lambda one: (one.side, _place(game, one), one.id))
    rows = [(str(one.side), _place(game, one), one.title, str(one.ships), _state(game, one)) for one in order]
    spaces = tuple(one.space for one in order)
    return Table(
        key="fleets", title="Fleets by port", columns=("Side", "Port or sea", "Fleet", "Ships", "State"),
        rows=tuple(rows), spaces=spaces, where="bottom",
    )  # fmt: skip


def _place(game: Game, fleet: Fleet) -> str:
    if fleet.port is not None:
        return game.name(fleet.port, Area)
    return game.name(fleet.space) if fleet.space is not None else "laid up"


def _state(game: Game, fleet: Fleet) -> str:
    carries = [one.title for one in carried_by(game, fleet.id)]
    carries += ["a depot"] if fleet.id in game[SupplyShips] else []
    return ", ".join([_lying(game, fleet), *([f"carries {in_a_row(carries)}"] if carries else [])])


def _lying(game: Game, fleet: Fleet) -> str:
    if fleet.lies == "reserve":
        return "laid up until its country is a free state"
    if fleet.lies == "port":
        return "in port, blockaded" if fleet.port in blockaded_ports(game, fleet.side) else "in port"
    return ("blockades" if blockades(game, fleet) else "before the port") if fleet.lies == "blockade" else "at sea"


def _where(game: Game, fleet: Fleet) -> str:
    place, told = _place(game, fleet), {"port": "in the port of", "blockade": "before the port of", "sea": "in"}
    return f"{told[fleet.lies]} {place}" if fleet.lies in told else place


# --- the window of a naval combat


def _fronts(game: Game, colour: Callable[[str], Colour]) -> Iterator[Sheet]:
    for battle in game[NavalBattle]:
        for force in naval_forces(game, battle.id):
            yield _front(game, battle, force, colour)


def _front(game: Game, battle: NavalBattle, force: NavalForce, colour: Callable[[str], Colour]) -> Sheet:
    there = fleets_in(game, force.id)
    left, full = ships_of(there), max(force.started, ships_of(there))
    entries = [
        SheetEntry(title="Ships", value=f"{left} of {full}", bar=(left, full)),
        _tally("Ships that fire", gunnery(game, force.id)),
        SheetEntry(title="Fleets", value=", ".join(f"{one.title} ({one.ships})" for one in there) or "none"),
        SheetEntry(title="Wind gauge", value="yes" if force.wind else "no"),
        _tally("Added to its die for the wind", wind(game, force.id)),
        _tally("Die modifier", broadside(game, force.id)),
    ]
    if force.role == "defender" and battle.kind != "in port":
        entries.append(_tally("Gets away at or under", evasion(game, force.id)))
    return Sheet(
        key=force.id, title=f"{force.role.title()}: {force.side}", entries=tuple(entries), where="window",
        colour=colour(force.side), group=f"Naval combat, {game.name(battle.space)}", about=battle.space,
    )  # fmt: skip


def _tally(title: str, tally: Tally) -> SheetEntry:
    return SheetEntry(title=title, value=str(tally.total), reasons=tuple(tally.lines()[:-1]))
