"""The seats of Illusio as they are drawn: prestige, magician, backstage, objectives in preparation, shown tricks."""

from collections.abc import Iterator

from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, joined
from grimorio.cli.pictures.illusio.cards import (
    DOMAIN_LOOKS,
    TIMES,
    Objectives,
    chip,
    in_rows,
    mark,
    piece,
    short_name,
)
from grimorio.cli.pictures.illusio.keys import place_keys, stage_keys
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.games.illusio.insight import Preparation, Stage, Trick

BAR = 12
"""Cells of the bar that shows how far a seat is."""
NARROW = 100
SHORT_NAME, SHORT_MAGICIAN = 10, 10
"""Letters of a name where a seat has one line."""
INDENT = 4
HELD, AT_WORK, ON_SHOW = "▯", "⚒", "✦"
STAR = "bold #f2cf3b"
PRESTIGE = "#f2cf3b"


class Stages:
    """Everybody's side of the table."""

    def __init__(self, company: Company, objectives: Objectives) -> None:
        """Draw for this company."""
        self.company, self.words, self.objectives = company, company.words, objectives
        self.goal = int(plain(company.box).target)

    def lines(self, scene: Scene, *, wide: bool) -> list[Text]:
        """All seats; with little room the other seats take a line each."""
        rows: list[Text] = []
        for stage in scene.insight.stages:
            if wide or stage.seat == scene.view["viewer"]:
                rows += [*self._seat_lines(scene, stage), *self._stage_lines(scene, stage)]
            else:
                rows += self._short_lines(scene, stage)
        return rows

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    # ------------------------------------------------------------ a seat

    def _head(self, scene: Scene, stage: Stage, room: int) -> Text:
        """Whose turn it is, letter and name."""
        view = scene.view
        acting = view["turn"] == stage.seat and view["phase"] != "over"
        name = Text(self.company.names[LETTERS.index(stage.seat)], "bold" if acting else "")
        name.truncate(room, overflow="ellipsis", pad=True)
        return Text.assemble(("▶ " if acting else "  ", "bold green"), (f"{stage.seat} ", QUIET), name)

    def _short_lines(self, scene: Scene, stage: Stage) -> list[Text]:
        """A seat and its stage in a line, where there is little room: points, magician, cards, what lies open."""
        view = scene.view
        magician = Text(f"{short_name(self.words, view['magician'][stage.seat]):<{SHORT_MAGICIAN}}", "italic")
        head = Text.assemble(
            self._head(scene, stage, SHORT_NAME),
            (f" {view['prestige'][stage.seat]:>2} ", "bold"), magician,
            (f" {HELD}{view['hand_size'][stage.seat]}", QUIET),
        )  # fmt: skip
        told = [head, self._kept(stage), *(self._short_trick(trick) for trick in stage.shown)]
        told += [piece(self.words, each) for each in stage.backstage]
        told += [
            Text.assemble((AT_WORK, QUIET), self.objectives.badge(taken.objective), *map(mark, taken.needs))
            for taken in stage.preparing
        ]
        return in_rows([each for each in (*told, self._known(stage)) if each.plain], scene.width, INDENT, " ")

    def _short_trick(self, trick: Trick) -> Text:
        worth = " ".join([f"={trick.pays.total}", *self._on_trick(trick)])
        return Text.assemble((ON_SHOW, STAR), self.objectives.badge(trick.objective), (worth, QUIET))

    def _seat_lines(self, scene: Scene, stage: Stage) -> list[Text]:
        """Name, prestige as a bar, magician, cards in hand, what was won."""
        view = scene.view
        points = view["prestige"][stage.seat]
        full = min(BAR, points * BAR // self.goal)
        magician = self.words.name(view["magician"][stage.seat])
        line = Text.assemble(
            self._head(scene, stage, 10 if scene.width < NARROW else 16), " ",
            ("█" * full, PRESTIGE), ("░" * (BAR - full), QUIET), (f" {points:>2} ", "bold"),
            (f"{magician[:18]:<18} ", "italic"), (self._say("cards", n=view["hand_size"][stage.seat]), QUIET),
        )  # fmt: skip
        bot = self.company.bots[LETTERS.index(stage.seat)]
        told = [self._kept(stage), Text(self._say("bot") if bot else "", QUIET), self._known(stage)]
        return in_rows([line, *(each for each in told if each.plain)], scene.width, INDENT, " ")

    def _kept(self, stage: Stage) -> Text:
        """Validated tricks by domain: what the next of each will pay more."""
        return joined(
            [
                Text(f"{DOMAIN_LOOKS[domain][0]}{number}", f"bold {DOMAIN_LOOKS[domain][1]}")
                for domain, number in stage.kept.items()
            ]
        )

    def _known(self, stage: Stage) -> Text:
        """Cards that the viewer saw go to this hand; a question mark where they can be in another too."""
        if not stage.known:
            return Text()
        told = [chip(self.words, each.card).append("?" if len(each.hands) > 1 else "") for each in stage.known]
        return Text.assemble((f"{self._say('known')} ", QUIET), joined(told))

    # ------------------------------------------------------------ a stage

    def _stage_lines(self, scene: Scene, stage: Stage) -> list[Text]:
        """Backstage, objectives in preparation, shown tricks; of others first what can be acted on."""
        own = stage.seat == scene.view["viewer"]
        label = Text(f"{' ' * INDENT}{self._say('backstage')} ", QUIET)
        backstage = Text.assemble(label, self._backstage(scene, stage, own=own))
        taken = [self._preparation(scene, each, own=own) for each in stage.preparing]
        tricks = [self._trick(trick, own=own) for trick in stage.shown]
        told = [backstage, *taken, *tricks] if own else [backstage, *tricks, *taken]
        return in_rows(told, scene.width, INDENT)

    def _backstage(self, scene: Scene, stage: Stage, *, own: bool) -> Text:
        if not stage.backstage:
            return Text(self._say("bare"), QUIET)
        open_now = {ref.name: key for key, ref in stage_keys(scene).items()} if own and not scene.picked else {}
        told = []
        for lying in stage.backstage:
            key = open_now.pop(lying.kind, "")
            told.append(Text.assemble((f" {key} ", KEY) if key else "", piece(self.words, lying)))
        return joined(told)

    def _preparation(self, scene: Scene, taken: Preparation, *, own: bool) -> Text:
        """An objective in preparation: its key, what is served, what is missing."""
        open_now = {ref: key for key, ref in place_keys(scene).items()} if own and not scene.picked else {}
        key = open_now.get(Ref("place", at=taken.at), "")
        head = Text.assemble((f" {key} ", KEY), " ") if key else Text(AT_WORK, QUIET)
        return Text.assemble(head, self.objectives.badge(taken.objective), " ", self.objectives.progress(taken.needs))

    def _trick(self, trick: Trick, *, own: bool) -> Text:
        """A shown trick: what it will pay, what lies on it, when it is due."""
        said = [self._say("worth", points=trick.pays.total), *self._on_trick(trick)]
        if trick.waits == 1:
            said.append(self._say("due_own" if own else "due"))
        elif trick.waits:
            said.append(self._say("waits_own" if own else "waits", n=trick.waits))
        return Text.assemble((ON_SHOW, STAR), self.objectives.title(trick.objective), (f" ({', '.join(said)})", QUIET))

    def _on_trick(self, trick: Trick) -> Iterator[str]:
        """The special actions that lie on it."""
        for card, number in (("encore", trick.encores), ("deja vu", trick.deja_vus), ("grand", trick.grands)):
            if number:
                yield f"{short_name(self.words, card)}{TIMES}{number}"
