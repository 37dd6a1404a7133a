"""Every text exists in every language: the same keys, the same {holes}, the same forms."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LANGUAGES = ["de"]  # besides English, from which all are translated
BESIDE = ROOT / "skulk"  # en.json, de.json: beside the words they belong to
CLIENT = ROOT / "client" / "src" / "lib" / "texts"  # en/, de/: a folder for each language


def translations() -> list[tuple[Path, Path]]:
    """English files, each with its translation."""
    beside = [(en, en.with_name(f"{code}.json")) for en in BESIDE.rglob("en.json") for code in LANGUAGES]
    client = [(en, CLIENT / code / en.name) for en in (CLIENT / "en").glob("*.json") for code in LANGUAGES]
    return sorted(beside + client)


def read(path: Path) -> dict[str, str]:
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len({key for key, _ in pairs}) == len(pairs), f"{path}: a key stands there twice"
    return dict(pairs)


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize(
    ("english", "other"), translations(), ids=lambda path: str(path.relative_to(ROOT)).replace("/", ".")
)
def test_a_translation_says_the_same(english: Path, other: Path) -> None:
    here, there = read(english), read(other)
    assert list(there) == list(here), "the same keys, in the same order"
    for key, text in here.items():
        assert holes(there[key]) == holes(text), key
        assert there[key].count("|") == text.count("|"), f"{key}: one form for one, one for many"
        assert bool(there[key].strip()) or not text.strip(), f"{key} says nothing"


def test_nothing_is_left_over() -> None:
    told = {other for _, other in translations()}
    found = {*BESIDE.rglob("[a-z][a-z].json"), *CLIENT.glob("[a-z][a-z]/*.json")}
    english = {en for en, _ in translations()}
    assert found - english - told == set(), "a translation of nothing"


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_a_card_of_outfoxed_has_one_name(code: str) -> None:
    log, table = read(BESIDE / "games" / "outfoxed" / f"{code}.json"), read(CLIENT / code / "outfoxed.json")
    names = {key[5:]: name for key, name in log.items() if key.startswith("card.")}
    drawn = {key[9:]: name.replace("\u00ad", "") for key, name in table.items() if key.startswith("out.card ")}
    assert drawn == names, "on the card and in the log"
