"""The page, as it was built: every file of it in memory, under a policy that allows nothing from elsewhere."""

import gzip
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

PLACES = (Path(__file__).parent / "built", Path(__file__).parents[3] / "web" / "dist")
"""Where the page lies: inside an installed package, or in a checkout."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""No exception: nothing inline, nothing from elsewhere."""
FOR_EVER = "public, max-age=31536000, immutable"
"""For files that are named by what is in them."""
SMALLEST = 1000
"""Bytes below which packing is not worth it."""
PACKED = {".html", ".js", ".css", ".svg", ".txt", ".json", ".webmanifest"}
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


class File(msgspec.Struct, frozen=True):
    """One file of the page, as it is sent."""

    body: bytes
    kind: str
    cache: str
    packed: bytes | None = None


def built() -> Path | None:
    """The folder of the page that was built; None where nobody has built it."""
    return next((place for place in PLACES if (place / "index.html").is_file()), None)


def files_in(folder: Path | None) -> dict[str, File]:
    """All files of the page, by the path of their address."""
    if folder is None:
        return {}
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    named = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: _file(name, path) for name, path in named.items() if not name.startswith(".")}


def _file(name: str, path: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    worth = len(body) > SMALLEST and path.suffix in PACKED
    packed = gzip.compress(body, mtime=0) if worth else None
    return File(body, kind, FOR_EVER if name.startswith("assets/") else "no-cache", packed)


def page(folder: Path | None) -> HTTPRouteHandler:
    """What answers every address that is not the interface's: a file, or the page itself for a path of its own."""
    files = files_in(folder)

    @get(["/", "/{path:path}"], sync_to_thread=False)
    def show(request: Request[Any, Any, Any]) -> Response[bytes]:
        """A file of the page."""
        path = str(request.path_params.get("path", "/")).lstrip("/")
        own = path.split("/")[0] != "api" and "." not in path.rpartition("/")[2]
        found = files.get(path) or (files.get("index.html") if own else None)
        if found is None:
            raise NotFoundException
        return _sent(found, "gzip" in request.headers.get("accept-encoding", ""))

    return show


def _sent(file: File, packs: bool) -> Response[bytes]:  # noqa: FBT001 - what the browser says of itself
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": file.cache, "Vary": "Accept-Encoding"}
    body = file.body
    if packs and file.packed is not None:
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.kind, headers=headers)
