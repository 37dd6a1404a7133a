"""Seats: who sits there, and the signed links that prove it."""

import hmac
import os
import secrets
import string
from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer
from msgspec import Struct

from skulk import bots
from skulk.engine import BadOption, SkulkError

from .store import Journal

HOLDS = 3  # a seat may hold windows so often in a game (T8)
PLAIN = string.ascii_letters + string.digits
AGE = 400 * 24 * 3600  # seconds a browser keeps a seat's cookie: the most that browsers allow
SECRET = 64  # letters in the server's secret


class Refused(SkulkError):
    """A refusal of the table itself; `code` says why, for programs."""

    def __init__(self, code: str, text: str, rule: str = ""):
        super().__init__(text, rule)
        self.code = code


class Seat(Struct):
    """One seat of a table. `generation` counts who has had it: links of those before are void."""

    kind: str = "open"  # human, bot or open
    name: str = ""
    bot: str | None = None
    free: bool = False  # a bot keeps it warm: anybody may take it
    resigned: str | None = None  # who has given the game up there: a bot plays on for good
    away: bool = False  # a bot sits in until the person returns
    lent: bool = False  # a bot takes this one decision
    expiries: int = 0  # in a row
    generation: int = 0
    person: str | None = None  # who sits there, as far as the server can tell: equal names, one person
    asks: int = 0  # how often it wanted to take a move back that was not free
    share: str | None = None
    holds: int = HOLDS
    standing: str | None = None
    until_turn: bool = False  # the standing answer ends when the seat is asked alone
    webhook: dict[str, str] | None = None
    coached: bool = False  # wants a coach, or agrees to one
    gone: bool = False  # after the end: the name stays with what was played

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away or self.lent

    def sit(self, name: str, share: str | None, person: str | None = None) -> None:
        self.kind, self.name, self.bot, self.free, self.person = "human", name, None, False, person
        self.away = self.lent = self.coached = False
        self.expiries, self.standing, self.until_turn = 0, None, False
        self.generation += 1
        self.share = share or self.share

    def give_to(self, bot: str, free: bool) -> None:
        self.kind, self.name, self.bot, self.free, self.person = "bot", f"Bot {bot}", bot, free, None
        self.away = self.lent = False
        self.standing = self.webhook = None
        self.until_turn = False
        self.generation += 1

    def go(self) -> None:
        self.gone, self.webhook = True, None
        self.generation += 1

    def vacate(self) -> None:
        self.kind, self.name, self.bot, self.free, self.share = "open", "", None, False, None
        self.person = self.webhook = None
        self.generation += 1


def check_bot(asked: str) -> None:
    """Levels, random, thumb, or a search of at most five seconds: what strangers may ask this machine to do."""
    known = asked in bots.LEVELS or asked in ("random", "thumb")
    spec = None if known or not asked.startswith("search:") else bots.parse(asked)
    modest = spec and spec.budget and not spec.settings
    if not known and not (modest and spec.budget.seconds <= 5 and spec.budget.simulations <= 100_000):  # type: ignore
        raise BadOption(f"there is no bot {asked!r} here; there are {', '.join([*bots.LEVELS, 'random', 'thumb'])}")


class Keys:
    """Signs and reads tokens. Whoever holds a seat's token has the seat, as long as the table knows its generation."""

    def __init__(self, secret: str):
        self.signer = URLSafeTimedSerializer(secret, salt="skulk seat")
        self._secret = secret.encode()

    def person(self, browser: str) -> str:
        """Whoever uses this browser, under a name from which nobody learns its own."""
        return hmac.digest(self._secret, b"skulk person " + browser.encode(), "sha256").hex()[:20]

    def pass_for(self, what: str) -> str:
        """What opens a door of the server's own to whoever may read its secret, and to nobody else."""
        return hmac.digest(self._secret, b"skulk pass " + what.encode(), "sha256").hex()

    def token(self, table: str, seat: int, generation: int) -> str:
        return self.signer.dumps([table, seat, generation])

    def read(self, token: str, table: str) -> tuple[int, int]:
        """Seat and generation; Refused for whatever is not a token of this table."""
        try:
            where, seat, generation = self.signer.loads(token)  # however old: a table may last for years
        except (BadSignature, ValueError, TypeError):
            raise Refused("bad-link", "this is no link to a seat") from None
        if where != table:
            raise Refused("other-table", "this link belongs to another table")
        return seat, generation


def table_id() -> str:
    """A name nobody guesses, of letters and digits alone, so that no command line takes it for an option."""
    return "".join(secrets.choice(PLAIN) for _ in range(12))


def read_secret(path: Path) -> str:
    """The server's own secret, made on the first start and readable by nobody else; SkulkError if it is damaged."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, secrets.token_hex(SECRET // 2).encode())
    secret = path.read_bytes().strip()
    if not is_secret(secret):
        raise SkulkError(
            f"{path} is damaged: it must hold at least {SECRET} letters. With a broken secret anybody could sign for "
            "any seat. Put it back from a copy; or delete it: a new one is made, and all links to seats are void"
        )
    return secret.decode("ascii")


def is_secret(given: bytes) -> bool:
    return len(given) >= SECRET and all(33 <= letter < 127 for letter in given)


def shared_secret(path: Path, journal: Journal) -> str:
    """The secret of all servers on one store: given in the environment, or kept in the store, whither the first server
    brings that of its folder. Where the store has room for one server alone, the folder's."""
    given = os.environ.get("SKULK_SECRET", "").strip()
    if given and not is_secret(given.encode()):
        raise SkulkError(f"SKULK_SECRET must hold at least {SECRET} letters: anybody could sign for any seat")
    own = given or (read_secret(path) if path.exists() else None)
    return journal.secret(own, is_kept=not given) or given or read_secret(path)


def write_whole(path: Path, data: bytes) -> None:
    """Have a file whole or not at all, whatever happens meanwhile: full disk, power cut, kill."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
