"""The page of options is what the games say, all of it."""

from docs.option_reference import PAGE, families, page

from sandtable.engine import InstalledGame, Option, RuleModule
from sandtable.engine.rules.rulings import parameters_of
from sandtable_twin_rivers import TWIN_RIVERS


class Mud(RuleModule):
    """An option that nobody has written about."""

    key = "mud"
    option = Option("Mud", "Roads are slow in autumn.")


def test_the_page_is_what_the_games_say() -> None:
    assert PAGE.read_text("utf-8") == page(families()), "say scripts/docs"


def test_a_page_that_has_fallen_behind_is_found() -> None:
    assert PAGE.read_text("utf-8") != page([InstalledGame(TWIN_RIVERS, [Mud])])


def test_every_option_is_told_with_its_parameters() -> None:
    told = PAGE.read_text("utf-8")
    for family in families():
        for key, module in family.options.items():
            assert f"### {key}\n" in told
            for name in module.Parameters.__struct_fields__:
                assert f"| `{name}` |" in told


def test_every_ruling_is_told_with_its_rule() -> None:
    told = PAGE.read_text("utf-8")
    for family in families():
        for one in family.rulings():
            assert f"| `{one.key}` | {one.title}. {one.says} | {', '.join(f'`{rule}`' for rule in one.rules)} |" in told


def test_every_parameter_of_empires_says_what_it_decides_and_by_which_rule() -> None:
    (empires,) = (family for family in families() if family.system.key == "empires")
    silent = [
        one.key for module in empires.modules.values() for one in parameters_of(module) if not (one.says and one.rules)
    ]
    assert silent == [], "annotate them with ruling(title, says, rule)"
