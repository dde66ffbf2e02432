/** The levels of bots by their names; one that the page does not know yet is called as the server calls it. */
import { t } from "./settings.svelte";

const NAMES = {
  random: "bot.random",
  novice: "bot.novice",
  apprentice: "bot.apprentice",
  adept: "bot.adept",
  archmage: "bot.archmage",
} as const;

export const botName = (level: string): string => (level in NAMES ? t(NAMES[level as keyof typeof NAMES]) : level);
