/** The links of the seats that I gave away: only my browser knows them, the server keeps digests. */
const KEPT = "grimorio links";

const all = (): Readonly<Record<string, Readonly<Record<string, string>>>> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Record<string, string>>) : {};
  } catch {
    return {};
  }
};

/** Tables whose links are remembered. */
const MOST = 30;

export const keepLinks = (table: string, links: Readonly<Record<string, string>>): void => {
  try {
    const kept = Object.entries({ ...all(), [table]: links }).slice(-MOST);
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    return;
  }
};
/** For each open seat, by its number, the link that gives it away. */
export const linksOf = (table: string): Readonly<Record<string, string>> => all()[table] ?? {};
