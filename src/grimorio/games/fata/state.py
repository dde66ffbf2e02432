"""The layout of a F.A.T.A. table: every place a card can lie, what each seat has seen, and who sees it."""

from grimorio.engine.layout import (
    ALL,
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
    seats,
)

SEATS = 5
LIMIT = 1000
"""F-G24: turns after which the game is cut."""

# ---------------------------------------------------------------- the cards
#
# A kind is what is printed on a card; equal cards are the same kind. First the play deck, then what lies in chests.

TYPES = ("draw", "take", "rob", "discard")
"""F-R17: what a trimagic does, by its first vision."""
DRAW, TAKE, ROB, DISCARD = range(4)
SUBJECTS = ("neighbour", "anyone", "two")
"""F-R18: whom it concerns, by its second vision."""
NEIGHBOUR, ANYONE, TWO = range(3)
CENTRES = ("stone", "scissors", "scroll", "blank")
"""F-R12: each of the first three beats the next in the circle; a blank beats nothing and cannot be stolen."""
STONE, SCISSORS, SCROLL, BLANK = range(4)
PRINTS = (
    *((centre, NEIGHBOUR, 1) for centre in (STONE, SCISSORS, SCROLL)),
    *((centre, ANYONE, 1) for centre in (STONE, SCISSORS, SCROLL)),
    *((centre, TWO, 2) for centre in (STONE, SCISSORS, SCROLL)),
    (BLANK, NEIGHBOUR, 1),
    (BLANK, NEIGHBOUR, 2),
    (BLANK, ANYONE, 1),
    (BLANK, ANYONE, 2),
)
"""Centre, subject and power of the thirteen visions of each type (B5)."""
VISIONS = len(TYPES) * len(PRINTS)
ENCHANTMENTS = ("shield", "key", "dragonfly", "stars", "echo", "gift", "gust", "mirror", "fog")
ENCHANTMENT = VISIONS
SHIELD, KEY, DRAGONFLY, STARS, ECHO, GIFT, GUST, MIRROR, FOG = range(ENCHANTMENT, ENCHANTMENT + len(ENCHANTMENTS))
PLAYED = ENCHANTMENT + len(ENCHANTMENTS)
"""Kinds in the play deck."""
COLOURS = ("red", "yellow", "purple", "blue", "green")
"""In the order of the hunt (B4): each hunts the next, the last at the table the first."""
WORTHS = (-2, -1, 1, 2, 3, 4)
"""Values that a treasure can have."""
OF_A_COLOUR = len(WORTHS)
TREASURE = PLAYED
QUEEN = TREASURE + len(COLOURS) * OF_A_COLOUR
CHARACTER = QUEEN + 1
KINDS = CHARACTER + len(COLOURS)

PLAY_DECK = 80
"""The most cards an edition may put into the play deck."""
SERIES = 5
"""Treasures of a colour."""
TREASURES = SERIES * SEATS
CHEST = TREASURES + 1
BOX_CARDS = PLAY_DECK + CHEST + SEATS
SLOTS = PLAY_DECK + TREASURES
"""Single cards that a seat can remember: copies of a kind stand side by side."""

# ---------------------------------------------------------------- the table

HAND = 32
"""Room in a hand: foreign trimagics may feed it far beyond the limit, which counts only in the own turn."""
ROWS = 2
ROW = 3
UPRIGHT, REVERSED, SIDEWAYS = range(3)
"""F-R6: how the first, second and third vision of a row lies."""
ASIDE = 4
"""An enchantment and three visions are the most one can play in a turn."""
DISPLAY = 3
BOTTOM = 5
"""F-R4: the Queen and four treasures lie at the bottom of the treasure deck."""

BEGIN, STEALING, LAYING, TREASURE_WON, ORDER, TRIMAGIC, GIFT_CHOICE, GIVE_BACK, DISCARDING, LAST, AUTOMATIC, OVER = (
    range(12)
)
PHASES = (
    "begin", "steal", "lay", "treasure", "order", "trimagic", "gift", "give-back", "discard", "last", "automatic",
    "over",
)  # fmt: skip
DEAL, SUM, NEXT_ROW, NEXT_CARD, ADD_ASIDE, END_OF_TURN, NEXT_TURN = range(7)
STEPS = ("deal", "sum", "row", "card", "aside", "end-of-turn", "next-turn")
"""What happens of itself when nobody has to decide."""

BY_POINTS, BY_RIVAL, BY_LAST, BY_GUARD = range(4)
ENDINGS = ("points", "rival", "last", "guard")


class Box(Layout):
    """An edition and what the table agreed on. All of it is public."""

    deck: Cards = field("i1", (BOX_CARDS,), ALL, "every card of the box that is in play", card(KINDS), is_set=True)
    play_size: Number = field("i1", (), ALL, "cards in the play deck", count(PLAY_DECK))
    treasures: Number = field("i1", (), ALL, "treasures in play (F-R3)", count(TREASURES))
    slot: Numbers = field("i1", (KINDS,), ALL, "first single card of each kind", count(SLOTS))
    copies: Numbers = field("i1", (KINDS,), ALL, "how many cards there are of each kind", count(SERIES))
    kind_of: Numbers = field("i1", (SLOTS,), ALL, "the kind of each single card", card(KINDS), lies=False)
    stars: Numbers = field(
        "i1", (VISIONS, ROW), ALL, "stars a vision shows upright, reversed, sideways (F-G5)", count(4)
    )
    centre: Numbers = field("i1", (VISIONS,), ALL, "symbol in the centre of each vision", one_of(*CENTRES))
    concerns: Numbers = field("i1", (VISIONS,), ALL, "subject of each vision as second card (F-R18)", one_of(*SUBJECTS))
    power: Numbers = field("i1", (VISIONS,), ALL, "power of each vision as third card (F-R19)", count(2))
    series: Numbers = field("i1", (SERIES + 1,), ALL, "points for so many treasures of the own colour", count(99))
    seats: Number = field("i1", (), ALL, "players at the table", count(SEATS))
    starter: Number = field("i1", (), ALL, "first player named by the table (F-G40)", seat(SEATS))
    first_deal: Number = field("i1", (), ALL, "cards dealt to each seat (F-R5)", count(9))
    limit: Number = field("i1", (), ALL, "cards a hand may keep (F-R21)", count(9))
    a_turn: Number = field("i1", (), ALL, "visions one may lay in a turn (F-R14)", count(ROW))
    enough: Number = field("i1", (), ALL, "stars that win a treasure (F-R15)", count(9))
    card_points: Number = field("i1", (), ALL, "points for a card in hand at the end (F-R26)", count(9))


class State(Position):
    """The position of a F.A.T.A. table."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    step: Number = field("i1", (), ALL, "what happens next of itself", one_of(*STEPS), inner=True)
    half: Number = field("i1", (), ALL, "which of the two hands of the game is being played", count(2))
    turn: Number = field("i1", (), ALL, "seat whose turn it is", seat(SEATS))
    turns: Number = field("i2", (), ALL, "turns begun (F-G24)", count(LIMIT))
    laid: Number = field("i1", (), ALL, "visions laid in this turn", count(ROW))
    row: Number = field("i1", (), ALL, "row whose trimagic is being cast", one_of("first", "second"))
    left: Number = field("i1", (), ALL, "cards the trimagic may still move (F-R19)", count(2))
    subject: Number = field("i1", (), ALL, "seat that the trimagic concerned first (F-G27)", seat(SEATS))
    target: Number = field("i1", (), ALL, "opponent of a Hand of Fog", seat(SEATS))
    taken: Cards = field(
        "i1", (SEATS,), OWNER, "card just taken by a Hand of Fog, not to be given back", card(PLAYED), lies=False
    )
    rows: Cards = field(
        "i1",
        (SEATS, ROWS * ROW),
        ALL,
        "visions before each seat: three places of each row",
        card(VISIONS),
        by_seat=True,
        axes=(ROWS, ROW),
    )
    charm: Cards = field("i1", (SEATS, 1), ALL, "enchantment in force before each seat", card(PLAYED), by_seat=True)
    hand: Cards = field("i1", (SEATS, HAND), OWNER, "cards of each seat, sorted", card(PLAYED), is_set=True)
    hand_size: Numbers = field("i1", (SEATS,), ALL, "cards in each hand", count(HAND), by_seat=True)
    deck: Cards = field(
        "i1", (PLAY_DECK,), NOBODY, "the play deck, in no order but for the stacked cards", card(PLAYED)
    )
    deck_size: Number = field("i1", (), ALL, "cards in the play deck", count(PLAY_DECK))
    stacked: Number = field(
        "i1", (), NOBODY, "cards at the top of the play deck whose order is fixed", count(PLAY_DECK)
    )
    discards: Cards = field("i1", (PLAY_DECK,), ALL, "the discards, which lie open", card(PLAYED), is_set=True)
    discarded: Number = field("i1", (), ALL, "cards in the discards", count(PLAY_DECK))
    aside: Cards = field("i1", (ASIDE,), NOBODY, "cards set aside in this turn, seen by nobody (F-G8)", card(PLAYED))
    aside_size: Number = field("i1", (), ALL, "cards set aside", count(ASIDE))
    chest: Cards = field(
        "i1", (CHEST,), NOBODY, "the treasure deck, in no order: its last five first (F-R4)", card(CHARACTER)
    )
    chest_size: Number = field("i1", (), ALL, "cards in the treasure deck", count(CHEST))
    chest_stacked: Number = field("i1", (), NOBODY, "cards at its top whose order is fixed", count(CHEST))
    display: Cards = field("i1", (DISPLAY,), ALL, "face-up treasures", card(CHARACTER))
    queen: Cards = field("i1", (1,), ALL, "the Queen, once she is turned up", card(CHARACTER))
    treasures: Cards = field(
        "i1", (SEATS, TREASURES), OWNER, "face-down treasures of each seat, sorted", card(CHARACTER), is_set=True
    )
    treasure_count: Numbers = field(
        "i1", (SEATS,), ALL, "face-down treasures of each seat", count(TREASURES), by_seat=True
    )
    series: Cards = field(
        "i1", (SEATS, SERIES), ALL, "face-up treasures of a revealed seat's colour", card(CHARACTER), is_set=True,
        by_seat=True,
    )  # fmt: skip
    character: Cards = field("i1", (SEATS, 1), OWNER, "secret character of each seat", card(KINDS))
    revealed: Cards = field("i1", (SEATS, 1), ALL, "characters that lie face up", card(KINDS), by_seat=True)
    points: Numbers = field("i2", (SEATS,), ALL, "points of the first hand of the game", count(50), by_seat=True)
    fallen: Numbers = field(
        "i1", (SEATS,), ALL, "0, or as how manieth a seat was eliminated", count(SEATS), by_seat=True
    )
    felled_by: Numbers = field("i1", (SEATS,), ALL, "who eliminated a seat", seat(SEATS), by_seat=True)
    seen: Numbers = field("u1", (SEATS, SLOTS), OWNER, "with whom a seat knows a single card to be", seats(SEATS))
    seen_character: Cards = field(
        "i1", (SEATS, SEATS), OWNER, "characters a seat has seen in the Water Mirror", card(KINDS), lies=False
    )
    winner: Number = field("i1", (), ALL, "who has won at once", seat(SEATS))
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))
    last_hand: Cards = field(
        "i1", (SEATS, HAND), ALL, "hands laid open at the end", card(PLAYED), is_set=True, by_seat=True,
        lies=False,
    )  # fmt: skip
    last_treasures: Cards = field(
        "i1", (SEATS, TREASURES), ALL, "face-down treasures laid open at the end", card(CHARACTER), is_set=True,
        by_seat=True, lies=False,
    )  # fmt: skip
    last_character: Cards = field(
        "i1", (SEATS, 1), ALL, "characters laid open at the end", card(KINDS), by_seat=True, lies=False
    )
