"""A server whose tables are laid as a test wants them:

    python -m tests.browser.house --port … --data … [--webhooks] [--patience 0]

    POST /api/lay  {"table": what POST /api/tables takes, "position": …, "script": …, "seed": …}

This process adds that address to the API; `skulk serve` has none.
"""

import argparse
from pathlib import Path
from typing import Any

from litestar import Request, Response, post
from litestar.params import JSONBody
from msgspec import Struct

from skulk.protocol import messages as m
from skulk.server.app import seated, tables_of
from skulk.server.limits import Limits
from skulk.server.serve import run
from skulk.server.settings import Server
from skulk.server.tables import Laid


class Lay(Struct, forbid_unknown_fields=True):
    """A table to be laid by hand."""

    table: m.Make
    position: dict[str, Any] | None = None
    script: list[Any] | None = None
    seed: str | None = None


@post("/lay", include_in_schema=False)
async def lay(request: Request, data: JSONBody[Lay]) -> Response[m.Seated]:
    gathering, you = await tables_of(request).make(data.table, Laid(data.position, data.script, data.seed))
    return seated(request, gathering.table, you)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--webhooks", action="store_true")
    parser.add_argument("--patience", type=float, default=Limits.patience)
    given = parser.parse_args()
    limits = Limits(patience=given.patience)
    run(Server(port=given.port, data=given.data, webhooks=given.webhooks, limits=limits), more=[lay])
