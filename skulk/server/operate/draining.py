"""Stopping without anybody noticing: first no longer ready, so that a proxy sends nobody here, then closed."""

import signal
import threading
from typing import Any

import uvicorn

from ..tables import Tables


class Draining(uvicorn.Server):
    """uvicorn's server, which says that it stops before it does; told twice, it stops at once."""

    def __init__(self, config: Any, tables: Tables, seconds: float):
        super().__init__(config)
        self.tables, self.seconds = tables, seconds

    def handle_exit(self, sig: int, frame: Any) -> None:
        is_first = self.tables.state != "stopping"
        self.tables.state = "stopping"
        if is_first and self.seconds and sig == signal.SIGTERM:
            timer = threading.Timer(self.seconds, super().handle_exit, (sig, frame))
            timer.daemon = True
            timer.start()
        else:
            super().handle_exit(sig, frame)
