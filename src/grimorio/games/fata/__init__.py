"""F.A.T.A.: lay visions in rows, weave trimagics, gather treasures, and beware of the lineage that hunts yours."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying, dealing, placing
from grimorio.engine.game import Game
from grimorio.games.fata import actions, box, insight, refusals, rules, state
from grimorio.games.fata.events import Told
from grimorio.games.fata.imagine import imagine
from grimorio.games.fata.measures import fates, measures
from grimorio.games.fata.positions import arrange, belongs
from grimorio.games.fata.rules import scoring, setup, turns
from grimorio.games.fata.story import tell

GAME = Game(
    name="fata",
    title="F.A.T.A.",
    authors="Martina Mealli, Gabriele Rabbini",
    publisher="daVinci Editrice, Lucca Comics & Games, 2006",
    version=1,
    seats=(3, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.NUMBERING.action_of,
    number_of_action=actions.NUMBERING.number_of,
    forms=actions.FORM,
    most_legal=160,
    events=kinds_of(Told),
    endings=state.ENDINGS,
    stalled_ending="guard",
    one_at_a_time=True,
    refusals=refusals_of(refusals.Why),
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
    belongs=belongs,
    deal=dealing(setup.start, turns.settle),
    start=setup.start,
    settle=turns.settle,
    to_act=rules.to_act,
    legal=rules.legal,
    why=refusals.why,
    apply=applying(rules.act, turns.settle),
    act=rules.act,
    outcome=placing(scoring.total, scoring.place_of),
    imagine=imagine,
    event_values=counted_by(Told),
    tell=tell,
    insight=insight.insight,
    measures=measures,
    fates=fates,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=insight.MISTAKES,
    mistake=insight.mistake,
)
