"""The public fixture: seven powers on the whole of Europe."""

from __future__ import annotations

import inspect
import re
import time
from pathlib import Path

import pytest

from sandtable.engine import Game, Option, RuleModule, refuses, rule
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.errors import Invalid
from sandtable_empires import testing
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.march import March
from sandtable_empires.model import (
    Area,
    CorpsId,
    Depot,
    Fleet,
    Garrison,
    Leader,
    Nation,
    NationId,
    Province,
    Siege,
    Treasury,
    allies,
    enemies,
    partners,
)  # fmt: skip
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    TU,
    alliance,
    area,
    cession,
    combined_movement,
    control,
    corps,
    depot,
    fleet,
    garrison,
    guerillas,
    holdings,
    iberia,
    leader,
    position,
    purse,
    siege,
    war,
)  # fmt: skip

GUIDE = Path(__file__).parents[3] / "docs" / "rules-module.md"


def test_all_of_europe_is_there_at_peace() -> None:
    game = position()
    assert {one.side for one in game[Nation] if one.major} == set(POWERS)
    assert all(not enemies(game.game, one) and not allies(game.game, one) for one in POWERS)
    assert (game[Area]["vienna"].holder, game[Area]["milan"].holder) == (AU, FR)
    assert game[Area]["munich"].holder is None
    assert {one.home for one in game[Province]} <= set(game[Nation].ids())
    assert game[Province][game[Area]["christiana"].province].home == "Denmark"
    assert len(game[Area]) > 400


def test_powers_stand_as_they_are_put() -> None:
    game = position(war(FR, AU, RU), alliance(AU, RU, GB), combined_movement(AU, RU)).game
    assert enemies(game, FR) == {AU, RU}
    assert enemies(game, RU) == {FR}
    assert allies(game, GB) == {AU, RU}
    assert partners(game, AU) == {RU}


def test_a_minor_and_its_pieces_are_its_masters() -> None:
    pieces = corps("Bav I", "Bavaria", "Munich", infantry=3), leader("Wrede", "Bavaria", "Bav I")
    game = position(*pieces, control(FR, "Bavaria", "Saxony"), holdings(AU, "munich"))
    assert (game[Leader]["Wrede"].side, game[Nation]["Saxony"].side) == (FR, FR)
    assert (game[Area]["dresden"].holder, game[Area]["munich"].holder) == (FR, AU)
    with pytest.raises(Invalid, match=r"Bav I: nobody plays Bavaria; put it under a power, as control\(FRANCE"):
        position(*pieces)


def test_every_kind_of_piece_stands_where_it_is_put() -> None:
    game = position(
        garrison(PR, "berlin", infantry=2), garrison(TU, "Sofia", "depot", infantry=1), depot(TU, "Sofia"),
        guerillas("madrid", 3, inside=1), siege(FR, "Vienna", tries=1), cession("Tyrol", "Bavaria"),
        fleet("GB 1", GB, "London"), fleet("GB 2", GB, "Brest", lies="blockade"),
        fleet("GB 3", GB, "Northern North Sea", lies="sea"), purse(SP, 3, 4),
    )  # fmt: skip
    assert [(one.side, one.area, one.place) for one in game[Garrison]] == [
        (PR, "berlin", "city"), (TU, "sofia", "depot"),
    ]  # fmt: skip
    assert [(one.side, one.area) for one in game[Depot]] == [(TU, "sofia")]
    assert [(one.id, one.factors, one.inside) for one in game[Guerillas]] == [("madrid", 3, 1)]
    assert [(one.side, one.area, one.tries) for one in game[Siege]] == [(FR, "vienna", 1)]
    assert [(one.port, one.space, one.lies) for one in game[Fleet]] == [
        ("london", "port-london", "port"), ("brest", "blockade-brest", "blockade"), (None, "northern-north-sea", "sea"),
    ]  # fmt: skip
    assert (game[Province]["tyrol"].ceded_to, game[Treasury][SP]) == ("Bavaria", purse(SP, 3, 4))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: corps("F I", FR, "Viena"), "no area is called 'Viena': did you mean Vienna"),
        (lambda: war(FR, "Bavariaa"), "no nation is called 'Bavariaa': did you mean Bavaria"),
        (lambda: cession("Tirol", AU), "no province is called 'Tirol': did you mean Tyrol"),
        (lambda: fleet("GB 1", GB, "Irish See", lies="sea"), "no sea is called 'Irish See': did you mean Irish Sea"),
    ],
)
def test_a_name_that_nobody_knows_is_told_with_the_nearest(wrong: object, says: str) -> None:
    assert callable(wrong)
    with pytest.raises(Invalid, match=says):
        wrong()


def test_a_piece_that_is_there_twice_is_told() -> None:
    with pytest.raises(Invalid, match="Corps F I is there twice"):
        position(corps("F I", FR, "Paris", infantry=1), corps("F I", FR, "Lyon", infantry=1))


def test_house_rules_can_be_tried_on_it() -> None:
    class NoMarch(RuleModule):
        """Nobody marches."""

        key = "no_march"
        option = Option("No march", "Nobody marches.", ("HOUSE-still",))

        @refuses(March)
        @rule("HOUSE-still")
        def still(self, game: Game, act: March) -> Refusal | None:
            """Nobody marches."""
            return Refusal("nobody marches")

    piece = corps("F I", FR, "Paris", infantry=1)
    march = March(CorpsId("F I"), (area("Orleans"),))
    assert position(piece, at="France: land_movement").why_not(march) == set()
    game = position(piece, at="France: land_movement", extra=[NoMarch], on=["no_march"])
    assert game.why_not(march) == {"HOUSE-still"}


def test_a_position_is_proved_like_any_other() -> None:
    pieces = war(FR, AU), corps("F I", FR, "Paris", infantry=5), corps("A I", AU, "Linz", infantry=5)
    game = position(*pieces, at="France: land_movement")
    game.play(March(CorpsId("F I"), (area("Orleans"),)))
    game.prove()
    assert position(*pieces, at="France: land_movement")[Area]["paris"] == game[Area]["paris"]


def test_the_ground_is_laid_once(capsys: pytest.CaptureFixture[str]) -> None:
    """A position over it costs a small part of one that is laid from all its rows."""
    from sandtable.engine import InstalledGame, Referee, Side
    from sandtable_empires.system import EMPIRES

    def whole() -> None:
        Referee.begin(InstalledGame(EMPIRES), testing.europe()).game.state.documents()

    def seconds(what: object) -> float:
        assert callable(what)
        begun = time.process_time()
        what()
        return time.process_time() - begun

    position()
    over, all_rows = min(seconds(position) for _ in range(5)), min(seconds(whole) for _ in range(3))
    with capsys.disabled():
        print(f"a position of seven powers: {over * 1000:.1f} ms; from all its rows {all_rows * 1000:.1f} ms")
    assert over < all_rows / 2
    assert len(position()[Side]) == len(POWERS)


def test_the_table_of_builders_is_true() -> None:
    told = re.search(r"\| `sandtable_empires\.testing` \|.*?\n\n", GUIDE.read_text("utf-8"), re.DOTALL)
    assert told
    names = dict(re.findall(r"`(\w+)\(([^`]*)\)`", told.group()))
    for name, given in names.items():
        known = inspect.signature(getattr(testing, name, None) or getattr(object, name)).parameters
        named = {word.strip("*= ") for word in given.split(",") if word.strip()}
        loose = any(one.kind is one.VAR_KEYWORD for one in known.values())
        assert loose or named <= set(known), name
    builders = {name for name in testing.__all__ if name[0].islower()} - {"area", "province"}
    assert builders == set(names)


def test_nations_have_adjectives() -> None:
    assert position()[Nation][NationId(RU)].adjective == "Russian"


def test_a_siege_that_nobody_keeps_up_says_so() -> None:
    """It is over as the Land Combat Step opens; with a corps before the city it is not."""
    pieces = war(FR, SP), siege(FR, "Badajoz"), garrison(SP, "Badajoz", infantry=2)
    here = "France: land_combat"
    with pytest.raises(Invalid, match=r"at once, Siege badajoz is gone: .*has no corps in the open.*; .* mends=True"):
        position(*pieces, at=here, land=iberia)
    assert not len(position(*pieces, at=here, land=iberia, mends=True)[Siege])
    assert len(position(*pieces, corps("F I", FR, "Badajoz", infantry=5), at=here, land=iberia)[Siege])
