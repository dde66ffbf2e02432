/** A wreath of gold: two branches, one leaf drawn many times. What is honoured stands in its middle. */
import { GOLD, LAMP } from "./paints";
import { at, drawing, type Drawing, fill, line, pol, times, V } from "./pen";

const LEAF = "M0 0C6-12 4-26-4-34C-14-26-14-10 0 0Z";
const BRANCH = times(8, (i) => {
  const turn = 112 + i * 17.5;
  const [x, y] = pol(80, turn);
  const outer = at(x, y, 78, fill(LEAF, GOLD), turn - 178);
  return outer + at(x, y, 62, fill(LEAF, GOLD, 'opacity=".8"'), turn - 118);
});
const STEM = line("M-29 75A80 80 0 0 1-34-72", V("gold"), 2.5);
const SIDE = STEM + BRANCH;
const KNOT = fill("M-12 84C-4 76 4 76 12 84C4 90-4 90-12 84Z", GOLD);

export const laurel = (): Drawing =>
  drawing(
    220,
    220,
    `<g transform="translate(110 112)"><circle r="104" fill="${LAMP}" opacity=".55"/>${SIDE}<g transform="scale(-1 1)">${SIDE}</g>${KNOT}</g>`,
  );
