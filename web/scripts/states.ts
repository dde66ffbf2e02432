/**
 * Pictures of the tables of all games in their states, fewest and most seats, on positions that the real engine tells, both
 * sizes, dark in Italian and light in English: `npm run states [part of the name] [part of size-light]`. No server is needed.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ABRACADABRA, FATA, FLAUTZ, ILLUSIO, ZAUBERCOCKTAIL } from "../test/browser/crowds.ts";
import { lookAt, tell, type Wish } from "../test/browser/examples.ts";
import { launch, serve } from "../test/browser/harness.ts";

const OUT = join(import.meta.dirname, "../screenshots/states");
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { dark: "it", light: "en" } as const;
const [part = "", way = ""] = process.argv.slice(2);

interface State extends Wish {
  /** Its name begins with that of the game. */
  readonly name: string;
  /** How often the scenario goes on. */
  readonly steps?: number;
  /** What is pressed: a key, or a thing. */
  readonly press?: readonly string[];
}
const first = { options: { starter: "A" } };
const given = (scenario: { given: object }, other: object): Readonly<Record<string, unknown>> => ({
  ...scenario,
  given: { ...scenario.given, ...other },
});

const STATES: readonly State[] = [
  { name: "flautz-2", game: "flautz", scenario: { seats: 2, ...first } },
  { name: "flautz-5", game: "flautz", scenario: FLAUTZ },
  { name: "flautz-pick", game: "flautz", scenario: FLAUTZ, press: ["4"] },
  { name: "flautz-focus", game: "flautz", scenario: FLAUTZ, press: ["f"] },
  { name: "abracadabra-2", game: "abracadabra", scenario: { seats: 2, ...first } },
  {
    name: "abracadabra-take",
    game: "abracadabra",
    scenario: given(ABRACADABRA, { phase: "take", hand: { ...ABRACADABRA.given.hand, A: ["air wizard", "exodus"] } }),
  },
  {
    name: "abracadabra-again",
    game: "abracadabra",
    title: "The second card is chosen when the first has been seen",
    steps: 1,
  },
  { name: "abracadabra-6", game: "abracadabra", scenario: ABRACADABRA },
  { name: "abracadabra-pick", game: "abracadabra", scenario: ABRACADABRA, press: ["a", "c"] },
  { name: "abracadabra-gather", game: "abracadabra", scenario: ABRACADABRA, press: [".meet.lit > .pick"] },
  { name: "abracadabra-chaos", game: "abracadabra", scenario: ABRACADABRA, press: ["f"] },
  { name: "abracadabra-discards", game: "abracadabra", scenario: ABRACADABRA, press: [".look"] },
  {
    name: "abracadabra-give",
    game: "abracadabra",
    title: "Chaos!: a card out of an opponent's hand, and one of the own in return, not the one just drawn",
    steps: 1,
  },
  {
    name: "abracadabra-pile",
    game: "abracadabra",
    title: "With pile B empty, the organiser of a Babau! draws from A or from C, as he likes",
    steps: 1,
  },
  {
    name: "abracadabra-air",
    game: "abracadabra",
    scenario: { ...first, given: { phase: "play", hand: { A: ["water gold wizard", "air mage", "air witch"] } } },
    press: ["a", "b", "c"],
  },
  {
    name: "abracadabra-exodus",
    game: "abracadabra",
    title: "Exodus!: from the left of its player on, everybody gives up an Enchanter of his choice",
    seat: "B",
    steps: 1,
  },
  {
    name: "abracadabra-victory",
    game: "abracadabra",
    title: "Three Elementals are worth eight: with seven points in Objects the third one wins",
    steps: 1,
  },
  {
    name: "abracadabra-end",
    game: "abracadabra",
    title: "Three Elementals are worth eight: with seven points in Objects the third one wins",
    steps: 1,
    press: ["dialog[open] footer .button"],
  },
  { name: "fata-3", game: "fata", scenario: { seats: 3, ...first } },
  { name: "fata-5", game: "fata", scenario: FATA },
  { name: "fata-pick", game: "fata", scenario: FATA, press: ["a"] },
  {
    name: "fata-steal",
    game: "fata",
    title:
      "Andrea's stone steals Bea's scissors onto an empty row or Carlo's reversed scissors onto itself, and nothing else",
  },
  {
    name: "fata-queen",
    game: "fata",
    title:
      "The Queen at (A) of the first hand: the treasure just given away counts, the deck is made anew, and the turn goes on with (B) and (C)",
    steps: 2,
  },
  {
    name: "fata-treasure",
    game: "fata",
    title:
      "The Queen at (A) of the first hand: the treasure just given away counts, the deck is made anew, and the turn goes on with (B) and (C)",
    steps: 1,
    press: ["2"],
  },
  {
    name: "fata-gift",
    game: "fata",
    title: "A Poisoned Gift gives a face-down treasure away, and only the two know which",
    steps: 1,
  },
  {
    name: "fata-victory",
    game: "fata",
    title: "A series of five, four, three, two, one is worth 15, 10, 6, 3, 1",
    steps: 1,
  },
  {
    name: "fata-end",
    game: "fata",
    title: "A series of five, four, three, two, one is worth 15, 10, 6, 3, 1",
    steps: 1,
    press: ["dialog[open] footer .button"],
  },
  { name: "illusio-2", game: "illusio", scenario: { seats: 2, ...first } },
  { name: "illusio-6", game: "illusio", scenario: ILLUSIO },
  { name: "illusio-pick", game: "illusio", scenario: ILLUSIO, press: ["a"] },
  { name: "illusio-grand", game: "illusio", scenario: ILLUSIO, press: ['.hand [data-card="grand"] button'] },
  {
    name: "illusio-transform",
    game: "illusio",
    scenario: ILLUSIO,
    press: ['.hand [data-card="transform"] button', '.mine [data-card="smoke"] button'],
  },
  { name: "illusio-talent", game: "illusio", scenario: ILLUSIO, press: [".me .pick"] },
  {
    name: "illusio-paid",
    game: "illusio",
    title: "E5 exact, the second Escape trick, with a Grand and a Deja Vu on it, pays eight",
    steps: 1,
  },
  {
    name: "illusio-end",
    game: "illusio",
    title: "With two tricks due the game ends with the first, and the second is not scored",
    steps: 1,
  },
  {
    name: "zaubercocktail-4",
    game: "zaubercocktail",
    scenario: { seats: 4, options: { dealer: "D", market: "live" } },
  },
  { name: "zaubercocktail-7", game: "zaubercocktail", scenario: ZAUBERCOCKTAIL },
  {
    name: "zaubercocktail-compose",
    game: "zaubercocktail",
    scenario: ZAUBERCOCKTAIL,
    press: ['.shelf [data-card="blue schlums"] button'],
  },
  {
    name: "zaubercocktail-sets",
    game: "zaubercocktail",
    scenario: {
      ...ZAUBERCOCKTAIL,
      given: { phase: "presenting", recipe: ["recipe 4"], hand: ZAUBERCOCKTAIL.given.hand },
    },
    press: ["d"],
  },
  {
    name: "zaubercocktail-ranking",
    game: "zaubercocktail",
    title: "The example of the rule book: five collections, ranked and rewarded, the ring with the second",
    steps: 2,
  },
  {
    name: "zaubercocktail-end",
    game: "zaubercocktail",
    title: "Two who reach the final space in the same round win together",
    steps: 9,
    press: ["dialog[open] footer .button"],
  },
];

const press = async (page: Page, what: string): Promise<void> => {
  if (what.length === 1) await page.keyboard.press(what);
  else await page.locator(what).first().click();
};

await mkdir(OUT, { recursive: true });
const wanted = STATES.filter(({ name }) => name.includes(part));
const told = tell(wanted);
const [browser, { server, address }] = await Promise.all([launch(), serve()]);
for (const [index, state] of wanted.entries()) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["dark", "light"] as const) {
      if (!`${size}-${colorScheme}`.includes(way)) continue;
      const called = `${state.name}-${size}-${colorScheme}`;
      const locale = LOCALES[colorScheme];
      const who = await lookAt(browser, address, told, index, { viewport, colorScheme, locale });
      try {
        const last = (told.tables[index]?.looks.length ?? 1) - 1;
        for (let step = 0; step < Math.min(state.steps ?? 0, last); step++) who.step();
        await who.page.waitForTimeout(300);
        for (const what of state.press ?? []) await press(who.page, what);
      } catch (error) {
        console.error(called, error);
      }
      await who.page.waitForTimeout(300);
      await who.page.screenshot({ path: join(OUT, `${called}.png`) });
      if (who.complaints.length) console.error(called, who.complaints);
      await who.page.context().close();
    }
  }
}
await browser.close();
server.close();
