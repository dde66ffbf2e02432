"""`grimorio sit`: a program takes a seat at a table of a server."""

import asyncio

from grimorio.arena.outside import OutsideError, Program
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.server.client import WebSocketException
from grimorio.server.outside import NoSeatError, take_seat
from grimorio.server.outside import sit as stay_seated


def sit(desk: Desk, link: str, command: str, name: str) -> int:
    """Play until the game is over, and say who won."""
    try:
        with Program(command) as program:
            outcome = asyncio.run(stay_seated(take_seat(link, name), program))
    except NoSeatError as error:
        raise WrongUsageError(says="sit_no_seat", reason=str(error)[:300].rstrip(". ")) from error
    except (OSError, WebSocketException) as error:
        raise WrongUsageError(says="sit_no_server", reason=str(error)[:300]) from error
    except OutsideError as error:
        raise WrongUsageError(says=f"outside_{error.code}", **error.values) from error
    desk.say("sat_out", winners=", ".join(outcome["winners"]))
    return GOOD
