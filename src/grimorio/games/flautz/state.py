"""The layout of a FLAUTZ! table: every place a card can lie, every mark, and who sees it."""

from grimorio.engine.layout import (
    ALL,
    FLAG,
    NOBODY,
    OWNER,
    Cards,
    Layout,
    Number,
    Numbers,
    Position,
    card,
    count,
    field,
    one_of,
    seat,
)

SEATS = 5
HAND = 5
ROW = 3
"""Cards in the air, and as many on the floor (FZ-F7)."""
PLACES = 2 * ROW
"""Places for open cards: 0 to 2 in the air, 3 to 5 on the floor."""
COLOURS = ("blue", "green", "violet", "orange", "pink")
VALUES = 8
"""The highest number an edition may print."""
ILLUSION = len(COLOURS) * VALUES
"""The first illusion; kinds below it are colour times `VALUES` plus number minus 1."""
PRISM = ILLUSION + VALUES
KINDS = PRISM + 1
CARDS = 128
"""The most spell cards an edition may have."""
FIELDS = 12
"""The longest arena strip, the FLAUTZ! field not counted."""
DISCARDS = SEATS * (FIELDS // 2)
"""FZ-G5: at most every second round a seat refills once."""

AIR, FLOOR = 1, 2
"""Zones, as bits: an arena field allows one or both."""

TURN, AFTER_REFILL, NOT_BEGUN, CLOSED, OVER = range(5)
"""What is to be decided; before a challenge begins and once it is closed nobody decides, `settle` goes on."""
PHASES = ("turn", "after-refill", "not-begun", "closed", "over")

CRYSTALS, POINTS = range(2)
"""FZ-R21, FZ-R22: the two modes."""
MODES = ("crystals", "points")

ARENA, DECLARED, STRAIGHT, ROYAL = range(4)
"""How a challenge can end."""
CLOSINGS = ("arena", "declared", "straight", "royal")

BY_CRYSTALS, BY_CRYSTALS_SHARED, BY_POINTS, BY_POINTS_SHARED, BY_GUARD = range(5)
ENDINGS = ("crystals", "crystals-shared", "points", "points-shared", "guard")

MOST_CRYSTALS = 25
MOST_POINTS = 200


class Box(Layout):
    """An edition and the options of a table: what the players agreed on before the deal. All of it is public."""

    points_of_run: Numbers = field("i2", (1 << VALUES,), ALL, "best run inside a set of numbers", count(64))
    extra_card: Number = field("i2", (), ALL, "points for each further card (FZ-R14)", count(5))
    challenges: Number = field("i2", (), ALL, "challenges in mode 2, and the guard in mode 1 (FZ-G19)", count(50))
    points_per_crystal: Number = field("i2", (), ALL, "worth of a crystal in mode 2 (FZ-R22)", count(10))
    deck: Cards = field("i1", (CARDS,), ALL, "every spell card of the edition", card(KINDS), is_set=True)
    deck_size: Number = field("i2", (), ALL, "how many spell cards there are", count(CARDS))
    seats: Number = field("i1", (), ALL, "players at the table (FZ-G1)", count(SEATS))
    mode: Number = field("i1", (), ALL, "which mode is played (FZ-R21, FZ-R22)", one_of(*MODES))
    strip: Numbers = field("i1", (FIELDS,), ALL, "zones each arena field allows (FZ-R8)", count(3))
    rounds: Number = field("i1", (), ALL, "arena fields before the FLAUTZ! field (FZ-R11)", count(FIELDS))
    starter: Number = field("i1", (), ALL, "first player named by the table (FZ-G18)", seat(SEATS))
    crystals_to_win: Number = field("i1", (), ALL, "crystals that win mode 1 (FZ-R21)", count(9))
    straight_bonus: Number = field("i1", (), ALL, "more crystals for a Straight (FZ-R18)", count(9))
    royal_bonus: Number = field("i1", (), ALL, "more crystals for a Royal (FZ-R19)", count(9))


class State(Position):
    """The position of a FLAUTZ! table."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    turn: Number = field("i1", (), ALL, "seat whose turn it is", seat(SEATS))
    first: Number = field("i1", (), ALL, "first player of this challenge (FZ-R4)", seat(SEATS))
    declarer: Number = field("i1", (), ALL, "seat that declared FLAUTZ! (FZ-R17)", seat(SEATS))
    arena_field: Number = field("i1", (), ALL, "arena field the crystal lies on, from 0 (FZ-R6)", count(FIELDS))
    challenge: Number = field("i2", (), ALL, "number of this challenge, from 1", count(50))
    apprentice: Numbers = field(
        "i1", (SEATS,), ALL, "colour of each apprentice (FZ-R1)", one_of(*COLOURS), by_seat=True
    )
    focused: Numbers = field("i1", (SEATS,), ALL, "apprentice turned to the focus side (FZ-R23)", FLAG, by_seat=True)
    crystals: Numbers = field("i2", (SEATS,), ALL, "crystals won", count(MOST_CRYSTALS), by_seat=True)
    points: Numbers = field("i2", (SEATS,), ALL, "points noted, mode 2 only", count(MOST_POINTS), by_seat=True)
    hand: Cards = field("i1", (SEATS, HAND), OWNER, "five cards of each seat, sorted", card(KINDS), is_set=True)
    known: Cards = field(
        "i1",
        (SEATS, HAND),
        ALL,
        "cards that all saw a seat take or lay open",
        card(KINDS),
        is_set=True,
        by_seat=True,
        lies=False,
    )
    air: Cards = field("i1", (ROW,), ALL, "open cards above the arena", card(KINDS))
    floor: Cards = field("i1", (ROW,), ALL, "open cards below the arena", card(KINDS))
    pile: Cards = field("i1", (CARDS,), NOBODY, "face-down cards, in no order but for the stacked ones", card(KINDS))
    pile_size: Number = field("i2", (), ALL, "cards in the pile", count(CARDS))
    stacked: Number = field("i2", (), NOBODY, "cards on top of the pile whose order is fixed", count(CARDS))
    discards: Cards = field("i1", (DISCARDS,), ALL, "replaced cards (FZ-R24)", card(KINDS), is_set=True)
    pile_known: Cards = field(
        "i1",
        (DISCARDS,),
        ALL,
        "what all know to be in the pile: discards that became the pile (FZ-G5)",
        card(KINDS),
        is_set=True,
        lies=False,
    )
    discarded: Number = field("i2", (), ALL, "cards in the discards", count(DISCARDS))
    last_closing: Number = field("i1", (), ALL, "how the last challenge ended", one_of(*CLOSINGS))
    last_points: Numbers = field("i2", (SEATS,), ALL, "values of the last challenge", count(25), by_seat=True)
    last_crystals: Numbers = field("i1", (SEATS,), ALL, "crystals it gave", count(3), by_seat=True)
    last_hand: Cards = field(
        "i1",
        (SEATS, HAND),
        ALL,
        "hands opened at its valuation (FZ-G20)",
        card(KINDS),
        is_set=True,
        by_seat=True,
        lies=False,
    )
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))
