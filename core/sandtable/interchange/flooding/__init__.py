"""Borders that are drawn in an image, flooded: the ground they enclose as areas that share them."""

from __future__ import annotations

from sandtable.interchange.flooding.flood_task import FloodSettings, FloodWorker, FoundArea

__all__ = ["FloodSettings", "FloodWorker", "FoundArea"]
