"""The Free State Declaration Step (4.8): a conquered country with forces of its own is set free by its power."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    RuleModule,
    SideId,
    Step,
    Subset,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
)
from sandtable_empires.accords import seated_powers
from sandtable_empires.holding import declare_free_state
from sandtable_empires.hookspecs.control import ControlHooks, Hindrance
from sandtable_empires.model import Corps, District, DistrictId, Fleet
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import (
    ALLIANCES_STEP,
    ANSWERS_STEP,
    BREAKING_STEP,
    FREE_STATES_STEP,
    MINOR_CONTROL_STEP,
    POLITICAL_PHASE,
)


class DeclareFreeStates(Action, frozen=True):
    """Make conquered countries free states: they have forces and a purse of their own, and stay yours."""

    if_declined = "Set none of them free"

    countries: tuple[DistrictId, ...]

    @fills("countries")
    @staticmethod
    def conquered_ones(game: Game, ask: Ask) -> Subset[DistrictId]:
        return Subset(can_be_free(game, SideId(ask.side)), 1)

    def says(self, game: Game, ask: Ask) -> str:
        named = in_a_row(game.name(one, District) for one in self.countries)
        return f"{ask.side} makes {named} {'free states' if len(self.countries) > 1 else 'a free state'}"


class FreeStates(RuleModule):
    """Which conquered countries are set free."""

    key = "free_states"
    needs = CAMPAIGN
    after = ("districts?", "minor_conquest?")
    steps = (
        Insert(
            Step(FREE_STATES_STEP, "Free states"),
            after=(f"{ANSWERS_STEP}?", f"{ALLIANCES_STEP}?", f"{MINOR_CONTROL_STEP}?", f"{BREAKING_STEP}?"),
            phase=POLITICAL_PHASE,
        ),
    )  # fmt: skip

    @opens(FREE_STATES_STEP)
    @rule("BASE-4.8-declared")
    async def declare(self, game: Game, frame: Frame) -> None:
        """Each power may make free states of minor countries that it has conquered."""
        for side in seated_powers(game):
            if not (named := [game.name(one, District) for one in can_be_free(game, side)]):
                continue
            why = f"{in_a_row(named)} may become {'free states' if len(named) > 1 else 'a free state'}"
            answer = await offer(side, DeclareFreeStates, why)
            for district in answer.countries if answer is not None else ():
                await declare_free_state(game, district)

    @hookimpl
    @rule("BASE-4.8-forces")
    def no_free_state(self, game: Game, district: DistrictId) -> Iterable[Hindrance]:
        """Only a country that has corps or fleets, on the map or off it, can be a free state."""
        nation = game[District][district].nation
        if game[Corps].where("nation", nation) or any(one.nation == nation for one in game[Fleet]):
            return []
        return [Hindrance("it has neither corps nor fleets")]


def can_be_free(game: Game, side: SideId) -> list[DistrictId]:
    """Return the conquered countries of a power that can become free states."""
    held, bars = game[District].where("holder", side), game.hooks(ControlHooks).no_free_state
    return [one.id for one in held if one.status == "conquered" and not list(bars(game, one.id))]
