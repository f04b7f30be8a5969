"""What each term of a peace does (4.4): lists B and C, a function for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Refusal,
    RuleModule,
    SideId,
    Subset,
    ask,
    fills,
    hookimpl,
    in_a_row,
    opens,
    refuses,
    rule,
)
from sandtable_empires.access.giving import give_unconditional_access
from sandtable_empires.charts.keys import LETTERS, TERM_AMOUNTS, numbers
from sandtable_empires.holding import cede, leading_nation, set_control
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.order import economic_turns
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.land.detaching import Absorb, Detach
from sandtable_empires.land.investing import review
from sandtable_empires.model import (
    BRITAIN,
    HONOURS,
    Area,
    Arm,
    Arrival,
    Corps,
    CorpsId,
    District,
    DistrictId,
    Leader,
    LeaderId,
    Nation,
    Province,
    ProvinceId,
    count_change_of_side,
    is_besieged,
    is_split_off,
    leaders_with,
    lose,
    month_text,
    siege_of,
    the_corps,
)  # fmt: skip
from sandtable_empires.model.accords import Truce
from sandtable_empires.model.arrivals import ArrivalId
from sandtable_empires.model.causes import PEACE
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import LentCorps, Letter, PeaceId, PeaceTerm, Surrender, TermId
from sandtable_empires.model.quarter import Embargo, Loan
from sandtable_empires.sending_home import send_corps_home
from sandtable_empires.steps import TIME_RECORD_STEP


class Demanded(Struct, frozen=True):
    """So many of some corps are demanded."""

    corps: tuple[CorpsId, ...]
    number: int


class GiveUpCorps(Action[Demanded], frozen=True):
    """Say which corps are given up."""

    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def so_many(game: Game, ask: Ask[Demanded]) -> Subset[CorpsId]:
        return Subset(ask.about.corps, ask.about.number, ask.about.number)

    def says(self, game: Game, ask: Ask[Demanded]) -> str:
        return f"{ask.side} gives up {in_a_row(the_corps(game, one) for one in self.corps)}"


class PayReparations(Action[tuple[int, int]], frozen=True):
    """Say how reparations are paid."""

    how: Literal["half at once", "a third twice"]

    @classmethod
    def name_value(cls, game: object, field: str, value: object) -> str:
        return {"half at once": "half of it next quarter", "a third twice": "a third in each of two quarters"}[
            str(value)
        ]

    def says(self, game: Game, ask: Ask[tuple[int, int]]) -> str:
        half, third = ask.about
        paid = f"{half} money next quarter" if self.how == "half at once" else f"{third} money in each of two quarters"
        return f"{ask.side} pays {paid}"


class CedeProvinces(Action[tuple[ProvinceId, ...]], frozen=True):
    """Name the province that you cede."""

    province: ProvinceId

    @fills("province")
    @staticmethod
    def one_of_ours(game: Game, ask: Ask[tuple[ProvinceId, ...]]) -> Choice[ProvinceId]:
        return Choice(ask.about)

    def says(self, game: Game, ask: Ask[tuple[ProvinceId, ...]]) -> str:
        return f"{ask.side} cedes {game.name(self.province, Province)}"


class PeaceEffects(RuleModule):
    """What the lists B and C bring."""

    key = "peace_effects"
    needs = CAMPAIGN
    after = ("peace_made?", "peace_terms?")
    charts = (numbers(TERM_AMOUNTS, LETTERS),)

    # --- corps

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B1")
    async def corps_disbanded(self, game: Game, term: TermId) -> None:
        """B.1: three corps, or half of those without guard where that is less, are disbanded."""
        if game[PeaceTerm][term].letter == "B.1":
            await disband(game, game[PeaceTerm][term])

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C1")
    async def more_corps_disbanded(self, game: Game, term: TermId) -> None:
        """C.1: so are more corps, up to half of those without guard."""
        if game[PeaceTerm][term].letter == "C.1":
            await disband(game, game[PeaceTerm][term])

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B4")
    async def corps_lent(self, game: Game, term: TermId) -> None:
        """B.4: a corps that the loser names serves the victor for a year, with half its factors; the others go home."""
        row = game[PeaceTerm][term]
        if row.letter != "B.4" or not (able := lendable(game, row.loser)):
            return
        why = f"{row.by} asks for a corps on loan"
        answer = await ask(row.loser, GiveUpCorps, why, about=Demanded(able, 1))
        await lend(game, game[Corps][answer.corps[0]], row.by, game.round + amount(game, row))

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-B4-corps")
    def no_corps_to_lend(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """A corps of its own nation is lent, of two factors or more, that neither besieges nor is besieged."""
        if letter != "B.4" or lendable(game, game[Surrender][peace].loser):
            return []
        return [Hindrance("it has no corps to lend")]

    @refuses(Detach, "corps")
    @rule("BASE-4.4-B4-no-detaching")
    def lent_corps_detach_nobody(self, game: Game, act: Detach) -> Refusal | None:
        """It leaves no garrison behind, for its men are not its new master's."""
        return Refusal("{corps} is on loan", corps=act.corps) if act.corps in game[LentCorps] else None

    @refuses(Absorb, "corps")
    @rule("BASE-4.4-B4-no-absorbing")
    def lent_corps_absorb_nobody(self, game: Game, act: Absorb) -> Refusal | None:
        """Nor does it take any in."""
        return Refusal("{corps} is on loan", corps=act.corps) if act.corps in game[LentCorps] else None

    @opens(TIME_RECORD_STEP)
    @rule("BASE-4.4-B4-back")
    async def lent_corps_return(self, game: Game, frame: Frame) -> None:
        """When its time is over it is its owner's again, and goes home."""
        for row in [one for one in game[LentCorps] if one.until <= game.round]:
            corps = game[Corps][row.id]
            game.remove(row)
            count_change_of_side(game, corps, row.owner)
            for leader in leaders_with(game, (corps,)):
                game.change(leader, corps=None, standing="waiting")
            game.change(corps, side=row.owner)
            game.note(f"{the_corps(game, row.id)} returns to {row.owner}")
            if corps.area is not None:
                await send_corps_home(game, row.id)

    # --- truces

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B2")
    async def truce(self, game: Game, term: TermId) -> None:
        """B.2: the loser may not declare war on the victor for two years."""
        if game[PeaceTerm][term].letter == "B.2":
            bind(game, game[PeaceTerm][term])

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C2")
    async def long_truce(self, game: Game, term: TermId) -> None:
        """C.2: nor for three years."""
        if game[PeaceTerm][term].letter == "C.2":
            bind(game, game[PeaceTerm][term])

    # --- money and trade

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B3")
    async def reparations(self, game: Game, term: TermId) -> None:
        """B.3: the loser pays half of its printed home tax next quarter, or a third in each of the next two."""
        row = game[PeaceTerm][term]
        if row.letter == "B.3" and (tax := home_tax(game, row.loser)):
            half, third = -(-tax * amount(game, row) // 100), -(-tax // 3)
            answer = await ask(row.loser, PayReparations, f"{row.by} wants reparations", about=(half, third))
            owe(game, row, (half,) if answer.how == "half at once" else (third, third))

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C3")
    async def heavy_reparations(self, game: Game, term: TermId) -> None:
        """C.3: it pays all of it next quarter."""
        row = game[PeaceTerm][term]
        if row.letter == "C.3" and (tax := home_tax(game, row.loser)):
            owe(game, row, (-(-tax * amount(game, row) // 100),))

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B6")
    async def embargo(self, game: Game, term: TermId) -> None:
        """B.6: the loser has no American trade for a year and a half."""
        row = game[PeaceTerm][term]
        if row.letter == "B.6":
            game.put(Embargo(f"{term}: American", row.by, row.loser, game.round + amount(game, row)))

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C7")
    async def no_colonies(self, game: Game, term: TermId) -> None:
        """C.7: it has no colonial trade for as long."""
        row = game[PeaceTerm][term]
        if row.letter == "C.7":
            until = game.round + amount(game, row)
            game.put(Embargo(f"{term}: colonial", row.by, row.loser, until, kind="colonial"))

    @hookimpl(of=PeaceHooks.no_term)
    @rule("BASE-4.4-C7-colonies")
    def only_where_there_are_colonies(
        self, game: Game, peace: PeaceId, letter: Letter, by: SideId
    ) -> Iterable[Hindrance]:
        """Only Great Britain has colonial trade to lose."""
        britain = game[Nation].get(BRITAIN)
        has_it = britain is not None and britain.side == game[Surrender][peace].loser
        return [Hindrance("it has no colonial trade")] if letter == "C.7" and not has_it else []

    # --- lands

    @hookimpl
    @rule("BASE-4.4-B5")
    async def fulfil(self, game: Game, term: TermId) -> None:
        """B.5: the victor takes over a minor country of the loser, as a conquered one."""
        row = game[PeaceTerm][term]
        for one in row.what if row.letter == "B.5" else ():
            await set_control(game, DistrictId(one), row.by, "conquered", PEACE)

    @hookimpl
    @rule("BASE-4.4-B5-countries")
    def term_objects(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[str]:
        """It may be any that the loser controls."""
        if letter != "B.5":
            return []
        held = game[District].where("holder", game[Surrender][peace].loser)
        return [one.id for one in held if not one.secondary or is_split_off(game, one.id)]

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-B7")
    async def province_ceded(self, game: Game, term: TermId) -> None:
        """B.7: the loser cedes a province."""
        row = game[PeaceTerm][term]
        for one in row.what if row.letter == "B.7" else ():
            await cede(game, ProvinceId(one), row.by, PEACE)

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-A5")
    async def loser_names_it(self, game: Game, term: TermId) -> None:
        """A.5: then it is the loser who names the province that it cedes."""
        row = game[PeaceTerm][term]
        able = (
            tuple(ProvinceId(one) for one in cedable(game, row.loser)) if row.letter == "B.7" and not row.what else ()
        )
        if able:
            answer = await ask(row.loser, CedeProvinces, f"you cede a province to {row.by}", about=able)
            await cede(game, answer.province, row.by, PEACE)

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C4")
    async def provinces_ceded(self, game: Game, term: TermId) -> None:
        """C.4: it cedes two provinces."""
        row = game[PeaceTerm][term]
        for one in row.what if row.letter == "C.4" else ():
            await cede(game, ProvinceId(one), row.by, PEACE)

    @hookimpl(of=PeaceHooks.term_objects)
    @rule("BASE-4.4-provinces")
    def provinces(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[str]:
        """It may be any province that the loser has, but for that of its capital."""
        return cedable(game, game[Surrender][peace].loser) if letter in ("B.7", "C.4") else []

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C5")
    async def open_to_the_victor(self, game: Game, term: TermId) -> None:
        """C.5: the victor has access to all its territory, without conditions and without end."""
        row = game[PeaceTerm][term]
        if row.letter == "C.5":
            months = amount(game, row)
            await give_unconditional_access(game, row.loser, row.by, game.round + months if months else 0)

    # --- leaders

    @hookimpl(of=PeaceHooks.fulfil)
    @rule("BASE-4.4-C6")
    async def leader_removed(self, game: Game, term: TermId) -> None:
        """C.6: a leader of the loser is removed."""
        row = game[PeaceTerm][term]
        for one in row.what if row.letter == "C.6" else ():
            game.change(game[Leader][LeaderId(one)], corps=None, standing="removed")
            game.note(f"{game.name(one)} is removed")

    @hookimpl(of=PeaceHooks.term_objects)
    @rule("BASE-4.4-C6-leaders")
    def leaders(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[str]:
        """It may be any of its own who is on the map, waits or is wounded."""
        own = game[Leader].where("side", game[Surrender][peace].loser) if letter == "C.6" else ()
        return [one.id for one in own if one.standing in ("on the map", "waiting", "wounded")]


def amount(game: Game, term: PeaceTerm) -> int:
    """Return how much a term is, by its chart."""
    return game.chart(TERM_AMOUNTS).number(term.letter)


async def disband(game: Game, term: PeaceTerm) -> None:
    """Have the loser disband so many corps without guard as a term says, or half of them where that is less."""
    there = tuple(one.id for one in game[Corps].where("side", term.loser) if one.area is not None and not one.guard)
    number = min(amount(game, term), -(-len(there) // 2))
    if not number:
        return
    why = f"{number} of your corps are disbanded by {term.letter}"
    answer = await ask(term.loser, GiveUpCorps, why, about=Demanded(there, number))
    for id in answer.corps:
        for leader in leaders_with(game, (game[Corps][id],)):
            game.change(leader, corps=None, standing="waiting")
        lose(game, game[Corps][id], game[Corps][id].by_arm(), PEACE)
    review(game)


def lendable(game: Game, side: SideId) -> tuple[CorpsId, ...]:
    """Return the corps of its own nation that a power can lend."""
    own = (one for one in game[Corps].where("nation", leading_nation(game, side)) if one.side == side)
    there = (one for one in own if one.area is not None and one.factors > 1)
    return tuple(one.id for one in there if not is_besieged(game, one) and siege_of(game, one.area or "") is None)


async def lend(game: Game, corps: Corps, to: SideId, until: int) -> None:
    """Have a corps serve another power with half its factors of each arm, and one factor at least."""
    for leader in leaders_with(game, (corps,)):
        game.change(leader, corps=None, standing="waiting")
    kept: dict[Arm, int] = {arm: count // 2 for arm, count in corps.by_arm().items()}
    if not any(kept.values()):
        kept[next(iter(corps.by_arm()))] = 1
    rest: dict[Arm, int] = {arm: count - kept[arm] for arm, count in corps.by_arm().items()}
    id = ArrivalId(f"half of {corps.id}, turn {game.round}")
    home = Arrival(id=id, side=corps.side, nation=corps.nation, turn=game.round + 1, says=f"half of {corps.title}")
    game.put(replace(home, **rest))
    left = lose(game, corps, rest, HONOURS)
    assert left is not None  # half of two factors or more is something
    game.put(LentCorps(corps.id, corps.side, until))
    count_change_of_side(game, left, to)
    game.change(left, side=to)
    game.note(f"{the_corps(game, corps.id)} serves {to} until {month_text(game, until)}")
    await send_corps_home(game, corps.id)


def bind(game: Game, term: PeaceTerm) -> None:
    """Bind the loser by a truce with the victor who chose a term."""
    game.put(Truce(term.id, term.loser, term.by, game.round + amount(game, term)))


def home_tax(game: Game, side: SideId) -> int:
    """Return the printed money of the unceded home provinces of a power."""
    return sum(one.money for one in game[Province].where("home", leading_nation(game, side)) if one.ceded_to is None)


def owe(game: Game, term: PeaceTerm, payments: tuple[int, ...]) -> None:
    """Have the loser owe the victor money, to be paid in the next quarters."""
    for due, money in zip(economic_turns(game, len(payments)), payments, strict=True):
        game.put(Loan(f"{term.id}, due in turn {due}", term.by, term.loser, money, due))


def cedable(game: Game, side: SideId) -> list[ProvinceId]:
    """Return the provinces of a power that it can cede: its own and those ceded to it, but that of its capital."""
    nation = leading_nation(game, side)
    own = [one for one in game[Province] if (one.ceded_to or one.home) == nation]
    capitals = {area.province for area in game[Area] if area.capital == "major"}
    return [one.id for one in own if one.id not in capitals]
