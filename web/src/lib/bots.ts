/** The levels of bots by their names; one that the page does not know yet is called as the server calls it. */
import { t } from "./settings.svelte";

const NAMES = {
  random: "bot.random",
  novice: "bot.novice",
  apprentice: "bot.apprentice",
  adept: "bot.adept",
  archmage: "bot.archmage",
} as const;

const SAYS = {
  random: "levels.random",
  novice: "levels.novice",
  apprentice: "levels.apprentice",
  adept: "levels.adept",
  archmage: "levels.archmage",
} as const;

/** What a level is like; nothing of one that the page does not know. */
export const botSays = (level: string): string => (level in SAYS ? t(SAYS[level as keyof typeof SAYS]) : "");

export const botName = (level: string): string => (level in NAMES ? t(NAMES[level as keyof typeof NAMES]) : level);
