"""The client's types are those that the server and the games declare."""

import re

import pytest

from skulk.engine import names
from skulk.protocol import messages as m
from skulk.protocol.typescript import FOLDER, RENEW, Writer, files

WRITTEN = files()


@pytest.mark.parametrize("name", WRITTEN)
def test_the_client_knows_what_is_sent(name):
    path = FOLDER / name
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert kept == WRITTEN[name], f"{path} is stale: `{RENEW}` writes it anew"


def test_nothing_is_left_of_what_is_no_more():
    assert {path.name for path in FOLDER.iterdir()} == set(WRITTEN)


def test_every_game_of_the_house_declares_its_table():
    assert {f"{name}.ts" for name in names()} <= set(WRITTEN)


def parts_of(struct):
    text = Writer({}, set()).interface(struct)
    return re.findall(r"^  (.+?);", text, re.M)


def test_what_may_be_left_out_is_optional():
    assert "seat: number" in parts_of(m.SeatView)
    assert "away?: boolean" in parts_of(m.SeatView), "a default is left out"
    assert 'clock: "off" | "relaxed" | "brisk" | "correspondence"' in parts_of(m.Settings), "sent whole"
    assert "settings?: Partial<Settings>" in parts_of(m.Make), "a client says what it wants otherwise"
    assert "say?: Said" in parts_of(m.Gone), "UNSET"


def test_a_tag_comes_first_and_a_game_has_its_table():
    assert parts_of(m.Pong)[0] == 'type: "pong"'
    assert "table?: T | null" in parts_of(m.View)
    assert "export interface View<T = unknown> {" in WRITTEN["messages.ts"]
    assert "frames: Frame<T>[];" in WRITTEN["messages.ts"]
