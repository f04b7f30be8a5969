"""Where modules change how combats are fought."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens, settles
from sandtable_empires.model import AreaId, Arm, BattleId, Contingent, CorpsId, ForceId, Kind, NationId


class Share(Struct, frozen=True):
    """How many losses a side of a force must bear, and by which rule; of one ``nation`` alone, where it says so.

    ``cavalry`` and ``guard`` say how many of them those arms may be; ``None``: what the limits of the arms leave.
    """

    side: SideId
    factors: int
    rule: str
    nation: NationId | None = None
    cavalry: int | None = None
    guard: int | None = None


class CombatHooks(HookSet):
    """How combats are fought. ``force`` is one of the two forces of a battle.

    .. versionadded:: 0.1
    """

    # --- before it

    @collects
    def must_attack(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Name the areas where a side must attack in its Land Combat Step.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def musters(self, game: Game, battle: BattleId) -> None:
        """Act when a combat begins: irregulars may join.

        .. versionadded:: 0.1
        """

    @decides
    def kind(self, game: Game, battle: BattleId) -> Kind:
        """Say what kind of combat it is.

        .. versionadded:: 0.1
        """
        raise NotImplementedError

    @decides
    def without_manoeuvre(self, game: Game, battle: BattleId) -> bool | None:
        """Say whether nobody manoeuvres in a combat: no chits, nobody marches to the guns; ``None``: they do.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def contingents(self, game: Game, force: ForceId) -> Iterable[Contingent]:
        """Name the factors that fight in a force.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def committed(self, game: Game, force: ForceId, nation: NationId) -> Iterable[Contingent]:
        """Name the factors that go in when the guard of a nation is committed.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def guards_sealed(self, game: Game, battle: BattleId) -> bool | None:
        """Say whether powers write down in secret what their guards do; ``None``: they say it one after the other.

        .. versionadded:: 0.1
        """
        return None

    # --- ratings and dice

    @collects
    def morale_parts(self, game: Game, contingent: Contingent) -> Iterable[Part]:
        """Give the parts of the morale of a factor, in tenths.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def force_morale_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Give the parts of the morale of a force at the start of a day, in tenths.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def strategic_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Give the parts of the strategic rating of a force.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def tactical_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Give the parts of the tactical rating of a force; worked out afresh each round.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def strength_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Give the parts of the factors that fire in this round.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def die_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Modify the combat die of a force.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def printed_table(self, game: Game, force: ForceId) -> str | None:
        """Say on which table a force fires in this round before anything shifts it; ``None``: it does not fire.

        .. versionadded:: 0.1
        """

    @collects
    def level_bounds(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Bound the levels of the table a force fires on, of casualties and of morale alike.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def cavalry_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Add to the cavalry factors with which a force may be superior, or take from them.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def casualty_level_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Shift the casualty level (the first number) of the table a force fires on.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def morale_level_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Shift the morale level (the second number) of the table a force fires on.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def withdrawal_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Add to the rating with which a force tries to withdraw.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def arrival_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Add to the rating with which outflankers try to arrive.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def reinforcement_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Add to the rating with which corps try to march to the sound of the guns.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def callers(self, game: Game, force: ForceId) -> Iterable[SideId]:
        """Name the sides that may call corps of theirs from nearby into a force.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def pursuit_class(self, game: Game, force: ForceId) -> int | None:
        """Say of which class the pursuit by a force that has won is; ``None``: it does not pursue.

        .. versionadded:: 0.1
        """

    @collects
    def pursuit_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Modify the pursuit die of the force that has won.

        .. versionadded:: 0.1
        """
        return ()

    # --- in it and after it

    @decides
    def day_is_over(self, game: Game, battle: BattleId) -> bool | None:
        """Say whether a day of combat has had its last round; ``None``: it goes on until a side breaks.

        .. versionadded:: 0.1
        """

    @collects
    def breaks(self, game: Game, force: ForceId) -> Iterable[str]:
        """Say why a force breaks at the end of this round.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def loss_limits(self, game: Game, arm: Arm, losses: int) -> Iterable[Part]:
        """Limit how many of some losses an arm may bear as long as other arms can; nobody: any number.

        .. versionadded:: 0.1
        """
        return ()

    @settles
    async def shares(self, game: Game, force: ForceId, losses: int) -> tuple[Share, ...] | None:
        """Split the losses of a force among its sides or nations; when nobody does, the side that decides for it does.

        It may be one side of a storm: ``force`` is then the storm's id and the role.

        .. versionadded:: 0.1
        """
        return None

    @happens
    async def take_losses(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Take lost factors, by the keys of contingents, from the rows one looks after.

        .. versionadded:: 0.1
        """

    @happens
    async def cannot_retreat(self, game: Game, corps: CorpsId, battle: BattleId) -> None:
        """Act when a corps that must retreat out of a battle has nowhere to go.

        .. versionadded:: 0.1
        """

    @settles
    async def divide_prisoners(
        self, game: Game, corps: CorpsId, arm: Arm, captors: tuple[SideId, ...]
    ) -> dict[SideId, int] | None:
        """Settle how several captors share the factors of an arm of a corps; when nobody does, the first has them all.

        .. versionadded:: 0.1
        """
        return None

    @happens
    async def after_combat(self, game: Game, battle: BattleId) -> None:
        """Act when a combat is decided, after pursuit and before the beaten retreat; its rows are still there.

        .. versionadded:: 0.1
        """
