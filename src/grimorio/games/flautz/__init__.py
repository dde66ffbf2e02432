"""FLAUTZ!: exchange spells with the arena until the best one stands in your hand."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying, dealing, placing
from grimorio.engine.game import Game
from grimorio.games.flautz import actions, box, insight, refusals, rules, state
from grimorio.games.flautz.events import Told
from grimorio.games.flautz.imagine import imagine
from grimorio.games.flautz.measures import fates, measures
from grimorio.games.flautz.positions import arrange
from grimorio.games.flautz.rules import challenge, valuation
from grimorio.games.flautz.story import tell

GAME = Game(
    name="flautz",
    title="FLAUTZ!",
    authors="André Schillo, Martin Müller",
    publisher="Voodoo Games, 2018",
    version=2,
    seats=(2, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.NUMBERING.action_of,
    number_of_action=actions.NUMBERING.number_of,
    forms=actions.FORM,
    most_legal=2 * state.PLACES * state.HAND + 2,
    events=kinds_of(Told),
    endings=state.ENDINGS,
    stalled_ending="guard",
    one_at_a_time=True,
    refusals=refusals_of(refusals.Why),
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
    deal=dealing(challenge.start, rules.settle),
    start=challenge.start,
    settle=rules.settle,
    to_act=rules.to_act,
    legal=rules.legal,
    why=refusals.why,
    apply=applying(rules.act, rules.settle),
    act=rules.act,
    outcome=placing(valuation.total, valuation.place_of),
    imagine=imagine,
    afresh=("challenge-began",),
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
