/**
 * What a player downloads, compressed: JavaScript and style of the first load, and of each game on demand. Fails above
 * the budget. Read from the manifest of the build; fonts are not counted (they are kept by the browser for ever).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const DIST = join(import.meta.dirname, "../dist");
const FIRST = 120_000;
const GAME = 60_000;

const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf-8"));

/** The files that an entry needs before it can run: itself, what it imports, and their styles. */
const filesOf = (key, seen = new Set()) => {
  const chunk = manifest[key];
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
};
const sizeOf = (files) => [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const pages = Object.keys(manifest).filter(
  (key) => /^src\/pages\/\w+\.svelte$/.test(key) && manifest[key].isDynamicEntry,
);
const games = Object.keys(manifest).filter((key) => /^src\/games\/\w+\/(cards|page)\./.test(key));

let over = 0;
const report = (what, size, budget) => {
  over += size > budget ? 1 : 0;
  console.log(
    `${what.padEnd(24)} ${(size / 1000).toFixed(1).padStart(6)} kB of ${budget / 1000}${size > budget ? "  TOO MUCH" : ""}`,
  );
};
for (const page of pages) {
  report(`first load, ${page.replace(/.*\/|\.svelte/g, "")}`, sizeOf(filesOf(page, new Set(filesOf(entry)))), FIRST);
}
/* A game comes after the frame that every table needs. */
const house = filesOf("src/pages/Table.svelte", new Set(filesOf(entry)));
for (const id of new Set(games.map((key) => key.split("/")[2]))) {
  const files = new Set(games.filter((key) => key.split("/")[2] === id).flatMap((key) => [...filesOf(key)]));
  report(id, sizeOf([...files].filter((file) => !house.has(file))), GAME);
}
if (!pages.length || !games.length || over) process.exit(1);
