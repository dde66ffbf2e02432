/** The master who leads through a lesson: a bust in a coin, the same in every game. */
import { GOLD } from "../art/paints";
import { drawing, type Drawing, PAPER } from "../art/pen";
import { bust } from "../art/portraits";

export const master = (): Drawing =>
  drawing(
    104,
    104,
    `<g transform="translate(52 52)"><circle r="49" fill="${PAPER}"/><circle r="48" fill="none" stroke="${GOLD}" stroke-width="2"/><circle r="45" fill="#5b3f93"/>` +
      `<g clip-path="url(#coin)"><g transform="translate(0 9) scale(.74)">${bust({ hat: "cone", hair: "none", beard: "full", collar: "high", eyes: "open" }, "#3b2468", "#0d0b16", "#cdbcf0")}</g></g>` +
      `<circle r="46.500" fill="none" stroke="${PAPER}" stroke-width="3"/></g>`,
  );
