/** What is asked over HTTP: games, words, tables. Refusals come with their sentence, in the player's language. */
import type { GameTold, LobbyTable, MadeTable, NewTable, Ref, RefusalTold, Seated, WordsTold } from "../generated/wire";
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
export const whyNot = (table: string, picked: readonly Ref[], atHand: readonly Ref[]): Promise<Partial<RefusalTold>> =>
  asked("why", { table, picked, at_hand: atHand });

/** What went wrong, as a sentence; '' where only the network failed. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RefusedError ? (error.refusal.sentence ?? error.refusal.code) : "";
