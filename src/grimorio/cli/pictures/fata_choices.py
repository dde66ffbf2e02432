"""What the player of F.A.T.A. whose turn it is can do now, with the keys to do it by."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, Company, Scene, filled, joined
from grimorio.cli.pictures.fata_cards import CHARM, ENCHANTED, Looks
from grimorio.cli.pictures.fata_seats import SEAT_KEYS
from grimorio.cli.pointing import Keys, narrowed, parameters
from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS
from grimorio.games.fata.actions import CHANGE, DONE, LAY, PLACE_NAMES, PLAY, REVEAL, ROW_NAMES, STEAL
from grimorio.games.fata.state import ENCHANTMENTS, ROW

Choice = tuple[str, Text]
"""A key, or none, and what it does."""
HAND_KEYS = "abcdefghijklmnopqrst"
PLAYING = {"begin", "steal", "lay"}
TAKING = {"treasure", "trimagic"}
SAID = {"9": "change", "8": "reveal", "0": "done"}
MIRRORED = {"6": "hand", "7": "character"}
ONTO = "45"


def keys_for(view: Mapping[str, Any], seats: int) -> Keys:
    """Digits for rows, treasures on the table and words, a to t for cards (or treasures to give), u to y for seats."""
    held = view["treasures"] if view["phase"] == "gift" else view["hand"]
    cards = {key: ("card", name) for key, name in zip(HAND_KEYS, held or [], strict=False)}
    people = {SEAT_KEYS[seat]: ("seat", LETTERS[seat]) for seat in range(seats)}
    words = {key: ("word", word) for key, word in {**MIRRORED, **SAID}.items()}
    if view["phase"] in TAKING:
        places = {str(place + 1): ("place", name) for place, name in enumerate(PLACE_NAMES)}
        return {**places, **people, **words}
    rows = {str(row + 1): ("row", name) for row, name in enumerate(ROW_NAMES)}
    onto = {key: ("to", name) for key, name in zip(ONTO, ROW_NAMES, strict=True)}
    return {**rows, **onto, **cards, **people, **words}


def shortest(game: Game, legal: Sequence[int], number: int, keys: Keys) -> str:
    """As few keys as tell an action from every other legal one."""
    by_pick = {pick: key for key, pick in reversed(keys.items())}
    spoken = [pick for pick in parameters(game, number).items() if pick in by_pick]
    for size in range(1, len(spoken) + 1):
        for picks in combinations(spoken, size):
            if narrowed(game, legal, dict(picks)) == [number]:
                return "".join(by_pick[pick] for pick in picks)
    return ""


class Choices:
    """Tells what can be done."""

    def __init__(self, company: Company, looks: Looks) -> None:
        """Tell it to this company."""
        self.company, self.words, self.looks = company, company.words, looks

    def lines(self, scene: Scene, room: int) -> list[Choice]:
        """What is asked, each way to go on that has a key of its own, and what enchantments do."""
        if not scene.legal:
            return []
        phase = scene.view["phase"]
        made = [("", Text(self._asked(scene), "bold yellow"))]
        if phase in PLAYING:
            made += [*self._steals(scene), *self._laying(scene)]
        elif phase in {"order", "trimagic"}:
            made += self._trimagics(scene, room)
        elif phase == "gift":
            made += self._gifts(scene)
        return [*made, *packed(self._sayings(scene), room), *self._enchantments(scene)]

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

    def _asked(self, scene: Scene) -> str:
        view, phase = scene.view, scene.view["phase"]
        if phase in {"steal", "lay"} and scene.legal[0] >= CHANGE:
            return self._say("ask_none")
        name = self.company.names[LETTERS.index(view["target"])] if view["target"] else ""
        most = self.looks.box.a_turn + (view["charm"][view["turn"]][0] == "dragonfly") - view["laid"]
        values = {"left": view["left"], "limit": self.looks.box.limit, "most": most}
        return self._say(f"ask_{phase}", seat=name, **values)

    # ------------------------------------------------------------ playing

    def _steals(self, scene: Scene) -> list[Choice]:
        """Every vision that can be stolen: which, from whom, and where it goes."""
        keys = keys_for(scene.view, len(self.company.names))
        found = [number for number in scene.legal if STEAL <= number < PLAY]
        pressed = [shortest(self.words.game, scene.legal, number, keys) for number in found]
        return [(key, self._steal(scene, number)) for key, number in zip(pressed, found, strict=True)]

    def _steal(self, scene: Scene, number: int) -> Text:
        spoken = parameters(self.words.game, number)
        start = ROW_NAMES.index(spoken["row"]) * ROW
        laid = [name for name in scene.view["rows"][spoken["seat"]][start : start + ROW] if name]
        values = {
            "card": self.looks.lying(laid[-1], len(laid) - 1),
            "seat": Text(self.company.names[LETTERS.index(spoken["seat"])], "bold"),
            "row": self.words.name(spoken["to"]),
        }
        return filled(self.words.text("picture", "steal"), values)

    def _laying(self, scene: Scene) -> list[Choice]:
        """How visions are played."""
        rows = {parameters(self.words.game, number)["row"] for number in scene.legal if LAY <= number < STEAL}
        if not rows:
            return []
        if len(rows) == 1:
            return [("", Text(self._say("lay_one", row=self.words.name(min(rows)))))]
        marks = [Text(f" {ROW_NAMES.index(row) + 1} ", KEY) for row in sorted(rows)]
        return [("", Text.assemble(f"{self._say('lay_two')} ", joined(marks)))]

    def _enchantments(self, scene: Scene) -> list[Choice]:
        """The enchantments of the hand that can be played, or have to be given or discarded, and what they do."""
        made, held = [], scene.view["hand"]
        for key, name in zip(HAND_KEYS, held, strict=False):
            again = name in held[: HAND_KEYS.index(key)]
            if name in ENCHANTMENTS and not again and narrowed(self.words.game, scene.legal, {"card": name}):
                sign = Text(f"{CHARM} ", ENCHANTED)
                made.append((key, sign.append(self.words.text("effects", name), "default")))
        return made

    def _gifts(self, scene: Scene) -> list[Choice]:
        """The face-down treasures of which one is given away."""
        held = list(zip(HAND_KEYS, scene.view["treasures"], strict=False))
        first = [(key, name) for key, name in held if name not in scene.view["treasures"][: HAND_KEYS.index(key)]]
        return [(key, self.looks.title(name)) for key, name in first]

    # ------------------------------------------------------------ trimagics

    def _trimagics(self, scene: Scene, room: int) -> list[Choice]:
        """Each row of three, or the one that is being cast, in words."""
        view = scene.view
        if view["phase"] == "trimagic":
            return [("", self._spell(view, 0 if view["row"] == "first" else 1)), *packed(self._targets(scene), room)]
        return [(str(row + 1), self._spell(view, row)) for row in range(len(ROW_NAMES))]

    def _spell(self, view: Mapping[str, Any], row: int) -> Text:
        """A trimagic in a sentence: what, to whom, how much."""
        first, second, third = view["rows"][view["turn"]][row * ROW : row * ROW + ROW]
        kind, subject = first.split(" ")[0], second.split(" ")[2]
        power = 2 if view["charm"][view["turn"]][0] == "echo" else third.split(" ")[3]
        return Text(self._say(f"does_{kind}", subject=self._say(f"whom_{subject}"), power=power), "bold")

    def _targets(self, scene: Scene) -> list[Choice]:
        """Whom a card of the trimagic may concern."""
        found = {parameters(self.words.game, number).get("seat", "") for number in scene.legal} - {""}
        seats = sorted(map(LETTERS.index, found))
        return [(SEAT_KEYS[seat], Text(self.company.names[seat])) for seat in seats]

    def _sayings(self, scene: Scene) -> list[Choice]:
        """What is only said: another hand, the character turned up, no more."""
        phase = scene.view["phase"]
        done = "done" if phase in PLAYING else f"done_{phase}"
        told = {CHANGE: ("9", "change"), REVEAL: ("8", "reveal"), DONE: ("0", done)}
        said = [told[number] for number in told if number in scene.legal]
        return [(key, Text(self._say(name))) for key, name in [*said, ("?", "help")]]


def keyed(choice: Choice) -> Text:
    """A choice in one line, with its key."""
    key, text = choice
    return Text.assemble((f" {key} ", KEY), " ", text) if key else text


def packed(choices: Sequence[Choice], room: int) -> list[Choice]:
    """Short choices side by side, as many in a line as there is room for."""
    lines: list[Text] = []
    for choice in choices:
        text = keyed(choice)
        if lines and lines[-1].cell_len + 2 + text.cell_len <= room:
            lines[-1].append("  ").append_text(text)
        else:
            lines.append(text)
    return [("", line) for line in lines]
