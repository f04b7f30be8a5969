"""What a table plays by, as a sheet beside the map: options, rulings, house rules, what differs from the print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.words import fit, sentence
from sandtable.play.rules.choice_words import choice_lines
from sandtable.play.rules.module_words import is_of_the_house, module_facts, module_title
from sandtable.play.rules.rule_words import rule_name
from sandtable.play.words.wording import describe

if TYPE_CHECKING:
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.play.rules.proposals import ImpactLine

STYLE: Final = """
body { font-family: sans-serif; font-size: 10pt; color: #20242a; background: #ffffff; margin: 24px; }
h1 { font-size: 18pt; margin-top: 0px; margin-bottom: 4px; }
h2 { font-size: 13pt; margin-top: 20px; margin-bottom: 6px; }
h3 { font-size: 10.5pt; margin-top: 12px; margin-bottom: 2px; }
p { margin-top: 3px; margin-bottom: 3px; } .faint { color: #6a6459; }
td { padding-top: 2px; padding-bottom: 2px; padding-right: 14px; vertical-align: top; }
@media print { body { margin: 0; } h2, h3 { break-after: avoid; } }
"""


class RulesSheet(NamedTuple):
    """A sheet: the game's title, what it is of, and what is chosen there."""

    family: Rulebooks
    title: str
    choices: Choices

    def page(self) -> str:
        """Return the sheet as a page of HTML that asks nothing of anybody."""
        title = _text(f"{self.title} — the rules")
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        return "\n".join([
            "<!DOCTYPE html>", '<html lang="en">', f"<head>{head}<title>{title}</title><style>{STYLE}</style></head>",
            "<body>", *self._body(), "</body>", "</html>", "",
        ])  # fmt: skip

    def _body(self) -> Iterator[str]:
        yield f"<h1>{_text(self.title)}</h1>"
        yield f'<p class="faint">{_text(self.family.system.title)}: the rules of this table</p>'
        problems = self.family.problems(self.choices)
        yield from (f"<p><b>Impossible:</b> {_text(sentence(one))}</p>" for one in problems)
        yield "<h2>What differs from the printed rules</h2>"
        lines = [f"<p><b>{_text(one.lead)}:</b> {_text(one.says)}</p>" for one in self._differences()]
        yield from lines or ["<p>Nothing.</p>"]
        house = [key for key in sorted(self.choices.on) if key in self.family.options and self._is_house(key)]
        options = [key for key in sorted(self.choices.on) if key in self.family.options and not self._is_house(key)]
        for heading, keys in (("Options in play", options), ("House rules in play", house)):
            yield f"<h2>{heading}</h2>" if keys else ""
            for key in keys:
                yield from self._option(key)
        yield from self._rulings()
        off = [key for key in self.family.options if key not in self.choices.on and not self._is_out_of_force(key)]
        if off:
            titles = sorted(module_title(self.family, key) for key in off)
            yield f"<h2>Not in play</h2><p>{_text(', '.join(titles))}</p>"

    def _differences(self) -> Iterator[ImpactLine]:
        return choice_lines(self.family, Choices(grants=self.choices.grants), self.choices)

    def _is_out_of_force(self, key: str) -> bool:
        """Tell whether a module lacks what it needs: this table cannot choose anything in it."""
        return bool(self.family.lacks(key, self.choices))

    def _is_house(self, key: str) -> bool:
        return is_of_the_house(self.family.modules[key])

    def _option(self, key: str) -> Iterator[str]:
        facts = module_facts(self.family, key, self.choices)
        yield f"<h3>{_text(facts['title'])}</h3><p>{_text(facts['says'])}</p>"
        yield from (f"<p>{_text(said)}</p>" for said in facts["sentences"].values())
        if facts["lacks"]:
            yield f"<p><b>Out of force:</b> {_text(facts['lacks'])}</p>"
        for id in facts["rules"]:
            text = self.family.texts.get(id)
            if text is not None:
                yield f'<p>{_text(text.says)} <span class="faint">({_text(id)})</span></p>'
        for one in parameters_of(self.family.modules[key]):
            yield f"<p>{_text(one.title)}: <b>{_text(describe(one.value(self.choices)))}</b></p>"

    def _rulings(self) -> Iterator[str]:
        rulings = [one for one in self.family.rulings() if not self._is_out_of_force(one.module)]
        if not rulings:
            return
        yield "<h2>Rulings</h2><table>"
        for one in rulings:
            value = one.value(self.choices)
            said = f"<b>{_text(describe(value))}</b>" if value != one.default else _text(describe(value))
            about = ", ".join(rule_name(self.family, rule) for rule in one.rules)
            yield f'<tr><td>{_text(one.title)}</td><td>{said}</td><td class="faint">{_text(about)}</td></tr>'
        yield "</table>"


def _text(words: str) -> str:
    return escape(fit(words))
