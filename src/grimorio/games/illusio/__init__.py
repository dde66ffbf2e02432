"""Illusio: prepare tricks behind the scenes, show them, and let nobody spoil them."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying, dealing
from grimorio.engine.game import Game
from grimorio.games.illusio import actions, box, insight, mistakes, refusals, rules, state
from grimorio.games.illusio.events import Told
from grimorio.games.illusio.imagine import imagine
from grimorio.games.illusio.measures import fates, measures
from grimorio.games.illusio.positions import arrange, belongs
from grimorio.games.illusio.rules import setup, turns
from grimorio.games.illusio.story import tell

GAME = Game(
    name="illusio",
    title="Illusio",
    authors="Philippe Nouhra",
    publisher="Funforge, 2008",
    version=1,
    seats=(2, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.NUMBERING.action_of,
    number_of_action=actions.NUMBERING.number_of,
    forms=actions.FORM,
    most_legal=720,
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
    outcome=rules.outcome,
    imagine=imagine,
    event_values=counted_by(Told),
    tell=tell,
    tells_all_alike=True,
    insight=insight.insight,
    measures=measures,
    fates=fates,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=mistakes.MISTAKES,
    mistake=mistakes.mistake,
)
