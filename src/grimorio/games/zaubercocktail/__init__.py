"""Zaubercocktail: trade ingredients, all at the same time, until the best cocktail is in your hand."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying, dealing
from grimorio.engine.game import Game
from grimorio.games.zaubercocktail import actions, box, events, insight, refusals, rules, state
from grimorio.games.zaubercocktail.imagine import imagine
from grimorio.games.zaubercocktail.measures import fates, measures
from grimorio.games.zaubercocktail.positions import arrange, belongs
from grimorio.games.zaubercocktail.rules import setup, steps, timing
from grimorio.games.zaubercocktail.story import tell

GAME = Game(
    name="zaubercocktail",
    title="Zaubercocktail",
    authors="Arnd Beenen",
    publisher="Kosmos, 2001",
    version=1,
    seats=(4, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.NUMBERING.action_of,
    number_of_action=actions.NUMBERING.number_of,
    forms=actions.FORM,
    most_legal=256,
    events=kinds_of(events.Told),
    endings=state.ENDINGS,
    stalled_ending="",
    refusals=refusals_of(refusals.Why),
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
    belongs=belongs,
    deal=dealing(setup.start, rules.settle),
    start=setup.start,
    settle=rules.settle,
    to_act=steps.to_act,
    legal=rules.legal,
    why=refusals.why,
    apply=applying(rules.act, rules.settle),
    act=rules.act,
    outcome=rules.outcome,
    imagine=imagine,
    binding=events.BINDING,
    lapse=timing.lapse,
    clock=timing.clock,
    timed=timing.timed,
    composing=actions.COMPOSING,
    event_values=counted_by(events.Told),
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
