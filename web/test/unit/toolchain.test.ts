import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "grimorio-web-"));
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** What svelte-check says about the copy: all is well, or the complaint. */
const check = async (): Promise<string> => {
  try {
    await promisify(execFile)(
      process.execPath,
      [join(WEB, "node_modules/svelte-check/bin/svelte-check"), "--fail-on-warnings", "--output", "machine"],
      { cwd: copy },
    );
    return "fine";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
};

test("svelte-check really checks: a type error planted in a component is found", { timeout: 240_000 }, async () => {
  for (const name of [
    "src/lib",
    "src/art",
    "src/games",
    "src/net",
    "src/table",
    "src/lesson",
    "src/replay",
    "src/generated",
    "src/vite-env.d.ts",
    "tsconfig.json",
    "svelte.config.js",
  ])
    cpSync(join(WEB, name), join(copy, name), { recursive: true });
  symlinkSync(join(WEB, "node_modules"), join(copy, "node_modules"));
  const card = join(copy, "src/lib/Card.svelte");
  const whole = readFileSync(card, "utf-8");
  const faulty = whole.replace("lod: lodOf(width)", "lod: lodOf(String(width))");
  expect(faulty).not.toBe(whole);
  writeFileSync(card, faulty);
  const said = await check();
  expect(said).toContain("Card.svelte");
  expect(said).toMatch(/ERROR/);
  expect(said).toMatch(/COMPLETED .* 1 ERRORS/);
});

test("the lock file names no download address", () => {
  const lock = JSON.parse(readFileSync(join(WEB, "package-lock.json"), "utf-8")) as {
    packages: Record<string, object>;
  };
  expect(Object.entries(lock.packages).filter(([, entry]) => "resolved" in entry)).toEqual([]);
  expect(readFileSync(join(WEB, ".npmrc"), "utf-8")).toContain("omit-lockfile-registry-resolved=true");
});

test("every package is pinned to one version", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(WEB, "package.json"), "utf-8")) as Record<
    string,
    Record<string, string>
  >;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});
