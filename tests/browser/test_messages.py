"""`client/src/lib/messages.ts` mirrors `skulk/protocol/messages.py`: the same messages with the same parts."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import fields

from skulk.protocol import messages as m

MIRROR = (Path(__file__).parents[2] / "client" / "src" / "lib" / "messages.ts").read_text(encoding="utf-8")
TOLD = [
    m.Settings, m.Make, m.Join, m.Redeem, m.Seated, m.Offer, m.SeatView, m.UndoView, m.KnockView, m.Fair, m.View,
    m.Line, m.Left, m.Refusal, m.Reel, m.Frame, m.Frames, m.Bring, m.Brought, m.OptionInfo, m.GameInfo, m.Fit, m.Part,
    m.Fitted, m.BotInfo, m.HouseInfo, m.OpenTable, m.Missing,
    *m.FROM_SERVER,
]  # fmt: skip


def parts_of(struct: type) -> set[str]:
    tag = struct.__struct_config__.tag_field
    return {field.encode_name for field in fields(struct)} | ({tag} if tag else set())


@pytest.mark.parametrize("struct", TOLD, ids=lambda struct: struct.__name__)
def test_every_message_has_the_same_parts_on_both_sides(struct: type) -> None:
    found = re.search(rf"export interface {struct.__name__} {{(.*?)\n}}", MIRROR, re.S)
    assert found, f"messages.ts has no {struct.__name__}"
    assert set(re.findall(r"^  (\w+)\??:", found[1], re.M)) == parts_of(struct)


@pytest.mark.parametrize("command", get_args(m.AnyCommand), ids=lambda command: command.__struct_config__.tag)
def test_every_command_has_the_same_parts_on_both_sides(command: type) -> None:
    found = re.search(rf'\| {{ do: "{command.__struct_config__.tag}"(.*?)}}', MIRROR)
    assert found, "the client cannot send it"
    assert {"do", "id", *re.findall(r"; (\w+)\??:", found[1])} == parts_of(command)
