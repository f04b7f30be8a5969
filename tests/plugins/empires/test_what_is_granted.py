"""10.0: what a campaign of all phases has that a single war has not, and the other way round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Choices,
    Frame,
    Game,
    Insert,
    InstalledGame,
    Part,
    Referee,
    Row,
    RuleModule,
    SideId,
    Step,
    hookimpl,
    opens,
    rule,
)
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.testing import Play
from sandtable_empires.campaign.agreements import MoveTogether
from sandtable_empires.campaign.order import TakePlace, in_printed_order
from sandtable_empires.campaign.reinforcements import BringOn
from sandtable_empires.hookspecs.order import is_economic
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.model import Area, AreaId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import COLLECTION_PHASE, ECONOMIC_PHASE, NAVAL_PHASE, NAVAL_REINFORCEMENT_PHASE
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    SP,
    TU,
    Piece,
    calendar,
    corps,
    iberia,
    position,
)
from sandtable_empires.testing.peninsula import rows
from tests.tiers import count

GAMES: Final = count(50)
MONTHS: Final = 2
SOMEBODY: Final = (
    corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Lisbon", infantry=5),
    corps("S I", SP, "Seville", infantry=5),
)  # fmt: skip
OF_A_WAR: Final = {"access", "agreements", "conquest", "reinforcements", "seaways", "squadrons", "victory"}
OF_A_CAMPAIGN: Final = {
    "campaign_beginnings", "campaign_end", "ceded_provinces", "districts", "minor_conquest", "phase_orders",
    "political_status",
    "harbour_guns", "interception", "invasion_supply", "naval_combat", "naval_outcome", "sailing", "sea_looks",
    "transport", "crossings", "admirals", "levy", "uncontrolled_powers",
    "armies", "incomes", "launches", "loans", "maintenance", "manipulation", "purchases", "trade",
    "unstable_incomes", "victory_points", "diplomacy", "declarations", "alliances", "attacked_minors",
    "access_looks", "access_requests", "access_rights", "changed_control", "dardanelles", "forcible_access",
    "guest_ports", "neutral_garrisons", "stays", "voluntary_access", "war_responses",
    "suing", "removed_leaders", "minor_looks", "calls", "free_states", "combined_orders",
    "unstable_minors", "lapsing_wars", "purse_looks", "peace_terms", "peace_made", "peace_effects",
}  # fmt: skip


class Tithe(Action, frozen=True):
    """Take a tithe."""

    def perform(self, game: Game, ask: Ask) -> None:
        game.note("a tithe is taken")


class TitheRow(Row, frozen=True):
    """What has been taken."""

    id: str


class Tithes(RuleModule):
    """What others may build on a campaign: a step at sea, one in quarters, one for all, a row, points."""

    key = "tithes"
    needs = CAMPAIGN
    rows = (TitheRow,)
    steps = (
        Insert(Step("tithe", "Tithe"), phase=ECONOMIC_PHASE),
        Insert(Step("sail", "Sail"), phase=NAVAL_PHASE),
        Insert(Step("collect", "Collect"), phase=COLLECTION_PHASE),
    )
    actions = {"tithe": (Tithe,), "sail": (Tithe,), "depots": (Tithe,)}

    @opens("collect")
    @rule("HOUSE-tithe")
    def collect(self, game: Game, frame: Frame) -> None:
        """Take it."""
        game.put(TitheRow(f"tithe {game.round}"))
        game.note("all is collected")

    @hookimpl
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        return [Part("base", 3, "HOUSE-tithe", "tithes")] if side == GB else []

    @hookimpl(of=SupplyHooks.closed_ports)
    def close(self, game: Game, side: SideId) -> Iterable[AreaId]:
        return [area.id for area in game[Area] if area.port]


@cache
def family(*, campaign: bool, extra: bool = False) -> InstalledGame:
    """Return Empires with the modules that need a campaign, or as if nobody had written them."""
    modules = [one for one in EMPIRES.modules if campaign or one.key not in OF_A_CAMPAIGN]
    return InstalledGame(replace(EMPIRES, modules=tuple(modules)), (Tithes,) if extra else ())


def begin(*pieces: Piece, at: str = "", granted: bool = True, extra: bool = True, dice: tuple[int, ...] = ()) -> Play:
    grants = (CAMPAIGN,) if granted else ()
    return position(
        *SOMEBODY, *pieces, land=iberia, at=at, grants=grants, dice=dice, family=family(campaign=True, extra=extra)
    )


# --- who is in force


def test_a_campaign_has_none_of_the_rules_of_a_single_war_and_a_single_war_none_of_a_campaign() -> None:
    alone, campaign = ({*begin(granted=granted).game.rulebook.modules} for granted in (False, True))
    assert alone - campaign == OF_A_WAR
    assert campaign - alone == OF_A_CAMPAIGN | {"tithes"}


def test_of_what_ships_the_grand_campaign_alone_has_all_phases() -> None:
    """The others are single wars, and say themselves what comes and what is fought for."""
    assert [one.key for one in EMPIRES.scenarios if one.grants] == ["grand-campaign-1805"]


# --- what a campaign does without


@pytest.mark.parametrize("granted", [False, True])
def test_combined_movement_is_agreed_in_the_depot_step_of_a_single_war_alone(granted: bool) -> None:
    game = begin(at=f"{SP}: depots", granted=granted)
    assert bool(game.may(MoveTogether)) is not granted
    assert BringOn not in begin(at=f"{SP}: depots", granted=granted).game.actions_at("depots")


@pytest.mark.parametrize(("granted", "holder"), [(False, FR), (True, SP)])
def test_occupation_takes_an_area_in_a_single_war_alone(granted: bool, holder: SideId) -> None:
    game = begin(corps("F II", FR, "Madrid", infantry=5), at="conquest_step", granted=granted)
    assert game[Area]["madrid"].holder == holder


@pytest.mark.parametrize(("granted", "sources"), [(False, True), (True, False)])
def test_the_sea_is_a_source_for_one_power_in_a_single_war_alone(granted: bool, sources: bool) -> None:
    game = begin(at=f"{GB}: supply", granted=granted, extra=False).game
    found = [one for one in game.hooks(SupplyHooks).supply_sources(game, GB) if one.says.startswith("ships come to")]
    assert bool(found) is sources
    assert "lisbon" in game.hooks(SupplyHooks).harbours(game, GB)


@pytest.mark.parametrize("granted", [False, True])
def test_provinces_are_counted_in_a_single_war_alone(granted: bool) -> None:
    assert begin(granted=granted).game.stands("BASE-9-provinces") is not granted


# --- what it has


@pytest.mark.rule("BASE-9-campaign-end")
@pytest.mark.parametrize(("turns", "over"), [(1, True), (2, False)])
def test_a_campaign_ends_with_its_last_month(turns: int, over: bool) -> None:
    """Only Great Britain has any victory points."""
    game = begin(calendar(1808, 1, turns), at="time_record_step")
    assert (game.game.ended is not None and game.game.ended.winner == GB) is over
    assert any("is over" in line for line in game.log) is not over


@pytest.mark.rule("BASE-5.1-order")
def test_fleets_are_reinforced_in_the_order_of_the_chart() -> None:
    game = position(corps("F I", FR, "Paris", infantry=5), grants=(CAMPAIGN,), dice=()).game
    assert in_printed_order(game, NAVAL_REINFORCEMENT_PHASE) == (SP, FR, PR, AU, TU, RU, GB)
    assert in_printed_order(game, "reinforcement") == (SP, GB, PR, AU, TU, RU, FR)
    assert in_printed_order(game, "land") == (RU, TU, AU, PR, GB, SP, FR)  # until France has said its place


@pytest.mark.rule("BASE-6.0-order")
def test_great_britain_says_its_place_at_sea() -> None:
    """A war that nobody fights: after the armies Great Britain is asked, the others sail around it."""
    game = begin().until(TakePlace)
    assert game.questions == [(GB, ("TakePlace",))]
    game.play(TakePlace(2))
    assert [game.game.frame.side, *game.game.frame.order] == [FR, GB, SP]
    assert game.game.frame.step == "sail"


def test_a_single_war_has_no_phase_at_sea_and_no_economy() -> None:
    game = begin(granted=False)
    assert game.questions == [(FR, ("TakePlace",))]


@pytest.mark.rule("BASE-8-quarter")
@pytest.mark.parametrize(("month", "economic"), [(1, False), (2, False), (3, True), (6, True), (9, True), (12, True)])
def test_the_last_month_of_a_quarter_has_an_economic_phase(month: int, economic: bool) -> None:
    game = begin(calendar(1808, month, 20), at="conquest_step")
    if economic:
        game.until("tithe")
    assert is_economic(begin(calendar(1808, month, 20), at=f"{SP}: depots").game) is economic
    assert (game.game.frame.step == "tithe") is economic
    assert len(game[TitheRow]) == 1  # what is done once, for all, says itself in which months


# --- what leaves no trace


def traces(number: int, *, campaign: bool, extra: bool) -> list[object]:
    """Return what is offered at each ply of a random game in the Peninsula, and the hash after it."""
    installed, seen = family(campaign=campaign, extra=extra), list[object]()

    class Watching(RandomBot):
        def answer(self, referee: Referee, ask: Ask) -> Action | None:
            kinds = [offer.kind.__name__ for offer in referee.offers(ask.side)]
            seen.append((ask.side, kinds, referee.game.state.hash))
            return super().answer(referee, ask)

    referee = new_campaign(
        installed, None, lambda: Referee.begin(installed, list(rows()), Choices()), scenario="peninsula-1808",
        title="", seed=str(number), take_back="free",
    )  # fmt: skip
    play_on(referee, Watching(number), rounds=MONTHS)
    return seen


@pytest.mark.rule("EIA-10.0-asterisk-campaign-only")
@pytest.mark.parametrize("number", range(GAMES))
def test_what_needs_a_campaign_leaves_no_trace_in_the_peninsula(number: int) -> None:
    assert traces(number, campaign=True, extra=True) == traces(number, campaign=False, extra=False)
