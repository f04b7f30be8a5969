"""How a campaign of Empires is set up: corps, leaders, garrisons and depots by nation, where they may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.engine import Game, Row, RuleModule, SideId, SpaceId, hookimpl
from sandtable.present import (
    AimForm,
    Branch,
    DatedField,
    PieceTemplate,
    PlacingFault,
    Relation,
    SetUpCount,
    SetUpLimit,
)  # fmt: skip
from sandtable_empires.model import (
    Alliance,
    Area,
    Arrival,
    Calendar,
    Combined,
    Corps,
    Depot,
    Garrison,
    Leader,
    Nation,
    Recall,
    Seizure,
    War,
    WarAim,
    enemies,
)  # fmt: skip

ROOM_RULE = "BASE-7.3-absorb-room"
CITY_ROOM = "BASE-7.3-city-room"
CITY_OPEN = "BASE-7.3-city-open"


class SetUp(RuleModule):
    """What a designer lays out, and where it may stand."""

    key = "set_up"

    @hookimpl
    def templates(self, game: Game) -> Iterable[PieceTemplate]:
        for nation in game[Nation]:
            if nation.side is not None:
                yield from _of_nation(game, nation, nation.side)
        for side in sorted({nation.side for nation in game[Nation] if nation.side is not None}):
            yield PieceTemplate(
                key=f"depot {side}", title=f"Depot of {game.name(side)}", table=Depot.stored, fields={"side": side},
                place="area", under=side, ids=f"{side} depot {{}}",
            )  # fmt: skip

    @hookimpl
    def order_of_battle(self, game: Game) -> Iterable[Branch]:
        sides = dict.fromkeys(nation.side for nation in game[Nation] if nation.side is not None)
        yield from (Branch(id=side, title=game.name(side), table="Side", row=side) for side in sides)
        for nation in game[Nation]:
            title = f"Troops of {nation.title}"
            yield Branch(id=f"nation {nation.id}", title=title, under=nation.side or "", table="Nation", row=nation.id)
        for corps in game[Corps]:
            yield Branch(
                id=f"corps {corps.id}", title=corps.title, under=f"nation {corps.nation}", table=Corps.stored,
                row=corps.id, place="area", space=_space(corps.area), waits=_awaited(game, corps),
            )  # fmt: skip
        for leader in game[Leader]:
            under = f"corps {leader.corps}" if leader.corps is not None else f"nation {leader.nation}"
            yield Branch(id=f"leader {leader.id}", title=leader.title, under=under, table=Leader.stored, row=leader.id)
        for garrison in game[Garrison]:
            yield Branch(
                id=f"garrison {garrison.id}", title=game.name(garrison), under=f"nation {garrison.nation}",
                table=Garrison.stored, row=garrison.id, place="area", space=_space(garrison.area),
            )  # fmt: skip
        for depot in game[Depot]:
            yield Branch(
                id=f"depot {depot.id}", title=game.name(depot), under=depot.side, table=Depot.stored, row=depot.id,
                place="area", space=_space(depot.area),
            )  # fmt: skip

    @hookimpl
    def placing(self, game: Game, row: Row, space: SpaceId) -> Iterable[PlacingFault]:
        if not isinstance(row, Corps | Garrison | Depot):
            return
        area = game[Area].get(space)
        if area is None:
            yield PlacingFault(says=f"{game.name(space)} is not land of this campaign: only fleets lie at sea")
        elif isinstance(row, Depot):
            if any(one.side == row.side and one.id != row.id for one in game[Depot].where("area", area.id)):
                yield PlacingFault(says=f"{game.name(row.side)} has a depot in {area.title} already")
        elif row.inside if isinstance(row, Corps) else row.place == "city":
            yield from _in_city(game, row, area)

    @hookimpl
    def limits(self, game: Game) -> Iterable[SetUpLimit]:
        for corps in game[Corps]:
            foot = corps.militia + corps.infantry + corps.guard
            there = zip(("foot", "horse", "guns"), (foot, corps.cavalry, corps.artillery), corps.room, strict=False)
            for what, used, most in there:
                if used or most:
                    yield SetUpLimit(title=f"{corps.title}: {what}", used=used, most=most, rule=ROOM_RULE)

    @hookimpl
    def counts(self, game: Game) -> Iterable[SetUpCount]:
        for side in sorted({nation.side for nation in game[Nation] if nation.side is not None}):
            corps = [one for one in game[Corps].where("side", side) if one.area is not None]
            inside = list(game[Garrison].where("side", side))
            factors = sum(one.factors for one in (*corps, *inside))
            yield SetUpCount(side=side, title="Corps on the map", number=len(corps))
            yield SetUpCount(side=side, title="Factors on the map", number=factors)
            yield SetUpCount(side=side, title="Leaders", number=len(list(game[Leader].where("side", side))))

    @hookimpl
    def relations(self, game: Game) -> Iterable[Relation]:
        nations = Nation.stored
        yield Relation(
            key="war", title="at war", parties=nations, table=War.stored, field="nations", colour="#b3262b",
            ends=("alliance", "combined"),
        )  # fmt: skip
        yield Relation(
            key="alliance", title="allied", parties=nations, table=Alliance.stored, field="nations", colour="#3f7f4f",
            ends=("war",),
        )  # fmt: skip
        yield Relation(
            key="combined", title="move together", parties=nations, table=Combined.stored, field="nations",
            ids="{} with {}", colour="#2b4f9e", ends=("war",),
        )  # fmt: skip

    @hookimpl
    def dated(self, game: Game) -> Iterable[DatedField]:
        return (
            DatedField(table=Arrival.stored, field="turn", title="arrives"),
            DatedField(table=Recall.stored, field="turn", title="is called away", never=0),
            DatedField(table=Recall.stored, field="back", title="is back", never=0),
            DatedField(table=Seizure.stored, field="turn", title="is seized"),
            DatedField(table=Combined.stored, field="turn", title="move together", never=0),
            DatedField(table=Calendar.stored, field="last", title="the campaign ends", last=True),
        )

    @hookimpl
    def aims(self, game: Game) -> Iterable[AimForm]:
        yield AimForm(
            table=WarAim.stored, row="contest", title="A contest", fields={"needs": 10},
            says="{invader} wins if it holds {needs} provinces outside its home at the end. Else the one of {defender} "
            "and its allies that holds most has won.",
        )  # fmt: skip
        yield AimForm(
            table=Calendar.stored, row="calendar", title="The length of the campaign",
            fields={"year": 1805, "month": 1, "last": 12},
            says="The campaign begins in month {month} of the year {year} and lasts {last} turns, a month each.",
        )  # fmt: skip


def _of_nation(game: Game, nation: Nation, side: SideId) -> Iterator[PieceTemplate]:
    """Yield what a nation's troops are made of; a corps is as most of its corps are."""
    own: dict[str, Any] = {"side": side, "nation": nation.id}
    known = [corps for corps in game[Corps] if corps.nation == nation.id]
    usual = Counter((corps.movement, corps.room) for corps in known).most_common(1)
    as_most = {"movement": usual[0][0][0], "room": list(usual[0][0][1])} if usual else {}
    begins = known[0].id.rpartition(" ")[0] if known else nation.adjective
    under = f"nation {nation.id}"
    yield PieceTemplate(
        key=f"corps {nation.id}", title=f"{nation.adjective} corps", table=Corps.stored, place="area", under=under,
        fields={**own, **as_most, "title": f"{nation.adjective} Corps {{}}", "infantry": 1}, ids=f"{begins} {{}}",
    )  # fmt: skip
    yield PieceTemplate(
        key=f"leader {nation.id}", title=f"{nation.adjective} leader", table=Leader.stored, under=under,
        fields={
            **own, "title": f"{nation.adjective} Leader {{}}",
            "strategic": 2, "tactical": 2, "maximum": 3, "seniority": "D",
        },
        ids=f"{nation.adjective} leader {{}}",
    )  # fmt: skip
    yield PieceTemplate(
        key=f"garrison {nation.id}", title=f"{nation.adjective} garrison", table=Garrison.stored, place="area",
        under=under, fields={**own, "infantry": 1}, ids=f"{nation.id} garrison {{}}",
    )  # fmt: skip


def _in_city(game: Game, row: Corps | Garrison, area: Area) -> Iterator[PlacingFault]:
    """Yield why a force cannot be in the city of an area."""
    if not area.city:
        yield PlacingFault(says=f"{area.title} has no city: put it in the open")
        return
    corps = [one for one in game[Corps].where("area", area.id) if one.inside and one.id != row.id]
    held = [one for one in game[Garrison].where("area", area.id) if one.place == "city" and one.id != row.id]
    foes = enemies(game, row.side)
    there: list[Corps | Garrison] = [*corps, *held]
    if foe := next((one for one in there if one.side in foes), None):
        yield PlacingFault(says=f"{game.name(foe)} is in the city of {area.title}, an enemy", rule=CITY_OPEN)
    room = max(1, area.fortress)
    if isinstance(row, Corps) and len(corps) >= room:
        says = f"the city of {area.title} has room for {room} corps, and {len(corps)} are there"
        yield PlacingFault(says=says, rule=CITY_ROOM)


def _space(area: str | None) -> SpaceId | None:
    return None if area is None else SpaceId(area)


def _awaited(game: Game, corps: Corps) -> str:
    """Return what brings a corps in that is off the map."""
    if corps.area is not None:
        return ""
    return "an arrival" if any(one.corps == corps.id for one in game[Arrival]) else ""
