"""The table of Illusio in the terminal: the Challenge, every stage with its tricks, and the own hand."""

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, SMALL, TALL, Company, Scene, beside, card, hanging, inside, joined, told
from grimorio.cli.pictures.illusio.cards import TIMES, Objectives, chip, face, in_rows, look, spoken, title
from grimorio.cli.pictures.illusio.keys import CHALLENGE_KEYS, HAND_KEYS, ONE_SORT, hand_keys, in_hand, keys_of
from grimorio.cli.pictures.illusio.results import standings
from grimorio.cli.pictures.illusio.stages import Stages
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.games.illusio.insight import asked
from grimorio.games.illusio.state import CHALLENGE, KIND_NAMES, OBJECTIVE_NAMES

WIDEST_OBJECTIVE = 30
RULE = 4
"""Columns of a rule that are not for its title."""
LINE, BARE = -1, -2
"""The sizes of a hand whose cards stand in a line, without edges; and of one whose title does not tell the talent."""
LAYOUTS = (
    (True, True, TALL),
    (True, True, SMALL),
    (False, True, SMALL),
    (False, False, SMALL),
    (False, False, LINE),
    (False, False, BARE),
)
"""From roomy to narrow: two lines a seat or one, the Challenge as cards or as lines, the size of the hand."""
ROOM_FOR_STORY = (6, 4, 2, 2, 1, 1)
"""Lines that each of them leaves for what happened, at least."""


class IllusioPicture:
    """Illusio as it is drawn."""

    in_results: tuple[str, ...] = ("events.won",)

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)
        self.objectives = Objectives(company.words, self.box)
        self.stages = Stages(company, self.objectives)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table, as roomy as the screen allows."""
        for layout, story in zip(LAYOUTS, ROOM_FOR_STORY, strict=True):
            above, below = self._above(scene, layout), self._below(scene, layout)
            room = scene.height - 1 - len(above) - len(below)
            if room >= story:
                break
        return Group(*above, *self._story(scene, max(1, room)), *below)

    def _above(self, scene: Scene, layout: tuple[bool, bool, int]) -> list[RenderableType]:
        wide, as_cards, _ = layout
        challenge = self._challenge(scene) if as_cards else self._challenge_lines(scene)
        seats = self.stages.lines(scene, wide=wide)
        return [self._header(scene), *seats, Rule(style=QUIET), *challenge, *self._choices(scene)]

    def _below(self, scene: Scene, layout: tuple[bool, bool, int]) -> list[RenderableType]:
        if not scene.view["viewer"]:
            return []
        size = layout[2]
        return [*self._hand_title(scene)[: 1 if size == BARE else None], *self._hand(scene, size)]

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _name(self, letter: str) -> str:
        return self.company.names[LETTERS.index(letter)]

    def _header(self, scene: Scene) -> RenderableType:
        view = scene.view
        said = [
            self._say("turn", turns=view["turns"]),
            self._say("deck", deck=view["deck_size"]),
            self._say("discards", discards=view["discards_size"]),
        ]
        left = Text.assemble((f" {self.words.game.title} ", KEY), f" {' · '.join(said)}")
        goal = self._say("goal", goal=self.box.target)
        room = scene.width - left.cell_len - len(goal)
        return left.append(" " * room + goal, QUIET) if room > 1 else left

    # ------------------------------------------------------------ the Challenge

    def _challenge(self, scene: Scene) -> list[Text]:
        width = min(WIDEST_OBJECTIVE, (scene.width - CHALLENGE + 1) // CHALLENGE)
        lying = {each.at: each for each in scene.insight.challenge}
        tall = max((len(self.objectives.named(each.objective, width)) for each in lying.values()), default=1)
        blocks = []
        for slot in range(CHALLENGE):
            at = f"challenge[{slot}]"
            if at not in lying:
                blocks.append(self.objectives.nothing(self._say("no_objective"), width, tall))
                continue
            chosen = Ref("card", lying[at].objective, at) in scene.picked
            blocks.append(self.objectives.card(lying[at], self._challenge_key(scene, slot), width, tall, chosen=chosen))
        while all(not block[-2].plain.strip("│┊ ") for block in blocks):  # a line that none of the four needs
            blocks = [[*block[:-2], block[-1]] for block in blocks]
        return beside(blocks)

    def _challenge_lines(self, scene: Scene) -> list[Text]:
        keys = {f"challenge[{slot}]": self._challenge_key(scene, slot) for slot in range(CHALLENGE)}
        lying = scene.insight.challenge
        return [row for each in lying for row in self.objectives.line(each, keys[each.at], scene.width)]

    def _challenge_key(self, scene: Scene, slot: int) -> str:
        """A key is lit before anything was picked; what is open then is offered by keys of its own."""
        ref = Ref("card", scene.view["challenge"][slot] or "", f"challenge[{slot}]")
        return CHALLENGE_KEYS[slot] if scene.lit(ref) and not scene.picked else ""

    # ------------------------------------------------------------ what can be done, what happened

    def _choices(self, scene: Scene) -> list[Text]:
        """What is asked for, and what is done with keys that stand on no card."""
        line = asked(scene.view, scene.ways)
        if line is None:
            return []
        said = []
        if scene.view["phase"] != "act":
            said.append(told(self.company, line, self))
            said[0].stylize("bold yellow")
        if scene.picked:
            return in_rows(said, scene.width)
        keys = {key: ref for key, ref in self.keys(scene).items() if scene.lit(ref)}
        said += [self._word(scene, key, ref) for key, ref in keys.items() if ref.sort == "word"]
        if scene.view["phase"] in ONE_SORT:
            open_now = [(key, ref) for key, ref in keys.items() if ref.sort != "word"]
            said += [Text.assemble((f" {key} ", KEY), " ", self.thing(ref, scene.view)) for key, ref in open_now]
        return in_rows([*said, self._said("?", self._say("help"))], scene.width)

    def _word(self, scene: Scene, key: str, word: Ref) -> Text:
        """A word with its key; where nothing is left to choose, also what it is about, since it is done at once."""
        about = [way.refs for way in scene.ways if word in way.refs]
        told_of = self._said(key, self.thing(word).plain)
        if len(about) > 1 or len(about[0]) == 1:
            return told_of
        rest = [self.thing(ref, scene.view) for ref in about[0] if ref != word]
        return Text.assemble(told_of, ": ", joined(rest))

    def _said(self, key: str, text: str) -> Text:
        return Text.assemble((f" {key} ", KEY), f" {text}")

    def _story(self, scene: Scene, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last decision, the latest at the bottom, as much as fits."""
        if not scene.story:
            return self._legend(scene, lines)
        kept: list[Text] = []
        room = max(20, scene.width - 4)
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines < 0 and kept:
                break
            kept.insert(0, line)
        return [hanging(line, "· ", QUIET) for line in kept]

    def _legend(self, scene: Scene, lines: int) -> list[RenderableType]:
        """What the signs mean, each with its word, as long as nothing else is to be told."""
        told_of: list[RenderableType] = [Text(self._say("nothing"), QUIET)] if scene.view["turns"] <= 1 else []
        told_of += in_rows([Text(each, QUIET) for each in self._say("legend").split("   ")], scene.width)
        return told_of[:lines]

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> list[RenderableType]:
        """What the viewer has left to do, and his talent, which takes lines of its own where it is long."""
        view, about = scene.view, scene.insight
        line = Text(self._say("hand"), "bold")
        if about.acts is not None:
            line.append(f" · {self._say('acts', acts=about.acts)}")
        if about.too_many:
            line.append(f" · {self._say('too_many', n=about.too_many)}", "bold yellow")
        state = {"ready": "talent_ready", "used": "talent_used"}.get(about.talent, "talent")
        line.append(f" · {self._say(state)}")
        talent = self.words.text("talents", view["magician"][view["viewer"]])
        if line.cell_len + len(talent) + RULE <= scene.width:
            return [Rule(line.append(f": {talent}", QUIET), align="left", style=QUIET)]
        told_of = [Text(f"  {each}", QUIET) for each in textwrap.wrap(talent, scene.width - 2)]
        return [Rule(line.append(":"), align="left", style=QUIET), *told_of]

    def _hand(self, scene: Scene, size: int) -> list[Text]:
        """The hand, equal cards together, in as many rows as it takes."""
        held = Counter(scene.view["hand"])
        if not held:
            return [Text(f"  {self._say('hand_empty')}", QUIET)]
        shown = [(name, number, self._hand_key(scene, k, name)) for k, (name, number) in enumerate(held.items())]
        if size in {LINE, BARE}:
            return in_rows([self._held(name, number, key) for name, number, key in shown], scene.width)
        blocks = [self._hand_card(scene, name, number, key, size) for name, number, key in shown]
        in_a_row = max(1, scene.width // (inside(size) + 2))
        gap = 1 if in_a_row * (inside(size) + 3) <= scene.width else 0
        rows = range(0, len(blocks), in_a_row)
        return [line for first in rows for line in beside(blocks[first : first + in_a_row], gap=gap)]

    def _hand_key(self, scene: Scene, k: int, name: str) -> str:
        ref = in_hand(scene, name)
        lit = scene.lit(ref) and not scene.picked and hand_keys(scene).get(HAND_KEYS[k]) == ref
        return HAND_KEYS[k] if lit else ""

    def _held(self, name: str, number: int, key: str) -> Text:
        many = f"{TIMES}{number}" if number > 1 else ""
        return Text.assemble((f" {key} ", KEY) if key else "", " ", spoken(self.words, name), many)

    def _hand_card(self, scene: Scene, name: str, number: int, key: str, size: int) -> list[Text]:
        many = f"{TIMES}{number}" if number > 1 else ""
        return card(face(self.words, name, many), key, chosen=in_hand(scene, name) in scene.picked, size=size)

    # ------------------------------------------------------------ keys, words, results

    def keys(self, scene: Scene) -> Keys:
        """What each key points at."""
        return keys_of(scene)

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:
        """A card with its sign, a seat by its name, an objective in its colour, a verb in words."""
        match ref.sort:
            case "seat":
                return Text(self._name(ref.name), "bold")
            case "word":
                return Text(self.words.text("words", ref.name))
            case "place":
                return self._place(ref, view)
            case "number":
                return self._number(ref)
        return self._with_owner(self._card(ref, short=short, in_story=view is None), ref, view)

    def printed(self, ref: Ref, view: Mapping[str, Any]) -> str:  # noqa: ARG002 - an objective is the same everywhere
        """The domain of an objective."""
        return self.words.name(self.objectives.domain(ref.name)) if ref.name in OBJECTIVE_NAMES else ""

    def _card(self, ref: Ref, *, short: bool, in_story: bool) -> Text:
        if ref.name in OBJECTIVE_NAMES:
            return self.objectives.title(ref.name)
        if in_story:
            return spoken(self.words, ref.name)
        brief = short and ref.name not in KIND_NAMES
        return chip(self.words, ref.name) if brief else title(self.words, ref.name)

    def _with_owner(self, made: Text, ref: Ref, view: Mapping[str, Any] | None) -> Text:
        """A thing that lies with somebody else, with whose it is."""
        owner = ref.at.partition("[")[2][:1]
        if view is None or owner not in view["prestige"] or owner == view["viewer"]:
            return made
        return made.append(f" ({self._name(owner)})", QUIET)

    def _place(self, ref: Ref, view: Mapping[str, Any] | None) -> Text:
        if ref.at.startswith("backstage"):
            return Text(self.words.text("words", "place"))
        owner, _, place = ref.at.partition("[")[2].rstrip("]").partition(",")
        taken = view["preparing"][owner][int(place)] if view else None
        return self.objectives.title(taken) if taken else Text(self.words.place(ref.at, self.company.names))

    def _number(self, ref: Ref) -> Text:
        if ref.at == "transforms":
            return Text(f"{TIMES}{ref.name} {self.words.name('transform')}", look("transform")[1])
        return Text(self.words.name(ref.name), "bold")

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it but the deal."""
        return [event for event in events if event.kind != "turn-began"]

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:  # noqa: ARG002
        """Nothing stops the game before its end."""
        return []

    def ended(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """The tricks of everybody, and how their points came about."""
        return standings(self.company, self.objectives, events, view)


PICTURE = IllusioPicture
