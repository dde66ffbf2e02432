/** Light, language, sound, speed and name: the player's choice, else the system's. Kept in this browser only. */
import { type GameId, GAMES, type Lang, LANGUAGES, type Said } from "../games/types";
import { fillSlots, ordinalIn } from "./fitting";
import { dictionary, type Key, type Values } from "./words";

export type Light = "light" | "dark";
const KEPT = "grimorio";

export const SPEEDS = [0, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
/** How fast bots move at the tables that I make. */
export const TEMPOS = ["slow", "normal", "quick"] as const;
export type Tempo = (typeof TEMPOS)[number];

const root = document.documentElement;
const read = (): Readonly<Record<string, unknown>> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
};
const kept = read();
const seen = {
  lang: LANGUAGES.find((lang) => lang === root.lang) ?? "it",
  light: root.dataset["theme"] === "light" ? "light" : "dark",
} satisfies { lang: Lang; light: Light };

const lastOf = (found: unknown): { game: GameId; seats: number } | undefined => {
  const { game, seats } = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
  const known = GAMES.find((one) => one === game);
  return known && typeof seats === "number" ? { game: known, seats } : undefined;
};

class Settings {
  lang: Lang = $state(seen.lang);
  light: Light = $state(seen.light);
  sound: boolean = $state(kept["sound"] === true);
  speed: Speed = $state(SPEEDS.find((speed) => speed === kept["speed"]) ?? 1);
  tempo: Tempo = $state(TEMPOS.find((tempo) => tempo === kept["tempo"]) ?? "normal");
  name: string = $state(typeof kept["name"] === "string" ? kept["name"] : "");
  /** The game that was played last, and with how many. */
  last: { readonly game: GameId; readonly seats: number } | undefined = $state.raw(lastOf(kept["last"]));

  /** The games that were visited: nobody is offered a lesson twice. */
  met: readonly GameId[] = $state.raw(GAMES.filter((game) => Array.isArray(kept["met"]) && kept["met"].includes(game)));

  setMet(game: GameId): void {
    this.met = [...new Set([...this.met, game])];
    keep({ met: this.met });
  }

  setLang(lang: Lang): void {
    this.lang = lang;
    root.lang = lang;
    keep({ lang });
  }

  setLight(light: Light): void {
    this.light = light;
    root.dataset["theme"] = light;
    keep({ theme: light });
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    keep({ sound });
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    keep({ speed });
  }

  setTempo(tempo: Tempo): void {
    this.tempo = tempo;
    keep({ tempo });
  }

  setName(name: string): void {
    this.name = name;
    keep({ name });
  }

  setLast(game: GameId, seats: number): void {
    this.last = { game, seats };
    keep({ last: this.last });
  }
}

/** What cannot be kept (a private window) is only forgotten. */
const keep = (some: Readonly<Record<string, unknown>>): void => {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...read(), ...some }));
  } catch {
    return;
  }
};

export const settings = new Settings();
/** Whether nothing is to move. */
export const isStill = (): boolean => settings.speed === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A sentence of the frame in the player's language. */
export const t = <K extends Key>(key: K, ...values: Values<K>): string =>
  fillSlots(settings.lang, dictionary[settings.lang][key], values[0] ?? {});

/** A place in a ranking, as the language writes it. */
export const ordinal = (n: number): string => ordinalIn(settings.lang, n);

/** How a table says its own sentences, in the player's language. */
export const sayer =
  <K extends string>(says: Readonly<Record<K, Said>>) =>
  (key: K, values: Readonly<Record<string, string | number>> = {}): string =>
    fillSlots(settings.lang, says[key][settings.lang], values);

/** The room takes the light of a game's table. */
export const setRoom = (game: GameId): void => {
  root.dataset["game"] = game;
};
