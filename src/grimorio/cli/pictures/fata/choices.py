"""What the player of F.A.T.A. whose turn it is can do now, with the keys to do it by."""

from collections.abc import Sequence
from itertools import combinations

from rich.text import Text

from grimorio.cli.draw import KEY, Company, Picture, Scene, filled, joined, told
from grimorio.cli.pictures.fata.cards import CHARM, ENCHANTED, Looks
from grimorio.cli.pictures.fata.seats import SEAT_KEYS, row_key
from grimorio.cli.pointing import Keys
from grimorio.engine.layout import LETTERS
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way
from grimorio.games.fata.insight import Theft, asked
from grimorio.games.fata.state import DISPLAY, ENCHANTMENTS, ROWS

Choice = tuple[str, Text]
"""A key, or none, and what it does."""
HAND_KEYS = "abcdefghijklmnopqrst"
PLAYING = {"begin", "steal", "lay"}
TAKING = {"treasure", "trimagic"}
SAID = {"9": "change", "8": "reveal", "0": "done"}
MIRRORED = {"6": "hand", "7": "character"}
COUNTED = {"lay", "discard"}
"""What is asked for several times, so that it is told how often."""


def keys_for(scene: Scene) -> Keys:
    """Digits for own rows, treasures on the table and words, a to t for cards (or treasures to give), u to y for seats.

    The row of another is his key and its number: `v1`.
    """
    view, seats = scene.view, LETTERS[: len(scene.insight.seats)]
    people = {SEAT_KEYS[seat]: Ref("seat", letter) for seat, letter in enumerate(seats)}
    words = {key: Ref("word", word) for key, word in {**MIRRORED, **SAID}.items()}
    if view["phase"] in TAKING:
        places = {str(place + 1): Ref("place", at=f"display[{place}]") for place in range(DISPLAY)}
        return {**places, **people, **words}
    rows = {
        row_key(scene.viewer, letter, row): Ref("place", at=f"rows[{letter},{row}]")
        for letter in sorted(seats, key=lambda letter: letter != view["viewer"])
        for row in range(ROWS)
    }
    return {**rows, **{key: held(scene, name) for key, name in cards_with_keys(scene)}, **people, **words}


def cards_with_keys(scene: Scene) -> list[tuple[str, str]]:
    """The cards that keys stand for: the hand, or the treasures of which one is given away."""
    cards = scene.view["treasures"] if scene.view["phase"] == "gift" else scene.view["hand"]
    return list(zip(HAND_KEYS, cards or [], strict=False))


def held(scene: Scene, name: str) -> Ref:
    """A card of the viewer's: a treasure where one is given away, otherwise a card of his hand."""
    where = "treasures" if scene.view["phase"] == "gift" else "hand"
    return Ref("card", name, f"{where}[{scene.view['viewer']}]")


def shortest(pointing: Pointing, way: Way, keys: Keys) -> str:
    """As few keys as tell an action from every other one."""
    by_ref = {ref: key for key, ref in reversed(keys.items())}
    for size in range(1, len(way.refs) + 1):
        for refs in combinations(way.refs, size):
            if pointing.afresh(*refs).only == way and all(ref in by_ref for ref in refs):
                return "".join(by_ref[ref] for ref in refs)
    return ""


class Choices:
    """Tells what can be done."""

    def __init__(self, company: Company, looks: Looks) -> None:
        """Tell it to this company."""
        self.company, self.words, self.looks = company, company.words, looks

    def lines(self, scene: Scene, picture: Picture, room: int) -> list[Choice]:
        """What is asked, each way to go on that has a key of its own, and what enchantments do."""
        question = asked(scene.view, scene.ways)
        if question is None:
            return []
        phase = scene.view["phase"]
        line = told(self.company, question, picture)
        if phase in COUNTED and question.key == f"asks.{phase}":
            line.append(f" · {self._say('still', number=scene.insight.still)}")
        line.stylize("bold yellow")
        made = [("", line)]
        if phase in PLAYING:
            made += [*self._steals(scene), *self._laying(scene)]
        elif phase in {"order", "trimagic"}:
            made += self._trimagics(scene, picture, room)
        elif phase == "gift":
            made += self._gifts(scene)
        return [*made, *packed(self._sayings(scene), room), *self._enchantments(scene)]

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    # ------------------------------------------------------------ playing

    def _steals(self, scene: Scene) -> list[Choice]:
        """Every vision that can be stolen: which, from whom, and where it goes."""
        keys, thefts = keys_for(scene), {theft.at.rpartition(",")[0]: theft for theft in scene.insight.thefts}
        found = [way for way in scene.ways if way.form == "steal"]
        return [
            (shortest(scene.pointing, way, keys), self._steal(thefts[way.refs[0].at[:-1]], way.refs[1]))
            for way in found
        ]

    def _steal(self, theft: Theft, to: Ref) -> Text:
        values = {
            "card": self.looks.at(theft.card, theft.at),
            "seat": Text(self.company.names[LETTERS.index(theft.at[len("rows[")])], "bold"),
            "row": self.looks.row_name(to.at),
        }
        return filled(self.words.language, self.words.text("picture", "steal"), values)

    def _laying(self, scene: Scene) -> list[Choice]:
        """How visions are played."""
        rows = sorted({way.refs[1].at for way in scene.ways if way.form == "lay"})
        if not rows:
            return []
        if len(rows) == 1:
            return [("", Text(self._say("lay_one", row=self.looks.row_name(rows[0]))))]
        marks = [Text(f" {number + 1} ", KEY) for number in range(len(rows))]
        return [("", Text.assemble(f"{self._say('lay_two')} ", joined(marks)))]

    def _enchantments(self, scene: Scene) -> list[Choice]:
        """The enchantments of the hand that can be played, and what they do."""
        playing = {ref for way in scene.ways if way.form.startswith("play") for ref in way.refs}
        first = {name: key for key, name in reversed(cards_with_keys(scene)) if name in ENCHANTMENTS}
        return [
            (key, Text(f"{CHARM} ", ENCHANTED).append(self.words.text("effects", name), "default"))
            for name, key in sorted(first.items(), key=lambda each: each[1])
            if held(scene, name) in playing
        ]

    def _gifts(self, scene: Scene) -> list[Choice]:
        """The face-down treasures of which one is given away."""
        first = {name: key for key, name in reversed(cards_with_keys(scene))}
        return [(key, self.looks.title(name)) for name, key in sorted(first.items(), key=lambda each: each[1])]

    # ------------------------------------------------------------ trimagics

    def _trimagics(self, scene: Scene, picture: Picture, room: int) -> list[Choice]:
        """Each row of three, or the one that is being cast, in words."""
        view = scene.view
        rows = scene.insight.seats[LETTERS.index(view["turn"])].rows
        said = [told(self.company, row.trimagic.told, picture) if row.trimagic else Text() for row in rows]
        for line in said:
            line.stylize("bold")
        if view["phase"] == "order":
            return [(str(number), line) for number, line in enumerate(said, 1)]
        return [("", said[0 if view["row"] == "first" else 1]), *packed(self._targets(scene), room)]

    def _targets(self, scene: Scene) -> list[Choice]:
        """Whom a card of the trimagic may concern."""
        seats = sorted({ref.name for way in scene.ways for ref in way.refs if ref.sort == "seat"})
        numbers = [LETTERS.index(letter) for letter in seats]
        return [(SEAT_KEYS[seat], Text(self.company.names[seat])) for seat in numbers]

    def _sayings(self, scene: Scene) -> list[Choice]:
        """What is only said: another hand, the character turned up, no more."""
        phase = scene.view["phase"]
        alone = {way.refs[0].name for way in scene.ways if way.form == "word"}
        names = {"done": "done" if phase in PLAYING else f"done_{phase}"}
        said = [(key, names.get(word, word)) for key, word in SAID.items() if word in alone]
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
