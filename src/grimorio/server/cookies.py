"""Who somebody is: a cookie with his number, signed, which no script of a page can read."""

import hashlib
import hmac
from base64 import urlsafe_b64encode

COOKIE = "grimorio"
FOR = 365 * 24 * 3600
"""Seconds for which a browser keeps it."""


def _mark(key: bytes, guest: str) -> str:
    made = hmac.new(key, b"guest\0" + guest.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def signed(key: bytes, guest: str) -> str:
    """The cookie of a guest."""
    return f"{guest}.{_mark(key, guest)}"


def guest_of(key: bytes, cookie: str | None) -> str | None:
    """The guest whose cookie this is; None where nobody signed it."""
    guest, _, mark = (cookie or "").partition(".")
    genuine = hmac.compare_digest(mark.encode(), _mark(key, guest).encode())
    return guest if guest and genuine else None
