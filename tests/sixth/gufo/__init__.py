"""Gufo: lay a card, and have laid the highest."""

from pathlib import Path

from grimorio.engine.codes import counted_by, kinds_of, refusals_of
from grimorio.engine.flow import applying
from grimorio.engine.game import Game
from gufo import actions, box, refusals, rules, state
from gufo.events import Told
from gufo.imagine import imagine
from gufo.positions import arrange

GAME = Game(
    name="gufo",
    title="Gufo",
    authors="Grimorio",
    publisher="nobody",
    version=1,
    seats=(2, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=len(actions.CARD_NAMES),
    action_of=actions.NUMBERING.action_of,
    number_of_action=actions.NUMBERING.number_of,
    most_legal=state.HAND,
    events=kinds_of(Told),
    endings=state.ENDINGS,
    stalled_ending="",
    one_at_a_time=True,
    refusals=refusals_of(refusals.Why),
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
    deal=rules.deal,
    start=rules.start,
    settle=rules.settle,
    to_act=rules.to_act,
    legal=rules.legal,
    why=refusals.why,
    apply=applying(rules.act, rules.settle),
    act=rules.act,
    outcome=rules.outcome,
    imagine=imagine,
    event_values=counted_by(Told),
)
