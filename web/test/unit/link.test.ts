import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "../../src/generated/wire";
import { Link, PAUSES, RefusedError } from "../../src/net/link";

/** A socket whose other end is the test. */
class Wire {
  static readonly OPEN = 1;
  static made: Wire[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor() {
    Wire.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  /** The server takes it, and greets. */
  greet(): void {
    this.readyState = Wire.OPEN;
    this.onopen();
    this.say({ kind: "welcome", protocol: 1, name: "Ada" });
  }
  say(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const heard: ServerMessage[] = [];
const online: boolean[] = [];
const last = (): Wire => Wire.made.at(-1) as Wire;
const make = (): Link =>
  new Link({ hear: (message) => heard.push(message), online: (on) => online.push(on) }, () => "it", "ws://here");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  Wire.made = [];
  heard.length = online.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a conversation begins with hello, then opens the table", () => {
  const link = make();
  link.open("t");
  last().greet();
  expect(last().sent.map((message) => message["kind"])).toEqual(["hello", "open"]);
  expect(last().sent[1]).toEqual({ kind: "open", table: "t" });
});

test("after a loss it comes back as the same client, from the last version, with what was not answered", async () => {
  const link = make();
  link.open("t");
  last().greet();
  last().say({ kind: "look", look: { version: 7, stage: "playing" } });
  const done = link.ask({ kind: "undo" });
  const [first] = Wire.made;
  last().close();
  expect(online).toEqual([true, false]);
  vi.advanceTimersByTime(PAUSES[0] ?? 0);
  last().greet();
  expect(last()).not.toBe(first);
  expect(last().sent[0]).toEqual(first?.sent[0]);
  expect(last().sent.slice(1)).toEqual([
    { kind: "open", table: "t", last: 7 },
    { kind: "undo", number: 1 },
  ]);
  last().say({ kind: "ack", number: 1, version: 8 });
  expect(await done).toBe(8);
  last().close();
  vi.advanceTimersByTime(PAUSES[0] ?? 0);
  last().greet();
  expect(last().sent.map((message) => message["kind"])).toEqual(["hello", "open"]);
});

test("a command waits for the first greeting, and each has a number of its own", () => {
  const link = make();
  void link.ask({ kind: "deal" });
  void link.ask({ kind: "hint" });
  last().greet();
  expect(last().sent.slice(1)).toEqual([
    { kind: "deal", number: 1 },
    { kind: "hint", number: 2 },
  ]);
});

test("a refusal belongs to its command, and nobody else hears it", async () => {
  const link = make();
  last().greet();
  const asked = link.ask({ kind: "undo" });
  last().say({ kind: "refused", number: 1, refusal: { code: "others-acted" } });
  await expect(asked).rejects.toBeInstanceOf(RefusedError);
  expect(heard.map((message) => message.kind)).toEqual(["welcome"]);
});

test("attempts become rarer, and end when the link is closed", () => {
  const link = make();
  for (const pause of PAUSES) {
    last().close();
    vi.advanceTimersByTime(pause - 1);
    const before = Wire.made.length;
    vi.advanceTimersByTime(1);
    expect(Wire.made.length).toBe(before + 1);
  }
  link.close();
  const before = Wire.made.length;
  vi.advanceTimersByTime(60_000);
  expect(Wire.made.length).toBe(before);
});
