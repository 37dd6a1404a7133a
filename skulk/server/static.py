"""The client's files, where they have been built; else a page that says how."""

import mimetypes
import re
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent / "static"
UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Skulk</title>
<h1>Skulk</h1><p>The server runs, but its pages have not been built. In the folder of the source:</p>
<pre>cd client &amp;&amp; npm install &amp;&amp; npm run build</pre>
<p>Bots need no pages: see <a href="/api/schema/openapi.json">the API</a>.</p></html>
"""
LONGEST = 200  # letters of an address: what is longer, or holds what no address of ours does, is not looked for
TABLE = re.compile(r"/?table/([A-Za-z0-9_-]{1,32})/?")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


@get("/", include_in_schema=False)
async def home(request: Request[Any, Any, Any]) -> Response[bytes]:
    return found("/", preview(request, "/"))


@get("/{path:path}", include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    return found(path, preview(request, path))


def preview(request: Request[Any, Any, Any], path: str) -> str:
    """What a link shows where it is shared: meta tags of the Open Graph. Only what any passer-by may know."""
    server = request.app.state.server
    base = (server.url or f"{request.scope['scheme']}://{request.headers.get('host', '')}").rstrip("/")
    title, says = "Skulk: five fox games, one table", "Share a link and play. No account, no shop, no waiting."
    shared = TABLE.fullmatch(path)
    if shared and (invitation := request.app.state.tables.invitation(shared[1])):
        title, says = invitation
    told = {
        "og:type": "website",
        "og:site_name": "Skulk",
        "og:title": title,
        "og:description": says,
        "og:image": f"{base}/preview.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:url": base + (f"/table/{shared[1]}" if shared else "/"),
    }
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    return "\n    ".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])


def found(path: str, head: str = "") -> Response[bytes]:
    """A file of the client; any other address is one of its pages, with `head` in its head."""
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
    if head:
        body = body.replace(b"</head>", f"  {head}\n  </head>".encode(), 1)
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})
