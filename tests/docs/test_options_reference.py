"""The page of options is what the games say, all of it."""

from docs.option_reference import PAGE, families, page

from sandtable.engine import Family, Option, RuleModule
from sandtable_twin_rivers import TWIN_RIVERS


class Mud(RuleModule):
    """An option that nobody has written about."""

    key = "mud"
    option = Option("Mud", "Roads are slow in autumn.")


def test_the_page_is_what_the_games_say() -> None:
    assert PAGE.read_text("utf-8") == page(families()), "say scripts/docs"


def test_a_page_that_has_fallen_behind_is_found() -> None:
    assert PAGE.read_text("utf-8") != page([Family(TWIN_RIVERS, [Mud])])


def test_every_option_is_told_with_its_parameters() -> None:
    told = PAGE.read_text("utf-8")
    for family in families():
        for key, module in family.options.items():
            assert f"### {key}\n" in told
            for name in module.Parameters.__struct_fields__:
                assert f"| `{name}` |" in told
