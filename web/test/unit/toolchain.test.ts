import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

/** A component that takes a number, and one that gives it this. */
const TAKES = '<script lang="ts">\n  const { many }: { many: number } = $props();\n</script>\n\n<b>{many + 1}</b>\n';
const GIVES = (many: string): string =>
  `<script lang="ts">\n  import Takes from "./Takes.svelte";\n</script>\n\n<Takes many={${many}} />\n`;

test("svelte-check really checks: a type error planted in a component is found", { timeout: 240_000 }, async () => {
  for (const name of ["tsconfig.json", "svelte.config.js"]) cpSync(join(WEB, name), join(copy, name));
  symlinkSync(join(WEB, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "src"));
  writeFileSync(join(copy, "src/Takes.svelte"), TAKES);
  writeFileSync(join(copy, "src/Right.svelte"), GIVES("2"));
  writeFileSync(join(copy, "src/Wrong.svelte"), GIVES('"two"'));
  const said = await check();
  expect(said).toContain("Wrong.svelte");
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
