"""Options and rulings as rich text: what each does or decides, with its rules to click on."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from sandtable.cli.commands.options import facts
from sandtable.engine.rules.options import Choices
from sandtable_editor.play.panels.reasons_box import rule_link

if TYPE_CHECKING:
    from sandtable.engine.rules.installed_game import InstalledGame
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.rules.rulings import Parameter


def option_html(family: InstalledGame, key: str) -> str:
    """Tell an option."""
    known = facts(family, key, Choices())
    titles: dict[str, str] = {other: title_of_option(module) for other, module in family.options.items()}
    lines = [f"<b>{escape(known['title'])}</b> ({escape(key)})", escape(known["says"])]
    if known["needs"]:
        needs = re.sub(r"[\w.-]+", lambda word: titles.get(word[0]) or linked_name(family, word[0]), known["needs"])
        lines.append(f"<b>Needs</b> {needs}")
    if known["excludes"]:
        lines.append(
            f"<b>Not with</b> {escape(', '.join(titles.get(str(one), str(one)) for one in known['excludes']))}"
        )
    for what, says in (("amends", "Changes rule"), ("supersedes", "In place of rule"), ("rules", "Rules:")):
        if known[what]:
            lines.append(f"{says} {', '.join(linked_name(family, rule) for rule in known[what])}")
    if known["changeable"] == "setup":
        lines.append("<i>Can only be chosen when the campaign is begun.</i>")
    return _paragraphs(lines)


def ruling_html(family: InstalledGame, one: Parameter) -> str:
    """Tell what a ruling decides."""
    lines = [f"<b>{escape(one.title)}</b> ({escape(one.key)})", *parameter_lines(family, one)]
    if one.changeable == "setup":
        lines.append("<i>Can only be decided when the campaign is begun.</i>")
    return _paragraphs(lines)


def parameter_lines(family: InstalledGame, one: Parameter) -> list[str]:
    """Tell what a parameter decides, and the rules that it is about."""
    lines = [escape(one.says)] if one.says else []
    return lines + ([f"Rules: {', '.join(linked_name(family, rule) for rule in one.rules)}"] if one.rules else [])


def rule_html(family: InstalledGame, rule: str) -> str:
    """Tell a rule that was clicked on."""
    text = family.texts.get(rule)
    return f"<b>{escape(rule)}: {escape(text.title)}</b><br>{escape(text.says)}" if text is not None else escape(rule)


def change_html(family: InstalledGame, change: str) -> str:
    """Tell a change of options, by titles in place of keys; of a ruling what it was, too."""
    titles = {key: title_of_option(module) for key, module in family.options.items()}
    sign, _, key = change.partition(" ")
    if how := {"+": "On", "-": "Off"}.get(sign, ""):
        return f"<b>{how}:</b> {escape(titles.get(key, key))}"
    key, colon, values = change.partition(": ")
    one = parameters_by_key(family).get(key)
    if one is None or not colon:
        return escape(change)
    was, _, now = (str(one.default) if value == "default" else value for value in values.partition(" → "))
    return f"<b>{escape(one.title)}:</b> {escape(was)} → {escape(now)}"


def parameters_by_key(family: InstalledGame) -> dict[str, Parameter]:
    """Return the parameters of all modules of a game, by how they are written."""
    from sandtable.engine.rules.rulings import parameters_of

    return {one.key: one for module in family.modules.values() for one in parameters_of(module)}


def rule_name(family: InstalledGame, rule: str) -> str:
    """Name a rule by its title and its id, as rich text; a word that is no rule is left as it is."""
    text = family.texts.get(rule)
    return f"{escape(text.title)} ({escape(rule)})" if text is not None else escape(rule)


def linked_name(family: InstalledGame, rule: str) -> str:
    """Name a rule by its title, and its id to click on; a word that is no rule is left as it is."""
    text = family.texts.get(rule)
    return f"{escape(text.title)} ({rule_link(rule)})" if text is not None else escape(rule)


def title_of_option(module: type[RuleModule]) -> str:
    """Return what an option is called."""
    return module.option.title if module.option is not None else module.key


def words_of(one: Any) -> str:
    """Return a value in words."""
    return ("yes" if one else "no") if isinstance(one, bool) else str(one)


def _paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)
