/** A real server on loopback, with a database of its own, for as long as a test needs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const START = "import sys; from grimorio.cli.main import main; sys.exit(main())";

export interface Served {
  readonly address: string;
  stop(): Promise<void>;
}

/** `pace` is how long a bot is seen to think. The interpreter is that of the checkout, or `PYTHON`. */
export const startServer = async (pace = 0): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), "grimorio-"));
  const python = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
  const words = ["serve", "--port", "0", "--lang", "en", "--pace", String(pace), "--database", join(folder, "test.db")];
  const env = { ...process.env, PYTHONPATH: join(ROOT, "src"), GRIMORIO_REQUESTS: "1000000" }; // all come from one address
  const child = spawn(python, ["-c", START, ...words], { env, stdio: ["ignore", "pipe", "inherit"] });
  const end = (): void => void child.kill("SIGTERM");
  process.once("exit", end);
  const address = await listening(child);
  return {
    address,
    stop: async () => {
      const gone = new Promise((done) => child.once("exit", done));
      process.removeListener("exit", end);
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let told = "";
    child.stdout?.on("data", (some: Buffer) => {
      told += some.toString();
      const found = /http:\/\/[\w.:]+/.exec(told);
      if (found) resolve(found[0].replace(/[;:]$/, ""));
    });
    child.once("exit", (code) => {
      reject(new Error(`The server ended with ${String(code)}: ${told}`));
    });
  });
