"""Asking for access and offering it: proposals that wait for an answer, or are answered at once on the march."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta

from sandtable.engine import Action, Ask, Choice, Game, Range, SideId, Subset, Text, fills, offer
from sandtable_empires.access.giving import begin_access
from sandtable_empires.access.terms import ASKED, OFFERED, terms_text
from sandtable_empires.accords import Propose, accord_id, answer_proposal, seated_powers
from sandtable_empires.model import Area, Permission, PermissionId, ProvinceId, purse_of
from sandtable_empires.model.accords import Accord, AccordId
from sandtable_empires.model.words import whose

May = Literal["leave garrisons", "lay depots", "use ports"]
ANYHOW: Final = "in any case"
AHEAD: Final = 6
"""So many months ahead access can be agreed on."""
LONGEST: Final = 24


class ProposeAccess(Propose, frozen=True):
    """Propose access: what those who ask and those who offer have in common."""

    to: SideId
    provinces: Annotated[tuple[ProvinceId, ...], Meta(title="provinces (none: all the land)")]
    may: Annotated[tuple[May, ...], Meta(title="besides moving, they may")]
    against: Annotated[str, Meta(title="it holds")]
    start: Annotated[int, Meta(title="months until it begins")]
    months: Annotated[int, Meta(title="months that it holds (0: no end)")]
    money: Annotated[int, Meta(title="money paid for it")]
    words: Annotated[str, Meta(title="what else is agreed")]

    @fills("may")
    @staticmethod
    def what_they_may(game: Game, ask: Ask) -> Subset[May]:
        return Subset(get_args(May))

    @fills("against")
    @staticmethod
    def in_which_war(game: Game, ask: Ask, to: SideId) -> Choice[str]:
        return Choice([ANYHOW, *(one for one in seated_powers(game) if one not in (ask.side, to))])

    @fills("start")
    @staticmethod
    def from_when(game: Game, ask: Ask) -> Range:
        return Range(0, AHEAD)

    @fills("months")
    @staticmethod
    def how_long(game: Game, ask: Ask) -> Range:
        return Range(0, LONGEST)

    @fills("words")
    @staticmethod
    def in_free_words(game: Game, ask: Ask) -> Text:
        return Text(120)

    @classmethod
    def name_value(cls, game: Any, field: str, value: object) -> str:
        """A war is told as one."""
        if field != "against":
            return super().name_value(game, field, value)
        return ANYHOW if value == ANYHOW else f"while at war with {game.name(str(value))}"

    def between(self, side: SideId) -> tuple[SideId, SideId]:
        """Return who would let in, and who would be let in."""
        raise NotImplementedError

    def permission(self, game: Game, side: SideId) -> Permission:
        """Return what comes of the proposal of a side once it is accepted."""
        (owner, guest), since = self.between(side), game.round + self.start
        return Permission(
            id=PermissionId(accord_id(game, self.matter, side, self.to)), owner=owner, guest=guest,
            provinces=self.provinces, against=None if self.against == ANYHOW else SideId(self.against),
            garrisons="leave garrisons" in self.may, depots="lay depots" in self.may, fleets="use ports" in self.may,
            paid=self.money, since=since, until=since + self.months - 1 if self.months else 0,
            words=" ".join(self.words.split()), validity="proposed",
        )  # fmt: skip

    def sentence(self, game: Game, side: str) -> str:
        given = self.permission(game, SideId(side))
        terms = terms_text(game, given, f"all {whose(game.name(given.owner))} land")
        return f"access for {game.name(given.guest)} {terms}"

    async def perform(self, game: Game, ask: Ask) -> None:
        await super().perform(game, ask)
        game.put(self.permission(game, SideId(ask.side)))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} proposes to {game.name(self.to)}: {self.sentence(game, ask.side)}"


class AskForAccess(ProposeAccess, frozen=True):
    """Ask a power to let your forces into its territory."""

    title = "Ask for access"
    matter = ASKED

    @fills("provinces")
    @staticmethod
    def provinces_of_theirs(game: Game, ask: Ask, to: SideId) -> Subset[ProvinceId]:
        return Subset(held_provinces(game, to))

    @fills("money")
    @staticmethod
    def what_we_have(game: Game, ask: Ask) -> Range:
        return Range(0, money_of(game, SideId(ask.side)))

    def between(self, side: SideId) -> tuple[SideId, SideId]:
        return self.to, side


class OfferAccess(ProposeAccess, frozen=True):
    """Offer a power to let its forces into your territory."""

    title = "Offer access"
    matter = OFFERED

    @fills("provinces")
    @staticmethod
    def provinces_of_ours(game: Game, ask: Ask) -> Subset[ProvinceId]:
        return Subset(held_provinces(game, SideId(ask.side)))

    @fills("money")
    @staticmethod
    def what_they_have(game: Game, ask: Ask, to: SideId) -> Range:
        return Range(0, money_of(game, to))

    def between(self, side: SideId) -> tuple[SideId, SideId]:
        return side, self.to


class AskOnTheMarch(AskForAccess, frozen=True):
    """Ask a power to let your forces into its territory; it answers at once."""

    title = "Ask for access"

    async def perform(self, game: Game, ask: Ask) -> None:
        await super().perform(game, ask)
        id = accord_id(game, self.matter, ask.side, self.to)
        terms = terms_text(game, self.permission(game, SideId(ask.side)), "all your land")
        why = f"{game.name(ask.side)} asks for access {terms}"
        await answer_proposal(game, id, await offer(self.to, LetIn, why, about=id) is not None)


class LetIn(Action[AccordId], frozen=True):
    """Let them in, on these terms."""

    title = "Let them in"
    if_declined = "Refuse access"

    def says(self, game: Game, ask: Ask[AccordId]) -> str:
        return f"{ask.side} gives {game[Accord][ask.about].proposer} access"


async def agree(game: Game, id: str) -> None:
    """Have access that was proposed, and has been accepted, hold; nothing comes of it where it cannot be paid for."""
    one = game[Permission].get(id)
    if one is None or one.validity != "proposed":
        return
    if money_of(game, one.guest) < one.paid:
        game.note(f"{one.guest} cannot pay {one.paid} money: nothing comes of it")
        game.remove(one)
        return
    await begin_access(game, one.id)


def held_provinces(game: Game, side: SideId) -> list[ProvinceId]:
    """Return the provinces of which a side holds areas, in id order."""
    return sorted({game[Area][id].province for id in game[Area].ids("holder", side)})


def money_of(game: Game, side: SideId) -> int:
    """Return how much money a side has."""
    purse = purse_of(game, side)
    return purse.money if purse is not None else 0
