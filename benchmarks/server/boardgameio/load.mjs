// Three people a match on sockets of their own, over boardgame.io's own protocol: node load.mjs PORT MATCHES SECONDS PACED WARM.
// Prints "ready" once all have joined, waits for a line, gets warm, waits for another, plays, and prints one JSON object with every latency: the time
// from sending a move until all three seats have seen it, in milliseconds.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import http from "node:http";
const require = createRequire(import.meta.url);
const { io } = require("socket.io-client");

const [port, matches, seconds, paced, warm] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

function post(path, body) {
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((done, failed) => {
    const asked = http.request(base + path, { method: "POST", agent, headers }, (answer) => {
      let told = "";
      answer.on("data", (part) => (told += part));
      answer.on("end", () => (answer.statusCode === 200 ? done(JSON.parse(told)) : failed(new Error(told))));
    });
    asked.on("error", failed);
    asked.end(text);
  });
}

async function join() {
  const { matchID } = await post("/games/hands/create", { numPlayers: 3 });
  const match = { id: matchID, keys: [], views: [], sockets: [], seen: null };
  for (const playerID of ["0", "1", "2"]) {
    const joined = await post(`/games/hands/${matchID}/join`, { playerID, playerName: `p${playerID}` });
    match.keys.push(joined.playerCredentials);
  }
  await Promise.all([0, 1, 2].map((seat) => connect(match, seat)));
  return match;
}

function connect(match, seat) {
  return new Promise((done, failed) => {
    const socket = io(`${base}/hands`, { transports: ["websocket"], forceNew: true, reconnection: false });
    match.sockets[seat] = socket;
    socket.on("connect_error", failed);
    socket.on("connect", () => socket.emit("sync", match.id, String(seat), match.keys[seat], 3));
    socket.on("sync", (_, info) => done((match.views[seat] = info.state)));
    socket.on("update", (_, state) => {
      match.views[seat] = state;
      match.seen?.(state);
    });
  });
}

function move(match, number) {
  const seat = Number(match.views[0].ctx.currentPlayer);
  const view = match.views[seat];
  const type = ["exchange", "draw", "exchange", "pass"][number % 4];
  const payload = { type, args: type === "exchange" ? [number % 5] : [], playerID: String(seat), credentials: match.keys[seat] };
  const began = performance.now();
  return new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error("a move was lost")), 20000);
    let seats = 0;
    match.seen = (state) => {
      if (state._stateID <= view._stateID || ++seats < 3) return;
      clearTimeout(late);
      done(performance.now() - began);
    };
    match.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, view._stateID, match.id, String(seat));
  });
}

async function play(match, latencies, end, offset, slowly) {
  let due = performance.now() + offset;
  for (let number = 0; performance.now() < end; number++) {
    if (slowly) {
      await sleep(Math.max(0, due - performance.now()));
      if (due >= end) break;
      due += 1000;
    }
    latencies.push(await move(match, number));
  }
}

const all = [];
for (let i = 0; i < matches; i += 10) {
  all.push(...(await Promise.all([...Array(Math.min(10, matches - i))].map(join))));
}
process.stdout.write("ready\n");
await lines.next();
await Promise.all(all.map((match) => play(match, [], performance.now() + 1000 * warm, 0, false)));
process.stdout.write("warm\n");
await lines.next();
const latencies = [];
const began = performance.now();
await Promise.all(all.map((match, i) => play(match, latencies, began + 1000 * seconds, (1000 * i) / matches, paced)));
const wall = (performance.now() - began) / 1000;
process.stdout.write(JSON.stringify({ wall, latencies }) + "\n", () => process.exit(0));
