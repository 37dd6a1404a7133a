"""Several processes on one machine, which share its port and the store: servers like any others."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from skulk.engine import SkulkError

AGAIN = 1.0  # seconds before one that has died is started again


def keep_running(count: int, serve: Callable[[int], None]) -> None:
    """Until told to stop. One that dies is started again; one that cannot even start ends all."""
    ending: list[int] = []
    children: dict[int, tuple[int, float]] = {}  # process → which one, since when

    def end(sig: int, frame: FrameType | None) -> None:
        ending.append(sig)
        for process in list(children):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, end)
    for number in range(count):
        children[_fork(number, serve)] = number, time.monotonic()
    failed = False
    while children:
        try:
            process, status = os.wait()
        except InterruptedError:
            continue
        number, since = children.pop(process, (-1, 0.0))
        if number < 0 or ending:
            continue
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) and time.monotonic() - since < 10 * AGAIN:
            failed = True
            end(signal.SIGTERM, None)
            continue
        time.sleep(AGAIN)
        if not ending:
            children[_fork(number, serve)] = number, time.monotonic()
    if failed:
        raise SkulkError("a process could not start: what it said stands above")


def _fork(number: int, serve: Callable[[int], None]) -> int:
    process = os.fork()
    if process:
        return process
    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, signal.SIG_DFL)
    code = 1
    try:
        serve(number)
        code = 0
    except SkulkError as error:
        print(f"skulk: {error}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        code = 0
    finally:
        os._exit(code)
