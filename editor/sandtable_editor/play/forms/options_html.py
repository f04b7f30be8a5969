"""Options and rulings as rich text: what each does or decides, with its rules to click on."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sandtable.engine.words import sentence
from sandtable.play.rules.option_words import ONLY_AT_SETUP, bearings, option_facts
from sandtable_editor.play.panels.reasons_box import rule_link

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rulings import Parameter
    from sandtable.play.rules.option_words import Bearing

WORD = re.compile(r"[\w.-]+")


def option_html(family: Rulebooks, key: str, choices: Choices) -> str:
    """Tell an option, and what keeps it out of force under some choices."""
    known = option_facts(family, key, choices)
    lines = [f"<b>{escape(known['title'])}</b> ({escape(key)})", escape(known["says"])]
    if known["lacks"]:
        lines.append(f"<b>Out of force</b>: {escape(known['lacks'])}.")
    return _paragraphs([*lines, *(_bearing_html(family, one) for one in bearings(known))])


def _bearing_html(family: Rulebooks, one: Bearing) -> str:
    lead = escape(sentence(one.lead))
    if not one.names:
        return f"<i>{lead}.</i>"
    names = (WORD.sub(lambda word: _name_html(family, word[0]), name) for name in one.names)
    return f"<b>{lead}</b> {', '.join(names)}"


def _name_html(family: Rulebooks, word: str) -> str:
    """Name an option by its title, a rule by its title and its id; another word is left as it is."""
    return escape(family.option_title(word)) if word in family.options else linked_name(family, word)


def ruling_html(family: Rulebooks, one: Parameter) -> str:
    """Tell what a ruling decides."""
    lines = [f"<b>{escape(one.title)}</b> ({escape(one.key)})", *parameter_lines(family, one)]
    if one.changeable == "setup":
        lines.append(f"<i>{sentence(ONLY_AT_SETUP)}.</i>")
    return _paragraphs(lines)


def parameter_lines(family: Rulebooks, one: Parameter) -> list[str]:
    """Tell what a parameter decides, and the rules that it is about."""
    lines = [escape(one.says)] if one.says else []
    return lines + ([f"Rules: {', '.join(linked_name(family, rule) for rule in one.rules)}"] if one.rules else [])


def rule_html(family: Rulebooks, rule: str) -> str:
    """Tell a rule that was clicked on."""
    text = family.texts.get(rule)
    return f"<b>{escape(rule)}: {escape(text.title)}</b><br>{escape(text.says)}" if text is not None else escape(rule)


def linked_name(family: Rulebooks, rule: str) -> str:
    """Name a rule by its title, and its id to click on; a word that is no rule is left as it is."""
    text = family.texts.get(rule)
    return f"{escape(text.title)} ({rule_link(rule)})" if text is not None else escape(rule)


def _paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)
