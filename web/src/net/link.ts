/**
 * One socket to the server. It says hello, opens a table, and comes back by itself after any loss: under the same client,
 * with the last version that was seen, and with every command that was not answered. It knows no rule and no screen.
 */
import type { ClientMessage, RefusalTold, ServerMessage } from "../generated/wire";
import { PROTOCOL } from "../generated/wire";
import type { Lang } from "../games/types";

/** A command without its number, which is the link's own. */
type Unnumbered<M> = M extends { readonly number: number } ? Omit<M, "number"> : never;
export type Command = Unnumbered<ClientMessage>;

/** Why a command was not done. */
export class RefusedError extends Error {
  constructor(readonly refusal: RefusalTold) {
    super(refusal.code);
  }
}

export interface Ears {
  hear(message: ServerMessage): void;
  /** Whether the server can be reached. */
  online(on: boolean): void;
}

interface Waiting {
  readonly message: ClientMessage;
  readonly resolve: (version: number) => void;
  readonly reject: (why: Error) => void;
}

/** Milliseconds before each new attempt; the last one is repeated. */
export const PAUSES: readonly number[] = [250, 700, 1500, 3000, 5000];

export const newToken = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
};

export class Link {
  private readonly client = newToken();
  private readonly waiting = new Map<number, Waiting>();
  private socket: WebSocket | undefined;
  private number = 0;
  private losses = 0;
  private closed = false;
  private greeted = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private table: string | undefined;
  private lobby = false;
  private seen: number | undefined;

  constructor(
    private readonly ears: Ears,
    private readonly language: () => Lang,
    private readonly address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`,
  ) {
    addEventListener("offline", this.lose);
    addEventListener("online", this.again);
    this.connect();
  }

  /** Look at a table from now on. */
  open(table: string): void {
    if (this.table !== table) this.seen = undefined;
    this.table = table;
    if (this.greeted) this.sayOpen();
  }

  watchLobby(on: boolean): void {
    this.lobby = on;
    if (this.greeted) this.tell({ kind: "lobby", on });
  }

  /** Have a command done; the promise holds once it is on the server's disk. */
  ask(command: Command): Promise<number> {
    const message = { ...command, number: ++this.number } as ClientMessage & { readonly number: number };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.number, { message, resolve, reject });
      if (this.greeted) this.tell(message);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("offline", this.lose);
    removeEventListener("online", this.again);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tell({ kind: "hello", protocol: PROTOCOL, client: this.client, language: this.language() });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private readonly lose = (): void => {
    this.socket?.close();
    this.lost();
  };

  private readonly again = (): void => {
    this.losses = 0;
    if (!this.greeted && !this.closed) this.connect();
  };

  private lost(): void {
    if (this.closed) return;
    this.socket = undefined;
    this.greeted = false;
    this.ears.online(false);
    clearTimeout(this.timer);
    const pause = PAUSES[Math.min(this.losses++, PAUSES.length - 1)];
    this.timer = setTimeout(() => {
      this.connect();
    }, pause);
  }

  private hear(message: ServerMessage): void {
    if (message.kind === "welcome") this.welcomed();
    if (message.kind === "look") this.seen = message.look.version;
    if (message.kind === "ack") this.answered(message.number)?.resolve(message.version);
    if (message.kind === "refused" && typeof message.number === "number") {
      this.answered(message.number)?.reject(new RefusedError(message.refusal));
    } else this.ears.hear(message);
  }

  private answered(number: number): Waiting | undefined {
    const found = this.waiting.get(number);
    this.waiting.delete(number);
    return found;
  }

  private welcomed(): void {
    this.greeted = true;
    this.losses = 0;
    this.ears.online(true);
    if (this.lobby) this.tell({ kind: "lobby", on: true });
    if (this.table !== undefined) this.sayOpen();
    for (const { message } of this.waiting.values()) this.tell(message);
  }

  private sayOpen(): void {
    this.tell({
      kind: "open",
      table: this.table ?? "",
      ...(this.seen === undefined ? {} : { last: this.seen }),
    });
  }

  private tell(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
