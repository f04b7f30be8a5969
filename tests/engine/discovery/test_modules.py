"""Finding games and rules modules; whatever is wrong with one is named, left out, and harms nobody else."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.engine.discovery.modules import Plugin, Plugins, TrustFile
from sandtable.engine.discovery.trust import PACKAGE, trust
from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.home import home
from tests.cli.house import install, install_parley

MODULE = '''
from sandtable.engine import Option, RuleModule, hookimpl, rule

class {name}(RuleModule):
    """A house rule of these tests.

    More about it.
    """
    key = "{key}"
    game = "parley"
'''


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder of installed packages, with Parley in it."""
    folder = tmp_path / "packages"
    folder.mkdir()
    install_parley(folder)
    monkeypatch.syspath_prepend(str(folder))
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if name.startswith(("sandtable_parley", "third_", PACKAGE)):
            del sys.modules[name]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    return folder


def find_plugin(plugins: Plugins, name: str) -> Plugin:
    """Return the one plugin of a name."""
    (one,) = [plugin for plugin in plugins.report().plugins if plugin.name == name]
    return one


def third(packages: Path, source: str, key: str = "third", name: str = "parley.third") -> None:
    install(packages, f"sandtable-{key}", {f"third_{key}.py": source}, rules={name: f"third_{key}:Third"})


def ready(key: str = "third", name: str = "Third") -> str:
    return MODULE.format(name=name, key=key)


# -- games


def test_a_game_is_found_by_its_entry_point(packages: Path, rules: Path) -> None:
    plugins = Plugins(folder=rules)
    assert "parley" in plugins.games
    assert plugins.family("parley").system.title == "Parley"
    assert find_plugin(plugins, "parley").place == "sandtable-parley 1.0"


def test_what_is_not_asked_for_is_not_imported(packages: Path, rules: Path) -> None:
    install(packages, "sandtable-other", {"third_other.py": "raise SystemExit"}, games={"other": "third_other:GAME"})
    Plugins(folder=rules).family("parley")
    assert "third_other" not in sys.modules


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import no_such_thing", "it does not import: there is no module no_such_thing"),
        ("1 / 0", "it does not import: ZeroDivisionError: division by zero (third_other.py:1)"),
        ("import sys\nsys.exit(3)", "it calls sys.exit when it is imported"),
        ("raise BaseException('odd')", "it does not import: BaseException: odd"),
        ("def f(:", "it does not import: SyntaxError"),
        ("", "it does not import: AttributeError"),
        ("GAME = 3", "third_other:GAME is not a GameSystem"),
        ("from sandtable_parley import PARLEY as GAME", "its key is parley, but its entry point says other"),
        (
            "import dataclasses as d, sandtable_parley as p\nGAME = d.replace(p.PARLEY, key='other', texts={})",
            "add it to the rules text",
        ),
    ],
)
def test_a_broken_game_is_named_and_the_others_work(packages: Path, rules: Path, source: str, fault: str) -> None:
    install(packages, "sandtable-other", {"third_other.py": source}, games={"other": "third_other:GAME"})
    plugins = Plugins(folder=rules)
    broken = find_plugin(plugins, "other")
    assert broken.standing == "broken"
    assert broken.why.startswith("game other (sandtable-other 1.0) is left out: ")
    assert fault in broken.why
    assert "parley" in plugins.families()
    with pytest.raises(Broken, match="game other"):
        plugins.family("other")


def test_an_unknown_game_names_the_nearest(packages: Path, rules: Path) -> None:
    with pytest.raises(Invalid, match="no game is called 'parly': did you mean parley"):
        Plugins(folder=rules).family("parly")


def test_two_packages_with_one_game(packages: Path, rules: Path) -> None:
    install(packages, "sandtable-zz", {}, games={"parley": "sandtable_parley:PARLEY"})
    second = [plugin for plugin in Plugins(folder=rules).report().plugins if plugin.name == "parley"][1]
    assert (
        second.why == "game parley (sandtable-zz 1.0) is left out: "
        "sandtable-parley 1.0 brings a game of that name too: uninstall one"
    )


def test_what_a_plugin_prints_does_not_spoil_the_output(
    packages: Path, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    third(packages, f"print('hello')\n{ready()}")
    Plugins(folder=rules).report()
    assert capsys.readouterr().out == ""


# -- modules of other packages


def test_a_third_partys_module_joins_its_game_and_is_an_option(packages: Path, rules: Path) -> None:
    third(packages, ready())
    family = Plugins(folder=rules).family("parley")
    option = family.options["third"].option
    assert option is not None
    assert (option.title, option.says) == ("Third", "A house rule of these tests.")


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("raise RuntimeError('no luck')", "RuntimeError: no luck (third_third.py:1)"),
        ("import sys; sys.exit()", "it calls sys.exit"),
        ("Third = 4", "4 is not a RuleModule"),
        (f"{ready()}\nThird = Third()", "hand over the class Third, not an instance"),
        (ready().replace('key = "third"', ""), 'Third has no key: add `key = "..."`'),
        (ready("fourth"), "its key is fourth, but its entry point says third"),
        (ready().replace('"parley"', '"chess"'), "it says game = 'chess', but its entry point says parley"),
        (f"{ready()}\n    @hookimpl\n    def situashun(self, game): ...", "called 'situashun': did you mean situation"),
        (f"{ready()}\n    @hookimpl\n    def situation(self, game, sky): ...", "takes 'sky'"),
        (f"{ready()}\n    @rule('PAR-9')\n    def x(self, game): ...", "third.x cites PAR-9 and is never called"),
        (f"{ready()}\n    rows = 3", "module third is unsound: TypeError"),
        (f"{ready()}\n    def __init__(self, parameters=None): raise OSError('no disk')", "OSError: no disk"),
        (f"{ready()}\n    after = ('nobody',)", "no module is called 'nobody'"),
    ],
)  # fmt: skip
def test_a_broken_module_is_named_and_the_others_work(packages: Path, rules: Path, source: str, fault: str) -> None:
    third(packages, source)
    third(packages, ready("good"), "good", "parley.good")
    plugins = Plugins(folder=rules)
    broken = find_plugin(plugins, "parley.third")
    assert broken.standing == "broken"
    assert broken.why.startswith("rules module parley.third (sandtable-third 1.0) is left out: ")
    assert fault in broken.why
    assert {"good"} == plugins.family("parley").options.keys() - {"storm", "calm", "fragile"}


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("third", "must be named <game>.<module key>, not 'third'"),
        ("parly.third", "no game is called 'parly': did you mean parley? install the game"),
    ],
)
def test_an_entry_point_with_a_wrong_name(packages: Path, rules: Path, name: str, fault: str) -> None:
    third(packages, ready(), name=name)
    assert fault in find_plugin(Plugins(folder=rules), name).why


def test_a_key_that_the_game_has_already(packages: Path, rules: Path) -> None:
    third(packages, ready("storm"), name="parley.storm")
    why = find_plugin(Plugins(folder=rules), "parley.storm").why
    assert "two modules have the key storm" in why
    assert why.endswith(": give one of them another")


def test_two_rules_files_with_one_key_are_named_and_the_first_counts(packages: Path, rules: Path) -> None:
    for name in ("one.py", "two.py"):
        (rules / name).write_text(ready("cold", "Cold"))
        trust(rules, name)
    plugins = Plugins(folder=rules)
    found = {Path(one.place).name: one for one in plugins.report().plugins if one.name == "parley.cold"}
    assert found["one.py"].standing == "ready"
    assert found["two.py"].why.endswith(
        "two modules have the key cold, Cold in one.py and Cold in two.py: give one of them another"
    )


def test_a_rules_file_and_a_house_rule_with_one_key_are_told_apart(packages: Path, rules: Path) -> None:
    (rules / "cold.py").write_text(ready("cold", "Cold"))
    trust(rules, "cold.py")
    rule = '[[rule]]\nshape = "allow"\nid = "HOUSE-x"\nsays = "X."\nrule = "PAR-none"\n'
    (rules / "cold.toml").write_text(f'game = "parley"\nkey = "cold"\ntitle = "Frost"\nsays = "It is."\n{rule}')
    plugins = Plugins(folder=rules)
    assert "cold" in plugins.family("parley").options
    (form,) = (one for one in plugins.report().plugins if one.place.endswith("cold.toml"))
    assert form.standing == "broken"


@pytest.mark.parametrize(
    "names",
    ["requires=%r", "conflicts=(%r,)"],
)
def test_options_that_wait_for_each_other_in_a_circle_are_named(packages: Path, rules: Path, names: str) -> None:
    circle = {"ant": "bee", "bee": "cat", "cat": "ant", "dog": "ant"}
    for key, other in circle.items():
        code = ready(key, key.title())
        option = f"option = Option({key!r}, 'It is.', {names % other})"
        (rules / f"{key}.py").write_text(f"{code}\n    {option}\n")
        trust(rules, f"{key}.py")
    plugins = Plugins(folder=rules)
    family = plugins.family("parley")
    assert not circle.keys() & family.options.keys()
    assert family.left_out["ant"] == (
        "modules name each other in a circle: ant names bee names cat names ant: let one of them not name the next"
    )
    assert "called 'ant'" in family.left_out["dog"]
    assert "storm" in family.options


def test_modules_may_come_after_one_another_in_any_order_of_finding(packages: Path, rules: Path) -> None:
    third(packages, f"{ready('aaa')}\n    after = ('zzz',)", "aaa", "parley.aaa")
    third(packages, ready("zzz"), "zzz", "parley.zzz")
    plugins = Plugins(folder=rules)
    assert {"aaa", "zzz"} <= plugins.family("parley").modules.keys()
    assert not plugins.family("parley").left_out


def test_a_family_names_a_module_without_a_key(packages: Path, rules: Path) -> None:
    from sandtable.engine import RuleModule

    class Keyless(RuleModule):
        """Lacks its key."""

    family = InstalledGame(Plugins(folder=rules).family("parley").system, [Keyless])
    assert list(family.left_out.values()) == [f"{Keyless.__qualname__} has no `key`"]
    assert "storm" in family.options


# -- single files


def test_a_file_is_run_only_when_it_is_trusted(packages: Path, rules: Path) -> None:
    (rules / "cold.py").write_text(
        f"{ready('cold', 'Cold')}\n(__import__('pathlib').Path(__file__).parent / 'ran').touch()\n"
    )
    plain = find_plugin(Plugins(folder=rules), "cold.py")
    assert plain.standing == "not trusted"
    assert plain.fault.endswith("is not trusted")
    assert isinstance(plain.remedy, TrustFile)
    assert str(plain.remedy) == "read it, then trust it"
    assert not (rules / "ran").exists()
    assert trust(rules, "cold.py") == rules / "cold.py"
    plugins = Plugins(folder=rules)
    assert find_plugin(plugins, "parley.cold").standing == "ready"
    assert "cold" in plugins.family("parley").options
    assert (rules / "ran").exists()


def test_a_changed_file_loses_trust(packages: Path, rules: Path) -> None:
    (rules / "cold.py").write_text(ready("cold", "Cold"))
    trust(rules, "cold")
    (rules / "cold.py").write_text(f"{ready('cold', 'Cold')}\n")
    assert "has changed since it was trusted" in find_plugin(Plugins(folder=rules), "cold.py").why


def test_a_list_of_trust_that_cannot_be_read_trusts_nobody(packages: Path, rules: Path) -> None:
    (rules / "cold.py").write_text(ready("cold", "Cold"))
    trust(rules, "cold.py")
    (rules / "trusted.json").write_text('{"cold.py": 3')
    assert "is not a list of trusted files" in find_plugin(Plugins(folder=rules), "cold.py").why
    trust(rules, "cold.py")
    assert find_plugin(Plugins(folder=rules), "parley.cold").standing == "ready"


def test_trust_forgets_files_that_are_gone(rules: Path) -> None:
    for name in ("one.py", "two.py"):
        (rules / name).write_text("")
        trust(rules, name)
    (rules / "one.py").unlink()
    trust(rules, "two.py")
    assert list(json.loads((rules / "trusted.json").read_text())) == ["two.py"]


def test_trust_in_a_file_elsewhere_is_refused(rules: Path, tmp_path: Path) -> None:
    (tmp_path / "loose.py").write_text("")
    with pytest.raises(Invalid, match="is not in the rules folder; copy it to"):
        trust(rules, str(tmp_path / "loose.py"))
    with pytest.raises(Invalid, match=r"no rules file is called 'loose\.py'"):
        trust(rules, "loose.py")


@pytest.mark.parametrize(
    ("source", "name", "fault"),
    [
        ("x = 1", "odd.py", "it holds no RuleModule"),
        ("1 / 0", "odd.py", "ZeroDivisionError: division by zero (odd.py:1)"),
        ("exit()", "odd.py", "it calls sys.exit"),
        (ready("odd").replace('game = "parley"', ""), "odd.py: Third", "it does not say for which game it is"),
        (ready("odd").replace('"parley"', '"chess"'), "chess.odd", "no game is called 'chess'"),
        (ready("odd").replace('key = "odd"', ""), "odd.py: Third", "Third has no key"),
        (
            f"{ready('odd')}\n    @hookimpl\n    def situations(self, game): ...",
            "parley.odd",
            "no hook is called 'situations'",
        ),
    ],
)
def test_a_broken_file_is_named(packages: Path, rules: Path, source: str, name: str, fault: str) -> None:
    (rules / "odd.py").write_text(source)
    (rules / "good.py").write_text(ready("good", "Good"))
    trust(rules, "odd.py")
    trust(rules, "good.py")
    plugins = Plugins(folder=rules)
    assert fault in find_plugin(plugins, name).why
    assert "(odd.py)" in find_plugin(plugins, name).why
    assert "good" in plugins.family("parley").options


def test_one_file_may_hold_several_modules(packages: Path, rules: Path) -> None:
    (rules / "two.py").write_text(ready("one", "One") + ready("two", "Two").replace("game = ", "game = 'parley' #"))
    trust(rules, "two.py")
    assert {"one", "two"} <= Plugins(folder=rules).family("parley").options.keys()


# -- safe mode, the home


def test_safe_mode_leaves_all_third_parties_out(packages: Path, rules: Path) -> None:
    third(packages, "raise SystemExit")
    (rules / "cold.py").write_text("1 / 0")
    trust(rules, "cold.py")
    report = Plugins(safe=True, folder=rules).report()
    ours = {
        plugin.name: plugin.standing for plugin in report.plugins if plugin.place.startswith("sandtable-workbench ")
    }
    assert ours == {"empires": "ready", "grande_armee": "ready"}
    assert {plugin.standing for plugin in report.plugins if plugin.name not in ours} == {"left out"}
    with pytest.raises(Invalid, match="is left out in safe mode; start without safe mode"):
        Plugins(safe=True, folder=rules).family("parley")


def test_the_home_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    assert home() == tmp_path
    assert Plugins().folder == tmp_path / "rules"
    monkeypatch.delenv("SANDTABLE_HOME")
    assert home().name == "sandtable"


def test_no_rules_folder_is_no_fault(packages: Path, tmp_path: Path) -> None:
    assert Plugins(folder=tmp_path / "nowhere").report().broken_plugins == ()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a folder that may not be read")
def test_a_file_that_cannot_be_read(packages: Path, rules: Path) -> None:
    (rules / "shut.py").write_text("")
    (rules / "shut.py").chmod(0)
    assert "cannot be read" in find_plugin(Plugins(folder=rules), "shut.py").why


IMPORTS = {
    "raise GeneratorExit": "it does not import: GeneratorExit",
    "import asyncio; raise asyncio.CancelledError": "it does not import: CancelledError",
    "raise KeyboardInterrupt": "it does not import: KeyboardInterrupt",
    "raise SystemExit": "it calls sys.exit when it is imported",
    "raise MemoryError": "it does not import: MemoryError",
    "def f(): f()\nf()": "it does not import: RecursionError",
    "raise ValueError('x' * 10**7)": "it does not import: ValueError: xxx",
    "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E": "it does not import: E: (its text cannot",
}


@pytest.mark.parametrize("source", IMPORTS)
def test_whatever_is_raised_at_import_its_plugin_is_named(packages: Path, rules: Path, source: str) -> None:
    third(packages, source)
    install(packages, "sandtable-other", {"third_other.py": source}, games={"other": "third_other:GAME"})
    (rules / "mine.py").write_text(source)
    trust(rules, "mine.py")
    plugins = Plugins(folder=rules)
    assert plugins.family("parley").system.title == "Parley"
    broken = {one.name: one.why for one in plugins.report().broken_plugins}
    assert set(broken) == {"other", "parley.third", "mine.py"}
    for why in broken.values():
        assert IMPORTS[source] in why
        assert len(why) < 800
    assert set(plugins.families()) == set(plugins.games) - {"other"}
