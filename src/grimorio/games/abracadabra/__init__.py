"""Abracadabra: bring Enchanters together and collect Magic Objects, before somebody else does."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying, dealing
from grimorio.engine.game import Game
from grimorio.games.abracadabra import actions, box, insight, refusals, rules, state
from grimorio.games.abracadabra.events import Told
from grimorio.games.abracadabra.imagine import imagine
from grimorio.games.abracadabra.measures import fates, measures
from grimorio.games.abracadabra.positions import arrange, backs, belongs
from grimorio.games.abracadabra.rules import setup, turns, winning
from grimorio.games.abracadabra.story import tell

GAME = Game(
    name="abracadabra",
    title="Abracadabra",
    authors="Domenico Di Giorgio, Roberta Barletta",
    publisher="daVinci Editrice, 2004",
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
    most_legal=256,
    events=kinds_of(Told),
    binding=("not-yet-won",),
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
    outcome=winning.outcome,
    imagine=imagine,
    backs=backs(),
    event_values=counted_by(Told),
    tell=tell,
    tells_all_alike=True,
    insight=insight.insight,
    measures=measures,
    fates=fates,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=insight.MISTAKES,
    mistake=insight.mistake,
)
