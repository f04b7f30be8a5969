"""8 and 10.5.2: what a quarter brings, what it costs, what is bought for the next."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Ask, Game, Pass, RuleModule, SideId, hookimpl
from sandtable.present import Sheet, Table, presentation
from sandtable.testing import Cells, Play
from sandtable_empires.collecting import expected, trade
from sandtable_empires.holding import set_control
from sandtable_empires.hookspecs.control import score
from sandtable_empires.hookspecs.income import Takings
from sandtable_empires.model import (
    POLITICS,
    Area,
    Arrival,
    Budget,
    DistrictId,
    NationId,
    PointsAccount,
    PoliticalStatus,
    Province,
    Treasury,
    is_split_off,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import AmericanWar, CivilDisorder, Embargo, Keels, Loan, MinorPurse, Score
from sandtable_empires.quarter.loans import Lend, TakeLoan
from sandtable_empires.quarter.purchases import BuyFactors, BuyShips
from sandtable_empires.quarter.trade import DenyTrade
from sandtable_empires.spending import dues, forecast, next_collection
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    SP,
    TU,
    alter,
    calendar,
    control,
    corps,
    depot,
    fleet,
    garrison,
    position,
    purse,
    siege,
    status,
    war,
)

SPENDING = f"{SP}: expenditure"
MARCH = calendar(year=1805, month=3)
DENMARK, NORWAY = DistrictId("denmark-proper"), DistrictId("norway")
TRADERS = ("Austria", "France", "Great Britain", "Prussia", "Russia", "Spain", "Turkey")
NO_TRADE: Cells = {
    "domestic trade": dict.fromkeys(TRADERS, 0),
    "American trade": dict.fromkeys(TRADERS, 0),
    "colonial trade": {"Great Britain": 0},
}


def begin(*pieces: Any, at: str, do: Any = None, dice: Any = (), charts: Any = None, **others: Any) -> Play:
    someone = corps("T I", TU, "Constantinople", infantry=1)
    return position(someone, MARCH, *pieces, grants=(CAMPAIGN,), at=at, do=do, dice=dice, charts=charts, **others)


def money(game: Play, side: str) -> tuple[int, int]:
    row = game[Treasury][side]
    return row.money, row.manpower


# --- collecting


@pytest.mark.rule("BASE-8.2-collection", "BASE-8.2-lands", "BASE-8.2-values")
def test_spain_collects_what_is_printed_of_it() -> None:
    game = begin(purse(SP), at="collection_step", charts=NO_TRADE)
    assert money(game, SP) == (32, 16)
    assert {one.cause: (one.money, one.manpower) for one in game[Budget].where("side", SP)} == {"income": (32, 16)}


@pytest.mark.rule("BASE-8.2-collection")
def test_other_months_bring_nothing() -> None:
    game = begin(purse(SP), calendar(1805, 4), at="collection_step")
    assert money(game, SP) == (0, 0)


@pytest.mark.rule("BASE-8.2-besieged", "BASE-8.2-occupied")
def test_besieged_and_occupied_capitals_bring_nothing() -> None:
    """Madrid: besieged, with an enemy garrison, with an enemy before it and nobody inside."""
    at_war, army = war(FR, SP), corps("F I", FR, "Madrid", infantry=9)
    whole = expected(begin(at="France: depots").game, SP).own
    ours = garrison(SP, "Madrid", infantry=3)

    def less(*pieces: Any) -> Takings:
        left = expected(begin(at_war, *pieces, at="France: depots").game, SP).own
        return Takings(whole.money - left.money, whole.manpower - left.manpower)

    lost = less(garrison(FR, "Madrid", infantry=3))
    assert lost
    assert less(ours, siege(FR, "Madrid"), army) == less(army) == lost
    assert less(ours, army) == less(ours) == less() == less(garrison(GB, "Madrid", infantry=3)) == Takings()


def worth(province: str, money: int, manpower: int) -> list[Any]:
    """Have one province alone be worth anything."""
    return [alter(Province, money=0, manpower=0), alter(Province, province, money=money, manpower=manpower)]


@pytest.mark.rule("EIA-10.5.2-roll", "EIA-10.5.2-half-income")
@pytest.mark.parametrize(("die", "collects"), [(3, (18, 11)), (4, (35, 21)), (1, (18, 11))])
def test_half_the_income_of_the_unstable(die: int, collects: tuple[int, int]) -> None:
    """35 money and 21 manpower, economic loss number 3: half of each is rounded up at a die of 3, none at 4."""
    lands = worth("new-castile", 35, 21)
    game = begin(*lands, status(SP, 9), purse(SP), at="collection_step", dice=[die], charts=NO_TRADE)
    assert money(game, SP) == collects
    assert game.throws == [die]


@pytest.mark.rule("EIA-10.5.2-roll")
def test_a_box_without_a_number_needs_no_roll() -> None:
    game = begin(status(SP, 19), purse(SP), at="collection_step", charts=NO_TRADE)
    assert (money(game, SP), game.throws) == ((32, 16), [])
    charts = {**NO_TRADE, "economic loss numbers": {"18": 0}}
    assert begin(status(SP, 18), at="collection_step", charts=charts).throws == []


@pytest.mark.rule("EIA-10.5.2-trade-unaffected")
@pytest.mark.parametrize(("die", "collects"), [(1, (18 + 14, 11)), (3, (18 + 14, 11)), (4, (35 + 14, 21))])
def test_trade_is_never_halved(die: int, collects: tuple[int, int]) -> None:
    game = begin(*worth("new-castile", 35, 21), status(SP, 9), purse(SP), at="collection_step", dice=[die])
    assert money(game, SP) == collects


@pytest.mark.rule("EIA-10.5.2-trade-unaffected")
def test_who_has_nothing_else_has_his_trade_whole() -> None:
    game = begin(*worth("new-castile", 0, 0), status(SP, 9), purse(SP), at="collection_step", dice=[1])
    assert money(game, SP) == (14, 0)


@pytest.mark.rule("EIA-10.5.2-free-states-printed", "BASE-8.2.3-free-states", "BASE-8.2.3-lands")
@pytest.mark.parametrize(("die", "times"), [(3, 1), (4, 2)])
def test_free_states_of_the_unstable_collect_what_is_printed(die: int, times: int) -> None:
    game = begin(status(FR, 9), at="collection_step", dice=[die], do=freed(DENMARK))
    lands = [one for one in game[Province] if one.district in (DENMARK, NORWAY)]
    purse_of_denmark = game[MinorPurse]["Denmark"]
    assert purse_of_denmark.money == times * sum(one.money for one in lands) > 0
    assert purse_of_denmark.manpower == times * sum(one.manpower for one in lands) > 0


@pytest.mark.rule("EIA-10.5.2-free-states-printed")
def test_free_states_of_the_stable_collect_double_and_nobody_rolls() -> None:
    game = begin(status(FR, 25), at="collection_step", do=freed(DENMARK))
    lands = [one for one in game[Province] if one.district in (DENMARK, NORWAY)]
    assert (game[MinorPurse]["Denmark"].money, game.throws) == (2 * sum(one.money for one in lands), [])


# --- free states


def freed(district: DistrictId, power: str = FR) -> Any:
    async def do(game: Game) -> None:
        await set_control(game, district, SideId(power), "free state", POLITICS)

    return do


@pytest.mark.rule("EIA-10.4.4-resources")
def test_a_secondary_district_pays_for_its_free_state() -> None:
    """Norway's doubled values are Denmark's; once another power has Norway they are not, and it has none of its own."""

    async def parted(game: Game) -> None:
        await freed(DENMARK)(game)
        await set_control(game, NORWAY, SideId(RU), "conquered", POLITICS)

    def values(game: Play, *districts: DistrictId) -> int:
        return sum(one.money for one in game[Province] if one.district in districts)

    whole = begin(at="collection_step", do=freed(DENMARK))
    assert whole[MinorPurse]["Denmark"].money == 2 * values(whole, DENMARK, NORWAY)
    split = begin(purse(RU), at="collection_step", do=parted, charts=NO_TRADE)
    assert is_split_off(split.game, NORWAY)
    assert split[MinorPurse]["Denmark"].money == 2 * values(split, DENMARK)
    assert "Norway" not in split[MinorPurse]


@pytest.mark.rule("EIA-10.4.4-resources")
def test_conquered_districts_pay_what_is_printed_to_their_power() -> None:
    async def conquered(game: Game) -> None:
        await set_control(game, DENMARK, FR, "conquered", POLITICS)

    def collects(do: Any = None) -> tuple[int, int]:
        return money(begin(purse(FR), at="collection_step", do=do, charts=NO_TRADE), FR)

    game = begin(purse(FR), at="collection_step", do=conquered, charts=NO_TRADE)
    lands = [one for one in game[Province] if one.district in (DENMARK, NORWAY)]
    before = collects()
    gained = sum(one.money for one in lands), sum(one.manpower for one in lands)
    assert money(game, FR) == (before[0] + gained[0], before[1] + gained[1])
    assert "Denmark" not in game[MinorPurse]


@pytest.mark.rule("EIA-10.4.4-resources")
def test_what_it_collects_there_buys_ships_and_factors_of_the_free_state() -> None:
    game = begin(
        fleet("D I", "Denmark", "Copenhagen", ships=3), control(FR, "Denmark"), purse(FR),
        at="collection_step", do=freed(DENMARK),
        charts={**NO_TRADE, "prices": {("infantry", "money"): 1, ("ships", "money"): 1}, "maintenance": {"fleet": 0}},
    ).until(f"{FR}: expenditure")  # fmt: skip
    before, treasury = game[MinorPurse]["Denmark"], game[Treasury][FR]
    game.play(BuyFactors(NationId("Denmark"), "infantry", 1))
    game.play(BuyShips(NationId("Denmark"), 2))
    after = game[MinorPurse]["Denmark"]
    assert (before.money - after.money, before.manpower - after.manpower) == (3, 3)
    assert game[Treasury][FR] == treasury
    assert [(one.nation, one.infantry, one.turn) for one in game[Arrival]] == [("Denmark", 1, 4)]
    assert [(one.nation, one.ships, one.turn) for one in game[Keels]] == [("Denmark", 2, 13)]


@pytest.mark.rule("BASE-8.5-means")
def test_what_money_a_free_state_lacks_its_power_adds_but_no_men() -> None:
    game = begin(at="expenditure", do=freed(DENMARK), order=(FR,))
    game.put(MinorPurse(NationId("Denmark"), money=2, manpower=3))
    game.play(BuyFactors(NationId("Denmark"), "infantry", 3))
    assert (game[MinorPurse]["Denmark"].money, game[MinorPurse]["Denmark"].manpower) == (0, 0)
    assert money(game, FR) == (50 - 7, 20)
    assert game.why_not(BuyFactors(NationId("Denmark"), "infantry", 1)) == {"BASE-8.5-means"}


# --- trade


@pytest.mark.rule("BASE-8.2.1-domestic", "BASE-8.2.1-colonial", "BASE-8.2.1.2-american")
def test_great_britain_and_spain_trade_with_each_other() -> None:
    """Spain: 8 from Great Britain and 6 from America."""
    game = begin(at="France: depots").game
    assert trade(game, SP).whole() == 14
    assert {part.says for part in trade(game, SP).parts} == {f"trade with {GB}", "American trade"}
    assert trade(game, GB).whole() == 42 + 30 + 10


@pytest.mark.rule("BASE-8.2.1-war")
def test_enemies_of_great_britain_trade_with_america_alone() -> None:
    game = begin(war(GB, SP), at="France: depots").game
    assert trade(game, SP).whole() == 6
    assert trade(game, GB).whole() == 82 - 8


@pytest.mark.rule("BASE-8.2.1-blockade")
def test_whoever_has_no_open_port_has_no_trade() -> None:
    ports = begin(at="France: depots")
    held = [one for one in ports[Area].where("holder", PR) if one.port]
    fleets = [fleet(f"G {n}", GB, one.id, lies="blockade") for n, one in enumerate(held)]
    game = begin(war(GB, PR), *fleets, at="France: depots").game
    assert trade(game, PR).whole() == 0
    assert trade(begin(war(GB, PR), *fleets[1:], at="France: depots").game, PR).whole() == 3


@pytest.mark.rule("BASE-8.2.1.2-denial", "BASE-8.2.1.2-denied", "BASE-8.2.1.2-roll", "BASE-8.2.1.2-american-war")
def test_great_britain_denies_american_trade_and_rolls_for_it() -> None:
    """The die and the powers denied: 5 and 2 are not enough for a war with America, 6 and 2 are."""
    for die, at_war in ((5, False), (6, True)):
        game = begin(war(GB, SP), war(GB, FR), purse(SP), purse(GB), at="collection_step", dice=[die])
        game.play(DenyTrade((SideId(FR), SideId(SP))))
        assert money(game, SP) == (32, 16)
        assert (len(game[Embargo]), GB in game[AmericanWar]) == (2, at_war)
        told = "America goes to war with" if at_war else "Nothing changes between America and"
        assert f"{told} Great Britain: {die} and 2 for the powers denied" in game.log
        assert money(game, GB)[0] == 35 + 30 + 42 - 8 - 10 + (0 if at_war else 10)


@pytest.mark.rule("BASE-8.2.1.2-denial")
def test_who_is_at_peace_with_all_is_not_asked_and_a_war_with_america_ends() -> None:
    game = begin(AmericanWar(SideId(GB), 1), at="collection_step")
    assert GB not in game[AmericanWar]
    assert not game.may(DenyTrade)


# --- loans


@pytest.mark.rule("BASE-8.3-lending", "BASE-8.3-repayment")
def test_a_loan_is_taken_and_paid_back_a_quarter_later() -> None:
    game = begin(*[purse(one, 10) for one in (AU, FR)], at="lending")
    game.play(Lend(SideId(FR), 6, 1), side=AU)
    game.play(TakeLoan(), side=FR)
    assert (money(game, AU)[0], money(game, FR)[0]) == (4, 16)
    assert [(one.lender, one.borrower, one.money, one.due) for one in game[Loan]] == [(AU, FR, 6, 4)]
    assert SideId(FR) not in {one.to for one in game.may(Lend, AU)}


@pytest.mark.rule("BASE-8.3-lending")
def test_a_loan_can_be_refused_and_nobody_lends_what_he_has_not() -> None:
    game = begin(*[purse(one, 10) for one in (AU, FR)], at="lending")
    assert max(one.money for one in game.may(Lend, AU)) == 10
    game.play(Lend(SideId(FR), 10, 1), side=AU)
    game.play(Pass(), side=FR)
    assert (money(game, AU)[0], money(game, FR)[0], len(game[Loan])) == (10, 10, 0)


@pytest.mark.rule("BASE-8.3-repayment")
def test_what_a_borrower_lacks_it_owes_for_another_quarter() -> None:
    owed = Loan("A to F", SideId(AU), SideId(FR), 40, 1)
    game = begin(owed, *worth("new-castile", 1, 1), purse(FR, 25), purse(AU), at="collection_step", charts=NO_TRADE)
    assert (money(game, FR)[0], money(game, AU)[0]) == (0, 25)
    assert [(one.money, one.due) for one in game[Loan]] == [(15, 4)]


# --- expenditure


@pytest.mark.rule("BASE-8.5-corps", "BASE-8.5-fleets", "BASE-8.5-depots", "BASE-8.5-maintenance")
def test_eleven_for_five_corps_a_fleet_and_five_depots() -> None:
    army = [corps(f"S {n}", SP, "Madrid", infantry=1) for n in range(5)]
    places = ("Madrid", "Barcelona", "Cadiz", "Burgos", "Valencia")
    depots = [depot(SP, one) for one in places]
    game = begin(*army, corps("S off", SP, None), fleet("S f", SP, "Cadiz"), *depots, purse(SP, 12), at=SPENDING)
    assert money(game, SP)[0] == 1
    assert {one.cause: one.money for one in game[Budget].where("side", SP)} == {"maintenance": -11}


@pytest.mark.rule("BASE-8.5-bankruptcy")
def test_who_cannot_pay_is_bankrupt() -> None:
    army = [corps(f"S {n}", SP, "Madrid", infantry=1) for n in range(5)]
    game = begin(*army, status(SP, 20), purse(SP, 4), at=SPENDING)
    assert money(game, SP)[0] == 0
    assert {one.side: one.points for one in game[PointsAccount]} == {SP: -3}
    assert game[PoliticalStatus][SP].box == 17


@pytest.mark.rule("BASE-8.6-civil-disorder")
def test_civil_disorder_comes_and_goes() -> None:
    lost = war(FR, SP), garrison(FR, "Madrid", infantry=3)
    assert SP in begin(*lost, purse(SP, 9), at=SPENDING)[CivilDisorder]
    assert SP not in begin(*lost, purse(SP, 9, 1), at=SPENDING)[CivilDisorder]
    mended = begin(CivilDisorder(SideId(SP), 1), purse(SP, 9), at=SPENDING)
    assert SP not in mended[CivilDisorder]


@pytest.mark.rule("BASE-8.5-prices", "BASE-8.5-means", "BASE-8.5-whose")
def test_factors_are_ordered_together_and_come_in_three_months() -> None:
    game = begin(purse(SP, 30, 5), at=SPENDING)
    game.play(BuyFactors(NationId(SP), "infantry", 2), BuyFactors(NationId(SP), "cavalry", 1))
    assert money(game, SP) == (9, 2)
    assert [(one.nation, one.infantry, one.cavalry, one.turn) for one in game[Arrival]] == [(NationId(SP), 2, 1, 4)]
    assert game.why_not(BuyFactors(NationId(SP), "infantry", 3)) == {"BASE-8.5-means"}
    assert game.why_not(BuyFactors(NationId("Denmark"), "infantry", 1)) == {"BASE-8.5-whose"}


@pytest.mark.rule("BASE-8.5-prices")
def test_what_is_for_sale_is_shown_with_its_price_and_when_it_comes() -> None:
    """In March 1805; prices are those of the chart."""
    charts = {"prices": {("cavalry", "money"): 7, ("cavalry", "manpower"): 2, ("ships", "money"): 9}}
    fleets = fleet("S f", SP, "Cadiz", ships=2)
    game = begin(fleets, purse(SP, 30, 5), at=SPENDING, charts=charts).game
    asked, spain = Ask(SP, (BuyFactors, BuyShips)), {"nation": NationId(SP)}
    told = BuyFactors.value_facts_after(game, asked, spain, "arm", "cavalry")
    assert told.startswith("7 money and 2 manpower each, there in ")
    assert BuyFactors.value_facts_after(game, asked, {}, "nation", SP) == ""
    assert BuyShips.value_facts(game, "nation", NationId(SP)).startswith("9 money and 1 manpower each, there in ")


@pytest.mark.rule("BASE-8.5-ships")
def test_ships_are_ordered_for_who_has_a_fleet() -> None:
    game = begin(fleet("S f", SP, "Cadiz", ships=27), purse(SP, 99, 9), at=SPENDING)
    assert game.why_not(BuyShips(NationId(SP), 10)) == {"BASE-8.5-ships"}
    game.play(BuyShips(NationId(SP), 2), BuyShips(NationId(SP), 1))
    assert [(one.side, one.nation, one.ships, one.turn) for one in game[Keels]] == [(SP, "Spain", 3, 13)]
    assert money(game, SP) == (99 - 1 - 30, 6)
    assert begin(purse(SP, 99, 9), at=SPENDING).why_not(BuyShips(NationId(SP), 1)) == {"BASE-8.5-ships"}


def test_what_a_quarter_would_bring_is_foretold() -> None:
    game = begin(corps("S I", SP, "Madrid", infantry=3), purse(SP, 10), at="France: depots").game
    shown = forecast(game, SP)
    assert (shown.income.money, shown.trade, shown.dues, shown.left) == (32, 14, 1, 55)
    assert [part.rule for part in dues(game, SP).parts] == ["BASE-8.5-corps"]


def test_loans_that_fall_due_are_foretold() -> None:
    loans = Loan("1", SideId(FR), SideId(SP), 5, 1), Loan("2", SideId(SP), SideId(GB), 2, 1)
    later = Loan("3", SideId(SP), SideId(AU), 9, 4)
    owed = *loans, later, purse(SP, 10), purse(FR), purse(GB), purse(AU)
    plain, game = (begin(*some, at="France: depots").game for some in ((purse(SP, 10),), owed))
    assert forecast(game, SP).loans == -3
    assert forecast(plain, SP).left - forecast(game, SP).left == 3


def test_what_was_collected_already_is_not_foretold_again() -> None:
    assert next_collection(begin(purse(SP), at="France: depots").game) == 1
    assert next_collection(begin(purse(SP), purse(FR, 5), at=f"{SP}: expenditure").game) == 4


def test_the_tables_of_purses_and_trade() -> None:
    """Spain, at war with Great Britain: 32 of its lands, 14 of trade without that, less a corps and an old loan."""
    loan = Loan("1", SideId(FR), SideId(SP), 5, 1)
    there = corps("S I", SP, "Madrid", infantry=3), loan, purse(SP, 10, 2), purse(FR, 1), purse(GB), war(SP, GB)
    game = begin(*there, siege(FR, "Barcelona"), war(FR, SP), at="France: depots").game
    shown = {panel.key: panel for panel in presentation.panels(game, "side", "bottom")}
    treasuries, trades, purse_of = shown["treasuries"], shown["trade"], shown[f"purse of {FR}"]
    assert isinstance(treasuries, Table)
    assert isinstance(trades, Table)
    assert isinstance(purse_of, Sheet)
    assert "March 1805" in treasuries.title
    told = forecast(game, SP)
    (spain,) = (row for row in treasuries.rows if row[0] == SP)
    money = (f"+{told.income.money}", f"+{told.trade}", "-5", "-1", str(told.left))
    assert spain == (SP, "10", "2", *money, str(2 + told.income.manpower))
    (row,) = (row for row in trades.rows if row[0] == SP)
    assert row[2] == "it is at war with Great Britain"
    assert "trade with Great Britain" not in row[3]
    assert purse_of.title == "Treasury of France"


def test_the_treasury_says_why_a_province_brings_nothing() -> None:
    game = begin(siege(FR, "Madrid"), war(FR, SP), purse(SP, 3), purse(FR), at=f"{SP}: depots").game
    (sheet,) = (panel for panel in presentation.panels(game, "side") if panel.key == f"purse of {SP}")
    assert isinstance(sheet, Sheet)
    reasons = [reason for entry in sheet.entries for reason in entry.reasons]
    assert "New Castile brings nothing: its capital is besieged (BASE-8.2-besieged)" in reasons


@pytest.mark.parametrize(
    ("step", "viewers", "shown"),
    [
        ("lending", {FR}, {FR}),
        ("lending", {FR, SP}, {FR, SP}),
        ("declarations", {SP}, {SP}),
        ("declarations", {FR, SP}, set[SideId]()),
    ],
)
def test_whoever_is_asked_to_lend_sees_his_own_treasury(step: str, viewers: set[str], shown: set[str]) -> None:
    game = begin(purse(SP, 3), purse(FR, 5), at=step).game.seen_by_sides(frozenset(viewers))
    keys = {panel.key for panel in presentation.panels(game, "side") if panel.key.startswith("purse")}
    assert keys == {f"purse of {side}" for side in shown}


# --- victory points


@pytest.mark.rule("BASE-8.1-victory-points", "BASE-9-score")
def test_a_box_brings_its_victory_points() -> None:
    """The right-hand box of the Neutral Zone: 8 a quarter."""
    game = begin(status(AU, 28), Score(SideId(AU), 10, 570), at="victory_points")
    assert game[Score][AU].points == 18
    assert score(game.game, SideId(AU)).whole() == 18


@pytest.mark.rule("BASE-8.1-drift")
@pytest.mark.parametrize(
    ("month", "box", "then"), [(3, 18, 20), (3, 19, 19), (3, 28, 28), (3, 1, 5), (3, 38, 36), (4, 18, 18)]
)
def test_low_status_rises_and_high_status_sinks_at_the_end_of_a_quarter(month: int, box: int, then: int) -> None:
    game = begin(status(AU, box), calendar(1805, month), at="victory_points", dice={"loss number": [6]})
    assert game[PoliticalStatus][AU].box == then


@pytest.mark.rule("BASE-8.1-drift", "BASE-8.1-victory-points")
def test_points_are_gained_for_the_box_in_which_the_quarter_ends() -> None:
    """The last box of Instability: 3 points, and two boxes up."""
    game = begin(status(AU, 18), at="victory_points")
    assert (game[Score][AU].points, game[PoliticalStatus][AU].box) == (3, 20)
    drift = {one.side: one.points for one in game[PointsAccount] if one.cause == "politics: drift"}
    assert drift == {AU: 2}


@pytest.mark.rule("BASE-9-target")
def test_whoever_has_enough_has_won() -> None:
    game = begin(status(AU, 28), Score(SideId(AU), 563, 570), at="victory_points")
    assert game.game.ended is not None
    assert game.game.ended.winner == AU
    assert begin(status(AU, 28), Score(SideId(AU), 561, 570), at="victory_points").game.ended is None


# --- manipulation


class Clerk(RuleModule):
    """Who notes when a Manipulation Step ends."""

    key = "clerk"

    @hookimpl
    async def after_manipulation(self, game: Game, side: SideId) -> None:
        game.note(f"{side} has had its Manipulation Step")


@pytest.mark.rule("BASE-8.4-step")
def test_a_manipulation_step_ends_for_each_power_though_nothing_is_set_in_it() -> None:
    game = begin(at=f"{AU}: manipulation", extra=(Clerk,)).until(f"{TU}: expenditure")
    assert [line for line in game.log if "Manipulation" in line] == [
        f"{side} has had its Manipulation Step" for side in (AU, FR, GB, PR, RU, SP, TU)
    ]
