"""Turn notices for games that last days: a webhook or an e-mail to who is to act and does not look. Off by default.

The operator says which hosts webhooks may go to, and through which server mail leaves; without that there are none. A
guest has one address of each kind, a mail address only once he has typed the code that was sent to it. A notice says
that it is his turn, in which game, and where; nothing of what lies on the table.
"""

import asyncio
import functools
import json
import logging
import secrets
import smtplib
import ssl
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from grimorio.engine.words import load
from grimorio.server.bounds import Doorman
from grimorio.server.keeper import Keeper, now
from grimorio.server.ledger import digest
from grimorio.server.live import Live
from grimorio.server.protocol import Language
from grimorio.server.refusals import FOLDER, refuse
from grimorio.server.schema import NOTICES
from grimorio.server.settings import Settings
from grimorio.server.storage import StorageError

LOGGER = logging.getLogger("grimorio.server")
AFTER = 60.0
"""Seconds for which somebody may come and look by himself."""
PATIENCE = 10
"""Seconds that a receiver has to answer."""
MOST, A_SECOND = 12, 1 / 600
"""Notices of one guest at once, and in every second after that."""
MOST_WAITING = 1000
"""Turns that are waited for at once."""

Kind = Literal["webhook", "mail"]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody wants to be told that it is his turn."""

    kind: Kind
    address: Annotated[str, msgspec.Meta(min_length=3, max_length=200, pattern=r"^[!-~]+$")]
    language: Language = "en"


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was sent to a mail address."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{8}$")]


class NoticeTold(msgspec.Struct, frozen=True):
    """An address of the guest's own; nothing goes to one that is not confirmed."""

    kind: str
    address: str
    confirmed: bool


class NoticesTold(msgspec.Struct, frozen=True):
    """What this server can send, and what the guest has asked for."""

    offered: tuple[str, ...]
    own: tuple[NoticeTold, ...]


def want(on: Connection, *, guest: str, wish: Wanted, code: str | None, at: int) -> None:
    """One address of each kind for a guest, in place of the one before."""
    on.execute(delete(NOTICES).where(NOTICES.c.guest == guest, NOTICES.c.kind == wish.kind))
    kept = digest(code) if code else None
    values = {"guest": guest, "kind": wish.kind, "address": wish.address, "language": wish.language}
    on.execute(insert(NOTICES).values(**values, code=kept, made=at))


def confirm(on: Connection, *, guest: str, code: str) -> bool:
    """Whether this was the code; one that is wrong ends the wish, so that nobody can try them all."""
    mine = NOTICES.c.guest == guest
    done = on.execute(update(NOTICES).where(mine, NOTICES.c.code == digest(code)).values(code=None)).rowcount
    if not done:
        on.execute(delete(NOTICES).where(mine, NOTICES.c.code.is_not(None)))
    return bool(done)


def drop(on: Connection, *, guest: str) -> None:
    """No notices any more."""
    on.execute(delete(NOTICES).where(NOTICES.c.guest == guest))


def wanted_by(on: Connection, *, guest: str) -> list[tuple[Kind, str, str, bool]]:
    """A guest's addresses: kind, address, language, and whether it is confirmed."""
    found = select(NOTICES.c.kind, NOTICES.c.address, NOTICES.c.language, NOTICES.c.code)
    return [
        (kind, a, language, code is None)
        for kind, a, language, code in on.execute(found.where(NOTICES.c.guest == guest))
    ]


class Notices:
    """Sends what was asked for, in two threads of its own, and never more than its bounds."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        """By the settings of the operator; nobody is told anything where there are none."""
        self.keeper, self.storage, self.settings, self.after = keeper, keeper.storage, settings, AFTER
        self._senders = ThreadPoolExecutor(2, "grimorio-notice")
        self._pace = Doorman(MOST, A_SECOND)
        self._waited_for: set[tuple[str, int]] = set()
        if self.offered:
            keeper.your_turn = self.turn

    @property
    def offered(self) -> tuple[Kind, ...]:
        """What this server can send."""
        found: list[Kind] = ["webhook"] if self.settings.webhooks else []
        return (*found, "mail") if self.settings.mail else tuple(found)

    def close(self) -> None:
        """Send nothing more."""
        self._senders.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------ what guests ask for

    async def told(self, guest: str) -> NoticesTold:
        """What a guest has asked for."""
        found = await self.storage.read(functools.partial(wanted_by, guest=guest))
        return NoticesTold(self.offered, tuple(NoticeTold(kind, address, done) for kind, address, _, done in found))

    async def want(self, guest: str, wish: Wanted) -> NoticesTold:
        """A new address; a mail address gets a code first."""
        if wish.kind not in self.offered or not self._fits(wish):
            refuse("wrong-agreement", wish.kind)
        code = f"{secrets.randbelow(10**8):08}" if wish.kind == "mail" else None
        if code and not self._pace.lets_in(f"code {guest}"):
            refuse("too-fast")
        await self.storage.write(functools.partial(want, guest=guest, wish=wish, code=code, at=now()))
        if code:
            texts = load(FOLDER / f"{wish.language}.toml")["notices"]
            self._send(functools.partial(self._mail, wish.address, str(texts["code"]), f"{texts['code']}: {code}"))
        return await self.told(guest)

    def _fits(self, wish: Wanted) -> bool:
        """Whether an address is one that the operator allows."""
        if wish.kind == "mail":
            name, at, host = wish.address.rpartition("@")
            return bool(name and at and "." in host and "," not in wish.address)
        try:
            parts = urlsplit(wish.address)
        except ValueError:
            return False
        return parts.scheme in {"http", "https"} and parts.netloc in self.settings.webhooks

    async def confirm(self, guest: str, code: str) -> NoticesTold:
        """The code that was sent to a mail address."""
        if not await self.storage.write(functools.partial(confirm, guest=guest, code=code)):
            refuse("link-used")
        return await self.told(guest)

    async def drop(self, guest: str) -> NoticesTold:
        """No notices any more."""
        await self.storage.write(functools.partial(drop, guest=guest))
        return await self.told(guest)

    # ------------------------------------------------------------ whose turn it is

    def turn(self, live: Live, seat: int) -> None:
        """Somebody is to act: in a while he is told, unless he has looked by then."""
        key = (live.id, seat)
        if key not in self._waited_for and len(self._waited_for) < MOST_WAITING and not live.header.pace.live:
            self._waited_for.add(key)
            self.keeper.spawn(self._later(live, seat))

    async def _later(self, live: Live, seat: int) -> None:
        try:
            await asyncio.sleep(self.after)
            found = self.keeper.lives.get(live.id, live)
            looks = any(listener.viewer == seat for listener in found.listeners)
            if seat in found.people_to_act() and not looks and seat in found.holders:
                await self._tell(found, found.holders[seat])
        except StorageError:
            LOGGER.warning("not told", extra={"table": live.id})
        finally:
            self._waited_for.discard((live.id, seat))

    async def _tell(self, live: Live, guest: str) -> None:
        """One notice to every address that a guest has confirmed."""
        where = f"{self.settings.public_url.rstrip('/')}/table/{live.id}"
        for kind, address, language, done in await self.storage.read(functools.partial(wanted_by, guest=guest)):
            if done and kind in self.offered and self._pace.lets_in(guest):
                turn = str(load(FOLDER / f"{language}.toml")["notices"]["turn"]).format(game=live.room.game.title)
                send = self._hook if kind == "webhook" else self._mail
                self._send(functools.partial(send, address, turn, where))

    def _send(self, work: Callable[[], None]) -> None:
        """In a thread; what fails is told in the log, without its address, and not tried again."""

        def tried() -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - whatever a receiver does, the tables go on
                LOGGER.warning("notice failed", extra={"error": type(error).__name__})

        self._senders.submit(tried)

    def _hook(self, address: str, text: str, where: str) -> None:
        """A webhook: one JSON object; a receiver that sends us elsewhere is not followed."""
        body = json.dumps({"kind": "turn", "text": text, "url": where}).encode()
        asked = urllib.request.Request(address, body, {"Content-Type": "application/json"})  # noqa: S310 - a host the operator named
        with urllib.request.build_opener(_Nowhere).open(asked, timeout=PATIENCE):
            pass

    def _mail(self, address: str, subject: str, text: str) -> None:
        """An e-mail through the operator's server."""
        parts = urlsplit(self.settings.mail)
        message = EmailMessage()
        message["From"], message["To"] = parse_qs(parts.query)["from"][0], address
        message["Subject"], message["Auto-Submitted"] = subject, "auto-generated"
        message.set_content(f"{subject}\n\n{text}\n")
        secure, context = parts.scheme == "smtps", ssl.create_default_context()
        if not (
            secure or parts.username
        ):  # better hidden from everybody but one than from nobody; no password goes there
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        kind = functools.partial(smtplib.SMTP_SSL, context=context) if secure else smtplib.SMTP
        with kind(parts.hostname or "", parts.port or 0, timeout=PATIENCE) as server:
            server.ehlo()  # only then it is known whether TLS is offered
            if not secure and server.has_extn("starttls"):
                server.starttls(context=context)
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)


class _Nowhere(urllib.request.HTTPRedirectHandler):
    """A receiver that says to go elsewhere, perhaps into the operator's own network, has refused."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Nowhere."""
