"""Parley: a game for the tests of the command line; its actions have a field of every kind."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, NewType, cast

from msgspec import Meta, Struct

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    Frame,
    Game,
    GameSystem,
    Not,
    Option,
    Part,
    Phase,
    Refusal,
    Row,
    RuleModule,
    RuleText,
    Scenario,
    Sequence,
    Side,
    SideId,
    Step,
    Stride,
    Subset,
    Sums,
    Tally,
    Text,
    Ways,
    ask_together,
    closes,
    conceals,
    fills,
    hookimpl,
    opens,
    refuses,
    roll,
    rule,
)  # fmt: skip

EnvoyId = NewType("EnvoyId", str)
NORTH, SOUTH = SideId("North"), SideId("South")
TOWNS = {"Ash": ("Birch", "Cedar"), "Birch": ("Ash", "Dale"), "Cedar": ("Ash", "Dale"), "Dale": ("Birch", "Cedar")}


class Envoy(Row, frozen=True):
    """Somebody who speaks for a side; what he is worth is a secret of his side."""

    indexes = ("side",)
    id: EnvoyId
    side: SideId
    town: str = "Ash"
    worth: int | None = 1


class Send(Action, frozen=True):
    """Send an envoy along the roads."""

    envoy: EnvoyId
    way: tuple[str, ...]

    @fills("envoy")
    @staticmethod
    def own(game: Game, ask: Ask) -> Choice[EnvoyId]:
        return Choice(envoy.id for envoy in game[Envoy].where("side", ask.side))

    @fills("way")
    @staticmethod
    def roads(game: Game, ask: Ask, envoy: EnvoyId) -> Ways[str]:
        def strides(here: str) -> list[Stride[str]]:
            return [Stride(town, "a road") for town in TOWNS[here]]

        road = Tally("roads", [Part("base", 1, "PAR-roads")])
        return Ways(game, Send, game[Envoy][envoy].town, strides, lambda key: road, Allowance(3))

    async def perform(self, game: Game, ask: Ask) -> None:
        game.change(game[Envoy][self.envoy], town=self.way[-1])
        if game.stands("PAR-storm"):
            await roll("2d6", why="the storm", rule="PAR-storm")


class Share(Action, frozen=True):
    """Share three gifts among the towns."""

    gifts: tuple[tuple[str, int], ...]

    @fills("gifts")
    @staticmethod
    def among(game: Game, ask: Ask) -> Sums[str]:
        return Sums({"Ash": 2, "Birch": 2, "Cedar": 3}, 3)


class Invite(Action, frozen=True):
    """Invite some of the envoys."""

    guests: tuple[EnvoyId, ...]

    @fills("guests")
    @staticmethod
    def some(game: Game, ask: Ask) -> Subset[Any]:
        return Subset(game[Envoy].ids(), 1, 3)


class Proclaim(Action, frozen=True):
    """Say something to the world."""

    words: str
    loud: bool
    manner: Literal["kind", "stern"]
    times: Annotated[int, Meta(ge=1, le=9, title="How often")]

    @fills("words")
    @staticmethod
    def anything(game: Game, ask: Ask) -> Text:
        return Text(20)


class Bid(Action, frozen=True):
    """Bid in secret."""

    sum: Annotated[int, Meta(ge=0, le=5, title="Your bid")]


class Talks(RuleModule):
    key = "talks"
    actions: ClassVar = {"talk": (Send, Share, Invite, Proclaim)}

    @refuses(Send)
    @rule("PAR-own")
    def own(self, game: Game, act: Send, ask: Ask) -> Refusal | None:
        theirs = game[Envoy][act.envoy].side != ask.side
        return (
            Refusal("{envoy} does not speak for you", envoy=act.envoy, cure="send one of your own") if theirs else None
        )

    @refuses(Share)
    @rule("PAR-truce")
    def truce(self, game: Game, act: Share) -> Refusal | None:
        return None if game.round > 1 else Refusal("no gifts in the first round", cure="wait for the second round")

    @refuses(Proclaim)
    @rule("PAR-once-stern")
    def once_stern(self, game: Game, act: Proclaim) -> Refusal | None:
        return Refusal("stern words are said once") if act.manner == "stern" and act.times > 1 else None

    @opens("bids")
    @rule("PAR-bids")
    async def bids(self, game: Game, frame: Frame) -> None:
        """Both sides bid at once."""
        bids = await ask_together(Ask(side, (Bid,), "bid for the crown", "PAR-bids") for side in (NORTH, SOUTH))
        sums = [f"{side} {cast('Bid', bid).sum}" for side, bid in bids.items()]
        game.note(f"bids: {', '.join(sums)}", "PAR-bids")

    @closes("bids")
    @rule("PAR-end")
    def over(self, game: Game, frame: Frame) -> None:
        if frame.round == 2:
            game.end(NORTH, "two rounds are over", "PAR-end")

    @conceals(Envoy)
    @rule("PAR-secret")
    def secret(self, row: Envoy, viewers: frozenset[str]) -> Envoy:
        return row if row.side in viewers else Envoy(row.id, row.side, row.town, None)

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        return [
            f"{envoy.id} in {envoy.town}, worth {'?' if envoy.worth is None else envoy.worth}" for envoy in game[Envoy]
        ]


class Storm(RuleModule):
    key = "storm"
    option = Option("Storm", "Every journey meets a storm.", ("PAR-storm",), requires=Not("calm"))

    class Parameters(Struct, frozen=True):
        strength: Annotated[int, Meta(ge=1, le=6, title="How strong")] = 2
        wet: bool = True

    parameters: Parameters

    @hookimpl
    @rule("PAR-storm")
    def situation(self, game: Game) -> Iterable[str]:
        return [f"A storm of strength {self.parameters.strength} blows."]


class Calm(RuleModule):
    key = "calm"
    option = Option("Calm", "Nothing happens at sea.", changeable="setup")


class Fragile(RuleModule):
    """An option that fails."""

    key = "fragile"
    option = Option("Fragile", "Fails as soon as anybody invites.", ("PAR-fragile",))

    @refuses(Invite)
    @rule("PAR-fragile")
    def fails(self, game: Game, act: Invite) -> Refusal | None:
        if len(act.guests) == 2:
            raise ZeroDivisionError("the vase broke")
        return None


def start() -> list[Row]:
    sides: list[Row] = [Side(NORTH), Side(SOUTH)]
    return [*sides, *(Envoy(EnvoyId(f"{side} {n}"), side, worth=n) for side in (NORTH, SOUTH) for n in (1, 2))]


IDS = ("own", "truce", "once-stern", "bids", "end", "secret", "storm", "fragile")
TURN = Sequence(
    "turn", (Phase("talking", (Step("talk", "Talk"),), each="side"), Phase("crown", (Step("bids", "Bids"),)))
)
PARLEY = GameSystem(
    "parley",
    "Parley",
    (TURN,),
    (Talks, Storm, Calm, Fragile),
    {f"PAR-{id}": RuleText(f"PAR-{id}", id.capitalize(), f"The rule of {id}.") for id in IDS},
    (Envoy,),
    (),
    (
        Scenario("crown", "The crown", start, "Two sides talk."),
        Scenario("fragile_crown", "The fragile crown", start, "Something breaks.", ("fragile",)),
    ),
)
