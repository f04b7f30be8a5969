"""A short text that is asked for, such as an id; nothing waits for the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.shell import asking

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


def ask_text(parent: QWidget, title: str, asks: str, take: Callable[[str], object]) -> None:
    """Ask for a text; give it to ``take`` unless nothing was written."""

    def give(text: str) -> None:
        if text.strip():
            take(text.strip())

    asking.ask_text(parent, title, asks, give)
