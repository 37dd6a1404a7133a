"""A server without limits on messages, for other benches: python -m bench.server_process PORT DATA [STORE]."""

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
    run(
        Server(
            port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=limits, store=sys.argv[3] if sys.argv[3:] else None
        )
    )
