"""A campaign laid out from its text file and its map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import convert
from msgspec.structs import replace

from sandtable.engine import Row, Scenario, Side, SideId
from sandtable_empires.campaign.land import land_of
from sandtable_empires.campaign_texts import PENINSULA, read_campaign, title_of
from sandtable_empires.charts import charts
from sandtable_empires.model import (
    ARMS,
    Alliance,
    Arrival,
    ArrivalId,
    Calendar,
    Combined,
    Corps,
    CorpsId,
    Fleet,
    FleetId,
    Garrison,
    Leader,
    LeaderId,
    Nation,
    NationId,
    Recall,
    Seizure,
    Treasury,
    War,
    WarAim,
    garrison_id,
)  # fmt: skip
from sandtable_empires.model.calendar import MONTHS

if TYPE_CHECKING:
    from sandtable.board import Map, SpaceId

MINOR_CAPITAL = "rank"


@cache
def scenario(path: Path = PENINSULA) -> Scenario:
    """Return a campaign as something that can be begun."""
    title = title_of(path)
    return Scenario(title.key, title.title, lambda: rows(path), title.says)


def rows(path: Path = PENINSULA) -> list[Row]:
    """Return everything a campaign begins with."""
    return list(_rows(path))


@cache
def _rows(path: Path) -> tuple[Row, ...]:
    from sandtable_empires.maps.europe_1805 import europe_1805
    from sandtable_empires.maps.europe_1805.build import rivers_of

    text, board = read_campaign(path), europe_1805()
    side_of = {nation: SideId(side["id"]) for side in text["side"] for nation in side["nations"]}
    return (
        *(Side(SideId(side["id"]), side["id"]) for side in text["side"]),
        *_nations(text, side_of, board),
        *land_of(board, text["provinces"], rivers_of(board), text["holders"]),
        *_relations(text),
        *_forces(text, side_of),
        *_arrivals(text, side_of),
        *_fleets(text, side_of, board),
        *_recalls(text),
        *(Treasury(SideId(side["id"]), side["money"], side["manpower"]) for side in text["side"]),
        Calendar("calendar", text["year"], text["month"], text["turns"]),
        WarAim("contest", text["invader"], text["defender"], text["needs"]),
        *charts(),
    )


def _nations(text: dict[str, Any], side_of: dict[str, SideId], board: Map) -> Iterator[Nation]:
    ranks = {region.name: region.get(MINOR_CAPITAL) for region in board.regions if region.kind == "country"}
    for name, side in side_of.items():
        yield Nation(NationId(name), name, text["adjectives"][name], side, major=ranks.get(name) == "major")


def _relations(text: dict[str, Any]) -> Iterator[Row]:
    for kind, pairs in ((War, text["relations"]["wars"]), (Alliance, text["relations"]["alliances"])):
        for pair in pairs:
            a, b = sorted(map(NationId, pair))
            yield kind(f"{a}|{b}", (a, b))
    for group in text["relations"].get("combined", ()):
        yield Combined(" and ".join(group), tuple(map(NationId, group)))


def _forces(text: dict[str, Any], side_of: dict[str, SideId]) -> Iterator[Row]:
    for corps in text["corps"]:
        yield _corps(corps, corps["id"], side_of, corps["area"])
        if "leader" in corps:
            yield _leader(corps["leader"], corps["nation"], side_of, corps["id"])
    for leader in text.get("leader", ()):
        yield replace(_leader(leader, leader["nation"], side_of, None), standing="away")
    for area, (nation, militia, infantry) in text["garrisons"].items():
        side = side_of[nation]
        yield Garrison(
            id=garrison_id(NationId(nation), area),
            side=side, nation=NationId(nation), area=area, militia=militia, infantry=infantry,
        )  # fmt: skip


def _arrivals(text: dict[str, Any], side_of: dict[str, SideId]) -> Iterator[Row]:
    for arrival in text["arrival"]:
        name, nation = arrival.get("corps"), arrival["nation"]
        leader = arrival.get("leader")
        if name is not None:
            yield _corps({**arrival, **dict.fromkeys(ARMS, 0)}, name, side_of, None)
        if leader is not None:
            yield _leader(leader, nation, side_of, None)
        yield Arrival(
            id=ArrivalId(name or _draft(text, arrival)),
            side=side_of[nation],
            nation=NationId(nation),
            turn=arrival["turn"],
            corps=CorpsId(name) if name else None,
            leaders=(LeaderId(leader["id"]),) if leader else (),
            areas=tuple(arrival.get("areas", ())),
            says=arrival.get("says", ""),
            **{arm: arrival.get(arm, 0) for arm in ARMS},
        )


def _draft(text: dict[str, Any], arrival: dict[str, Any]) -> str:
    """Return what a draft is called: a nation has one a month."""
    months = text["month"] - 1 + arrival["turn"] - 1
    when = f"{MONTHS[months % 12]} {text['year'] + months // 12}"
    return f"{text['adjectives'][arrival['nation']]} draft of {when}"


def _recalls(text: dict[str, Any]) -> Iterator[Recall]:
    """Go through who is called away, and who comes, or comes back, by himself."""
    recalls: dict[str, int | list[int]] = text["recalls"]
    for leader, turns in recalls.items():
        yield Recall(LeaderId(leader), *(turns if isinstance(turns, list) else (turns,)))


def _fleets(text: dict[str, Any], side_of: dict[str, SideId], board: Map) -> Iterator[Row]:
    """Go through the fleets: in a port, before one, or on a sea of the map."""
    where = {space.name: space.id for space in board.graph.spaces.values()}
    for fleet in text.get("fleet", ()):
        port = fleet.get("port")
        lies = fleet.get("lies", "port" if port is not None else "sea")
        land = where[port if port is not None else fleet["sea"]]
        space = land if port is None else harbour(board, land, lies)
        yield Fleet(
            id=FleetId(fleet["id"]), title=fleet["id"], side=side_of[fleet["nation"]], nation=NationId(fleet["nation"]),
            ships=fleet["ships"], lies=lies, port=port, space=space,
        )  # fmt: skip
        if "seized" in fleet:
            taker = NationId(fleet["seized"]["by"])
            yield Seizure(FleetId(fleet["id"]), fleet["seized"]["turn"], side_of[taker], taker)


def harbour(board: Map, area: SpaceId, kind: str) -> SpaceId:
    """Return the port of an area, or the blockade box before it."""
    near = [edge.other(area) for edge in board.graph.edges_of(area)]
    port = next(space for space in near if board.graph[space].kind == "port")
    if kind == "port":
        return port
    box = [edge.other(port) for edge in board.graph.edges_of(port)]
    return next(space for space in box if board.graph[space].kind == "blockade")


def _corps(text: dict[str, Any], id: str, side_of: dict[str, SideId], area: str | None) -> Corps:
    fields = {key: text[key] for key in (*ARMS, "room", "movement", "guards") if key in text}
    nation = text["nation"]
    return convert(
        {"id": CorpsId(id), "title": id, "side": side_of[nation], "nation": nation, "area": area, **fields}, Corps
    )


def _leader(text: dict[str, Any], nation: str, side_of: dict[str, SideId], corps: str | None) -> Leader:
    standing = "on the map" if corps else "waiting"
    facts = {"title": text["id"], "side": side_of[nation], "nation": nation, "corps": corps, "standing": standing}
    return convert({**text, **facts}, Leader)
