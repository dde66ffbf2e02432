import { describe, expect, test } from "vitest";
import { offerIn, seatCalled, setsIn } from "../../src/games/zaubercocktail/typed";

const BLUE = "blue schlums";
const FARAN = "faran leaf";

describe("an offer as it is shouted", () => {
  test.each([
    ["3 blu x 1 faran", [[BLUE, 3]], [[FARAN, 1]]],
    ["3blu x1faran", [[BLUE, 3]], [[FARAN, 1]]],
    ["tre schlums blu per una foglia di faran", [[BLUE, 3]], [[FARAN, 1]]],
    ["3 blue for a faran", [[BLUE, 3]], [[FARAN, 1]]],
    ["2a=j", [[BLUE, 2]], [["goldrose", 1]]],
    ["2a1k = 3d", [[BLUE, 2], ["dark thing", 1]], [["gira extract", 3]]], // prettier-ignore
    ["1 rosa d'oro e 2 bacche per 1 jolly", [["goldrose", 1], ["whiteberries", 2]], [["dark thing", 1]]], // prettier-ignore
    ["cerco una rosa", [], [["goldrose", 1]]],
    ["2 peli =", [["troll hair", 2]], []],
    ["offro 2 radici verdi per 1 erba", [["greenroot", 2]], [["silvergrass", 1]]],
  ])("%s", (text, give, want) => {
    expect(offerIn(text)).toEqual({ give, want, to: "" });
  });

  test("may name one player alone", () => {
    expect(offerIn("a=b > Bru")?.to).toBe("Bru");
    const players = [["B", "Bruno"], ["C", "Brigida"], ["D", "Carla"]] as const; // prettier-ignore
    expect(seatCalled("bru", players)).toBe("B");
    expect(seatCalled("br", players)).toBeUndefined();
    expect(seatCalled("D", players)).toBe("D");
  });

  test.each(["", "3 blu", "1 schlums x 2 faran", "ciao", "3 blu x", "x", "a=b=c", "3 x 4"])("%j is none", (text) => {
    expect(offerIn(text)).toBeUndefined();
  });
});

describe("sets as they are presented", () => {
  test("one after the other, jokers after the set they help", () => {
    expect(setsIn("4d 2h")).toEqual([
      { kind: "gira extract", naturals: 4, jokers: 0 },
      { kind: "whiteberries", naturals: 2, jokers: 0 },
    ]);
    expect(setsIn("2 bacche + 1 cosa oscura")).toEqual([{ kind: "whiteberries", naturals: 2, jokers: 1 }]);
    expect(setsIn("1 jolly 1 rosa")).toEqual([{ kind: "goldrose", naturals: 1, jokers: 1 }]);
  });

  test("cards that nobody knows are no set", () => {
    expect(setsIn("2 unicorni")).toBeUndefined();
    expect(setsIn("1 jolly")).toBeUndefined();
  });
});
