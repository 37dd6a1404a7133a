"""Calling somebody who is asked and not connected: a signed POST to an address the seat has given."""

import hashlib
import hmac
import http.client
import ipaddress
import logging
import socket
import ssl
from urllib.parse import urlsplit

from .messages import encode
from .seats import Refused

log = logging.getLogger("skulk.server")
PATIENCE = 5.0  # seconds


def check_address(url: str, is_public: bool) -> None:
    """Refused unless it is an address that this server may call."""
    parts = urlsplit(url)
    allowed = ("https",) if is_public else ("http", "https")
    if parts.scheme not in allowed or not parts.hostname or parts.username or len(url) > 500:
        raise Refused("bad-webhook", f"a webhook is an address that begins with {' or '.join(allowed)}")


def sign(body: bytes, key: str) -> str:
    return "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


def call(url: str, key: str, news: dict, is_public: bool) -> bool:
    """Deliver once; whether that worked. Runs in a thread."""
    body = encode(news)
    headers = {"content-type": "application/json", "skulk-signature": sign(body, key), "user-agent": "skulk"}
    parts = urlsplit(url)
    assert parts.hostname
    try:
        connection = _connection(parts.scheme, parts.hostname, parts.port, is_public)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status  # a redirect is not followed
        connection.close()
        return 200 <= status < 300
    except (OSError, http.client.HTTPException, ValueError) as error:
        log.info("a webhook failed: %s", type(error).__name__)
        return False


def _connection(scheme: str, host: str, port: int | None, is_public: bool) -> http.client.HTTPConnection:
    """Connected to an address that was looked at first, so that no name can point into the server's own network."""
    port = port or (443 if scheme == "https" else 80)
    address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4]
    if is_public and not ipaddress.ip_address(address[0]).is_global:
        raise OSError("not a public address")
    plug = socket.create_connection((str(address[0]), port), PATIENCE)
    if scheme == "https":
        plug = ssl.create_default_context().wrap_socket(plug, server_hostname=host)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    connection.sock = plug
    return connection
