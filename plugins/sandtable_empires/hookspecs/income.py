"""Where modules change what powers collect in a quarter, what they owe, and what things cost."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import NationId, Province, ProvinceId


class Takings(Struct, frozen=True):
    """Money and manpower that lands bring in."""

    money: int = 0
    manpower: int = 0

    def __add__(self, other: Takings) -> Takings:
        return Takings(self.money + other.money, self.manpower + other.manpower)

    def __bool__(self) -> bool:
        return bool(self.money or self.manpower)


class Price(Struct, frozen=True):
    """What one factor, or one ship, costs, and after how many months it comes."""

    money: int
    manpower: int
    months: int


class IncomeHooks(HookSet):
    """The Economic Phase.

    .. versionadded:: 0.4
    """

    # --- Money and Manpower Collection Step

    @collects
    def lands(self, game: Game, side: SideId) -> Iterable[ProvinceId]:
        """Name the provinces whose values a power collects itself.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def lands_of_free_state(self, game: Game, nation: NationId) -> Iterable[ProvinceId]:
        """Name the provinces whose values a free state collects.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def idle(self, game: Game, province: ProvinceId) -> Iterable[Hindrance]:
        """Say why a province brings nothing in now.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def before_collecting(self, game: Game, side: SideId) -> None:
        """Act before a power collects: what must be thrown for it is thrown here.

        .. versionadded:: 0.4
        """

    @decides
    def collected(self, game: Game, side: SideId, values: Takings) -> Takings:
        """Say what a power collects of the money and manpower values that are available to it.

        .. versionadded:: 0.4
        """
        return values

    @decides
    def from_free_state(self, game: Game, side: SideId, printed: Takings) -> Takings:
        """Say what a free state of a power collects, of which these values are printed.

        .. versionadded:: 0.4
        """
        return printed

    @decides
    def from_trade(self, game: Game, side: SideId, money: int) -> int:
        """Say what a power collects of the money that its trade is worth.

        .. versionadded:: 0.4
        """
        return money

    # --- trade

    @collects
    def trade_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Change what a power collects from trade.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_trade(self, game: Game, side: SideId, kind: str) -> Iterable[Hindrance]:
        """Say why a power has none of a kind of trade: ``domestic``, ``colonial`` or ``American``.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def after_trade_denied(self, game: Game, side: SideId, denied: int) -> None:
        """Act when a power has denied so many others their American trade.

        .. versionadded:: 0.4
        """

    # --- Manipulation and Expenditure Steps

    @happens
    async def after_manipulation(self, game: Game, side: SideId) -> None:
        """Act when the Manipulation Step of a power ends, whether anything was set in it or not.

        .. versionadded:: 0.4
        """

    @collects
    def dues_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Say what a power owes in the Expenditure Step, in money.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def cannot_pay(self, game: Game, side: SideId, lacking: int) -> None:
        """Act when a power lacks so much money of what it owes.

        .. versionadded:: 0.4
        """

    @happens
    async def levies(self, game: Game, side: SideId) -> None:
        """Act in the Levy Step of a power: what need not be bought comes here.

        .. versionadded:: 0.4
        """

    @decides
    def price(self, game: Game, nation: NationId, what: str) -> Price | None:
        """Say what a factor of an arm, or a ship (``ships``), costs a nation; ``None``: it is not for sale.

        .. versionadded:: 0.4
        """
        return None

    @collects
    def not_sold(self, game: Game, nation: NationId, what: str) -> Iterable[Hindrance]:
        """Say why a nation cannot buy factors of an arm, or ``ships``, now.

        .. versionadded:: 0.4
        """
        return ()


def values_of(game: Game, provinces: Iterable[ProvinceId]) -> Takings:
    """Return the printed values of provinces together, without those that bring nothing in now."""
    hooks, total = game.hooks(IncomeHooks), Takings()
    for id in dict.fromkeys(provinces):
        if not any(True for _ in hooks.idle(game, id)):
            total += Takings(game[Province][id].money, game[Province][id].manpower)
    return total
