"""4.6, 10.5.3: minor countries that are attacked, who runs them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import Game, Pass, Side, SideId
from sandtable.testing import Play
from sandtable_empires.holding import declare_war_on_minor, run_by
from sandtable_empires.model import Corps, DistrictId, NationId, PoliticalStatus, War, at_war, power_of
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.politics.attacked_minors import ClaimMinors, may_run
from sandtable_empires.testing import AU, FR, GB, POWERS, PR, RU, TU, alter, corps, position, status

BAVARIA, SAXONY = NationId("Bavaria"), NationId("Saxony")
DISTRICT = {BAVARIA: DistrictId("bavaria"), SAXONY: DistrictId("saxony")}


def attacked(*wars: tuple[SideId, NationId]) -> Callable[[Game], Awaitable[None]]:
    async def do(game: Game) -> None:
        for attacker, nation in wars:
            await declare_war_on_minor(game, attacker, DISTRICT[nation])

    return do


def begin(*wars: tuple[SideId, NationId], pieces: tuple[Any, ...] = (), box: int = 25, **others: Any) -> Play:
    someone, boxes = corps("T I", TU, "Constantinople", infantry=1), [status(one, box) for one in POWERS]
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        someone, *boxes, *pieces, grants=(CAMPAIGN,), at="minor_control", do=attacked(*wars), **given
    )  # fmt: skip


def claim(game: Play, *claims: tuple[SideId, tuple[NationId, ...]]) -> None:
    """Have some powers throw for countries, and all others pass."""
    wanted = dict(claims)
    for one in list(game.prompt.open) if game.prompt else ():
        side = SideId(one.side)
        game.play(ClaimMinors(wanted[side]) if side in wanted else Pass(), side=side)


def runner(game: Play, nation: NationId) -> SideId:
    return power_of(game.game, SideId(nation))


@pytest.mark.rule("BASE-4.6.2-who-throws", "BASE-4.6.2-points")
def test_who_alone_wants_to_run_it_runs_it_without_a_throw() -> None:
    game = begin((FR, BAVARIA))
    claim(game, (AU, (BAVARIA,)))
    assert (runner(game, BAVARIA), game.throws) == (AU, [])
    assert game[PoliticalStatus][AU].box == 26
    assert at_war(game.game, FR, BAVARIA)
    assert not at_war(game.game, FR, AU)


@pytest.mark.rule("BASE-4.6.2-who-throws", "EIA-10.8-specific-first")
def test_of_several_the_highest_runs_it_and_equals_throw_again() -> None:
    game = begin((FR, BAVARIA), dice=[5, 3, 5, 2, 6])
    claim(game, (AU, (BAVARIA,)), (GB, (BAVARIA,)), (RU, (BAVARIA,)))
    assert (runner(game, BAVARIA), game.throws) == (RU, [5, 3, 5, 2, 6])


@pytest.mark.rule("EIA-10.8-specific-first", "EIA-10.5.3-modifiers")
@pytest.mark.parametrize(("box", "wins"), [(9, RU), (25, AU)])
def test_the_modifier_of_the_zone_counts_in_the_throw_and_in_the_throw_again(box: int, wins: SideId) -> None:
    """Austria in the Instability Zone (-1) throws 5 and 4, Russia in the Neutral one 4 and 4."""
    dice = [5, 4, 4, 4] if box == 9 else [5, 4]
    game = begin((FR, BAVARIA), pieces=(status(AU, box),), dice=dice)
    claim(game, (AU, (BAVARIA,)), (RU, (BAVARIA,)))
    assert (runner(game, BAVARIA), game.left) == (wins, [])


@pytest.mark.rule("BASE-4.6.2-who-throws")
def test_where_nobody_wants_to_all_who_may_throw() -> None:
    game = begin((FR, BAVARIA), dice=[1, 2, 6, 3, 4, 5])
    claim(game)
    assert runner(game, BAVARIA) == PR
    assert {total.rule for total in game.throws} == {"BASE-4.6.2-who-throws"}


@pytest.mark.rule("BASE-4.6.2-not-its-enemy")
def test_its_attackers_do_not_throw_for_it() -> None:
    game = begin((FR, BAVARIA), (AU, SAXONY))
    assert [one.countries for one in game.may(ClaimMinors, FR)] == [(SAXONY,)]
    assert [one.countries for one in game.may(ClaimMinors, RU)] == [(BAVARIA,), (SAXONY,), (BAVARIA, SAXONY)]


@pytest.mark.rule("BASE-4.6.2-all-at-war", "BASE-4.6.2-own-war")
def test_at_war_with_all_powers_it_is_run_by_one_of_them_whose_war_is_over() -> None:
    game = begin(*((one, BAVARIA) for one in POWERS))
    assert may_run(game.game, BAVARIA) == POWERS
    claim(game, (TU, (BAVARIA,)))
    assert runner(game, BAVARIA) == TU
    assert not at_war(game.game, TU, BAVARIA)
    assert len(game[War]) == 6


@pytest.mark.rule("BASE-4.6.2-own-war")
def test_the_wars_of_others_with_it_go_on() -> None:
    game = begin((FR, BAVARIA), (GB, BAVARIA))
    claim(game, (AU, (BAVARIA,)))
    assert (at_war(game.game, FR, BAVARIA), at_war(game.game, GB, BAVARIA)) == (True, True)


@pytest.mark.rule("BASE-4.6.2-who-throws")
def test_a_country_that_somebody_runs_is_not_thrown_for() -> None:
    async def run_already(game: Game) -> None:
        await attacked((FR, BAVARIA))(game)
        run_by(game, BAVARIA, AU)

    pieces = [corps("T I", TU, "Constantinople", infantry=1), *(status(one, 25) for one in POWERS)]
    game = position(*pieces, grants=(CAMPAIGN,), at="minor_control", do=run_already, dice=())
    assert ClaimMinors not in {kind for one in (game.prompt.asks if game.prompt else ()) for kind in one.kinds}


@pytest.mark.rule("BASE-4.6.2-who-throws")
def test_who_claims_what_is_sealed_until_all_have_decided_and_goes_back_as_one() -> None:
    army = corps("Bav I", "Bavaria", "Munich", infantry=5)
    game = begin(
        (FR, BAVARIA), pieces=(army, Side(SideId("Bavaria"), resting=True), alter(Corps, "Bav I", side="Bavaria"))
    )
    game.play(ClaimMinors((BAVARIA,)), side=AU)
    assert not any("Bavaria" in line and "throw" in line for line in game.read_by(FR))
    claim(game)
    assert runner(game, BAVARIA) == AU
    game.prove()
