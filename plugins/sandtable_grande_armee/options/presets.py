"""Options and rulings under one name."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Preset
from sandtable_grande_armee.options.simplified_undisruption import SimplifiedUndisruption

AS_CLARIFIED: Final = Preset("as_clarified", "As clarified", on=(SimplifiedUndisruption.key,))
"""What the clarifications say and recommend, and nothing that they leave to the players."""
PRESETS: Final = (AS_CLARIFIED,)
