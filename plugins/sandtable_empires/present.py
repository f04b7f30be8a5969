"""How Empires looks: counters, map modes, where a corps can go, sheets and tables, lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.board import SpaceId
from sandtable.engine import Game, RuleModule, SideId, cached_while_unchanged, hookimpl, in_a_row
from sandtable.present import (
    Contest,
    Counter,
    Course,
    Gauge,
    MapMode,
    Measure,
    Outcome,
    Panel,
    PresentHooks,
    Sheet,
    SheetEntry,
    Sign,
    Standing,
    Symbol,
    Table,
)  # fmt: skip
from sandtable_empires import cards
from sandtable_empires import contests as fights
from sandtable_empires.colours import colours, legend_of, nation_of
from sandtable_empires.fronts import composition, fronts
from sandtable_empires.hookspecs.control import score
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.lines import network
from sandtable_empires.lead import contenders, standing_of, what_counts
from sandtable_empires.model import (
    Admiral,
    Area,
    AreaId,
    Corps,
    Depot,
    Fleet,
    Garrison,
    Leader,
    Link,
    Province,
    ProvinceId,
    Siege,
    SupplyShips,
    Treasury,
    blockades,
    carried_by,
    date_text,
    is_besieged,
    is_on_the_map,
    sides,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.calendar import month_text
from sandtable_empires.model.marks import MARCHED

FED, FEEDS, CUT_OFF, HUNGRY = "#b9d7a0", "#5f9e52", "#d9a441", "#c8553d"
SHADES: Final = ("#78a5f0", "#d2965a", "#d2f0b4", "#c396b4", "#ffe187", "#78ffe1", "#b4b496", "#a5e1ff")
"""No two of them look alike, also to those who do not see all colours."""


@cached_while_unchanged
def shades(game: Game) -> dict[ProvinceId, str]:
    """Return a shade for each province, another one than those of its neighbours, and the least used of these."""
    beside: dict[ProvinceId, set[ProvinceId]] = {province.id: set() for province in game[Province]}
    for link in game[Link]:
        here, there = (game[Area][end].province for end in link.ends)
        beside[here].add(there)
        beside[there].add(here)
    shade: dict[ProvinceId, str] = {}
    for province, others in beside.items():
        taken, used = {shade.get(other) for other in others}, list(shade.values())
        shade[province] = min(SHADES, key=lambda one: (one in taken, used.count(one)))
    return shade


def symbol(corps: Corps) -> Symbol:
    """Return what a corps shows where a printed counter has its picture."""
    if corps.guards:
        return "guard"
    if not corps.room[0]:
        return "cavalry"
    return "militia" if corps.militia > corps.infantry else "infantry"


def garrison_title(game: Game, garrison: Garrison) -> str:
    """Return what a garrison is called: by its city, or as the guard of a depot."""
    where = game[Area][garrison.area].city or game.name(garrison.area)
    return f"{where} garrison" if garrison.place == "city" else "depot garrison"


def siege_title(game: Game, siege: Siege) -> str:
    """Say who besieges what."""
    return f"{siege.side} besieges {game[Area][siege.area].city}"


def walls(game: Game, siege: Siege) -> str:
    """Say what has come of the attempts to breach the walls of a besieged city."""
    if not game[Area][siege.area].fortress:
        return "no walls"
    tried = "" if not siege.tries else " after one attempt" if siege.tries == 1 else f" after {siege.tries} attempts"
    return f"walls {'breached' if siege.breached else 'whole'}{tried}"


def besieges(game: Game, corps: Corps) -> bool:
    """Tell whether a corps keeps a siege up."""
    siege = siege_of(game, corps.area) if corps.area is not None and not corps.inside else None
    return siege is not None and corps.side in together(game, siege.side)


class Looks(RuleModule):
    """What is shown; it changes nothing."""

    key = "looks"

    # --- on the map

    @hookimpl
    def spaces(self, game: Game) -> Iterable[tuple[str, SpaceId]]:
        """Say which spaces of the map are played: areas go by their ids."""
        return [(area.id, area.id) for area in game[Area]]

    @hookimpl(of=PresentHooks.counters)
    def forces(self, game: Game) -> Iterator[Counter]:
        """Corps with their leaders."""
        for corps in game[Corps]:
            if corps.area is not None:
                yield self._corps(game, corps, corps.area)

    def _corps(self, game: Game, corps: Corps, area: AreaId) -> Counter:
        colour, ink = colours(corps.nation)
        there = [leader.title for leader in game[Leader].where("corps", corps.id)]
        badges = ["besieged" if is_besieged(game, corps) else "in the city"] if corps.inside else []
        badges += ["lays siege"] if besieges(game, corps) else []
        badges += ["marched"] if game.mark_of(corps.id, MARCHED) else []
        return Counter(
            piece=corps.id, kind="Corps", space=area, side=corps.side, title=corps.title,
            symbol=symbol(corps), colour=colour, ink=ink, strength=str(corps.factors), movement=str(corps.movement),
            leader=", ".join(there), badges=tuple(badges), says=composition(corps), order=2,
        )  # fmt: skip

    @hookimpl(of=PresentHooks.counters)
    def places(self, game: Game) -> Iterator[Counter]:
        """Garrisons, depots and guerillas."""
        for garrison in game[Garrison]:
            colour, ink = colours(garrison.nation)
            shut_in = garrison.place == "city" and siege_of(game, garrison.area) is not None
            yield Counter(
                piece=garrison.id, kind="Garrison", space=garrison.area, side=garrison.side,
                title=garrison_title(game, garrison), symbol="garrison", colour=colour, ink=ink,
                strength=str(garrison.factors), badges=("besieged",) if shut_in else (), says=composition(garrison),
                order=0,
            )  # fmt: skip
        for depot in game[Depot]:
            colour, ink = colours(nation_of(game, depot.side))
            yield Counter(
                piece=depot.id, kind="Depot", space=depot.area, side=depot.side, title="depot",
                symbol="depot", colour=colour, ink=ink, order=1,
            )  # fmt: skip
        colour, ink = colours("Spain")
        for band in game[Guerillas]:
            count = str(band.factors + band.inside)
            shut_in = siege_of(game, band.id) is not None
            badges = (("besieged" if shut_in else "in the city", band.inside > 0), ("lets supply pass", band.lets_pass))
            yield Counter(
                piece=f"guerillas {band.id}", kind="Guerillas", space=band.id, side="Spain",
                title="guerillas", symbol="irregulars", colour=colour, ink=ink, strength=count,
                badges=tuple(badge for badge, holds in badges if holds), order=1,
            )  # fmt: skip

    @hookimpl(of=PresentHooks.counters)
    def at_sea(self, game: Game) -> Iterator[Counter]:
        """Fleets, but for reserves, in their ports and out of them; without a map of the sea where their port is."""
        for fleet in game[Fleet]:
            space = fleet.space or fleet.port
            if space is None:
                continue
            colour, ink = colours(fleet.nation)
            yield Counter(
                piece=fleet.id, kind="Fleet", space=space,
                side=fleet.side, title=fleet.title, symbol="fleet", colour=colour, ink=ink, strength=str(fleet.ships),
                badges=tuple(_fleet_badges(game, fleet)), says=f"{fleet.ships} ships of the line",
                carries=tuple(one.id for one in carried_by(game, fleet.id)),
                order=1, leader=", ".join(one.title for one in game[Admiral].where("fleet", fleet.id)),
            )  # fmt: skip

    @hookimpl
    def signs(self, game: Game) -> Iterator[Sign]:
        """Cities that are besieged, in the colour of who besieges them."""
        for siege in game[Siege]:
            colour, ink = colours(nation_of(game, siege.side))
            yield Sign(
                space=siege.area, symbol="siege", title=siege_title(game, siege), colour=colour, ink=ink,
                says=walls(game, siege),
            )  # fmt: skip

    @hookimpl(of=PresentHooks.map_modes)
    def holders(self, game: Game) -> Iterable[MapMode]:
        """Who holds what; which province is which."""
        held = {side: colours(nation_of(game, side))[0] for side in sides(game)}
        fills: dict[SpaceId, str] = {area.id: held[area.holder] for area in game[Area] if area.holder is not None}
        there = sorted({area.holder for area in game[Area] if area.holder is not None})
        seen = dict.fromkeys((*contenders(game), *there))
        legend = legend_of((game.name(side), held[side]) for side in seen if side in held)
        shade = shades(game)
        provinces: dict[SpaceId, str] = {area.id: shade[area.province] for area in game[Area]}
        names = tuple((shade[province.id], province.title) for province in game[Province])
        line = {province.id: at for at, province in enumerate(game[Province])}
        lines: dict[SpaceId, int] = {area.id: line[area.province] for area in game[Area]}
        return [
            MapMode(key="holder", title="Holder", fills=fills, legend=legend, says="Who holds each area"),
            MapMode(key="province", title="Provinces", fills=provinces, legend=names, says="Provinces", lines=lines),
        ]

    @hookimpl(of=PresentHooks.map_modes)
    def supply_mode(self, game: Game) -> Iterable[MapMode]:
        """Where the depots of the side at move feed a corps, and which of its corps are beyond them."""
        side = game.frame.side or next(iter(sides(game)), None)
        if side is None:
            return []
        lines = network(game, side)
        near = {area for depot in lines.fed_depots for area in lines.ways(depot, lines.has.to_corps)}
        beyond = {corps.area for corps in game[Corps].where("side", side) if corps.area is not None} - near
        kinds = ((near, FED, "depots feed a corps here"), (lines.fed_depots, FEEDS, "a depot that is fed"),
                 (lines.has.depots.keys() - lines.fed_depots.keys(), CUT_OFF, "a depot that nothing comes to"),
                 (beyond, HUNGRY, "a corps beyond them"))  # fmt: skip
        fills: dict[SpaceId, str] = {area: colour for areas, colour, _ in kinds for area in areas}
        legend = tuple((colour, says) for _, colour, says in kinds)
        hatched = frozenset(area for area in beyond)
        return [
            MapMode(key="supply", title="Supply", fills=fills, legend=legend, hatched=hatched, says=f"{side}'s supply")
        ]

    # --- beside it

    @hookimpl
    def about(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        """What is known of an area, and who is there."""
        area = game[Area].get(space)
        if area is None:
            return []
        province = game[Province][area.province]
        facts = [
            SheetEntry(title="Province", value=f"{province.title} ({province.home})"),
            SheetEntry(title="Holder", value=area.holder or "nobody"),
            SheetEntry(title="Terrain", value=area.terrain),
            SheetEntry(title="Forage", value=str(area.forage)),
        ]
        strong = f"fortress {area.fortress}" if area.fortress else "no walls"
        facts += [SheetEntry(title="City", value=f"{area.city}, {strong}")] if area.city else []
        facts += [SheetEntry(title="Guerilla value", value=str(province.guerilla))] if province.guerilla else []
        if siege := siege_of(game, area.id):
            facts.append(SheetEntry(title="Besieged by", value=siege.side))
            facts.append(SheetEntry(title="State of the siege", value=walls(game, siege)))
        for corps in game[Corps].where("area", area.id):
            led = ", ".join(leader.title for leader in game[Leader].where("corps", corps.id))
            facts.append(SheetEntry(title=corps.title, value=composition(corps) + (f" under {led}" if led else "")))
        for garrison in game[Garrison].where("area", area.id):
            value = f"{composition(garrison)} ({garrison.nation})"
            facts.append(SheetEntry(title=garrison_title(game, garrison), value=value))
        return [Sheet(key="area", title=area.title, entries=tuple(facts), about=space)]

    @hookimpl
    def side_colour(self, game: Game, side: SideId) -> str:
        """That of its nation."""
        return colours(nation_of(game, side))[0]

    @hookimpl
    def card(self, game: Game, piece: str) -> Sheet | None:
        """What a corps or a garrison is made of."""
        told = cards.card(game, piece)
        return replace(told, colour=_colour_of(game, piece)) if told is not None else None

    @hookimpl
    def panels(self, game: Game) -> Iterator[Panel]:
        """What is being fought, and the score."""
        yield from fronts(game, lambda side: colours(nation_of(game, side))[0])
        rows = [
            (str(side), str(score(game, side).total), str(purse.money) if (purse := game[Treasury].get(side)) else "")
            for side in contenders(game)
        ]
        heads = "Side", what_counts(game), "Money"
        yield Table(key="score", title=f"{date_text(game)}", columns=heads, rows=tuple(rows))

    @hookimpl
    def measures(self, game: Game) -> Iterator[Measure]:
        """Provinces, money, factors in the field and in garrisons."""
        there = contenders(game)
        yield Measure(
            key="provinces", title=what_counts(game), values={side: score(game, side).total for side in there}
        )
        yield Measure(key="money", title="Money", values={purse.id: purse.money for purse in game[Treasury]})
        strength: dict[SideId, int] = dict.fromkeys(there, 0)
        for troops in (*game[Corps], *game[Garrison]):
            if troops.side in strength and (isinstance(troops, Garrison) or is_on_the_map(game, troops)):
                strength[troops.side] += troops.factors
        yield Measure(key="factors", title="Factors on the map", values=strength)

    @hookimpl
    def standing(self, game: Game) -> Standing:
        """How many provinces each side holds, and whom that makes the winner."""
        return standing_of(game)

    # --- odds

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        """What is being fought, or must be."""
        return fights.contests(game)

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        """What has come of it."""
        return fights.outcome(game, course)

    @hookimpl
    def gauges(self, game: Game, course: Course) -> Iterable[Gauge]:
        """Morale and factors."""
        return fights.gauges(game, course)

    # --- in words

    @hookimpl
    def round_title(self, game: Game, number: int) -> str:
        """A turn is a month."""
        return month_text(game, number)

    @hookimpl
    def situation(self, game: Game) -> Iterator[str]:
        """The score, and who stands where."""
        held = ", ".join(f"{side} {score(game, side).total}" for side in contenders(game))
        money = ", ".join(f"{purse.id} {purse.money}" for purse in game[Treasury])
        yield f"{what_counts(game)}: {held}. Money: {money}."
        for side in sides(game):
            there = [self._line(game, corps) for corps in game[Corps].where("side", side) if corps.area is not None]
            yield f"{side}: " + ("; ".join(there) or "no corps on the map")
        bands = [f"{game[Area][band.id].title} {band.factors + band.inside}" for band in game[Guerillas]]
        if bands:
            yield f"Guerillas: {', '.join(bands)}"
        if sieges := [f"{siege_title(game, siege)}, {walls(game, siege)}" for siege in game[Siege]]:
            yield f"Sieges: {'; '.join(sieges)}"

    def _line(self, game: Game, corps: Corps) -> str:
        names = [leader.title for leader in game[Leader].where("corps", corps.id)]
        others = ", ".join(name for name in names if name not in corps.title)
        led = f" ({others})" if others else ""
        shut = ", besieged" if is_besieged(game, corps) else ", in the city" if corps.inside else ""
        return f"{corps.title}{led} {composition(corps)} {game[Area][corps.area or ''].title}{shut}"


def _fleet_badges(game: Game, fleet: Fleet) -> Iterator[str]:
    if blockades(game, fleet):
        yield "blockades"
    if carried := carried_by(game, fleet.id):
        yield f"carries {in_a_row(one.title for one in carried)}"
    if fleet.id in game[SupplyShips]:
        yield "carries a depot"


def _colour_of(game: Game, piece: str) -> str:
    troops = game[Corps].get(piece) or game[Garrison].get(piece)
    return colours(troops.nation if troops is not None else "")[0]
