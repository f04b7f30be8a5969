"""Declarations of war (4.2): written in secret and revealed together, with their limits and their price in points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    MarkKind,
    NameGiver,
    Part,
    Refusal,
    RuleModule,
    Side,
    SideId,
    Step,
    Subset,
    Tally,
    ask_together,
    cached_while_unchanged,
    counted,
    fills,
    hookimpl,
    in_a_row,
    opens,
    refuses,
    rule,
    ruling,
)
from sandtable.present import Lesson
from sandtable_empires.accords import seated_powers
from sandtable_empires.charts.keys import (
    ALLY_ATTACKED,
    DISTRICT_ATTACKED,
    POLITICAL_CAUSES,
    POLITICAL_POINTS,
    POWER_ATTACKED,
    numbers,
)
from sandtable_empires.holding import declare_war_on_minor
from sandtable_empires.hookspecs.control import ControlHooks, Hindrance, war_cost
from sandtable_empires.hookspecs.politics import PoliticsHooks, power_war_cost
from sandtable_empires.model import (
    Area,
    Corps,
    District,
    DistrictId,
    Nation,
    Province,
    allies,
    at_war,
    enemies,
    is_besieged,
    month_text,
    power_of,
    powers,
    the_corps,
)
from sandtable_empires.model.accords import truce_between
from sandtable_empires.model.districts import ControlStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.relations import declare_war, end_alliance
from sandtable_empires.steps import ANSWERS_STEP, DECLARATIONS_STEP, POLITICAL_PHASE

DECLARED: Final = MarkKind("has war declared on it by", until=POLITICAL_PHASE, of="side")
OPEN_TO_WAR: Final[tuple[ControlStatus, ...]] = ("neutral", "in conflict")


class DeclareWars(Action, frozen=True):
    """Declare war on powers and on minor countries; nobody sees it before all have decided."""

    secret = True
    secretly = "has decided on its declarations of war"
    if_declined = "Declare no war"

    powers: tuple[SideId, ...]
    countries: tuple[DistrictId, ...]

    @classmethod
    def value_facts_after(
        cls, game: Game, ask: Ask[Any], filled: Mapping[str, object], field: str, value: str | tuple[str, ...]
    ) -> str:
        """Say what war on it costs, of several what wars on all of them do."""
        each = (value,) if isinstance(value, str) else value
        cost = sum(_cost_of(game, SideId(ask.side), field, one).whole() for one in each)
        return f"costs {counted(cost, 'political point')}" if each else ""

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        named = [*self.powers, *self.countries]
        return f"{side} declares war on {in_a_row(str(one) if game is None else game.name(one) for one in named)}"


def _cost_of(game: Game, side: SideId, field: str, target: str) -> Tally:
    """Return what war on a power, or on a minor country by one of its districts, costs."""
    if field == "powers":
        return power_war_cost(game, side, SideId(target))
    return war_cost(game, side, game[District][target].nation)


def no_war_on_power(game: Game, side: SideId, power: SideId) -> list[Hindrance]:
    """Return what keeps a power from declaring war on another."""
    return list(game.hooks(PoliticsHooks).no_war_on_power(game, side, power))


def no_war_on_country(game: Game, side: SideId, district: DistrictId) -> list[Hindrance]:
    """Return what keeps a power from declaring war on a district of a minor country."""
    return list(game.hooks(ControlHooks).no_war(game, side, district))


@cached_while_unchanged
def powers_open_to_war(game: Game, side: SideId) -> tuple[SideId, ...]:
    """Return the powers on which a power may declare war."""
    return tuple(one for one in powers(game) if not no_war_on_power(game, side, one))


@cached_while_unchanged
def countries_open_to_war(game: Game, side: SideId) -> tuple[DistrictId, ...]:
    """Return the districts of minor countries on which a power may declare war."""
    return tuple(one.id for one in game[District] if not no_war_on_country(game, side, one.id))


def invaders(game: Game, side: SideId) -> Iterator[Corps]:
    """Yield the unbesieged enemy corps with infantry that stand in the home provinces of a power."""
    home = {one.id for nation in game[Nation].where("side", side) if nation.major
            for one in game[Province].where("home", nation.id)}  # fmt: skip
    for foe in sorted(enemies(game, side)):
        for corps in game[Corps].where("side", foe):
            at_home = corps.area is not None and game[Area][corps.area].province in home
            if at_home and corps.infantry and not is_besieged(game, corps):
                yield corps


class Declarations(RuleModule):
    """Who may declare war on whom, and what that costs."""

    key = "declarations"
    needs = CAMPAIGN
    after = ("alliances?", "districts?")
    steps = (
        Insert(Step(DECLARATIONS_STEP, "Declarations of war"), after=(f"{ANSWERS_STEP}?",), phase=POLITICAL_PHASE),
    )
    brings = (DECLARED,)
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        wars: Annotated[
            int,
            Meta(ge=1, le=50),
            ruling(
                "Wars declared at once",
                "A power declares so many wars at most in one Declarations Step; the printed limits are not known.",
                "BASE-4.2-limit",
            ),
        ] = 4

    # --- the step

    @opens(DECLARATIONS_STEP)
    @rule("BASE-4.2-sealed")
    async def declare(self, game: Game, frame: Frame) -> None:
        """All powers write down at once on whom they declare war; it is read out when the last has decided."""
        price = game.chart(POLITICAL_POINTS).number
        why = (
            "declarations of war, read out together when all have decided: a major power costs "
            f"{-price(POWER_ATTACKED)} political points (an ally {-price(ALLY_ATTACKED)} more), a minor country "
            f"{-price(DISTRICT_ATTACKED)} for each district"
        )
        asks = (Ask(side, (DeclareWars,), why, optional=True) for side in seated_powers(game))
        answers = await ask_together([one for one in asks if game.can_answer(one)])
        for side, answer in answers.items():
            if isinstance(answer, DeclareWars):
                for power in answer.powers:
                    game.mark(power, DECLARED, of=side)
                    await declare_war(game, SideId(side), power)
                for country in answer.countries:
                    await declare_war_on_minor(game, SideId(side), country)

    # --- limits

    @refuses(DeclareWars, "powers", "countries")
    @rule("BASE-4.2-barred")
    def only_where_nothing_forbids_it(self, game: Game, act: DeclareWars, ask: Ask) -> Refusal | None:
        """War is declared only where no rule forbids it."""
        side = SideId(ask.side)
        bars = [(one, bar) for one in act.powers for bar in no_war_on_power(game, side, one)]
        countries = [(one, bar) for one in act.countries for bar in no_war_on_country(game, side, one)]
        found = next(iter((*bars, *countries)), None)
        return Refusal("no war on {who}: {why}", who=found[0], why=found[1].says, rule=found[1].rule) if found else None

    @fills(DeclareWars, "powers")
    @rule("BASE-4.2-limit")
    def so_many_powers(self, game: Game, ask: Ask) -> Subset[SideId]:
        """A power declares war on so many at once, powers and countries together."""
        return Subset(powers_open_to_war(game, SideId(ask.side)), 0, self.parameters.wars)

    @fills(DeclareWars, "countries")
    @rule("BASE-4.2-limit-countries")
    def so_many_countries(self, game: Game, ask: Ask, powers: tuple[SideId, ...]) -> Subset[DistrictId]:
        """On as many countries as are left then, and on one at least where it is on no power."""
        open_ones = countries_open_to_war(game, SideId(ask.side))
        return Subset(open_ones, 0 if powers else 1, self.parameters.wars - len(powers))

    @hookimpl
    @rule("BASE-4.2-not-twice")
    def no_war_on_power(self, game: Game, side: SideId, power: SideId) -> Iterable[Hindrance]:
        """War is declared on another power with which there is none yet."""
        if side == power:
            return [Hindrance("nobody declares war on itself")]
        return [Hindrance(f"{side} and {power} are at war already")] if at_war(game, side, power) else []

    @hookimpl(of=PoliticsHooks.no_war_on_power)
    @rule("BASE-4.2-truce")
    def bound_by_truce(self, game: Game, side: SideId, power: SideId) -> Iterable[Hindrance]:
        """Nor on a power with which a peace forbids it, until that is over."""
        truce = truce_between(game, side, power)
        return [Hindrance(f"a truce binds {side} until {month_text(game, truce.until)}")] if truce is not None else []

    @hookimpl(of=PoliticsHooks.no_war_on_power)
    @rule("BASE-4.2-invaded")
    def invaded_at_home(self, game: Game, side: SideId, power: SideId) -> Iterable[Hindrance]:
        """Nor on any other while unbesieged infantry corps of an enemy are in its home nation."""
        corps = next(invaders(game, side), None)
        if corps is None:
            return []
        where = game.name(corps.area, Area) if corps.area is not None else ""
        return [Hindrance(f"{the_corps(game, corps.id)} of {game.name(corps.side)} stands in {where}")]

    @hookimpl(of=ControlHooks.no_war)
    @rule("BASE-4.2-minors")
    def minors_open_to_war(self, game: Game, side: SideId, district: DistrictId) -> Iterable[Hindrance]:
        """War is declared on a minor country that nobody controls; whose it is, that power is declared war on."""
        here = game[District][district]
        if here.status not in OPEN_TO_WAR:
            return [Hindrance(f"{here.holder} controls it")]
        nation = SideId(here.nation)
        if at_war(game, side, nation):
            return [Hindrance(f"{side} and {nation} are at war already")]
        return [Hindrance(f"{side} runs it")] if nation in game[Side] and power_of(game, nation) == side else []

    # --- price

    @hookimpl
    @rule("BASE-4.2-cost")
    def power_war_cost_parts(self, game: Game, side: SideId, power: SideId) -> Iterable[Part]:
        """War on a major power costs the points of the chart."""
        return [Part("base", -game.chart(POLITICAL_POINTS).number(POWER_ATTACKED), says="a major power")]

    @hookimpl(of=PoliticsHooks.power_war_cost_parts)
    @rule("BASE-4.2-ally-cost")
    def more_for_an_ally(self, game: Game, side: SideId, power: SideId) -> Iterable[Part]:
        """War on an ally costs more."""
        more = -game.chart(POLITICAL_POINTS).number(ALLY_ATTACKED)
        return [Part("base", more, says="an ally")] if power in allies(game, side) else []

    @hookimpl
    @rule("BASE-4.2-ally-lost")
    async def war_declared(self, game: Game, side: SideId, power: SideId) -> None:
        """Whoever declares war on an ally has broken the alliance: the declaration is its price."""
        await end_alliance(game, side, power, "war")

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what a declaration brings."""
        if DeclareWars in ask.kinds:
            yield Lesson(
                title="Declarations of war", says="Write down on whom you declare war this month; all read theirs out "
                "together.",
                why="War on a minor country that nobody controls is cheap, but another power will run it against you. "
                "War on a power costs more, and its allies may follow its call.",
                rules=("BASE-4.2-sealed", "BASE-4.2-cost", "EIA-10.4.2-cost", "BASE-4.3-calls"),
            )  # fmt: skip
