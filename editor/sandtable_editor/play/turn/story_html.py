"""A story as rich text: how it ended, then stage by stage its dice, its losses, and bars."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from sandtable.engine.words import sentence
from sandtable.play.record.story_words import ending_lines, losses_text, stage_bars, stage_headings
from sandtable_editor.play.panels.bar import bar_colour
from sandtable_editor.play.panels.reasons_box import rule_link
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.play.record.log_lines import LogLine
    from sandtable.play.record.story import Stage, Story
    from sandtable.present import Contest, Gauge

WIDTH: Final = 160
"""Logical pixels of a bar."""
SIGNS: Final = {"deed": "", "throw": "⚄ ", "note": "· "}


def story_html(story: Story) -> str:
    """Tell a story."""
    first, *rest = ending_lines(story) or [""]
    told = [f"<p><b>{_words(first)}</b>{''.join(f'<br>{_words(line)}' for line in rest)}</p>"] if first else []
    stages = zip(stage_headings(story), story.stages, stage_bars(story), strict=True)
    told += [_stage_html(story.contest, heading, stage, gauges) for heading, stage, gauges in stages]
    return "".join(told)


def _stage_html(contest: Contest, heading: str, stage: Stage, gauges: Iterable[Gauge]) -> str:
    lost = losses_text(contest, stage.losses)
    lines = [_line_html(line) for line in stage.lines]
    lines += [f'<b style="color:{shades().bad}">Lost: {_words(lost)}</b>'] if lost else []
    news = (event for event in stage.events if not any(line.text.startswith(event) for line in stage.lines))
    lines += [f"<b>{_words(event)}</b>" for event in news]
    title = f'<p style="margin-bottom:2px"><b>{_words(heading)}</b></p>' if heading else ""
    return f'{title}<p style="margin-top:2px; margin-bottom:4px">{"<br>".join(lines)}</p>{_bars_html(gauges)}'


def _line_html(line: LogLine) -> str:
    cited = f" ({rule_link(line.rule)})" if line.rule and line.rule not in line.text else ""
    says = f"{SIGNS[line.kind]}{_words(sentence(line.text))}{cited}"
    return f'<span style="color:{shades().faint}">{says}</span>' if line.kind == "note" else says


def _bars_html(gauges: Iterable[Gauge]) -> str:
    rows = "".join(
        f'<tr><td style="padding-right:10px">{_words(one.party)}</td><td style="padding-right:10px">'
        f"{_words(one.title)}</td><td>{_bar_html(one)}</td><td>&nbsp;{_words(one.in_words)}</td></tr>"
        for one in gauges
    )
    return f'<table cellspacing="0" cellpadding="1">{rows}</table>' if rows else ""


def _bar_html(gauge: Gauge) -> str:
    """Draw a bar: what is left of it in a colour that says how much, the rest faint; the number stands beside it."""
    left = max(0, min(gauge.value, gauge.full))
    filled = WIDTH * left // gauge.full if gauge.full > 0 else 0
    cells = [(filled, bar_colour(left, gauge.full)), (WIDTH - filled, shades().groove)]
    cell = '<td width="{}" bgcolor="{}" style="font-size:7px">&nbsp;</td>'
    parts = "".join(cell.format(wide, of) for wide, of in cells if wide)
    return f'<table cellspacing="0" cellpadding="0" width="{WIDTH}"><tr>{parts}</tr></table>'


def _words(text: str) -> str:
    return escape(fit(text))
