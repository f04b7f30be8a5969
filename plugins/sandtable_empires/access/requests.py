"""How access comes about (10.3.1): it is asked for or offered, answered, and may be closed to further forces."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Game, Refusal, RuleModule, SideId, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.access.asking import AskForAccess, AskOnTheMarch, LetIn, OfferAccess, ProposeAccess, agree
from sandtable_empires.access.giving import cancel_access
from sandtable_empires.access.terms import ASKED, OFFERED, terms_text
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import Forcing, Permission, PermissionId
from sandtable_empires.model.accords import AccordId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import DIPLOMACY_STEP, LAND_MOVEMENT_STEP
from sandtable_empires.territory import is_power, may_permit


class CloseAccess(Action, frozen=True):
    """Let no further forces in by access that you have given; those who are in keep what was agreed."""

    title = "Close access"
    if_none = {"permission": ("you let nobody in", "BASE-10.3.1-close")}

    permission: PermissionId

    @fills("permission")
    @staticmethod
    def given_by_us(game: Game, ask: Ask) -> Choice[PermissionId]:
        return Choice(one.id for one in game[Permission].where("owner", ask.side) if one.validity != "proposed")

    @classmethod
    def value_facts(cls, game: Game, field: str, value: str) -> str:
        """Say what the access is to."""
        return terms_text(game, game[Permission][value])

    def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Permission][self.permission], validity="closed")

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} lets no further forces of {game[Permission][self.permission].guest} in"


class AccessRequests(RuleModule):
    """Who asks whom, and what comes of it."""

    key = "access_requests"
    needs = CAMPAIGN
    after = ("voluntary_access",)
    actions = {DIPLOMACY_STEP: (AskForAccess, OfferAccess, CloseAccess), LAND_MOVEMENT_STEP: (AskOnTheMarch,)}

    # --- proposing

    @hookimpl(of=PoliticsHooks.no_accord)
    @rule("BASE-10.3.1-may-agree")
    def nobody_could_give_it(self, game: Game, proposer: SideId, to: SideId, matter: str) -> Iterable[Hindrance]:
        """Access is proposed only where the one could give it to the other."""
        pairs = {ASKED: (to, proposer), OFFERED: (proposer, to)}
        return may_permit(game, *pairs[matter]) if matter in pairs else ()

    @refuses(ProposeAccess, "to")
    @rule("BASE-10.3.1-powers")
    def of_powers(self, game: Game, act: ProposeAccess, ask: Ask) -> Refusal | None:
        """Major powers give each other access; for a minor country at war the power that runs it does."""
        return None if is_power(game, SideId(ask.side)) else Refusal("{side} is not a major power", side=ask.side)

    # --- what comes of it

    @hookimpl(of=PoliticsHooks.accord_made)
    @rule("BASE-10.3.1-agreed")
    async def holds(self, game: Game, accord: AccordId) -> None:
        """What was proposed and accepted holds, from the month agreed on."""
        await agree(game, accord)

    @hookimpl(of=PoliticsHooks.accord_ends)
    @rule("BASE-10.3.1-not-agreed")
    async def comes_to_nothing(self, game: Game, accord: AccordId) -> None:
        """What was refused, or never answered, is forgotten."""
        one = game[Permission].get(accord)
        if one is not None and one.validity == "proposed":
            game.remove(one)

    @hookimpl(of=PoliticsHooks.war_declared)
    @rule("BASE-10.3.1-war-cancels")
    async def void(self, game: Game, side: SideId, power: SideId) -> None:
        """War between two powers makes all access void that they have given each other."""
        cancel_access(game, side, power)
        for one in [one for one in game[Forcing] if {one.side, one.owner} == {side, power}]:
            game.remove(one)

    # --- closing it

    @refuses(CloseAccess, "permission")
    @rule("BASE-10.3.1-close")
    def can_be_closed(self, game: Game, act: CloseAccess, ask: Ask) -> Refusal | None:
        """A power closes the access that it has given of its own will, once; it cannot close that by condition C.5."""
        one = game[Permission][act.permission]
        if one.owner != ask.side:
            return Refusal("{permission} is given by {owner}", permission=one.id, owner=one.owner)
        if one.unconditional:
            return Refusal(
                "{permission} is by a peace: no condition can be put on it",
                permission=one.id,
                rule="EIA-10.3.1-unconditional",
            )
        if one.validity in ("closed", "over", "proposed"):
            return Refusal("{permission} is {validity}", permission=one.id, validity=one.validity)
        return None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """What one asks for."""
        for kind in (AskForAccess, AskOnTheMarch):
            if kind in ask.kinds:
                yield Lesson(
                    kind=kind, says="Asks a power to let your corps into its territory. Say where, how long, and what "
                    "you would pay.",
                    rules=("EIA-10.3.1-major-needs-right", "EIA-10.3.1-voluntary-conditions"),
                )  # fmt: skip
        if OfferAccess in ask.kinds:
            yield Lesson(
                kind=OfferAccess, says="Offers a power to let its corps into your territory, on your terms.",
                rules=("EIA-10.3.1-definition", "EIA-10.3.1-voluntary-conditions"),
            )  # fmt: skip
            yield Lesson(
                kind=CloseAccess, says="Lets no further forces in. Those that are in keep what was agreed.",
                rules=("EIA-10.3.1-no-rescind", "EIA-10.3.1-deny-others"),
            )  # fmt: skip
        if LetIn in ask.kinds:
            yield Lesson(
                title="Access", says="A power asks to let its corps into your territory.",
                why="Whoever is refused may go through by force, for a political point; you may declare war then.",
                rules=("EIA-10.3.1-no-rescind", "EIA-10.3.1-return-route", "EIA-10.3.4-basis"),
            )  # fmt: skip
