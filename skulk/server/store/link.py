"""One connection to PostgreSQL, opened again when it is broken; what an error of it means."""

import asyncio
from typing import Any

import asyncpg

PATIENCE = 5.0  # seconds for an answer: a cut line says nothing by itself
SETTINGS = {
    "application_name": "skulk",
    "plan_cache_mode": "force_generic_plan",  # else every group is planned anew
    "jit": "off",
    "idle_in_transaction_session_timeout": "5s",  # whoever is frozen in the middle keeps no locks
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
DURABLE = """select set_config('synchronous_commit',
    case when current_setting('synchronous_commit') = 'remote_apply' then 'remote_apply' else 'on' end, false)"""
# Only what the server itself said about a statement is sure: nothing was kept of it. All else leaves that open; asyncpg
# raises even InternalClientError when the line breaks at a bad moment.
SURE = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
    asyncpg.DiskFullError,
    asyncpg.OutOfMemoryError,
)


class Broken(Exception):
    """No answer: kept or not, nobody knows."""


class Link:
    """Statements go through it one after the other, each by itself: nothing stays open between two of them."""

    def __init__(self, url: str):
        self.url, self.one, self.warned = url, asyncio.Lock(), ""
        self.raw: Any = None

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        async with self.one:  # asyncpg raises when two ask at once
            try:
                async with asyncio.timeout(PATIENCE):
                    raw = self.raw or await self.open()
                    rows: list[Any] = await raw.fetch(sql, *values)
                if self.warned:  # committed here, and perhaps nowhere else: a wait for the replica was broken off
                    raise Broken(self.warned)
                return rows
            except SURE:
                raise
            except Exception as error:
                self.drop()
                raise error if isinstance(error, Broken) else Broken(told(error)) from error

    async def open(self) -> Any:
        raw = await asyncpg.connect(self.url, server_settings=SETTINGS, timeout=PATIENCE)
        raw.add_log_listener(self._note)
        await raw.execute(DURABLE)
        self.raw, self.warned = raw, ""
        return raw

    def _note(self, raw: Any, message: Any) -> None:
        if "synchronous replication" in str(message):
            self.warned = str(message)

    def drop(self) -> None:
        raw, self.raw = self.raw, None
        if raw is not None:
            raw.terminate()


def told(error: BaseException) -> str:
    """An error in one line; a timeout has no words of its own."""
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE:.0f} s"
    return " ".join(str(error).split()) or type(error).__name__
