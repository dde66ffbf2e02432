/** Light and language: the player's choice, else the system's. Kept in this browser only. */
import { type GameId, type Lang, LANGUAGES } from "../games/types";
import { dictionary, fillSlots, type Key, type Values } from "./words";

export type Light = "light" | "dark";
const KEPT = "grimorio";

const root = document.documentElement;
const seen = {
  lang: LANGUAGES.find((lang) => lang === root.lang) ?? "it",
  light: root.dataset["theme"] === "light" ? "light" : "dark",
} satisfies { lang: Lang; light: Light };

class Settings {
  lang: Lang = $state(seen.lang);
  light: Light = $state(seen.light);

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
}

/** What cannot be kept (a private window) is only forgotten. */
const keep = (some: Readonly<Record<string, string>>): void => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    localStorage.setItem(KEPT, JSON.stringify({ ...(typeof kept === "object" ? kept : {}), ...some }));
  } catch {
    return;
  }
};

export const settings = new Settings();

/** A sentence of the frame in the player's language. */
export const t = <K extends Key>(key: K, ...values: Values<K>): string =>
  fillSlots(dictionary[settings.lang][key], values[0] ?? {});

/** The room takes the light of a game's table. */
export const setRoom = (game: GameId): void => {
  root.dataset["game"] = game;
};
