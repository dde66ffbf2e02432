"""The keys of Illusio: what stands on cards, and a key for each thing that is open once something was picked."""

from collections.abc import Iterable, Sequence

from grimorio.cli.draw import Scene
from grimorio.cli.pointing import Keys
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref, Way
from grimorio.games.illusio.state import KIND_NAMES

HAND_KEYS = "abcdefghijkl"
STAGE_KEYS = "mnoprstuvwxy"
CHALLENGE_KEYS = "1234"
PLACE_KEYS = "56"
TALENTS = tuple(Ref("word", name) for name in ("change", "swap", "steal", "return"))
EXCHANGE, DROP, DONE, END = (Ref("word", name) for name in ("exchange", "drop", "done", "end"))
NEXT_KEYS = "123456789abcdefghijklmnoprstuvwxyz0àèéìòù+-*/=<>#@%&"
"""Keys for what is open once something was picked; those of an Italian keyboard come last."""
ONE_SORT = ("prepare", "swap", "which", "order")
"""Phases in which only one sort of thing is asked for, besides a word that confirms."""
STAGE_FORMS = ("move", "transform", "swap")


def keys_of(scene: Scene) -> Keys:
    """Before a pick: a to l the hand, 1 to 4 the Challenge, 5 and 6 own objectives, m to y backstage, z talent.

    What cannot be taken back, an exchange or giving an objective up, has a key that says so. 0 ends or confirms, also
    where it cannot yet, so that somebody who presses it is told why.
    After a pick, and where only one sort of thing is asked for: a key for each thing that is open next.
    """
    if scene.picked:
        return next_keys(scene, scene.pointing.left)
    phase = scene.view["phase"]
    if phase in ONE_SORT:
        keys = next_keys(scene, [way for way in scene.ways if way.refs != (DONE,)])
    else:
        keys = hand_keys(scene)
    if phase == "act":
        keys |= challenge_keys(scene) | stage_keys(scene) | place_keys(scene)
        keys |= word_key(scene, "7", [EXCHANGE]) | word_key(scene, "8", [DROP]) | word_key(scene, "z", TALENTS)
    return keys | {"0": END if phase == "act" else DONE}


def word_key(scene: Scene, key: str, words: Iterable[Ref]) -> Keys:
    """At most one of some words can be said now."""
    found = [word for word in words if scene.lit(word)]
    return {key: found[0]} if found else {}


def in_hand(scene: Scene, name: str) -> Ref:
    """A card of the viewer's hand."""
    return Ref("card", name, f"hand[{LETTERS[scene.viewer]}]")


def forms_of(scene: Scene, ref: Ref) -> set[str]:
    """What can be done with a thing."""
    return {way.form for way in scene.ways if ref in way.refs}


def hand_keys(scene: Scene) -> Keys:
    """Cards of the hand; one that could only be exchanged has no key, which would give it away before a look."""
    held = [in_hand(scene, name) for name in dict.fromkeys(scene.view["hand"])]
    exchanging = scene.view["phase"] == "exchange"
    return {
        key: ref
        for key, ref in zip(HAND_KEYS, held, strict=False)
        if exchanging or forms_of(scene, ref) != {"exchange"}
    }


def challenge_keys(scene: Scene) -> Keys:
    """The objectives of the Challenge, by their places."""
    lying = enumerate(scene.view["challenge"])
    return {CHALLENGE_KEYS[k]: Ref("card", name, f"challenge[{k}]") for k, name in lying if name}


def place_keys(scene: Scene) -> Keys:
    """Own objectives to which something can be put; one that could only be given up has no key."""
    places = [Ref("place", at=f"preparing[{LETTERS[scene.viewer]},{k}]") for k in range(len(PLACE_KEYS))]
    return {key: ref for key, ref in zip(PLACE_KEYS, places, strict=True) if forms_of(scene, ref) - {"drop"}}


def stage_keys(scene: Scene) -> Keys:
    """Components of the own backstage that can be moved, transformed or swapped."""
    if scene.view["phase"] != "act" or scene.viewer < 0:
        return {}
    lying = (Ref("card", name, f"backstage[{LETTERS[scene.viewer]}]") for name in KIND_NAMES)
    found = [ref for ref in lying if forms_of(scene, ref).intersection(STAGE_FORMS)]
    return dict(zip(STAGE_KEYS, found, strict=False))


def next_keys(scene: Scene, ways: Sequence[Way]) -> Keys:
    """A key for what each action that is left refers to next; to play a card comes before giving it away."""
    found = dict.fromkeys(ref for way in ways for ref in open_next(scene, way))
    ordered = sorted(found, key=lambda ref: ref == EXCHANGE)
    return dict(zip(NEXT_KEYS, ordered, strict=False))


def open_next(scene: Scene, way: Way) -> list[Ref]:
    """The thing that an action refers to and that is asked for next: what is said, the card, the place, the rest."""
    left = list(way.refs)
    for ref in scene.picked:
        left.remove(ref)
    return sorted(left, key=_turn)[:1]


def _turn(ref: Ref) -> int:
    """In which order things are asked for."""
    field = ref.at.partition("[")[0]
    order = ("word", "hand", "place", "seat", "card", "kind", "number")
    return order.index("hand" if field == "hand" else ref.sort)
