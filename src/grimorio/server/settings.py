"""How a server is run: by flags, by the environment, by a TOML file, in this order; for the rest by defaults."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from grimorio.games import GAMES
from grimorio.server.databases import POSTGRES

PACE, REST, REQUESTS, LEASE = 0.8, 30.0, 60.0, 4.0
MOST_PORTS = 65_535
PREFIX = "GRIMORIO_"
"""What the names of the environment begin with."""


class SettingError(ValueError):
    """A setting that cannot be: the name of the sentence that says so, and its values."""

    def __init__(self, *, says: str, **values: str) -> None:
        """For whoever has the words."""
        super().__init__(says, values)
        self.says, self.values = says, values


@dataclass(frozen=True)
class Settings:
    """How a server is run; `public_url` is the address that people type, where it is not the one it listens on.

    The rules of the games in `ready` are loaded before anybody is let in, those of others once they are wanted.
    """

    database: Path | str
    public_url: str = ""
    pace: float = PACE
    rest: float = REST
    requests: float = REQUESTS
    ready: tuple[str, ...] = ()
    redis: str = ""
    lease: float = LEASE
    metrics: str = ""
    webhooks: tuple[str, ...] = ()
    mail: str = ""
    host: str = "127.0.0.1"
    port: int = 8000


def _number(least: float, most: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        number = float(str(value).replace(",", "."))
        if not least <= number <= most:
            msg = f"not from {least:g} to {most:g}"
            raise ValueError(msg)
        return number

    return read


def _port(value: Any) -> int:
    number = int(str(value))
    if not 0 <= number <= MOST_PORTS:
        msg = f"not from 0 to {MOST_PORTS}"
        raise ValueError(msg)
    return number


def _address(*schemes: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = str(value)
        parts = urlsplit(text)
        if text and (parts.scheme not in schemes or not parts.netloc):
            msg = f"not an address that begins with {' or '.join(f'{scheme}://' for scheme in schemes)}"
            raise ValueError(msg)
        return text

    return read


def _database(value: Any) -> Path | str:
    """A file, also as SQLAlchemy writes it (`sqlite:///tables.db`), or the address of a PostgreSQL database."""
    text = str(value)
    scheme, marked, rest = text.partition("://")
    if text.startswith(POSTGRES):
        return text
    if not marked:
        return Path(text)
    if scheme == "sqlite" and rest[1:] and rest.startswith("/"):
        return Path(rest[1:])
    msg = "neither a file nor an address that begins with postgresql:// or sqlite:///"
    raise ValueError(msg)


def _games(value: Any) -> tuple[str, ...]:
    names = [str(each) for each in value] if isinstance(value, list | tuple) else str(value).replace(",", " ").split()
    names = list(GAMES) if names == ["all"] else names
    if unknown := [name for name in names if name not in GAMES]:
        msg = f"{unknown[0][:40]!r} is no game; there are {', '.join(GAMES)}"
        raise ValueError(msg)
    return tuple(names)


def _hosts(value: Any) -> tuple[str, ...]:
    return (
        tuple(str(each) for each in value) if isinstance(value, list) else tuple(str(value).replace(",", " ").split())
    )


def _mail(value: Any) -> str:
    text = _address("smtp", "smtps")(value)
    if text and "@" not in "".join(parse_qs(urlsplit(text).query).get("from", ())):
        msg = "no sender: smtp://mail.example:587/?from=games@example.org"
        raise ValueError(msg)
    return text


SETTINGS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "host": (str, "the address to listen on"),
    "port": (_port, "the port to listen on; 0 takes any that is free"),
    "database": (_database, "a file, or the URL of a PostgreSQL database"),
    "public_url": (_address("http", "https"), "the address that people type, where a proxy stands before the server"),
    "pace": (_number(0, 60), "seconds that a bot is seen to think"),
    "rest": (_number(0, 86_400), "seconds after which a table that nobody looks at goes to sleep"),
    "requests": (_number(1, 1e9), "requests that change something which one address may make at once"),
    "ready": (_games, "games whose rules are loaded before anybody is let in, or `all`"),
    "redis": (_address("redis", "rediss", "unix"), "a Redis server as doorbell in place of PostgreSQL's"),
    "lease": (_number(0.4, 600), "seconds without a sign of life after which a process's tables are taken over"),
    "metrics": (str, "a word that whoever reads `/metrics` must know; without one nobody can"),
    "webhooks": (_hosts, "hosts to which turn notices of guests may be sent; without one there are no webhooks"),
    "mail": (_mail, "the mail server for turn notices, with their sender; without one no mail is sent"),
}
"""Every setting: how it is read, and what it means."""


def environment_name(setting: str) -> str:
    """The name of a setting in the environment."""
    return PREFIX + setting.upper()


def settings_from(flags: Mapping[str, Any], environment: Mapping[str, str], default_database: Path) -> Settings:
    """All settings; the file is named by `config` among the flags, or in the environment."""
    config = flags.get("config") or environment.get(environment_name("config"))
    told = _file(Path(config)) if config else {}
    told |= {name: environment[key] for name in SETTINGS if (key := environment_name(name)) in environment}
    told |= {name: value for name, value in flags.items() if name in SETTINGS and value is not None}
    made = {name: _read(name, value) for name, value in told.items()}
    return Settings(**{"database": default_database, **made})


def _file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingError(says="config_unreadable", path=str(path), reason=str(error).splitlines()[0]) from error
    if unknown := [name for name in found if name not in SETTINGS]:
        raise SettingError(says="unknown_setting", path=str(path), text=unknown[0][:40], settings=", ".join(SETTINGS))
    return found


def _read(name: str, value: Any) -> Any:
    try:
        return SETTINGS[name][0](value)
    except (ValueError, TypeError) as error:
        raise SettingError(says="wrong_setting", name=f"--{name.replace('_', '-')}", text=str(value)[:40]) from error
