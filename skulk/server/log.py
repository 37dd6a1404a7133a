"""The log: each line with its time, and of what strangers have sent only so much that it can be recognized."""

import json
import logging
import re
import sys
import time
import traceback
from contextvars import ContextVar
from typing import Any

from skulk.engine import SkulkError

CLIPPED = 200  # letters of a line that may hold what somebody sent
LINES = 40  # of a traceback
REQUEST: ContextVar[str] = ContextVar("request", default="")  # the number of the one that is being answered
UNSEEN = re.compile(r"[^\x20-\x7e\xa0-\U0010ffff]")


def clipped(text: object, most: int = CLIPPED) -> str:
    """One line that can be shown: nothing that moves the cursor, and not too much of it."""
    start = str(text)[: most + 1]
    return UNSEEN.sub("?", start[:most]) + ("…" if len(start) > most else "")


def named(error: BaseException) -> str:
    """An error as the log tells it: what a table refuses may name people and cards, so only its code is told."""
    if isinstance(error, SkulkError) and error.code != "other-version":
        return f"{type(error).__name__} ({error.code}{', ' + error.rule if error.rule else ''})"
    return f"{type(error).__name__}: {error}"


def request_of(record: logging.LogRecord) -> dict[str, Any]:
    """The number of the request that the record belongs to, and what was told with it."""
    number = REQUEST.get()
    return ({"request": number} if number else {}) | getattr(record, "told", {})


class Lines(logging.Formatter):
    """2026-11-16T15:21:30Z WARNING what happened; a traceback below, its beginning and its end."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # as another has written it, who tells more
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # logging's name
        more = "".join(f" {name}={value}" for name, value in request_of(record).items())
        record.message = clipped(record.message, 5 * CLIPPED) + more
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            lines = [*traceback.format_tb(error.__traceback__), named(error), *lines]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        lines = "\n".join(lines).splitlines()
        if len(lines) > LINES:
            lines = [*lines[: LINES // 2], "  …", *lines[-LINES // 2 :]]
        return "\n".join(clipped(line) for line in lines)


class Json(Lines):
    """One object a line: time, level, message, and where they are known request, table, error and the like."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": self.formatTime(record, self.datefmt),
            "level": record.levelname.lower(),
            "message": clipped(record.getMessage(), 5 * CLIPPED),
            **request_of(record),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def write_to_stderr(form: str = "text") -> None:
    """From now on whatever is logged in this process is written with its time."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # which tells of each connection that opens
