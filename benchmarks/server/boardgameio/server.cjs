// boardgame.io's server with its storage in memory, on loopback alone. Prints its port; on SIGUSR2 it gathers garbage and
// prints the bytes of its heap.
const { Server } = require("boardgame.io/server");
const { Hands } = require("./game.cjs");

const server = Server({ games: [Hands], origins: ["http://127.0.0.1"] });
const listen = server.app.listen;
server.app.listen = (port, done) => listen.call(server.app, port, "127.0.0.1", done);
console.info = () => {};
server.run(0).then((running) => process.stdout.write(`${running.appServer.address().port}\n`));
process.on("SIGUSR2", () => {
  global.gc();
  process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
});
