/** What goes over the wire, from the server's own types: `python web/scripts/types_ts.py` writes this file. */
export const PROTOCOL = 1;
/** The first message. `client` is random and stays the same when one program connects again. */
export interface Hello {
  readonly kind: "hello";
  readonly protocol: number;
  readonly client: string;
  readonly language?: "en" | "it";
}
/** Look at a table from now on; `last` is the last version that was seen of it, if any. */
export interface Open {
  readonly kind: "open";
  readonly table: string;
  readonly last?: number | null;
}
/** Be told of the lobby, now and whenever it changes, or no longer. */
export interface WatchLobby {
  readonly kind: "lobby";
  readonly on?: boolean;
}
/** Decisions in one go; `seen` is the version that was looked at. */
export interface Do {
  readonly kind: "do";
  readonly number: number;
  readonly seen: number;
  readonly decisions: readonly Decision[];
}
/** An action as somebody points at it: its form, and all it refers to. */
export interface Decision {
  readonly form: string;
  readonly refs: readonly Ref[];
}
/** Something that can be pointed at. A `card` by its name and where it lies; a `place` by its address; a `seat` by its letter; a `kind` of card that need not lie anywhere; a `number` with what it counts; a `word` that is only said, with the part of the words where it stands if that is not the names. */
export interface Ref {
  readonly sort: "card" | "kind" | "number" | "place" | "seat" | "word";
  readonly name?: string;
  readonly at?: string;
}
/** Take the last step back. */
export interface Undo {
  readonly kind: "undo";
  readonly number: number;
}
/** Add a text to the shuffle. */
export interface Nonce {
  readonly kind: "nonce";
  readonly number: number;
  readonly text: string;
}
/** Deal the cards; the host's. */
export interface Deal {
  readonly kind: "deal";
  readonly number: number;
}
/** Seat a bot on a chair that nobody has taken; the host's. */
export interface Fill {
  readonly kind: "fill";
  readonly number: number;
  readonly seat: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  readonly bot: string;
}
/** Go; a bot stands in. */
export interface Leave {
  readonly kind: "leave";
  readonly number: number;
}
/** Take the own seat again. */
export interface Back {
  readonly kind: "back";
  readonly number: number;
}
/** Wish that the clocks stand still, or no longer; they do while all people wish it. */
export interface Pause {
  readonly kind: "pause";
  readonly number: number;
  readonly on?: boolean;
}
/** Choose how fast bots move; the host's, and where he is gone anybody's. */
export interface SetTempo {
  readonly kind: "tempo";
  readonly number: number;
  readonly tempo: "normal" | "quick" | "slow";
}
/** Let a bot stand in for somebody who is cut off; the host's, and where he is gone anybody's. */
export interface Replace {
  readonly kind: "replace";
  readonly number: number;
  readonly seat: "A" | "B" | "C" | "D" | "E" | "F" | "G";
}
/** Ask what a bot would do. */
export interface Hint {
  readonly kind: "hint";
  readonly number: number;
}
/** Another game with the same people. */
export interface Rematch {
  readonly kind: "rematch";
  readonly number: number;
}
/** Nobody hears what a seat says, or everybody again; the host's. */
export interface Mute {
  readonly kind: "mute";
  readonly number: number;
  readonly seat: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  readonly on?: boolean;
}
/** Say something to everybody at the table. */
export interface Say {
  readonly kind: "say";
  readonly number: number;
  readonly text: string;
}
/** The answer to a hello; `name` is None for somebody without a seat anywhere. */
export interface Welcome {
  readonly kind: "welcome";
  readonly protocol: number;
  readonly name: string | null;
}
/** A table is open; its look follows. `seat` is None for somebody who watches, and `watch` says what such see. `host` says whether the viewer made the table, and `host_seat` where whoever did sits; `edition` is the title of the table's own cards, where it is not played with those of the box; `tempo` is how fast bots move. `lesson` while one is given there: nobody plays for the others but the lesson. */
export interface Opened {
  readonly kind: "opened";
  readonly table: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seat: string | null;
  readonly host: boolean;
  readonly successor?: string | null;
  readonly clock?: Pace | null;
  readonly watch?: "hands" | "none" | "public";
  readonly host_seat?: string | null;
  readonly edition?: string;
  readonly tempo?: "normal" | "quick" | "slow";
  readonly lesson?: boolean;
}
/** What a table agreed on, in seconds: so much for each move, or a bank for the whole game and more a move. */
export interface Pace {
  readonly move?: number;
  readonly bank?: number;
  readonly increment?: number;
}
/** What the viewer sees: all of it, or what is new since `look.since`, which is the version he had. */
export interface Seen {
  readonly kind: "look";
  readonly look: Look;
}
/** One consistent read of a room for one viewer. `since` is None where `view` is the whole view; otherwise `view` has the fields that are new since that version. `chairs` and `shuffle` are told when they are new. `offer` is all that the viewer may do now, `asked` the sentence that says what is expected of him, `undo` why he cannot take his last move back ('' where he can). `clock` is the game's own, such as that of a market; `times` are those of people, where the table agreed on clocks. */
export interface Look {
  readonly version: number;
  readonly stage: "gathering" | "over" | "playing";
  readonly since?: number | null;
  readonly chairs?: readonly Chair[] | null;
  readonly shuffle?: Shuffle | null;
  readonly view?: Readonly<Record<string, unknown>>;
  readonly events?: readonly EventTold[];
  readonly story?: readonly Line[];
  readonly to_act?: readonly string[];
  readonly offer?: Offer | null;
  readonly asked?: Line | null;
  readonly undo?: string;
  readonly insight?: unknown;
  readonly clock?: Clock | null;
  readonly times?: TimesTold | null;
  readonly outcome?: OutcomeTold | null;
}
/** A seat's chair: who it belongs to, and which bot plays it. A `person` plays himself. A `bot` plays by the level in `bot`. An `absent` person's chair stays his; the bot in `bot` stands in until he is back, or the table waits for him where there is none. */
export interface Chair {
  readonly kind: "absent" | "bot" | "person";
  readonly name: string;
  readonly bot?: string;
}
/** What everybody needs to check the deal: the commitment, all nonces, and at the end the secret. */
export interface Shuffle {
  readonly commitment: string;
  readonly nonces: readonly string[];
  readonly secret?: string;
}
/** One thing that happened, as one viewer learns it; `value` is told only where the game says what it means. */
export interface EventTold {
  readonly kind: string;
  readonly seat?: string | null;
  readonly card?: string | null;
  readonly back?: string | null;
  readonly start?: string | null;
  readonly to?: string | null;
  readonly value?: number | string | null;
}
/** One line: where its sentence stands in the words (`told.exchanged`), what fills it, and how loud it is. */
export interface Line {
  readonly key: string;
  readonly slots?: Readonly<Record<string, readonly Ref[] | number | string | Ref>>;
  readonly tone?: "" | "loud" | "quiet";
}
/** All that a seat may do, small enough to be sent at every decision: things, and the ways to combine them. `final` are the places in `ways` of what costs something and cannot be taken back: a page marks it and asks once. */
export interface Offer {
  readonly things?: readonly Ref[];
  readonly ways?: readonly Ways[];
  readonly final?: readonly number[];
}
/** Actions of one form that differ only in the last thing they refer to; numbers are places in `Offer.things`. */
export type Ways = readonly [string, readonly number[], readonly number[]];
/** What is being timed, by its number; how long it may take and how much of that is left, in milliseconds. */
export interface Clock {
  readonly which: number;
  readonly total: number;
  readonly left: number;
}
/** What everybody sees: what is left for each seat in milliseconds, for whom it runs, and why it may not. */
export interface TimesTold {
  readonly left: Readonly<Record<string, number>>;
  readonly running?: readonly string[];
  readonly paused?: boolean;
  readonly wish?: readonly string[];
  readonly dropped?: readonly string[];
}
/** Score (None where the rules give none) and place of each seat, who won, and how it ended. */
export interface OutcomeTold {
  readonly scores: Readonly<Record<string, number | null>>;
  readonly places: Readonly<Record<string, number>>;
  readonly winners: readonly string[];
  readonly ending: string;
}
/** It is done and on the disk; the viewer's version `version` has it in it. */
export interface Ack {
  readonly kind: "ack";
  readonly number: number;
  readonly version: number;
}
/** It was not done, and why; without a number where no command could be read. */
export interface RefusedTold {
  readonly kind: "refused";
  readonly refusal: RefusalTold;
  readonly number?: number | null;
}
/** Why not: a stable code, the rule that says so, what was tried, and a sentence in the player's language. */
export interface RefusalTold {
  readonly code: string;
  readonly rule?: string;
  readonly what?: string;
  readonly sentence?: string;
}
/** What a bot would do, how one says it, and why, asked on the viewer's own view; an `Ack` follows. */
export interface Hinted {
  readonly kind: "hinted";
  readonly number: number;
  readonly bot: string;
  readonly decisions: readonly Decision[];
  readonly told?: readonly Line[];
  readonly reasons?: readonly Reason[];
}
/** Something that counts: now and after the move, on average where that is not `certain`. `others`: what the best of all other moves would make of it; None where they were not compared. */
export interface Reason {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  readonly certain: boolean;
  readonly others?: number | null;
}
/** Somebody said something; inert text. */
export interface Heard {
  readonly kind: "said";
  readonly seat: string;
  readonly name: string;
  readonly text: string;
}
/** What was said at a table before it was opened here, the latest last. */
export interface Chat {
  readonly kind: "chat";
  readonly said: readonly Heard[];
}
/** Who at a table without clocks is cut off: those whose seat it is have no socket open at this server. */
export interface Here {
  readonly kind: "here";
  readonly cut_off: readonly string[];
}
/** How fast bots move from now on. */
export interface TempoTold {
  readonly kind: "tempo";
  readonly tempo: "normal" | "quick" | "slow";
}
/** The table at which everybody meets again. */
export interface Followed {
  readonly kind: "rematch";
  readonly table: string;
}
/** How far the rules of a game are compiled; it can be dealt once `done` is all there is. With `bot` it is a bot that thinks: the game goes on, and only the moves of this level wait. */
export interface Preparing {
  readonly kind: "preparing";
  readonly game: string;
  readonly done: number;
  readonly of: number;
  readonly bot?: string;
}
/** All tables that anybody may see, the latest first. */
export interface LobbyTold {
  readonly kind: "lobby";
  readonly tables: readonly LobbyTable[];
}
/** A table as the lobby shows it: who holds its seats, how many can still be taken, whether it is a lesson's. */
export interface LobbyTable {
  readonly table: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly status: string;
  readonly names: readonly string[];
  readonly free: number;
  readonly made: number;
  readonly lesson?: boolean;
}
/** What an interface must know of a game before it shows a table of it. */
export interface GameTold {
  readonly name: string;
  readonly title: string;
  readonly authors: string;
  readonly publisher: string;
  readonly version: number;
  readonly seats: readonly [number, number];
  readonly options: readonly OptionTold[];
  readonly cards: readonly string[];
  readonly forms: Readonly<Record<string, readonly string[]>>;
  readonly fields: readonly FieldTold[];
  readonly endings: readonly string[];
  readonly event_values: Readonly<Record<string, string | readonly string[]>>;
}
/** Something that a table agrees on: one of a few words, or a number. */
export interface OptionTold {
  readonly name: string;
  readonly default: string;
  readonly choices?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}
/** A field of a view: what its values are, and whether each seat has a row of it. */
export interface FieldTold {
  readonly name: string;
  readonly sort: string;
  readonly by_seat: boolean;
  readonly is_set: boolean;
  readonly lies: boolean;
}
/** All sentences of a game in one language, with those that all games share. */
export interface WordsTold {
  readonly language: string;
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: Readonly<Record<string, unknown>>;
}
/** What somebody wants to play: each seat is `me`, `open`, or the level of a bot. `edition` are cards of one's own: the text of the TOML file of an edition, whose mistakes are told with their line, or its content; without it those of the box are dealt. */
export interface NewTable {
  readonly game: string;
  readonly seats: readonly string[];
  readonly name: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly edition?: string | Readonly<Record<string, unknown>> | null;
  readonly watch?: "hands" | "none" | "public";
  readonly clock?: NewClock;
  readonly tempo?: "normal" | "quick" | "slow";
  readonly language?: "en" | "it";
}
/** How long people may think, in seconds: for each move, or a bank and more a move; nothing means for ever. */
export interface NewClock {
  readonly move?: number;
  readonly bank?: number;
  readonly increment?: number;
}
/** A new table, and for each open seat the link that gives it away, once. */
export interface MadeTable {
  readonly table: string;
  readonly seat: number | null;
  readonly links: Readonly<Record<string, string>>;
}
/** A guest has a seat. */
export interface Seated {
  readonly table: string;
  readonly seat: number;
}
/** Somebody who wants any free chair of a table. */
export interface SitDown {
  readonly table: string;
  readonly name: string;
}
/** What somebody picked that leads to nothing, and what else lies where he could point. */
export interface WhyNot {
  readonly table: string;
  readonly picked: readonly Ref[];
  readonly at_hand?: readonly Ref[];
}
/** A game that is over, with the eyes of one viewer; `steps` begin at entry `since` + 1, of `entries` in all. */
export interface Replay {
  readonly table: string;
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly viewer: string;
  readonly entries: number;
  readonly since: number;
  readonly steps: readonly Step[];
}
/** One entry of the log, in the words of a record, and what was new to the viewer; None where nothing was. */
export interface Step {
  readonly entry: number;
  readonly kind: string;
  readonly at: number;
  readonly seat?: string | null;
  readonly text?: string;
  readonly look?: Look | null;
}
/** All decisions of a seat. `fair` + `deal` + `luck` - `cost` is the `result`. */
export interface Review {
  readonly game: string;
  readonly seat: string;
  readonly seats: number;
  readonly fair: number;
  readonly result: number;
  readonly deal: number;
  readonly luck: number;
  readonly cost: number;
  readonly decisions: readonly Judged[];
  readonly moments: Readonly<Record<string, number>>;
}
/** One decision: chances to win before it, had the best been done, and after it; then what came until the next. `entry` is its number in the log, `noise` the standard error of its cost; `tried` tells the chance to win of all that was tried (see `on_one_scale`). `points_at` is what it referred to, `best_at` what the best would have, and `why` says what made the best better; nothing where it cost nothing. */
export interface Judged {
  readonly entry: number;
  readonly done: string;
  readonly best: string;
  readonly before: number;
  readonly after: number;
  readonly cost: number;
  readonly noise: number;
  readonly luck: number;
  readonly verdict: "excellent" | "good" | "inexact" | "mistake";
  readonly tried: Readonly<Record<string, number>>;
  readonly points_at: readonly Ref[];
  readonly best_at: readonly Ref[];
  readonly why: readonly Line[];
}
/** The table that now shows a record from elsewhere. */
export interface Imported {
  readonly table: string;
}
/** Somebody who wants to play a seat of a game that is over, from one of its steps on. */
export interface PlayFrom {
  readonly entry: number;
  readonly seat: "A" | "B" | "C" | "D" | "E" | "F" | "G";
  readonly name: string;
}
/** Everything in a record was done again: the commitment, the deal, so many entries, the result. */
export interface Verified {
  readonly commitment: string;
  readonly entries: number;
}
/** Somebody who wants to be taught a game. */
export interface Learn {
  readonly game: string;
  readonly name: string;
  readonly language?: "en" | "it";
}
/** The pupil's page is ready for the next move of the others; `free` ends the lesson, and bots take their seats. Once `until` moves were made nothing more is done, so that a page may ask again; without it a page only asks how far the lesson is. */
export interface GoOn {
  readonly table: string;
  readonly free?: boolean;
  readonly until?: number;
}
/** How far a lesson is: so many moves were made, which the pupil sees in this version of the table. `left` once they are not the lesson's, or bots sit there. A page teaches by this alone: what it sent may not have come here, and another window may have done more. */
export interface Stood {
  readonly made: number;
  readonly version: number;
  readonly left: boolean;
}
/** A lesson as a page leads through it; `end` is said when it is over. */
export interface LessonTold {
  readonly game: string;
  readonly seat: string;
  readonly steps: readonly LessonStep[];
  readonly end: Readonly<Record<string, string>>;
}
/** What is said, by which rule; and the moves that it waits for, in their order. Before it is said the others act so many times, after which so many moves of the lesson are made in all. `say` and `wrong` are texts by language, in which `[blue 2]` is a card and `{B}` the name of a seat. `look` are the places that it speaks of. A step without decisions only tells something. */
export interface LessonStep {
  readonly rule: string;
  readonly say: Readonly<Record<string, string>>;
  readonly others?: number;
  readonly after?: number;
  readonly decisions?: readonly Decision[];
  readonly wrong?: Readonly<Record<string, string>>;
  readonly look?: readonly string[];
}
/** A scenario by its number in its game: its sentence by language, its rules, how many play. */
export interface Example {
  readonly number: number;
  readonly title: Readonly<Record<string, string>>;
  readonly rules: readonly string[];
  readonly seats: number;
}
/** What this server can send, and what the guest has asked for. */
export interface NoticesTold {
  readonly offered: readonly string[];
  readonly own: readonly NoticeTold[];
}
/** An address of the guest's own; nothing goes to one that is not confirmed. */
export interface NoticeTold {
  readonly kind: string;
  readonly address: string;
  readonly confirmed: boolean;
}
/** Where somebody wants to be told that it is his turn. */
export interface Wanted {
  readonly kind: "mail" | "webhook";
  readonly address: string;
  readonly language?: "en" | "it";
}
/** Somebody's rating in one game: the mean, its standard deviation, and how many games it was made of. */
export interface RatingTold {
  readonly game: string;
  readonly mean: number;
  readonly spread: number;
  readonly games: number;
}
/** A return link: it works once. */
export interface ReturnLink {
  readonly link: string;
}
/** An edition as its TOML file has it. */
export interface EditionTold {
  readonly text: string;
}
export type ClientMessage = Hello | Open | WatchLobby | Do | Undo | Nonce | Deal | Fill | Leave | Back | Pause | SetTempo | Replace | Hint | Rematch | Mute | Say;
export type ServerMessage = Welcome | Opened | Seen | Ack | RefusedTold | Hinted | Heard | Chat | Here | TempoTold | Followed | Preparing | LobbyTold;
export interface FlautzView {
  readonly viewer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly phase: "after-refill" | "closed" | "not-begun" | "over" | "turn" | null;
  readonly turn: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly first: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly declarer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly arena_field: number;
  readonly challenge: number;
  readonly apprentice: Readonly<Record<string, "blue" | "green" | "orange" | "pink" | "violet" | null>>;
  readonly focused: Readonly<Record<string, boolean>>;
  readonly crystals: Readonly<Record<string, number>>;
  readonly points: Readonly<Record<string, number>>;
  readonly hand: readonly string[];
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly air: readonly (string | null)[];
  readonly floor: readonly (string | null)[];
  readonly pile_size: number;
  readonly discards: readonly string[];
  readonly pile_known: readonly string[];
  readonly discarded: number;
  readonly last_closing: "arena" | "declared" | "royal" | "straight" | null;
  readonly last_points: Readonly<Record<string, number>>;
  readonly last_crystals: Readonly<Record<string, number>>;
  readonly last_hand: Readonly<Record<string, readonly string[]>>;
  readonly ending: "crystals" | "crystals-shared" | "guard" | "points" | "points-shared" | null;
}
/** What stands beside the cards of a table of FLAUTZ!. */
export interface FlautzInsight {
  readonly open: readonly string[];
  readonly spell: FlautzSpell | null;
  readonly scores_now: boolean;
  readonly last: readonly FlautzValued[];
}
/** The best spell of a hand: its value, the cards that make it, and the two colours that each prism joins. */
export interface FlautzSpell {
  readonly value: number;
  readonly cards: readonly string[];
  readonly prisms: readonly (readonly [string, string])[];
  readonly flautz: boolean;
}
/** A hand at the end of a challenge: what it was worth, or why it was worth nothing, and what it won. */
export interface FlautzValued {
  readonly seat: string;
  readonly spell: FlautzSpell;
  readonly points: number;
  readonly focused: boolean;
  readonly beaten_by_royal: boolean;
  readonly crystals: number;
}
export interface AbracadabraView {
  readonly viewer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly phase: "automatic" | "choose-pile" | "discard" | "exodus" | "give-back" | "over" | "play" | "take" | "take-again" | null;
  readonly turn: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly acting: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly turns: number;
  readonly extra: number;
  readonly target: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly drawn: string | null;
  readonly drawn_back: "air" | "earth" | "fire" | "water" | null;
  readonly towers: readonly (string | null)[];
  readonly letter: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly organiser: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly proxima: readonly (string | null)[];
  readonly proxima_of: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly drawer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly next_drawer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly row_backs: readonly (string | null)[];
  readonly row_safe: readonly boolean[];
  readonly shown: readonly (string | null)[];
  readonly top_backs: readonly (string | null)[];
  readonly deck_size: number;
  readonly discards: readonly string[];
  readonly hand: readonly string[];
  readonly hand_backs: Readonly<Record<string, readonly string[]>>;
  readonly hand_size: Readonly<Record<string, number>>;
  readonly seen: readonly (readonly ("A" | "B" | "C" | "D" | "E" | "F" | "G")[])[];
  readonly barren: Readonly<Record<string, number>>;
  readonly objects: readonly string[];
  readonly objects_backs: Readonly<Record<string, readonly string[]>>;
  readonly object_count: Readonly<Record<string, number>>;
  readonly bonus: Readonly<Record<string, number>>;
  readonly bonus_left: number;
  readonly pile_size: readonly number[];
  readonly winner: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly ending: "elementals" | "guard" | "points" | "stones" | null;
  readonly last_hand: Readonly<Record<string, readonly string[]>>;
  readonly last_objects: Readonly<Record<string, readonly string[]>>;
}
/** What stands beside the cards of a table of Abracadabra. */
export interface AbracadabraInsight {
  readonly goal: number;
  readonly stones: number;
  readonly limit: number;
  readonly points: AbracadabraPoints | null;
  readonly gatherings: readonly AbracadabraGathering[];
  readonly piles: readonly AbracadabraPile[];
  readonly held: readonly AbracadabraHeld[];
  readonly last: readonly AbracadabraFinal[];
  readonly ending: string;
}
/** A-R32: what a seat's points are made of. `prize` is what A-R33 would add, `total` what counts without it. */
export interface AbracadabraPoints {
  readonly objects: number;
  readonly from_hand: number;
  readonly elementals: number;
  readonly prize: number;
  readonly stones: number;
  readonly total: number;
}
/** A gathering of the hand (A-R12), and what it pays. `refs` are what the action refers to, `cards` its Enchanters, `reused` the one of the Towers. Objects come from one of `piles`: its own, or those nearest to it (A-R19); `from_hand` are bonus cards (A-R20). */
export interface AbracadabraGathering {
  readonly letter: string;
  readonly refs: readonly AbracadabraRef[];
  readonly cards: readonly string[];
  readonly reused: string;
  readonly piles: readonly string[];
  readonly objects: number;
  readonly from_hand: number;
  readonly extra_turn: boolean;
}
/** Something that can be pointed at. A `card` by its name and where it lies; a `place` by its address; a `seat` by its letter; a `kind` of card that need not lie anywhere; a `number` with what it counts; a `word` that is only said, with the part of the words where it stands if that is not the names. */
export interface AbracadabraRef {
  readonly sort: "card" | "kind" | "number" | "place" | "seat" | "word";
  readonly name?: string;
  readonly at?: string;
}
/** A pile of Objects: how many are left, and the points (0 for a Stone) of all that the viewer has not himself. `pays` is what an Object of this letter is worth on average, for all that the viewer knows, and `nearest` the piles that it comes from: its own, or its neighbours where that is empty (A-R19). */
export interface AbracadabraPile {
  readonly letter: string;
  readonly left: number;
  readonly elsewhere: readonly number[];
  readonly nearest: readonly string[];
  readonly pays: number;
}
/** What the viewer knows of somebody's hand: cards that he saw, and how many air backs are no Enchanters. */
export interface AbracadabraHeld {
  readonly seat: string;
  readonly cards: readonly string[];
  readonly no_enchanters: number;
}
/** What a seat had when everything was laid open (A-R21); `prize` tells whether the prize was counted (A-R33). */
export interface AbracadabraFinal {
  readonly seat: string;
  readonly points: AbracadabraPoints;
  readonly won: boolean;
  readonly prize: boolean;
}
export interface FataView {
  readonly viewer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly phase: "automatic" | "begin" | "discard" | "gift" | "give-back" | "last" | "lay" | "order" | "over" | "steal" | "treasure" | "trimagic" | null;
  readonly half: number;
  readonly turn: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly turns: number;
  readonly laid: number;
  readonly row: "first" | "second" | null;
  readonly left: number;
  readonly subject: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly target: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly taken: string | null;
  readonly rows: Readonly<Record<string, readonly (readonly (string | null)[])[]>>;
  readonly charm: Readonly<Record<string, readonly (string | null)[]>>;
  readonly hand: readonly string[];
  readonly hand_size: Readonly<Record<string, number>>;
  readonly deck_size: number;
  readonly discards: readonly string[];
  readonly discarded: number;
  readonly aside_size: number;
  readonly chest_size: number;
  readonly display: readonly (string | null)[];
  readonly queen: readonly (string | null)[];
  readonly treasures: readonly string[];
  readonly treasure_count: Readonly<Record<string, number>>;
  readonly series: Readonly<Record<string, readonly string[]>>;
  readonly character: readonly (string | null)[];
  readonly revealed: Readonly<Record<string, readonly (string | null)[]>>;
  readonly points: Readonly<Record<string, number>>;
  readonly fallen: Readonly<Record<string, number>>;
  readonly felled_by: Readonly<Record<string, "A" | "B" | "C" | "D" | "E" | "F" | "G" | null>>;
  readonly seen: readonly (readonly ("A" | "B" | "C" | "D" | "E" | "F" | "G")[])[];
  readonly seen_character: readonly (string | null)[];
  readonly winner: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly ending: "guard" | "last" | "points" | "rival" | null;
  readonly last_hand: Readonly<Record<string, readonly string[]>>;
  readonly last_treasures: Readonly<Record<string, readonly string[]>>;
  readonly last_character: Readonly<Record<string, readonly (string | null)[]>>;
}
/** What stands beside the cards of a table of F.A.T.A.. `circle`: the lineages at the table, each hunting the next. `still`: how many visions may yet be played, cards moved, or have to be discarded in this decision. `queen_near`: the next treasure turned up may be the Queen (F-R4), who is among the last `bottom` of them. `now`: what the viewer would score if she came now. `end`: all seats that score, once the game is over. */
export interface FataInsight {
  readonly circle: readonly string[];
  readonly lineage: FataLineage | null;
  readonly seats: readonly FataSeat[];
  readonly thefts: readonly FataTheft[];
  readonly still: number;
  readonly queen_near: boolean;
  readonly bottom: number;
  readonly now: FataPoints | null;
  readonly end: readonly FataPoints[];
}
/** F-G1: who the viewer is, whom he hunts, and who hunts him. */
export interface FataLineage {
  readonly own: string;
  readonly rival: string;
  readonly hunter: string;
}
/** What is to be seen of a seat, and what the viewer knows of it: rows, stars, cards, treasures, character. */
export interface FataSeat {
  readonly seat: string;
  readonly rows: readonly FataRow[];
  readonly stars: number;
  readonly needed: number;
  readonly last_card: boolean;
  readonly cards: readonly string[];
  readonly treasures: readonly string[];
  readonly unknown: number;
  readonly character: string;
}
/** A row: how many visions lie in it, whether it takes another (F-R6, F-G32), and what its last one shows. */
export interface FataRow {
  readonly at: string;
  readonly visions: number;
  readonly open: boolean;
  readonly stars: number;
  readonly symbol: string;
  readonly beats: string;
  readonly trimagic: FataTrimagic | null;
}
/** F-R16 to F-R19: what a row does, as far as it lies there: '' and 0 for what is still open. */
export interface FataTrimagic {
  readonly kind: string;
  readonly subject: string;
  readonly power: number;
  readonly told: FataLine;
}
/** One line: where its sentence stands in the words (`told.exchanged`), what fills it, and how loud it is. */
export interface FataLine {
  readonly key: string;
  readonly slots?: Readonly<Record<string, readonly FataRef[] | number | string | FataRef>>;
  readonly tone?: "" | "loud" | "quiet";
}
/** Something that can be pointed at. A `card` by its name and where it lies; a `place` by its address; a `seat` by its letter; a `kind` of card that need not lie anywhere; a `number` with what it counts; a `word` that is only said, with the part of the words where it stands if that is not the names. */
export interface FataRef {
  readonly sort: "card" | "kind" | "number" | "place" | "seat" | "word";
  readonly name?: string;
  readonly at?: string;
}
/** F-R12: a vision that the viewer could steal, his rows that it fits on, and the visions whose symbol beats it. No vision beats it where a Quartz Key opens the way. */
export interface FataTheft {
  readonly card: string;
  readonly at: string;
  readonly to: readonly string[];
  readonly by: readonly string[];
}
/** F-R26: what points are made of: the first hand, treasures as printed, the own colour, cards in hand. */
export interface FataPoints {
  readonly seat: string;
  readonly first: number;
  readonly treasures: number;
  readonly series: number;
  readonly cards: number;
  readonly total: number;
}
export interface IllusioView {
  readonly viewer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly phase: "act" | "automatic" | "discard" | "exchange" | "order" | "over" | "prepare" | "swap" | "which" | null;
  readonly turn: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly turns: number;
  readonly acts_left: number;
  readonly talent_used: boolean;
  readonly magician: Readonly<Record<string, "baptiste twins" | "grimaldo" | "ivan zamok" | "lady ashcombe" | "madame specchia" | "miss dominated" | "otto von kasten" | "savano" | "shaozu" | "silas lightfinger" | null>>;
  readonly prestige: Readonly<Record<string, number>>;
  readonly bonus_used: Readonly<Record<string, boolean>>;
  readonly challenge: readonly (string | null)[];
  readonly preparing: Readonly<Record<string, readonly (string | null)[]>>;
  readonly parts: Readonly<Record<string, readonly (readonly (string | null)[])[]>>;
  readonly shown: Readonly<Record<string, readonly (string | null)[]>>;
  readonly shown_parts: Readonly<Record<string, readonly (readonly (string | null)[])[]>>;
  readonly wait: Readonly<Record<string, readonly number[]>>;
  readonly encored: Readonly<Record<string, readonly boolean[]>>;
  readonly encores: Readonly<Record<string, readonly number[]>>;
  readonly deja_vus: Readonly<Record<string, readonly number[]>>;
  readonly grands: Readonly<Record<string, readonly number[]>>;
  readonly specials: readonly string[];
  readonly kept: Readonly<Record<string, readonly string[]>>;
  readonly backstage: Readonly<Record<string, readonly string[]>>;
  readonly backstage_size: Readonly<Record<string, number>>;
  readonly backstage_as: Readonly<Record<string, readonly string[]>>;
  readonly changes: number;
  readonly changed: readonly (string | null)[];
  readonly changed_into: readonly (string | null)[];
  readonly changed_of: readonly ("A" | "B" | "C" | "D" | "E" | "F" | "G" | null)[];
  readonly changed_at: readonly ("backstage" | "preparing 1" | "preparing 2" | "shown 1" | "shown 2" | "shown 3" | "shown 4" | "shown 5" | "shown 6" | null)[];
  readonly changed_by: readonly number[];
  readonly transforms: readonly string[];
  readonly aside: readonly string[];
  readonly aside_size: number;
  readonly slot: number;
  readonly offered: readonly (string | null)[];
  readonly offered_card: readonly (string | null)[];
  readonly offered_by: number;
  readonly hand: readonly string[];
  readonly hand_size: Readonly<Record<string, number>>;
  readonly seen: readonly (string | null)[];
  readonly seen_in: readonly (readonly ("A" | "B" | "C" | "D" | "E" | "F" | "G")[])[];
  readonly gone: readonly number[];
  readonly old: Readonly<Record<string, number>>;
  readonly deck_size: number;
  readonly discards: readonly string[];
  readonly discards_size: number;
  readonly objectives_size: number;
  readonly dropped: readonly string[];
  readonly dropped_size: number;
  readonly winner: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly ending: "guard" | "target" | null;
}
/** What stands beside the cards of a table of Illusio. `acts`: actions that the viewer has left, None while there are none to take; `talent`: whether his may be used now, or counts by itself; `too_many`: cards that he has to discard (I-R11); `target`: the prestige that wins (I-R19). */
export interface IllusioInsight {
  readonly challenge: readonly IllusioObjective[];
  readonly stages: readonly IllusioStage[];
  readonly acts: number | null;
  readonly talent: "" | "bonus" | "ready" | "used" | "waits";
  readonly too_many: number;
  readonly choosing: IllusioChoosing | null;
  readonly target: number;
}
/** An objective of the Challenge: what of it the viewer has in hand and backstage, and whether it can be taken on. `fitting` components of the viewer's backstage fit together, `half` are needed (I-R7 D). */
export interface IllusioObjective {
  readonly objective: string;
  readonly at: string;
  readonly domain: string;
  readonly level: number;
  readonly needs: readonly IllusioNeed[];
  readonly half: number;
  readonly fitting: number;
  readonly enough: boolean;
}
/** Something an objective asks for, a type or `any animal`: served exactly, by its group alone, or still open. */
export interface IllusioNeed {
  readonly asks: string;
  readonly group: string;
  readonly served: "exact" | "group" | "open";
  readonly by: string;
}
/** What a seat has on the table, and its validated tricks by domain: another one of these pays a point more. */
export interface IllusioStage {
  readonly seat: string;
  readonly backstage: readonly IllusioPiece[];
  readonly preparing: readonly IllusioPreparation[];
  readonly shown: readonly IllusioTrick[];
  readonly kept: Readonly<Record<string, number>>;
  readonly known: readonly IllusioKnown[];
}
/** Like components at a spot: what they count as, their printed face, Transform cards on each, how many. */
export interface IllusioPiece {
  readonly kind: string;
  readonly printed: string;
  readonly transforms: number;
  readonly number: number;
}
/** An objective in preparation: `pays` if what is missing were served by its group alone, `adding` one of a kind. */
export interface IllusioPreparation {
  readonly objective: string;
  readonly at: string;
  readonly domain: string;
  readonly level: number;
  readonly needs: readonly IllusioNeed[];
  readonly pieces: readonly IllusioPiece[];
  readonly missing: number;
  readonly pays: IllusioPay;
  readonly adding: Readonly<Record<string, number>>;
}
/** What a trick pays and for what (I-R16 to I-R18, I-R25, I-R26, I-G2, I-G22); a Deja Vu takes. */
export interface IllusioPay {
  readonly level: number;
  readonly accuracy: number;
  readonly specialisation: number;
  readonly talent: number;
  readonly grand: number;
  readonly deja_vu: number;
  readonly total: number;
}
/** A shown trick, and how many starts of its owner's turn it still waits for. `pays`: what it will pay when it is due, after the tricks that are due before it or were shown before it. `now`: what it would pay if it were validated at once. `after`: what it will pay with one more Grand, or Deja Vu. */
export interface IllusioTrick {
  readonly objective: string;
  readonly at: string;
  readonly domain: string;
  readonly level: number;
  readonly needs: readonly IllusioNeed[];
  readonly pieces: readonly IllusioPiece[];
  readonly waits: number;
  readonly encores: number;
  readonly deja_vus: number;
  readonly grands: number;
  readonly pays: IllusioPay;
  readonly now: IllusioPay;
  readonly after: Readonly<Record<string, number>>;
}
/** A card that the viewer knows to be in a hand, or in one of several. */
export interface IllusioKnown {
  readonly card: string;
  readonly hands: readonly string[];
}
/** Whose components, which count alike as this kind, somebody has to choose from (I-G16). */
export interface IllusioChoosing {
  readonly seat: string;
  readonly kind: string;
}
export interface ZaubercocktailView {
  readonly viewer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly phase: "closing" | "dealing" | "market" | "over" | "presenting" | "scoring" | null;
  readonly turn: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly dealer: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly round: number;
  readonly cycle: number;
  readonly closing: "clock" | "limit" | "silence" | "stones" | null;
  readonly passes: Readonly<Record<string, number>>;
  readonly stone: Readonly<Record<string, number>>;
  readonly marker: Readonly<Record<string, number>>;
  readonly recipe: readonly (string | null)[];
  readonly recipes_left: number;
  readonly recipes_done: readonly string[];
  readonly hand: readonly string[];
  readonly hand_size: Readonly<Record<string, number>>;
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly seeks: Readonly<Record<string, readonly string[]>>;
  readonly offer_open: Readonly<Record<string, boolean>>;
  readonly offer_to: Readonly<Record<string, "A" | "B" | "C" | "D" | "E" | "F" | "G" | null>>;
  readonly offer_give: Readonly<Record<string, readonly string[]>>;
  readonly offer_want: Readonly<Record<string, readonly string[]>>;
  readonly call_open: Readonly<Record<string, boolean>>;
  readonly call_give: Readonly<Record<string, readonly string[]>>;
  readonly call_want: Readonly<Record<string, readonly string[]>>;
  readonly draft_give: readonly string[];
  readonly draft_want: readonly string[];
  readonly draft_to: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly handed: Readonly<Record<string, boolean>>;
  readonly laid_kind: readonly (string | null)[];
  readonly laid_naturals: readonly number[];
  readonly laid_jokers: readonly number[];
  readonly deck_size: number;
  readonly under: readonly (readonly string[])[];
  readonly under_size: number;
  readonly layers: number;
  readonly presented: readonly string[];
  readonly turned: readonly string[];
  readonly last_recipe: string | null;
  readonly last_kind: Readonly<Record<string, readonly (string | null)[]>>;
  readonly last_naturals: Readonly<Record<string, readonly number[]>>;
  readonly last_jokers: Readonly<Record<string, readonly number[]>>;
  readonly last_total: Readonly<Record<string, number>>;
  readonly last_cards: Readonly<Record<string, number>>;
  readonly last_turned: Readonly<Record<string, string | null>>;
  readonly last_rank: Readonly<Record<string, number>>;
  readonly last_steps: Readonly<Record<string, number>>;
  readonly last_ring: "A" | "B" | "C" | "D" | "E" | "F" | "G" | null;
  readonly ending: "final-space" | "lightning" | null;
}
/** What stands beside the cards of a table of Zaubercocktail. */
export interface ZaubercocktailInsight {
  readonly best: ZaubercocktailCollection | null;
  readonly laid: ZaubercocktailCollection | null;
  readonly ingredients: readonly ZaubercocktailIngredient[];
  readonly standing: readonly ZaubercocktailStanding[];
  readonly reward: ZaubercocktailReward | null;
  readonly stones_to_end: number;
  readonly track: number;
  readonly last_reward: ZaubercocktailReward | null;
  readonly last: readonly ZaubercocktailRanked[];
}
/** One or two sets together: their total, and the number of cards that breaks ties (Z-R17, Z-R19). */
export interface ZaubercocktailCollection {
  readonly sets: readonly ZaubercocktailOneSet[];
  readonly total: number;
  readonly cards: number;
}
/** A set: its ingredient, its natural cards and jokers, and what it is worth (Z-R15, Z-R17). */
export interface ZaubercocktailOneSet {
  readonly kind: string;
  readonly naturals: number;
  readonly jokers: number;
  readonly value: number;
}
/** A kind of card: how many the viewer holds, its scale, what they are worth alone, and what one more would bring. `one_more`: by how much one more card would raise the total of the best sets. `sought`: who has asked for it in this market; `known`: who is known to hold how many of it. */
export interface ZaubercocktailIngredient {
  readonly kind: string;
  readonly held: number;
  readonly scale: readonly number[];
  readonly worth: number;
  readonly one_more: number;
  readonly sought: readonly string[];
  readonly known: Readonly<Record<string, number>>;
}
/** An offer or a call that stands, and what it means for the viewer. `for_me`: whether he may answer it. `missing`: what it asks for and he does not hold. `gain`: by how much the total of his best sets would change if he gave and took all of it; None where he cannot, or does not know his hand. */
export interface ZaubercocktailStanding {
  readonly seat: string;
  readonly call: boolean;
  readonly to: string | null;
  readonly give: readonly ZaubercocktailCards[];
  readonly want: readonly ZaubercocktailCards[];
  readonly for_me: boolean;
  readonly missing: readonly ZaubercocktailCards[];
  readonly gain: number | null;
}
/** So many cards of a kind. */
export type ZaubercocktailCards = readonly [string, number];
/** What the open recipe and the ring pay (Z-R5, Z-R18, Z-R20, Z-R21). */
export interface ZaubercocktailReward {
  readonly recipe: string;
  readonly steps: readonly number[];
  readonly back: number;
  readonly ring_steps: number;
  readonly ring_rank: number;
}
/** A seat in the last ranking, step by step: sets, total, cards, card turned, rank, steps of recipe and ring. */
export interface ZaubercocktailRanked {
  readonly seat: string;
  readonly collection: ZaubercocktailCollection;
  readonly turned: string | null;
  readonly rank: number;
  readonly recipe_steps: number;
  readonly ring: boolean;
  readonly ring_steps: number;
  readonly steps: number;
  readonly marker: number;
}
