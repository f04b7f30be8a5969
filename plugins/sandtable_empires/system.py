"""Empires: the game as the engine takes it, put together from its parts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from sandtable.engine import GameSystem, HookSet, RuleModule
from sandtable.library import shipped_map, text_scenario
from sandtable.present import PresentHooks, SetUpHooks
from sandtable_empires.access import ACCESS
from sandtable_empires.by_space import BY_SPACE
from sandtable_empires.campaign.agreements import Agreements
from sandtable_empires.campaign.appointments import Appointments
from sandtable_empires.campaign.beginnings import Beginnings, CampaignBeginnings
from sandtable_empires.campaign.campaign_end import CampaignEnd
from sandtable_empires.campaign.ceded_provinces import CededProvinces
from sandtable_empires.campaign.combined import CombinedMovement
from sandtable_empires.campaign.conquest import Conquest
from sandtable_empires.campaign.districts import DistrictRules
from sandtable_empires.campaign.drafts import Drafts
from sandtable_empires.campaign.equal_claims import EqualClaims
from sandtable_empires.campaign.house_words import HouseWords
from sandtable_empires.campaign.land import GROUND
from sandtable_empires.campaign.minor_conquest import MinorConquest
from sandtable_empires.campaign.order import LandOrder, PhaseOrders
from sandtable_empires.campaign.political_status import PoliticalDisplay
from sandtable_empires.campaign.reinforcements import Reinforcements
from sandtable_empires.campaign.returns import Returns
from sandtable_empires.campaign.squadrons import Squadrons
from sandtable_empires.campaign.victory import Victory
from sandtable_empires.campaign.what_is_due import WhatIsDue
from sandtable_empires.campaign_texts import TEXTS
from sandtable_empires.combat.captures import Captures
from sandtable_empires.combat.chits import Chits
from sandtable_empires.combat.losses import Losses
from sandtable_empires.combat.muster import Muster
from sandtable_empires.combat.nightfall import Nightfall
from sandtable_empires.combat.pursuit import Pursuit
from sandtable_empires.combat.reinforcing import Reinforcing
from sandtable_empires.combat.retreat import Retreats
from sandtable_empires.combat.rivers import Rivers
from sandtable_empires.combat.rounds import Rounds
from sandtable_empires.combat.trivial import TrivialCombat
from sandtable_empires.combat.withdrawal import Withdrawal
from sandtable_empires.hookspecs.access import AccessHooks
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.disputes import DisputeHooks
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.irregulars import IrregularHooks
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.hookspecs.order import OrderHooks
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.hookspecs.uncontrolled import UncontrolledHooks
from sandtable_empires.irregulars.besieged_guerillas import BesiegedGuerillas
from sandtable_empires.irregulars.guerilla_moves import GuerillaMoves
from sandtable_empires.irregulars.guerillas import GuerillasRise
from sandtable_empires.irregulars.hunting import Hunting
from sandtable_empires.irregulars.passage import GuerillaPassage
from sandtable_empires.land.access import Access
from sandtable_empires.land.assaults import Assaults
from sandtable_empires.land.besieged_supply import BesiegedSupply
from sandtable_empires.land.depots import Depots
from sandtable_empires.land.exchanging import Exchanges
from sandtable_empires.land.foraging import Foraging
from sandtable_empires.land.forced_march import ForcedMarches
from sandtable_empires.land.garrisons import Garrisons
from sandtable_empires.land.harbours import Harbours
from sandtable_empires.land.movement import Movement
from sandtable_empires.land.quarters import Quarters
from sandtable_empires.land.raids import Raids
from sandtable_empires.land.seaways import Seaways
from sandtable_empires.land.sieges import Sieges
from sandtable_empires.land.storms import Storms
from sandtable_empires.land.supply import Supply
from sandtable_empires.land.surrender import Surrenders
from sandtable_empires.leaders.appointing import Appointing
from sandtable_empires.leaders.command import Command
from sandtable_empires.leaders.ratings import Ratings
from sandtable_empires.leaders.storm_command import StormCommand
from sandtable_empires.model import ROWS
from sandtable_empires.model.marks import MARKS
from sandtable_empires.model.sieges import STORMED
from sandtable_empires.naval import NAVAL
from sandtable_empires.options.allied_voluntary_access import AlliedVoluntaryAccess
from sandtable_empires.options.cavalry_superiority import CavalrySuperiority
from sandtable_empires.options.corps_leaders import CorpsLeaders
from sandtable_empires.options.further_tactical_reductions import FurtherReductions
from sandtable_empires.options.guard_commitment import GuardCommitment
from sandtable_empires.options.leader_casualties import LeaderCasualties
from sandtable_empires.options.overwhelming_numbers import OverwhelmingNumbers
from sandtable_empires.options.proportional_land_losses import ProportionalLosses
from sandtable_empires.politics import POLITICS
from sandtable_empires.present import Looks
from sandtable_empires.quarter import QUARTER
from sandtable_empires.reinforcing import REINFORCING
from sandtable_empires.sequences import SEQUENCES
from sandtable_empires.set_up import SetUp
from sandtable_empires.texts import texts

if TYPE_CHECKING:
    from sandtable.board import Map

HOOK_SETS: Final[tuple[type[HookSet], ...]] = (
    MovementHooks, SupplyHooks, SiegeHooks, CombatHooks, CommandHooks, IrregularHooks, ControlHooks, DisputeHooks,
    IncomeHooks, NavalHooks, OrderHooks, PeaceHooks, PoliticsHooks, AccessHooks, PresentHooks, SetUpHooks,
    UncontrolledHooks,
)  # fmt: skip

BASE: Final[tuple[type[RuleModule], ...]] = (
    Reinforcements, Drafts, Appointments, Squadrons, LandOrder, PhaseOrders, CombinedMovement, Agreements,
    *NAVAL, Access, Movement, ForcedMarches,
    Garrisons, Exchanges, Quarters, Depots, Supply, Foraging, Harbours, Seaways, BesiegedSupply,
    Sieges, Storms, Assaults, Raids, Surrenders,
    Muster, Rivers, Command, Appointing, Ratings, StormCommand, Chits, Withdrawal, Rounds, Reinforcing, Losses,
    Captures, Nightfall, Pursuit, Retreats, TrivialCombat, GuerillasRise, GuerillaMoves, GuerillaPassage, Hunting,
    BesiegedGuerillas, Conquest, MinorConquest, PoliticalDisplay, CededProvinces, DistrictRules, EqualClaims,
    *QUARTER, *REINFORCING, *POLITICS,
    *ACCESS,
    Victory, CampaignEnd, Looks, SetUp, Beginnings, CampaignBeginnings, Returns, WhatIsDue, HouseWords,
)  # fmt: skip
"""The base game."""

OPTIONS: Final[tuple[type[RuleModule], ...]] = (
    CavalrySuperiority, CorpsLeaders, FurtherReductions, GuardCommitment, LeaderCasualties, OverwhelmingNumbers,
    ProportionalLosses, AlliedVoluntaryAccess,
)  # fmt: skip
"""The printed options."""


@cache
def _europe() -> Map:
    return shipped_map("europe-1805", _build_europe)


def _build_europe() -> Map:
    from sandtable_empires.maps.europe_1805 import europe_1805  # brings the workshop along that the map is made in

    return europe_1805()


EMPIRES: Final[GameSystem] = GameSystem(
    "empires",
    "Empires",
    SEQUENCES,
    (*BASE, *OPTIONS),
    texts(),
    rows=ROWS,
    hook_sets=HOOK_SETS,
    scenarios=tuple(text_scenario(text, lambda: EMPIRES, _europe) for text in TEXTS),
    brings=(*MARKS, *STORMED.values()),
    ground=GROUND,
    upgrades=(BY_SPACE,),
)
