"""The client's files, where they have been built; else a page that says how."""

import mimetypes
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent / "static"
UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Skulk</title>
<h1>Skulk</h1><p>The server runs, but its pages have not been built. In the folder of the source:</p>
<pre>cd client &amp;&amp; npm install &amp;&amp; npm run build</pre>
<p>Bots need no pages: see <a href="/api/schema/openapi.json">the API</a>.</p></html>
"""
LONGEST = 200  # letters of an address: what is longer, or holds what no address of ours does, is not looked for
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@get("/", include_in_schema=False)
async def home() -> Response[bytes]:
    return found("/")


@get("/{path:path}", include_in_schema=False)
async def page(path: FromPath[str]) -> Response[bytes]:
    return found(path)


def found(path: str) -> Response[bytes]:
    """A file of the client; any other address is one of its pages."""
    if len(path) > LONGEST or not (path.isascii() and path.isprintable()):
        raise NotFoundException("there is nothing here")
    wanted = (STATIC / path.lstrip("/")).resolve()
    if path != "/" and wanted.is_relative_to(STATIC.resolve()) and wanted.is_file():
        kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
        lasting = "/assets/" in path  # their names change with what is in them
        headers = {"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        return Response(wanted.read_bytes(), media_type=kind, headers=headers)
    if "." in path.rpartition("/")[2] or path.startswith("/api"):
        raise NotFoundException("there is nothing here")
    index = STATIC / "index.html"
    body = index.read_bytes() if index.is_file() else UNBUILT.encode()
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})
