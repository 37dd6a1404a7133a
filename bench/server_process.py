"""A server without limits on messages, for bench/server.py: python -m bench.server_process PORT DATA."""

import sys
from pathlib import Path

from skulk.server.limits import Limits
from skulk.server.serve import run
from skulk.server.settings import Server

if __name__ == "__main__":
    limits = Limits(
        messages=1e6,
        burst=1e6,
        tables=1e6,
        tables_burst=1e6,
        sockets_per_address=100_000,
        waiting_per_address=100_000,
        requests_per_address=100_000,
    )
    run(Server(port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=limits))
