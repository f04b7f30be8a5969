"""What the wheel does over a map: it zooms, or it scrolls and zooms with Ctrl."""

from __future__ import annotations

from typing import Final

WHEEL_SCROLLS: Final = "wheel_scrolls"
"""Whether it scrolls: a setting, and the property of the window that maps look at."""
