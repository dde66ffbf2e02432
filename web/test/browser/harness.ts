/** The built page behind the strictest policy for content, and Debian's Chromium to look at it. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const DIST = join(import.meta.dirname, "../../dist");
/** No exception: nothing inline, nothing from elsewhere. */
export const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"; // prettier-ignore

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

const fileOf = async (path: string): Promise<{ body: Buffer; type: string }> => {
  const wanted = normalize(path).replace(/^(\.\.[/\\])+/, "");
  const type = TYPES[extname(wanted)];
  if (!type) return { body: await readFile(join(DIST, "index.html")), type: TYPES[".html"] ?? "" };
  return { body: await readFile(join(DIST, wanted)), type };
};

/** Serve the build on a free port of this machine only; every path without an ending is the page. */
export const serve = async (): Promise<{ server: Server; address: string }> => {
  const server = createServer((request, response) => {
    fileOf(new URL(request.url ?? "/", "http://localhost").pathname)
      .then(({ body, type }) => {
        response.writeHead(200, { "content-type": type, "content-security-policy": POLICY }).end(body);
      })
      .catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Debian's Chromium, first the build that has no window at all: it starts half as many processes. `CHROMIUM` names another. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export const launch = (): Promise<Browser> => {
  const executablePath = process.env["CHROMIUM"] ?? BROWSERS.find(existsSync);
  if (!executablePath || !existsSync(executablePath))
    throw new Error(`${executablePath ?? BROWSERS.join(" or ")} is missing: apt install chromium, or set CHROMIUM`);
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
};

/** What Playwright says where the shell is not kept; nobody else says it. */
const NO_SHELL = "Service Worker registration blocked by Playwright";

/** A page that remembers every complaint of the browser. Its shell is not kept, but where a test asks for it. */
export const openPage = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "it",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const bad = message.type() === "error" || message.type() === "warning";
    if (bad && message.text() !== NO_SHELL) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  /* What a navigation breaks off was not wanted any more. */
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  return { page, complaints };
};
