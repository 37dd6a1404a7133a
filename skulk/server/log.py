"""The log: each line with its time, and of what strangers have sent only so much that it can be recognized."""

import logging
import re
import sys
import time

CLIPPED = 200  # letters of a line that may hold what somebody sent
LINES = 40  # of a traceback
UNSEEN = re.compile(r"[^\x20-\x7e\xa0-\U0010ffff]")


def clipped(text: object, most: int = CLIPPED) -> str:
    """One line that can be shown: nothing that moves the cursor, and not too much of it."""
    start = str(text)[: most + 1]
    return UNSEEN.sub("?", start[:most]) + ("…" if len(start) > most else "")


class Lines(logging.Formatter):
    """2026-11-16T15:21:30Z WARNING what happened; a traceback below, its beginning and its end."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def formatMessage(self, record: logging.LogRecord) -> str:  # logging's name
        record.message = clipped(record.message, 5 * CLIPPED)
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:
        lines = super().formatException(ei).splitlines()  # type: ignore[arg-type]
        if len(lines) > LINES:
            lines = [*lines[: LINES // 2], "  …", *lines[-LINES // 2 :]]
        return "\n".join(clipped(line) for line in lines)


def write_to_stderr() -> None:
    """From now on whatever is logged in this process is written with its time."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # which tells of each connection that opens
