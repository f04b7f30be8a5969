"""7.5: how a field combat is fought."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, Frame, Game, Option, Pass, Refused, Row, RuleModule, opens, rule
from sandtable_empires.combat.bearing import BearLosses, limits
from sandtable_empires.combat.reinforcing import Reinforce
from sandtable_empires.combat.retreat import CITY, Retreat
from sandtable_empires.combat.tallies import casualties, modifier, strategic, strength, table, tactical
from sandtable_empires.hookspecs.combat import Share
from sandtable_empires.model import Battle, Corps, CorpsId, Force, Leader, Siege, SiegeId
from sandtable_empires.testing import (
    ATTACKER,
    DEFENDER,
    FR,
    SP,
    area,
    attack,
    choose_chits,
    corps,
    garrison,
    iberia,
    leader,
    position,
)
from tests.plugins.empires.fights import ready

BESIEGED: tuple[Row, ...] = (
    garrison(FR, "Badajoz", infantry=3),
    corps("S III", SP, "Badajoz", infantry=5),
    Siege(SiegeId("badajoz"), area("Badajoz"), SP),
)


@pytest.mark.rule("BASE-7.5.2-field", "BASE-7.5-must-attack", "BASE-7.5-somebody-left")
def test_corps_in_the_open_with_an_enemy_must_attack() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    with pytest.raises(Refused, match=r"France must attack in Madrid first \(BASE-7.5-must-attack\)"):
        game.play(EndStep())
    attack(game, "Madrid")
    assert game[Battle]["battle-0001"].kind == "field"


@pytest.mark.rule(
    "BASE-7.5.2-chits",
    "BASE-7.5.2-corps-fight",
    "BASE-7.5.2-corps-losses",
    "BASE-7.5.2-factors-fire",
    "BASE-7.5.2-losses",
    "BASE-7.5.2-tables",
    "BASE-7.5.2-dice",
)
def test_a_round_is_fought_on_the_tables_of_the_chits() -> None:
    """Assault against defend: 3-1 and 4-1; 10 factors at a die of 4 inflict 10%, 5 at a die of 5 inflict 15%."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5), dice=(4, 5, 1, 1, 1, 1)
    )
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert any(
        "France fires 10 factors on 3-1, die 4: 10%, which is 1 factor, and 0.8 of morale" in line for line in game.log
    )
    assert any("Spain fires 5 factors on 4-1, die 5: 15%, which is 1 factor, and" in line for line in game.log)
    game.play(BearLosses((("F I: infantry", 1),)))
    game.play(BearLosses((("S I: infantry", 1),)))
    assert (game[Corps]["F I"].infantry, game[Corps]["S I"].infantry) == (9, 4)


@pytest.mark.parametrize(
    ("percent", "factors", "lost"),
    [(15, 28, 4), (10, 9, 1), (15, 27, 4), (10, 27, 3), (5, 98, 5), (15, 107, 16), (5, 6, 0), (5, 7, 1), (0, 50, 0)],
)
def test_losses_of_the_casualty_table(percent: int, factors: int, lost: int) -> None:
    """Numbers from records of play, and cells where the table is not what rounding gives."""
    game = ready(corps("F I", FR, "Bayonne", infantry=10))
    assert casualties(game.game, percent, factors) == lost


@pytest.mark.rule("BASE-7.5.2-dice")
@pytest.mark.parametrize(
    ("percent", "factors", "lost"),
    [
        (8, 20, 2), (8, 40, 4), (8, 26, 2), (8, 27, 3), (2, 20, 0), (3, 20, 1), (12, 20, 2), (13, 20, 3), (7, 19, 1),
        (7, 21, 1), (1, 50, 0), (1, 70, 0), (5, 19, 1), (5, 20, 1), (5, 21, 1), (5, 27, 2), (45, 1, 1), (45, 21, 10),
        (100, 39, 39), (120, 20, 24), (0, 20, 0), (8, 0, 0),
    ],
)  # fmt: skip
def test_any_percentage_is_taken_of_each_twenty_as_the_table_would_print_it(
    percent: int, factors: int, lost: int
) -> None:
    """8 % of 20 are 1.6, so 2, and of 40 twice as many; just below and at .5; at, below and above a block."""
    game = ready(corps("F I", FR, "Bayonne", infantry=10))
    assert casualties(game.game, percent, factors) == lost


@pytest.mark.rule("BASE-7.5.2-morale-average", "BASE-7.5.2-morale-of-arms")
def test_morale_is_the_average_of_the_factors() -> None:
    """8 infantry of 4.0 and 2 militia of 2.0 come to 3.6."""
    game = ready(corps("F I", FR, "Madrid", infantry=8, militia=2), corps("S I", SP, "Madrid", infantry=5))
    attack(game, "Madrid")
    assert game[Force][ATTACKER].morale == 36
    assert game[Force][DEFENDER].morale == 30


@pytest.mark.rule("BASE-7.5.2-break", "BASE-7.5.2-broken", "BASE-7.5.2-decided")
def test_who_has_no_morale_left_breaks_and_retreats() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=20), corps("S I", SP, "Madrid", infantry=5),
        dice=(6, 1, 6, 1),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "defend")  # 3-1 and 5-1, then 3-1 and 5-2
    while game.prompt and game.questions[0][0] in (FR, SP) and BearLosses in game.prompt.open[0].kinds:
        action = game.may(BearLosses)[0]
        game.play(action)
    assert game.questions == [(SP, ("Retreat",))]
    with pytest.raises(Refused, match="to cannot be Bayonne here"):
        game.play(Retreat(area("Bayonne")))
    game.play(Retreat(area("Toledo")))
    assert game[Corps]["S I"].area == "toledo"
    assert not len(game[Battle])


def test_nobody_retreats_into_the_enemy_and_who_cannot_retreat_surrenders() -> None:
    pieces = [corps(f"F {n}", FR, area, infantry=5) for n, area in enumerate(("seville", "cadiz"))]
    game = ready(*pieces, corps("S I", SP, "Cadiz", infantry=1), leader("Castaños", SP, "S I", 2, 2), dice=(6, 1))
    attack(game, "Cadiz")
    choose_chits(game, "assault", "defend")
    game.play(game.may(BearLosses)[0])
    assert game[Corps]["S I"].area is None
    assert (game[Leader]["Castaños"].standing, game[Leader]["Castaños"].captor) == ("captured", FR)


def test_who_withdraws_into_the_city_is_in_it_and_retreats_no_further() -> None:
    """The French hold all around Cadiz; its fortress takes S I in, and nobody asks where it goes from there."""
    pieces = (
        corps("F I", FR, "Cadiz", infantry=20),
        corps("F II", FR, "Seville", infantry=5),
        corps("S I", SP, "Cadiz", infantry=5),
    )
    game = ready(*pieces)
    attack(game, "Cadiz")
    choose_chits(game, "probe", "withdraw")
    game.play(Retreat(CITY))
    assert (game[Corps]["S I"].area, game[Corps]["S I"].inside, game[Corps]["S I"].infantry) == ("cadiz", True, 5)
    assert not len(game[Battle])


def test_who_has_nowhere_to_go_when_both_break_stays_once_the_enemy_has_gone() -> None:
    """6s on both sides break a factor of militia each; S I is shut in by F II and F III, with nobody to take it."""
    around = corps("F II", FR, "Burgos", infantry=5), corps("F III", FR, "Saragossa", infantry=5)
    game = ready(corps("F I", FR, "Bayonne", militia=1), corps("S I", SP, "Bayonne", militia=1), *around, dice=(6,) * 6)
    attack(game, "Bayonne")
    choose_chits(game, "escalated assault", "escalated counterattack")
    while game.prompt and Reinforce in game.prompt.open[0].kinds:
        game.play(Pass())
    game.play(Retreat(area("Burgos")))
    assert (game[Corps]["S I"].area, game[Corps]["S I"].militia) == ("bayonne", 1)
    assert any("S I cannot retreat and stays: no enemy is left to take it" in line for line in game.log)


def test_the_beaten_may_go_into_their_city() -> None:
    pieces = corps("F I", FR, "Cadiz", infantry=20), corps("S I", SP, "Cadiz", infantry=5)
    game = ready(*pieces, dice=(6, 1, 6, 1))
    attack(game, "Cadiz")
    choose_chits(game, "escalated assault", "defend")
    while game.prompt and BearLosses in game.prompt.open[0].kinds:
        game.play(game.may(BearLosses)[0])
    game.play(Retreat(CITY))
    assert (game[Corps]["S I"].area, game[Corps]["S I"].inside) == ("cadiz", True)


def test_limits_of_losses() -> None:
    """Of 6 lost factors cavalry bears 3 at most and the guard none while infantry can."""
    game = ready(corps("F I", FR, "Madrid", infantry=10, cavalry=5, guard=4), corps("S I", SP, "Madrid", infantry=5))
    attack(game, "Madrid")
    six = Share(FR, 6, "BASE-7.5.2-losses")
    assert limits(game.game, ATTACKER, six) == {"F I: infantry": 10, "F I: cavalry": 3, "F I: guard": 0}
    many = Share(FR, 17, "BASE-7.5.2-losses")
    assert limits(game.game, ATTACKER, many) == {"F I: infantry": 10, "F I: cavalry": 5, "F I: guard": 2}


@pytest.mark.rule("BASE-7.5.2-withdraw")
def test_a_defender_withdraws_on_his_rating() -> None:
    """Castaños 2 and 0 of the chits: a die of 2 gets him away, and there is no fight."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=10),
        corps("S I", SP, "Madrid", infantry=5),
        leader("Castaños", SP, "S I", 2, 2),
    )
    game = ready(*pieces, dice=(2,))
    attack(game, "Madrid")
    choose_chits(game, "assault", "withdraw")
    assert game.questions == [(SP, ("Retreat",))]
    game.play(Retreat(area("Toledo")))
    assert game[Corps]["S I"].area == "toledo"
    assert game[Corps]["S I"].infantry == 5


def test_a_defender_who_cannot_withdraw_fights() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=10),
        corps("S I", SP, "Madrid", infantry=5),
        leader("Castaños", SP, "S I", 2, 2),
    )
    game = ready(*pieces, dice=(3, 1, 1))
    attack(game, "Madrid")
    choose_chits(game, "assault", "withdraw")
    assert any("cannot withdraw" in line for line in game.log)
    assert any("on 4-2" in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-outflank-two")
def test_nobody_outflanks_with_one_corps() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    attack(game, "Madrid")
    with pytest.raises(Refused, match=r"a single corps cannot outflank \(BASE-7.5.2-outflank-two\)"):
        choose_chits(game, "outflank", "defend")


def test_outflankers_arrive_on_the_rating_and_count_twice() -> None:
    """Escalated assault against outflank as it was played: 3-3, 3-1, then 5-4 and 4-1 once they have come."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=10),
        corps("S II", SP, "Madrid", infantry=6), leader("Castaños", SP, "S I", 4, 2),
    )  # fmt: skip
    game = ready(*pieces, dice=(1, 1, 4, 1, 1, 1, 1))
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "outflank", defending=("S II",))
    log = "\n".join(game.log)
    assert "France fires 10 factors on 3-3" in log
    assert "Spain fires 10 factors on 3-1" in log
    while game.prompt and BearLosses in game.prompt.open[0].kinds:
        game.play(game.may(BearLosses)[0])
    log = "\n".join(game.log)
    assert "the outflankers arrive: 4 against" in log
    assert "on 5-4" in log
    assert "on 4-1" in log


def test_the_ground_shifts_the_tables() -> None:
    """In the mountains the attacker's casualty level is 1 lower: an assault against defend is 2-1."""
    game = ready(corps("F I", FR, "Cuenca", infantry=10), corps("S I", SP, "Cuenca", infantry=5), dice=(4, 4))
    attack(game, "Cuenca")
    choose_chits(game, "assault", "defend")
    log = "\n".join(game.log)
    assert "France fires 10 factors on 2-1" in log
    assert "Spain fires 5 factors on 4-1" in log


def test_numbers_can_be_asked_for_with_their_reasons() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    attack(game, "Madrid")
    assert (tactical(game.game, ATTACKER).whole(), strategic(game.game, DEFENDER).whole()) == (2, 1)
    assert strength(game.game, ATTACKER).whole() == 10
    assert modifier(game.game, DEFENDER).whole() in (-1, 0, 1)
    assert game.game[Force][ATTACKER].chit == ""
    assert table(game.game, ATTACKER) is None  # nobody fires before the chits are chosen


def test_a_combat_can_be_taken_back_and_played_again() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5), dice=(4, 5))
    before = game.game.state.hash
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    game.undo(2)
    assert game.game.state.hash == before
    assert CorpsId("F I") in game[Corps]


class Parole(RuleModule):
    """The corps in Toledo go home as the step of land combat opens."""

    key, after = "parole", ("muster",)
    option = Option("Parole", "Those in Toledo go home.", ("HOUSE-parole",))

    @opens("land_combat")
    @rule("HOUSE-parole")
    def home(self, game: Game, frame: Frame) -> None:
        """Spaniards there leave the map."""
        for there in list(game[Corps].where("area", "toledo")):
            if there.side == SP:
                game.change(there, area=None)


@pytest.mark.rule("BASE-7.5-nobody-left", "BASE-7.5-somebody-left")
@pytest.mark.parametrize("others", [(), BESIEGED])
def test_an_attack_is_no_longer_due_where_nobody_is_left(others: tuple[Row, ...]) -> None:
    """Whether France may do something else meanwhile (its garrison in Badajoz may surrender) or not."""
    pieces = corps("F II", FR, "Toledo", infantry=5), corps("S II", SP, "Toledo", infantry=5)
    game = position(*pieces, *others, land=iberia, at=f"{FR}: land_combat", extra=(Parole,), on=["parole"], dice=())
    if others:
        game.play(EndStep())
    assert "there is nothing left to attack in Toledo" in "\n".join(game.log)
    assert game.at != f"{FR}: land_combat"
