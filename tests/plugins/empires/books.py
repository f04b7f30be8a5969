"""What must be true of forces and purses in every position of a campaign: the books balance, everybody is somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from sandtable.engine import Duty, Game, Mark, Row
from sandtable.engine.state.rows import AgendaItem
from sandtable_empires.irregulars.bands import EngagedGuerillas, Guerillas, in_spain, owner
from sandtable_empires.model import (
    ARMS,
    Aboard,
    Account,
    Area,
    Arrival,
    Battle,
    Budget,
    Corps,
    Depot,
    Engaged,
    Fleet,
    Force,
    Garrison,
    InLine,
    Leader,
    NavalBattle,
    NavalForce,
    PointsAccount,
    PoliticalStatus,
    Prisoners,
    Siege,
    Storm,
    SupplyShips,
    Treasury,
    allies,
    at_war,
    cause,
    is_besieged,
    is_on_the_map,
)  # fmt: skip
from sandtable_empires.model.causes import BUILT, Elsewhere
from sandtable_empires.model.quarter import Keels, MinorBudget, MinorPurse, Recruits, Score, ScoreAccount

Count = Counter[tuple[str, str]]
"""Factors by side and arm (``guerilla`` is one), money by side and ``money``."""
BOOKS: Final[tuple[type[Row], ...]] = (
    Corps,
    Garrison,
    Guerillas,
    Arrival,
    Prisoners,
    Account,
    Treasury,
    Budget,
    MinorPurse,
    Recruits,
    Fleet,
    Keels,
    PoliticalStatus,
    Score,
)
PLACES: Final[tuple[type[Row], ...]] = (
    Corps, Garrison, Guerillas, Leader, Depot, Siege, Arrival, Aboard, Fleet, SupplyShips,
)  # fmt: skip
ENDED: Final = ("day", "combat", "rounds", "storm", "naval_combat")
"""What marks may not wait for between two steps of a turn: it is over."""


def troops(rows: Iterable[Corps | Garrison | Arrival | Prisoners]) -> Count:
    found: Count = Counter()
    for row in rows:
        for arm, count in row.by_arm().items():
            found[row.side, arm] += count
    return found


def on_the_map(game: Game) -> Count:
    found = troops([*game[Corps], *game[Garrison]])
    for band in game[Guerillas]:
        found[owner(game) or "", "guerilla"] += band.factors + band.inside
    return found


def ships(game: Game) -> tuple[int, int]:
    """Count ships of the line on the map and laid up, of all sides (they change hands whole), and those ordered."""
    return sum(one.ships for one in game[Fleet]), sum(one.ships for one in game[Keels])


def ships_by_cause(game: Game) -> tuple[int, int]:
    """Return by how many ships the fleets have grown for all causes, and how many of those ordered wait."""
    launched = sum(entry.ships for entry in game[Account] if entry.cause == BUILT)
    return sum(entry.ships for entry in game[Account]), sum(one.ships for one in game[Recruits]) - launched


def purses(game: Game) -> Count:
    return Counter({(one.id, what): getattr(one, what) for one in game[Treasury] for what in ("money", "manpower")})


def minor_purses(game: Game) -> Count:
    return Counter({(one.id, what): getattr(one, what) for one in game[MinorPurse] for what in ("money", "manpower")})


def recruits(game: Game) -> Count:
    return Counter({(one.id, arm): count for one in game[Recruits] for arm, count in one.by_arm().items()})


def net_arrivals(game: Game, elsewhere: Elsewhere | None = None) -> Count:
    """Return what has come to the map (above 0) or gone, from and to one place or all; all causes must be declared."""
    found: Count = Counter()
    for entry in game[Account]:
        if elsewhere in (None, cause(entry.cause).elsewhere):
            for kind in (*ARMS, "guerilla"):
                found[entry.side, kind] += getattr(entry, kind)
    return found


def balance(*counts: Count) -> dict[tuple[str, str], int]:
    """Add some counts up; what comes to 0 is left out."""
    total: Count = Counter()
    for count in counts:
        total.update(count)
    return {key: value for key, value in total.items() if value}


def less(count: Count) -> Count:
    return Counter({key: -value for key, value in count.items()})


class Books:
    """The counts that a campaign began with; positions that follow are held against them.

    Set-up and every cause of coming = on the map, off it and captured, and every cause of leaving: by side and arm.
    """

    def __init__(self, game: Game) -> None:
        self.map, self.waiting = on_the_map(game), troops(game[Arrival])
        self.captured, self.purses = troops(game[Prisoners]), purses(game)
        self.recruits, self.minor_purses = recruits(game), minor_purses(game)
        self.ships, self.ships_by_cause = ships(game), ships_by_cause(game)
        self.status, self.scores = statuses(game), scores(game)
        self._books: tuple[int, ...] = ()
        self._places: tuple[int, ...] = ()

    def hold(self, game: Game) -> None:
        """Check a position; what has not changed since the last one is not looked at again."""
        books = tuple(game[kind].version for kind in BOOKS)
        if books != self._books:
            self._books = books
            self._balance(game)
        places = tuple(game[kind].version for kind in PLACES)
        if places != self._places:
            self._places = places
            everybody_is_somewhere(game)

    def at_rest(self, game: Game) -> None:
        """Check a position between two steps of a turn."""
        nothing_pending(game)

    def _balance(self, game: Game) -> None:
        assert balance(on_the_map(game)) == balance(self.map, net_arrivals(game))
        raised = balance(self.waiting, less(net_arrivals(game, "off the map")), recruits(game), less(self.recruits))
        assert balance(troops(game[Arrival])) == raised
        assert balance(troops(game[Prisoners])) == balance(self.captured, less(net_arrivals(game, "captured")))
        grown = [now - then for now, then in zip(ships(game), self.ships, strict=True)]
        assert grown == [now - then for now, then in zip(ships_by_cause(game), self.ships_by_cause, strict=True)]
        paid: Count = Counter()
        for entry in game[Budget]:
            assert cause(entry.cause).title
            for what in ("money", "manpower"):
                paid[entry.side, what] += getattr(entry, what)
        assert balance(purses(game)) == balance(self.purses, paid)
        for minor in game[MinorBudget]:
            for what in ("money", "manpower"):
                paid[minor.nation, what] += getattr(minor, what)
        assert balance(purses(game), minor_purses(game)) == balance(self.purses, self.minor_purses, paid)
        assert all(value >= 0 for value in purses(game).values())
        moved, scored = points_by_cause(game[PointsAccount]), points_by_cause(game[ScoreAccount])
        assert balance(statuses(game)) == balance(self.status, moved)
        assert balance(scores(game)) == balance(self.scores, scored)


def statuses(game: Game) -> Count:
    """Return how far each power has moved on the political status display."""
    return Counter({(one.id, "status"): one.moved for one in game[PoliticalStatus]})


def scores(game: Game) -> Count:
    return Counter({(one.id, "victory"): one.points for one in game[Score]})


def points_by_cause(accounts: Iterable[PointsAccount] | Iterable[ScoreAccount]) -> Count:
    """Return the points that powers have been given and have lost, of all causes together; all must be declared."""
    found: Count = Counter()
    for entry in accounts:
        assert cause(entry.cause).title
        found[entry.side, "status" if isinstance(entry, PointsAccount) else "victory"] += entry.points
    return found


def everybody_is_somewhere(game: Game) -> None:
    """Check the places of corps, garrisons, leaders, guerillas and depots."""
    for one in game[Corps]:
        assert bool(one.factors) == is_on_the_map(game, one), f"{one.id} with {one.factors} factors in {one.area}"
        assert not one.inside or (one.area is not None and game[Area][one.area].city), f"{one.id} is in no city"
    for arrival in game[Arrival]:
        assert arrival.factors, f"nobody comes with {arrival.id}"
        assert arrival.corps is None or game[Corps][arrival.corps].area is None, f"{arrival.corps} is here already"
    posts = [(one.nation, one.side, one.area, one.place) for one in game[Garrison]]
    assert len(posts) == len(set(posts)), "a nation has two garrisons in one place"
    assert all(one.factors for one in game[Garrison])
    assert all(game[Area][one.area].city for one in game[Garrison] if one.place == "city")
    depots = {(one.side, one.area) for one in game[Depot]}
    assert len(depots) == len(game[Depot]), "a side has two depots in an area"
    for guard in (one for one in game[Garrison] if one.place == "depot"):
        friends = {guard.side, *allies(game, guard.side)}
        assert any((side, guard.area) in depots for side in friends), f"{guard.id} guards nothing"
    for band in game[Guerillas]:
        assert band.factors or band.inside, f"nobody is left of the guerillas in {band.id}"
        assert in_spain(game, band.id)
    for aboard in game[Aboard]:
        assert (game[Corps][aboard.id].area, game[Fleet][aboard.fleet].lies != "reserve") == (None, True), aboard.id
    for laden in game[SupplyShips]:
        assert laden.id in game[Fleet], f"{laden.id} has a depot aboard and is gone"
    _leaders(game)


def _leaders(game: Game) -> None:
    for one in game[Leader]:
        assert (one.standing == "on the map") == (one.corps is not None), f"{one.id}: {one.standing}, {one.corps}"
        assert (one.standing == "captured") == (one.captor is not None and one.captor != one.side)
        if one.corps is not None:
            corps = game[Corps][one.corps]
            assert (is_on_the_map(game, corps), corps.side) == (True, one.side), f"{one.id} is with {corps.id}"


def nothing_pending(game: Game) -> None:
    """Check what must be true between two steps of a turn: no fight goes on, and only this step has duties."""
    for kind in (Battle, Force, Engaged, EngagedGuerillas, Storm, NavalBattle, NavalForce, InLine, AgendaItem):
        assert not len(game[kind]), f"a {kind.__name__} is left"
    frame = game.frame
    assert frame.depth == 1
    assert all((one.by, one.side) == (frame.step, frame.side) for one in game[Duty])
    assert not [one for one in game[Mark] if one.until in ENDED]
    for siege in game[Siege]:
        _check_siege(game, siege)
    for area in game[Area]:
        _one_city_one_cause(game, area)


def _check_siege(game: Game, siege: Siege) -> None:
    before = [one for one in game[Corps].where("area", siege.area) if one.side == siege.side and not one.inside]
    assert before, f"nobody besieges {siege.area}"
    assert not any(is_besieged(game, one) for one in before)
    assert any(at_war(game, siege.side, side) for side in _inside(game, siege.area)), f"nobody is in {siege.area}"


def _one_city_one_cause(game: Game, area: Area) -> None:
    """Enemies are not in one city together, and no more corps than there is room for."""
    inside = _inside(game, area.id)
    assert not any(at_war(game, one, other) for one in inside for other in inside), f"enemies share {area.city}"
    corps = [one for one in game[Corps].where("area", area.id) if one.inside]
    assert len(corps) <= max(1, area.fortress), f"too many corps are in {area.city}"


def _inside(game: Game, area: str) -> set[str]:
    found = {str(one.side) for one in game[Corps].where("area", area) if one.inside}
    found |= {str(one.side) for one in game[Garrison].where("area", area) if one.place == "city"}
    band = game[Guerillas].get(area)
    return found | ({str(owner(game))} if band is not None and band.inside else set())
