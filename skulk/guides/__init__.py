"""Guided tables: a first game that teaches, as data. `docs/guides.md` says how one is written."""

from .guide import After, Guide, NoGuide, Scene, Step, games, read
from .way import Place, due, laid, lit, meant, place

__all__ = [
    "After",
    "Guide",
    "NoGuide",
    "Place",
    "Scene",
    "Step",
    "due",
    "games",
    "laid",
    "lit",
    "meant",
    "place",
    "read",
]
