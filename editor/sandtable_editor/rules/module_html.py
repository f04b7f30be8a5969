"""A module and its rules as rich text; names of modules and rules are links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.words import sentence
from sandtable.play.rules.module_words import module_title
from sandtable.play.rules.option_words import ONLY_AT_SETUP
from sandtable.play.rules.rule_bearings import bearings, option_of
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.rules.rulebooks import Rulebooks

WORD: Final = re.compile(r"[\w.-]+")
RUNNING: Final = "By agreement of the table, at the end of any step"
ALWAYS: Final = "Always in force; what it leaves open can be decided below"


def named(family: Rulebooks, word: str) -> str:
    """Return a module by its title or a rule by its title and id, to be clicked on; another word is left as it is."""
    if word in family.modules:
        return _link(word, module_title(family, word))
    text = family.texts.get(word)
    if text is None:
        return escape(word)
    of = option_of(family, word)
    part = f" (option {_link(of, module_title(family, of))})" if of is not None else ""
    return f"{escape(text.title)} ({_link(word, word)}){part}"


def _link(to: str, says: str) -> str:
    return f'<a href="rule:{escape(to)}" style="color:{shades().link}">{escape(says)}</a>'


def need_html(family: Rulebooks, need: str) -> str:
    """Return a need with the names in it."""
    return WORD.sub(lambda word: word[0] if word[0] in ("and", "or", "not") else named(family, word[0]), need)


def module_html(family: Rulebooks, facts: dict[str, Any]) -> str:
    """Tell a module: what it does, how it stands, what it asks of others, when it may change."""
    lines = [f"<h3>{escape(facts['title'])}</h3>", f"<p>{escape(facts['says'])}</p>"]
    lines += [f"<p>{escape(said)}</p>" for said in facts["sentences"].values()]
    if facts["lacks"]:
        lines.append(f"<p><b>Out of force here:</b> {need_html(family, facts['lacks'])}.</p>")
    rows = [
        ("Needs", need_html(family, facts["needs"]) if facts["needs"] else ""),
        ("In force only with", need_html(family, facts["granted"]) if facts["granted"] else ""),
        ("Excludes", _names(family, facts["excludes"])),
        ("Amends", _names(family, facts["amends"])),
        ("In place of", _names(family, facts["supersedes"])),
        ("Needed by", _names(family, facts["needed_by"])),
        ("May change", _changeable(facts)),
        ("Written as", escape(facts["key"])),
    ]
    cells = (f"<tr><td><b>{name}</b>&nbsp;&nbsp;</td><td>{said}</td></tr>" for name, said in rows if said)
    return "".join([*lines, "<table cellspacing='3'>", *cells, "</table>"])


def _names(family: Rulebooks, words: Iterable[str]) -> str:
    return ", ".join(named(family, word) for word in words)


def _changeable(facts: dict[str, Any]) -> str:
    known = {"running": RUNNING, "setup": sentence(ONLY_AT_SETUP)}
    return known.get(facts["changeable"], ALWAYS if facts["parameters"] else "")


def rule_html(family: Rulebooks, facts: dict[str, Any]) -> str:
    """Tell a rule with all that bears on it; ``facts`` are those of ``rule_facts``."""
    lines = [f"<b>{escape(facts['title'])}</b> ({escape(facts['id'])})", escape(facts["says"])]
    lines += [escape(one) for one in facts["by_form"]]
    lines += [f"<b>{one.lead}</b> {_names(family, one.names)}" for one in bearings(family, facts["id"])]
    return "".join(f"<p>{line}</p>" for line in lines)
