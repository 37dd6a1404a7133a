"""Messages as lines: one JSON object a line, as bots in processes of their own are spoken to."""

from typing import Any

from msgspec import DecodeError
from msgspec.json import Encoder

from skulk.engine import SkulkError

from . import messages as m

SAFE = (1 << 53) - 1  # every language reads whole numbers up to here
LONGEST = 1 << 20  # characters of an answer
WANTED = 'wanted is {"do": "move", "id": "1", "move": 3}, or the words of a move in place of 3'

_encode = Encoder(enc_hook=int).encode  # a game may tell NumPy's numbers


def line(message: m.Welcome | m.Told | m.Done | m.Move) -> bytes:
    return _encode(message) + b"\n"


def answer(text: bytes, number: int) -> m.Move:
    """The move that a line names, in answer to message `number`; SkulkError says why it names none."""
    try:
        command = m.decode_command(text)
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise SkulkError(f"{shown(text)} is no move ({shown(error)}): {WANTED}") from None
    if not isinstance(command, m.Move):
        raise SkulkError(f"{shown(text)} is no move, and nothing else can be done here: {WANTED}")
    if command.on not in (None, number):
        raise SkulkError(f"stale: it answers message {command.on}, but message {number} asks")
    if isinstance(command.move, str):
        command.move = _plain(command.move)
    return command


def shown(text: Any) -> str:
    """The beginning of something strange, in one line that a terminal can bear."""
    whole = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    plain = _plain(whole[:400])
    return plain if len(plain) <= 160 else plain[:160] + "…"


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
