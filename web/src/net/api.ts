/** What is asked over HTTP: games, words, tables. Refusals come with their sentence, in the player's language. */
import type {
  EditionTold,
  Example,
  GameTold,
  Imported,
  LessonTold,
  LobbyTable,
  MadeTable,
  NewTable,
  NoticesTold,
  PlayFrom,
  Ref,
  RatingTold,
  RefusalTold,
  Replay,
  ReturnLink,
  Review,
  Seated,
  Stood,
  Verified,
  Wanted,
  WordsTold,
} from "../generated/wire";
import { settings } from "../lib/settings.svelte";
import { RefusedError } from "./link";

const asked = async <T>(path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`/api/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "accept-language": settings.lang,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const told: unknown = await answer.json();
  if (!answer.ok) throw new RefusedError(told as RefusalTold);
  return told as T;
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
};

export const games = once(() => asked<readonly GameTold[]>("games"));
export const editionOf = (game: string): Promise<EditionTold> => asked(`games/${game}/edition`);
export const bots = once(() => asked<Readonly<Record<string, readonly string[]>>>("bots"));
/** The bot that sits down where nobody chose one: quick, and no fool. */
export const usualBot = async (game: string): Promise<string> => {
  const levels = (await bots())[game] ?? [];
  return levels.find((level) => level === "apprentice") ?? levels.at(-1) ?? "random";
};
const words = new Map<string, () => Promise<WordsTold>>();

export const wordsOf = (game: string, language: string): Promise<WordsTold> => {
  const path = `games/${game}/words/${language}`;
  const found = words.get(path) ?? once(() => asked<WordsTold>(path));
  words.set(path, found);
  return found();
};

/** The tables at which I sit; none for somebody who is new here. */
export const myTables = async (): Promise<readonly LobbyTable[]> => {
  try {
    return await asked<readonly LobbyTable[]>("tables/mine");
  } catch (error) {
    if (error instanceof RefusedError && error.refusal.code === "stranger") return [];
    throw error;
  }
};

export const makeTable = (wish: NewTable): Promise<MadeTable> => asked("tables", wish);
export const join = (link: string, name: string): Promise<Seated> => asked("join", { link, name });
export const sit = (table: string, name: string): Promise<Seated> => asked("sit", { table, name });
/** A link for another device, and coming in by one. */
export const returnLink = (): Promise<ReturnLink> => asked("return", {});
export const comeIn = (link: string): Promise<unknown> => asked("come-in", { link });
export const whyNot = (table: string, picked: readonly Ref[], atHand: readonly Ref[]): Promise<Partial<RefusalTold>> =>
  asked("why", { table, picked, at_hand: atHand });

// ---------------------------------------------------------------- turn notices

/** What the server can send and I have asked for; nothing for somebody who is new here. */
export const notices = async (): Promise<NoticesTold> => {
  try {
    return await asked<NoticesTold>("notices");
  } catch (error) {
    if (error instanceof RefusedError && error.refusal.code === "stranger") return { offered: [], own: [] };
    throw error;
  }
};
export const wantNotices = (wish: Wanted): Promise<NoticesTold> => asked("notices", wish);
export const confirmNotices = (code: string): Promise<NoticesTold> => asked("notices/confirm", { code });
export const endNotices = (): Promise<NoticesTold> => asked("notices/end", {});

// ---------------------------------------------------------------- games that are over, lessons, examples

export const replayOf = (table: string, viewer: string, since: number): Promise<Replay> =>
  asked(`tables/${table}/replay/${viewer}?since=${since}`);
/** How strong I am in each game that I finished. */
export const ratings = (): Promise<readonly RatingTold[]> => asked("ratings");
export const reviewOf = (table: string, seat: string): Promise<Review> => asked(`tables/${table}/review/${seat}`);
/** The record as the server wrote it: what is checked is the text itself. */
export const recordOf = async (table: string): Promise<string> => {
  const answer = await fetch(`/api/tables/${table}/record`, { headers: { "accept-language": settings.lang } });
  if (!answer.ok) throw new RefusedError((await answer.json()) as RefusalTold);
  return answer.text();
};
const posted = async <T>(path: string, body: string): Promise<T> => {
  const answer = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "accept-language": settings.lang, "content-type": "application/json" },
    body,
  });
  const told: unknown = await answer.json();
  if (!answer.ok) throw new RefusedError(told as RefusalTold);
  return told as T;
};
export const verify = (record: string): Promise<Verified> => posted("verify", record);
export const bring = (record: string): Promise<Imported> => posted("records", record);
const HIDDEN = 404;
/** Whether somebody whom the server does not know may look at a game that is over. */
export const isPublic = async (table: string): Promise<boolean> =>
  (await fetch(`/api/tables/${table}/record`, { credentials: "omit" })).status !== HIDDEN;
export const playFrom = (table: string, wish: PlayFrom): Promise<Seated> => asked(`tables/${table}/branch`, wish);

export const lessons = once(() => asked<readonly string[]>("lessons"));
export const lessonOf = (game: string): Promise<LessonTold> => asked(`lessons/${game}`);
export const learn = (game: string, name: string): Promise<Seated> =>
  asked("lessons", { game, name, language: settings.lang });
/** Let the others make their next move of a lesson, but none once so many were made; tells how far it is. */
export const nextMove = (table: string, until: number): Promise<Stood> => asked("lessons/next", { table, until });
/** End a lesson: bots play on for the others. */
export const freeTable = (table: string): Promise<unknown> => asked("lessons/next", { table, free: true });
/** Put a lesson away for good. */
export const closeLesson = (table: string): Promise<unknown> => asked("lessons/close", { table });

export const examplesOf = (game: string): Promise<readonly Example[]> => asked(`games/${game}/examples`);
export const exampleOf = (game: string, number: number, viewer: string): Promise<Replay> =>
  asked(`games/${game}/examples/${number}/${viewer}`);

const A_MOMENT = 700;
/** Do something that needs the rules, which may still be compiling: then wait, and tell how far they are. */
export const whenReady = async <T>(
  what: () => Promise<T>,
  far: (how: string) => void = () => undefined,
): Promise<T> => {
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.code !== "not-ready") throw error;
      far(error.refusal.what ?? "");
      await new Promise((done) => setTimeout(done, A_MOMENT));
    }
  }
};

/** What went wrong, as a sentence; '' where only the network failed. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RefusedError ? (error.refusal.sentence ?? error.refusal.code) : "";
