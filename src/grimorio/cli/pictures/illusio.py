"""The table of Illusio in the terminal: the Challenge, every stage with its tricks, and the own hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, SMALL, TALL, Company, Scene, beside, card, hanging, inside, joined
from grimorio.cli.pictures.illusio_cards import (
    DOMAIN_LOOKS,
    TIMES,
    Objectives,
    chip,
    face,
    look,
    piece,
    present,
    short_name,
    title,
)
from grimorio.cli.pictures.illusio_results import standings
from grimorio.cli.pictures.illusio_story import Storyteller
from grimorio.cli.pointing import Keys, Pick, narrowed, parameters
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain, record
from grimorio.engine.layout import LETTERS
from grimorio.games.illusio.actions import DONE, END
from grimorio.games.illusio.state import CHALLENGE, DOMAINS, KIND_NAMES, NEEDS, OBJECTIVE_NAMES
from grimorio.games.illusio.tricks import projected

HAND_KEYS = "abcdefghijkl"
STAGE_KEYS = "mnoprstuvwxy"
CHALLENGE_KEYS = "1234"
PLACE_KEYS = "56"
EXCHANGE_KEY, DROP_KEY = "7", "8"
TALENT_KEY = "z"
END_KEY = "0"
NEXT_KEYS = "123456789abcdefghijklmnoprstuvwxy"
"""Keys for what is still open once something was picked."""
LAST_WORDS = ((DONE, "done"), (END, "end"))
TALENT_WORDS = ("change", "swap", "steal", "return")
ORDER = ("word", "card", "place", "seat", "objective", "component", "transforms", "kind")
"""Parameters in the order in which they are asked for."""
BONUS_TALENTS = ("miss dominated", "ivan zamok", "lady ashcombe")
"""They count by themselves."""
BAR = 12
"""Cells of the bar that shows how far a seat is."""
NARROW = 100
SHORT_NAME, SHORT_MAGICIAN = 10, 10
"""Letters of a name where a seat has one line."""
HELD = "▯"
"""Before the number of cards in a hand, there."""
LINES = 7
"""Lines of a frame without seats, story and hand."""
ROOM_FOR_TALL = 16
RULES = {
    "act": ["I-R7", "I-R8", "I-R9", "I-R10", "I-R12", "I-R17", "I-R18"],
    "exchange": ["I-R7", "I-G9", "I-G18", "I-G32"],
    "prepare": ["I-G4", "I-G5", "I-G28", "I-G31"],
    "swap": ["I-G29"],
    "which": ["I-G16", "I-G6"],
    "order": ["I-G8", "I-R15", "I-G22"],
    "discard": ["I-R11"],
}
RULES_OF_CARDS = {
    "transform": "I-R20", "take": "I-R22", "encore": "I-R23", "success": "I-R24", "deja vu": "I-R25", "grand": "I-R26",
}  # fmt: skip


class IllusioPicture:
    """Illusio as it is drawn. It remembers what was picked when it drew last: the keys then stand for what is open."""

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.box = plain(company.box)
        self.objectives = Objectives(company.words, self.box)
        self.teller = Storyteller(company.words, company.names, self.box)
        self.picks: Mapping[str, str] = {}

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table; with little room the other seats take a line each."""
        self.picks = scene.picks
        seats = len(self.company.names)
        hand = self._hand(scene)
        challenge = self._challenge(scene)
        spare = scene.height - LINES - len(challenge) - len(hand)
        wide = spare >= 2 * seats + 2
        parts: list[RenderableType] = [self._header(scene), *self._seats(scene, wide=wide), Rule(style=QUIET)]
        parts += challenge
        used = 2 * seats if wide else seats + 1
        parts += self._beside(scene, max(2, spare - used + 2))
        if scene.view["viewer"]:
            parts += [self._hand_title(scene), *hand]
        return Group(*parts)

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

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

    # ------------------------------------------------------------ seats

    def _seats(self, scene: Scene, *, wide: bool) -> list[RenderableType]:
        rows: list[RenderableType] = []
        for seat in range(len(self.company.names)):
            letter = LETTERS[seat]
            if wide or letter == scene.view["viewer"]:
                rows += [self._seat_line(scene, letter), self._stage_line(scene, letter)]
            else:
                rows.append(self._short_line(scene, letter))
        return rows

    def _short_line(self, scene: Scene, letter: str) -> Text:
        """A seat and its stage in one line, where there is little room: points, magician, cards, what lies open."""
        view = scene.view
        acting = view["turn"] == letter and view["phase"] != "over"
        name = Text(self._name(letter), "bold" if acting else "")
        name.truncate(SHORT_NAME, overflow="ellipsis", pad=True)
        magician = Text(self.words.name(view["magician"][letter]), "italic")
        magician.truncate(SHORT_MAGICIAN, overflow="ellipsis", pad=True)
        told = [
            Text.assemble(
                ("▶ " if acting else "  ", "bold green"), (f"{letter} ", QUIET), name,
                (f" {view['prestige'][letter]:>2} ", "bold"), magician,
                (f" {HELD}{view['hand_size'][letter]}", QUIET),
            ),
            self._kept(view, letter),
        ]  # fmt: skip
        if view["backstage"][letter]:
            told.append(self._backstage(scene, letter, own=False))
        for trick, shown in enumerate(view["shown"][letter]):
            if shown:
                marks = [
                    f"{short_name(self.words, card)}{TIMES}{n}" for card, n in self._on_trick(view, letter, trick) if n
                ]
                worth = " ".join([f"={self._worth(scene, letter, trick)}", *marks])
                told.append(Text.assemble(("✦", "bold #f2cf3b"), self.objectives.badge(shown), (worth, QUIET)))
        for place, taken in enumerate(view["preparing"][letter]):
            if taken:
                there = view["parts"][letter][place * NEEDS : (place + 1) * NEEDS]
                kinds = [now for now, _ in present(view, letter, f"preparing {place + 1}", there)]
                marks = [mark for _, mark in self.objectives.served(taken, kinds)]
                told.append(Text.assemble(("⚒", QUIET), self.objectives.badge(taken), "".join(marks)))
        known = self._known(view, letter)
        if known.plain:
            told.append(Text.assemble((f"{self._say('known')} ", QUIET), known))
        line = joined([each for each in told if each.plain])
        line.truncate(scene.width, overflow="ellipsis")
        return line

    def _seat_line(self, scene: Scene, letter: str) -> Text:
        """Name, prestige as a bar, magician, cards in hand, what was won."""
        view = scene.view
        acting = view["turn"] == letter and view["phase"] != "over"
        name = Text(self._name(letter), "bold" if acting else "")
        room = 10 if scene.width < NARROW else 16
        name.truncate(room, overflow="ellipsis", pad=True)
        points, goal = view["prestige"][letter], self.box.target
        full = min(BAR, points * BAR // goal)
        magician = self.words.name(view["magician"][letter])
        line = Text.assemble(
            ("▶ " if acting else "  ", "bold green"), (f"{letter} ", QUIET), name, " ",
            ("█" * full, "#f2cf3b"), ("░" * (BAR - full), QUIET), (f" {points:>2} ", "bold"),
            (f"{magician[:18]:<18} ", "italic"), (f"{self._say('cards', n=view['hand_size'][letter])} ", QUIET),
        )  # fmt: skip
        line.append_text(self._kept(view, letter))
        if self.company.bots[LETTERS.index(letter)]:
            line.append(f" {self._say('bot')}", QUIET)
        known = self._known(view, letter)
        if known.plain:
            line.append_text(Text.assemble((f" {self._say('known')} ", QUIET), known))
        line.truncate(scene.width, overflow="ellipsis")
        return line

    def _kept(self, view: Mapping[str, Any], letter: str) -> Text:
        """Validated tricks by domain: what the next of each will pay more."""
        counted = Counter(self.objectives.domain(name) for name in view["kept"][letter])
        chips = [
            Text(f"{DOMAIN_LOOKS[each][0]}{counted[each]}", f"bold {DOMAIN_LOOKS[each][1]}")
            for each in DOMAINS
            if counted[each]
        ]
        return joined(chips)

    def _known(self, view: Mapping[str, Any], letter: str) -> Text:
        """Cards that the viewer saw go to this hand; a question mark where they can be in another too."""
        told = []
        for name, hands in zip(view["seen"], view["seen_in"], strict=True):
            if name and letter in hands:
                told.append(chip(self.words, name).append("?" if len(hands) > 1 else ""))
        return joined(told)

    def _stage_line(self, scene: Scene, letter: str) -> Text:
        """Backstage, objectives in preparation, shown tricks; of others first what can be acted on."""
        view, own = scene.view, letter == scene.view["viewer"]
        open_places = self._place_keys(view, scene.legal) if not scene.picks else {}
        told = [Text.assemble((f"    {self._say('backstage')} ", QUIET), self._backstage(scene, letter, own=own))]
        tricks = [self._trick(scene, letter, trick) for trick, name in enumerate(view["shown"][letter]) if name]
        taken = []
        for place, name in enumerate(view["preparing"][letter]):
            if name:
                key = PLACE_KEYS[place] if own and PLACE_KEYS[place] in open_places else ""
                there = view["parts"][letter][place * NEEDS : (place + 1) * NEEDS]
                kinds = [now for now, _ in present(view, letter, f"preparing {place + 1}", there)]
                head = Text.assemble((f" {key} ", KEY), " ") if key else Text("⚒", QUIET)
                taken.append(
                    Text.assemble(head, self.objectives.badge(name), " ", self.objectives.progress(name, kinds))
                )
        told += [*taken, *tricks] if own else [*tricks, *taken]
        line = joined(told, "  ")
        line.truncate(scene.width, overflow="ellipsis")
        return line

    def _backstage(self, scene: Scene, letter: str, *, own: bool) -> Text:
        lying = Counter(present(scene.view, letter, "backstage", scene.view["backstage"][letter]))
        if not lying:
            return Text(self._say("bare"), QUIET)
        keys = {name: key for key, (_, name) in self._stage_keys(scene.view, scene.legal).items()} if own else {}
        told, seen = [], set()
        for pair, number in lying.items():
            key = keys.get(pair[0], "") if not scene.picks and pair[0] not in seen else ""
            seen.add(pair[0])
            told.append(Text.assemble((f" {key} ", KEY) if key else "", piece(self.words, pair, number)))
        return joined(told)

    def _trick(self, scene: Scene, letter: str, trick: int) -> Text:
        """A shown trick: what it is worth, what lies on it, when it is due."""
        view = scene.view
        name = view["shown"][letter][trick]
        worth = self._worth(scene, letter, trick)
        waits = view["wait"][letter][trick]
        due = [self._say("due") if waits == 1 else self._say("waits", n=waits)] if waits else []
        marks = [f"{short_name(self.words, card)}{TIMES}{n}" for card, n in self._on_trick(view, letter, trick) if n]
        said = ", ".join([self._say("worth", points=worth), *marks, *due])
        return Text.assemble(("✦", "bold #f2cf3b"), self.objectives.title(name), (f" ({said})", QUIET))

    def _worth(self, scene: Scene, letter: str, trick: int) -> int:
        return projected(record(self.company.box), record(scene.record), LETTERS.index(letter), trick)

    def _on_trick(self, view: Mapping[str, Any], letter: str, trick: int) -> Iterator[tuple[str, int]]:
        for special, field in (("encore", "encores"), ("deja vu", "deja_vus"), ("grand", "grands")):
            yield special, view[field][letter][trick]

    # ------------------------------------------------------------ the Challenge

    def _challenge(self, scene: Scene) -> list[RenderableType]:
        view = scene.view
        width = min(30, (scene.width - CHALLENGE + 1) // CHALLENGE)
        blocks = []
        for slot, name in enumerate(view["challenge"]):
            if not name:
                blocks.append(self.objectives.nothing(self._say("no_objective"), width))
                continue
            key = CHALLENGE_KEYS[slot] if self._can_pick(scene, "objective", name) else ""
            chosen = scene.picks.get("objective") == name
            blocks.append(self.objectives.card(name, key, self._within_reach(view), width, chosen=chosen))
        while all(not block[-2].plain.strip("│┊ ") for block in blocks):  # a line that none of the four needs
            blocks = [[*block[:-2], block[-1]] for block in blocks]
        return [*beside(blocks)]

    def _within_reach(self, view: Mapping[str, Any]) -> list[str]:
        """Components that the viewer could use: those of the backstage and of the hand."""
        me = view["viewer"]
        if not me:
            return []
        backstage = [now for now, _ in present(view, me, "backstage", view["backstage"][me])]
        return [*backstage, *(name for name in view["hand"] if name in KIND_NAMES)]

    # ------------------------------------------------------------ what can be done, what happened

    def _beside(self, scene: Scene, lines: int) -> list[RenderableType]:
        shown: list[RenderableType] = list(self._choices(scene))
        return shown + self._story(scene, lines - len(shown))

    def _choices(self, scene: Scene) -> list[Text]:
        """What is done with keys that stand on no card, and what is asked for."""
        if not scene.legal:
            return []
        said = [Text(asked, "bold yellow") for asked in [self._asked(scene.view)] if asked]
        if scene.picks:
            return said
        keys = self.keys(scene.view, scene.legal)
        for key, pick in keys.items():
            if pick[0] == "word":
                said.append(self._said(key, self.words.text("words", pick[1])))
        if scene.view["phase"] in {"prepare", "swap", "which", "order"}:
            open_now = [(key, pick) for key, pick in keys.items() if pick[0] != "word"]
            said += [Text.assemble((f" {key} ", KEY), " ", self.thing(pick, scene.view)) for key, pick in open_now]
        return in_rows([*said, self._said("?", self._say("help"))], scene.width)

    def _asked(self, view: Mapping[str, Any]) -> str:
        """What has to be decided besides actions."""
        phase, me = view["phase"], view["viewer"]
        if phase == "prepare":
            name = view["preparing"][me][view["slot"]]
            half = (len(self.objectives.needs(name)) + 1) // 2
            return self._say("prepare", objective=self.words.name(name), half=half)
        if phase == "swap":
            return self._say("swap", component=self.words.name(view["offered"][0]))
        if phase == "which":
            spoken = parameters(self.words.game, view["pending"])
            return self._say("which", component=self.words.name(spoken["component"]))
        if phase == "exchange":
            return self._say("exchange", cards=", ".join(short_name(self.words, name) for name in view["aside"]))
        return self._say(phase, limit=self.box.limit) if phase in {"order", "discard"} else ""

    def _said(self, key: str, text: str) -> Text:
        return Text.assemble((f" {key} ", KEY), f" {text}")

    def _story(self, scene: Scene, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last decision, the latest at the bottom, as much as fits."""
        if not scene.story:
            legend = Text(self._say("legend"), QUIET)
            return [Text(self._say("nothing"), QUIET), legend] if scene.view["turns"] <= 1 else [legend]
        kept: list[Text] = []
        room = max(20, scene.width - 4)
        for line in reversed(scene.story):
            lines -= 1 + line.cell_len // room
            if lines < 0 and kept:
                break
            kept.insert(0, line)
        return [hanging(line, "· ", QUIET) for line in kept]

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        view = scene.view
        line, state = Text(self._say("hand"), "bold"), "talent"
        if view["turn"] == view["viewer"] and view["phase"] != "over":
            line.append(f" · {self._say('acts', acts=view['acts_left'])}")
            if view["magician"][view["viewer"]] not in BONUS_TALENTS:
                state = "talent_used" if view["talent_used"] else "talent_ready"
        line.append(f" · {self._say(state)}")
        line.append(f": {self.words.text('talents', view['magician'][view['viewer']])}", QUIET)
        line.truncate(scene.width - 2, overflow="ellipsis")
        return Rule(line, align="left", style=QUIET)

    def _hand(self, scene: Scene) -> list[Text]:
        """The hand, equal cards together, in as many rows as it takes."""
        if not scene.view["viewer"]:
            return []
        held = Counter(scene.view["hand"])
        if not held:
            return [Text(f"  {self._say('hand_empty')}", QUIET)]
        tall = scene.height >= LINES + 2 * len(self.company.names) + ROOM_FOR_TALL
        size = TALL if tall else SMALL
        blocks = [
            self._hand_card(scene, name, number, HAND_KEYS[k], size) for k, (name, number) in enumerate(held.items())
        ]
        in_a_row = max(1, scene.width // (inside(size) + 2))
        lines: list[Text] = []
        for first in range(0, len(blocks), in_a_row):
            lines += beside(
                blocks[first : first + in_a_row], gap=1 if in_a_row * (inside(size) + 3) <= scene.width else 0
            )
        return lines

    def _hand_card(self, scene: Scene, name: str, number: int, key: str, size: int) -> list[Text]:
        can = self._can_pick(scene, "card", name) and name not in self._useless(scene.view, scene.legal)
        chosen = scene.picks.get("card") == name
        return card(
            face(self.words, name, f"{TIMES}{number}" if number > 1 else ""),
            key if can else "",
            chosen=chosen,
            size=size,
        )

    def _can_pick(self, scene: Scene, what: str, name: str) -> bool:
        """A key is lit before anything was picked; what is open then is offered by keys of its own."""
        return not scene.picks and bool(narrowed(self.words.game, scene.legal, {what: name}))

    # ------------------------------------------------------------ keys, words, results

    def keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:
        """Before a pick: a to l the hand, 1 to 4 the Challenge, 5 and 6 own objectives, m to y backstage, z talent.

        What cannot be taken back, an exchange or giving an objective up, has a key that says so.
        After a pick, and where only one sort of thing is asked for: a key for each thing that is still open.
        """
        if self.picks:
            return self._next_keys(narrowed(self.words.game, legal, self.picks))
        keys: Keys = {}
        if view["phase"] in {"prepare", "swap", "which", "order"}:
            left = [number for number in legal if number not in {DONE, END}]
            keys |= self._next_keys(left) or self._only_key(left)
        else:
            useless = self._useless(view, legal)
            hand = enumerate(dict.fromkeys(view["hand"]))
            keys |= {HAND_KEYS[k]: ("card", name) for k, name in hand if name not in useless}
        if view["phase"] == "act":
            keys |= {CHALLENGE_KEYS[k]: ("objective", name) for k, name in enumerate(view["challenge"]) if name}
            keys |= self._stage_keys(view, legal) | self._place_keys(view, legal)
            words = {parameters(self.words.game, number).get("word", "") for number in legal}
            keys |= self._word_key(EXCHANGE_KEY, ["exchange"] if "exchange" in words else [])
            keys |= self._word_key(DROP_KEY, ["drop"] if "drop" in words else [])
            keys |= self._word_key(TALENT_KEY, [word for word in TALENT_WORDS if word in words])
        return keys | self._word_key(END_KEY, [word for number, word in LAST_WORDS if number in legal])

    def _word_key(self, key: str, words: Sequence[str]) -> Keys:
        """At most one of some words can be said now."""
        return {key: ("word", words[0])} if words else {}

    def _useless(self, view: Mapping[str, Any], legal: Sequence[int]) -> set[str]:
        """Cards that can only be exchanged now: a key of theirs would give them away before one has looked."""
        if view["phase"] != "act":
            return set()
        spoken = [parameters(self.words.game, number) for number in legal]
        exchanged = {each["card"] for each in spoken if each.get("word") == "exchange"}
        return exchanged - {each["card"] for each in spoken if "card" in each and each.get("word") != "exchange"}

    def _place_keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:
        """Own objectives to which something can be put; one that could only be given up has no key."""
        spoken = [parameters(self.words.game, number) for number in legal]
        places = {each["place"] for each in spoken if "place" in each and each["word"] != "drop"}
        mine = view["preparing"][view["viewer"]] if view["viewer"] else []
        return {PLACE_KEYS[k]: ("place", str(k + 1)) for k, name in enumerate(mine) if name and str(k + 1) in places}

    def _stage_keys(self, view: Mapping[str, Any], legal: Sequence[int]) -> Keys:
        """Components of the own backstage that can be moved, transformed or swapped."""
        if view["phase"] != "act" or not view["viewer"]:
            return {}
        open_now = {
            spoken["component"]
            for spoken in (parameters(self.words.game, number) for number in legal)
            if "component" in spoken and "seat" not in spoken
        }
        kinds = [name for name in KIND_NAMES if name in open_now]
        return {key: ("component", name) for key, name in zip(STAGE_KEYS, kinds, strict=False)}

    def _next_keys(self, left: Sequence[int]) -> Keys:
        """A key for each value of the first parameter that is open; where only some actions have it, for theirs."""
        spoken = [parameters(self.words.game, number) for number in left]
        found: list[Pick] = []
        for what in ORDER:
            values = list(dict.fromkeys(each[what] for each in spoken if what in each))
            lacking = [each for each in spoken if what not in each]
            if what in self.picks or not values:
                continue
            if len(values) > 1 or lacking or found:
                found += [(what, value) for value in values]
                spoken = lacking
        found.sort(key=lambda pick: pick == ("word", "exchange"))  # to play a card comes before giving it away
        return dict(zip(NEXT_KEYS, found, strict=False))

    def _only_key(self, left: Sequence[int]) -> Keys:
        """Where a single thing is open it has a key too: there may be something to confirm besides."""
        spoken = [parameters(self.words.game, number) for number in left]
        return {NEXT_KEYS[0]: ("component", spoken[0]["component"])} if spoken else {}

    def thing(self, pick: Pick, view: Mapping[str, Any], *, short: bool = False) -> Text:
        """A card with its sign, a seat by its name, an objective in its colour, a verb in words."""
        what, name = pick
        if what == "seat":
            return Text(self._name(name), "bold")
        if what == "word":
            return Text(self.words.text("words", name))
        if what == "place":
            mine = view["preparing"][view["viewer"]][int(name) - 1]
            return self.objectives.title(mine) if mine else Text(name)
        if what == "transforms":
            return Text(f"{TIMES}{name} {self.words.name('transform')}", look("transform")[1])
        if name in OBJECTIVE_NAMES:
            others = [letter for letter, shown in view["shown"].items() if name in shown and letter != view["viewer"]]
            owner = "".join(f" ({self._name(letter)})" for letter in others)
            return self.objectives.title(name).append(owner, QUIET)
        return chip(self.words, name) if short and name not in KIND_NAMES else title(self.words, name)

    def story(self, events: Sequence[Event], viewer: int) -> list[Text]:  # noqa: ARG002 - events are the viewer's own
        """What happened, compactly."""
        return self.teller.tell(events)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it but the deal."""
        return [event for event in events if event.kind != "turn-began"]

    def results(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """At the end the tricks of everybody."""
        return standings(self.company, self.objectives, events, view)

    def rules_now(self, view: Mapping[str, Any], legal: Sequence[int]) -> list[str]:
        """The rules of this decision."""
        cards = {parameters(self.words.game, number).get("card", "") for number in legal}
        held = [rule for name, rule in RULES_OF_CARDS.items() if name in cards]
        return [*RULES.get(view["phase"], []), *held]


def in_rows(things: Sequence[Text], width: int) -> list[Text]:
    """Side by side, in as many rows as it takes."""
    rows: list[Text] = []
    for thing in things:
        if rows and rows[-1].cell_len + 2 + thing.cell_len <= width:
            rows[-1] = joined([rows[-1], thing], "  ")
        else:
            rows.append(thing)
    for row in rows:
        row.truncate(width, overflow="ellipsis")
    return rows
