/** People at one table: somebody is cut off, a clock runs, a pause is wished for, somebody goes on from another device. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { NewClock } from "../../src/generated/wire.ts";
import { COMPILING, type Person, person } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults, scrolls, sideways } from "./sights.ts";

const at = withServer();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Ada on a desktop and Bruno on a phone, at a table of FLAUTZ! at which he begins. */
const two = async (clock: NewClock = {}): Promise<readonly [Person, Person, string]> => {
  const [ada, bruno] = [await person(at.browser), await person(at.browser, PHONE)];
  await ada.page.goto(at.served.address);
  const wish = { game: "flautz", name: "Ada", seats: ["me", "open"], options: { starter: "B" }, watch: "none", clock };
  const answer = await ada.page.request.post(`${at.served.address}/api/tables`, { data: wish });
  const made = (await answer.json()) as { table: string; links: Readonly<Record<string, string>> };
  await bruno.page.goto(`${at.served.address}/join#${made.links["1"] ?? ""}`);
  await bruno.page.getByLabel("Il tuo nome al tavolo").fill("Bruno");
  await bruno.page.getByRole("button", { name: "Siediti" }).click();
  await ada.page.goto(`${at.served.address}/table/${made.table}`);
  await ada.page.getByRole("button", { name: /Dai le carte/ }).click({ timeout: COMPILING });
  for (const { page } of [ada, bruno]) await page.locator(".prompt").waitFor({ timeout: COMPILING });
  return [ada, bruno, made.table];
};
const done = async (...people: readonly Person[]): Promise<void> => {
  for (const { page, complaints } of people) {
    expect(complaints).toEqual([]);
    await page.context().close();
  }
};

test("a bot plays for who is cut off if the host says so, and hands the seat back", async () => {
  const [ada, bruno, table] = await two();
  expect(await ada.page.locator(".standstill").count()).toBe(0);
  await bruno.page.goto("about:blank");
  const waiting = ada.page.locator(".standstill");
  await expect.poll(() => waiting.innerText(), { timeout: 15_000 }).toContain("Bruno non è in linea");
  expect(await faults(ada.page)).toEqual([]);
  await waiting.getByRole("button", { name: "Fai giocare un bot" }).click();
  await ada.page.locator('.prompt[data-mine="true"]').waitFor();
  await expect.poll(() => waiting.count()).toBe(0);
  await bruno.page.goto(`${at.served.address}/table/${table}`);
  await expect.poll(() => bruno.page.locator(".prompt").innerText()).toContain("Un bot gioca al tuo posto");
  await bruno.page.locator(".prompt").getByRole("button").first().click();
  await expect.poll(() => bruno.page.locator(".prompt").innerText()).toContain("Ada");
  await done(ada, bruno);
});

test("who looks away for a moment is not missed, and who is not to act neither", async () => {
  const [ada, bruno] = await two();
  await bruno.page.reload();
  await bruno.page.locator('.prompt[data-mine="true"]').waitFor();
  await ada.page.goto("about:blank");
  await bruno.page.waitForTimeout(4000);
  expect(await bruno.page.locator(".standstill").count()).toBe(0);
  await done(ada, bruno);
});

test("a clock is seen to run for whoever is to act, and stands still once all want a pause", async () => {
  const [ada, bruno] = await two({ bank: 600, increment: 10 });
  for (const { page } of [ada, bruno])
    await expect.poll(() => page.locator(".clock").innerText()).toMatch(/^(10:00|9:5\d)$/);
  await expect.poll(() => ada.page.locator(".clock").innerText()).toMatch(/^9:5\d$/);
  await ada.page.getByRole("button", { name: "Impostazioni" }).click();
  const menu = ada.page.locator("dialog[open]");
  expect((await menu.locator("dt").allInnerTexts()).sort()).toEqual(["Ada", "Bruno"]);
  expect(await faults(ada.page)).toEqual([]);
  await menu.getByRole("button", { name: "Chiedi una pausa" }).click();
  await ada.page.keyboard.press("Escape");
  await expect.poll(() => ada.page.locator(".standstill").innerText()).toContain("mancano gli altri");
  const his = bruno.page.locator(".standstill");
  await expect.poll(() => his.innerText()).toContain("Pausa chiesta da Ada");
  expect(await faults(bruno.page)).toEqual([]);
  expect([await sideways(bruno.page), await scrolls(bruno.page)]).toEqual([[], false]);
  await his.getByRole("button", { name: "Va bene" }).tap();
  for (const { page } of [ada, bruno])
    await expect.poll(() => page.locator(".standstill").innerText()).toContain("il tempo è fermo");
  const stands = await ada.page.locator(".clock").innerText();
  await ada.page.waitForTimeout(2500);
  expect(await ada.page.locator(".clock").innerText()).toBe(stands);
  await ada.page.locator(".standstill").getByRole("button", { name: "Si riprende" }).click();
  await expect.poll(() => ada.page.locator(".clock").innerText()).not.toBe(stands);
  await done(ada, bruno);
});

test("somebody goes on from another device by a link that works once", async () => {
  const [ada, bruno, table] = await two();
  await ada.page.getByRole("button", { name: "Impostazioni" }).click();
  await ada.page.getByRole("button", { name: "Continua su un altro dispositivo" }).click();
  const link = await ada.page.getByLabel("Link per tornare").inputValue();
  const [phone, late] = [await person(at.browser, PHONE), await person(at.browser, PHONE)];
  await phone.page.goto(link);
  expect(await faults(phone.page)).toEqual([]);
  await phone.page.getByRole("button", { name: "Entra" }).tap();
  await phone.page.locator(`a[href="/table/${table}"]`).first().tap();
  await expect.poll(() => phone.page.locator(".prompt").innerText()).toContain("Bruno");
  await late.page.goto(link);
  await late.page.getByRole("button", { name: "Entra" }).tap();
  await late.page.getByRole("alert").waitFor();
  await done(ada, bruno, phone);
});

test("whoever makes a table says how fast bots play, changes it at the table, and everybody is told", async () => {
  const [ada, bruno] = [await person(at.browser), await person(at.browser, PHONE)];
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Invita amici a FLAUTZ!" }).click();
  await page.getByText("Quanto sono forti i bot?").click();
  await page.getByText("Nessun bot vede carte che dal suo posto non si vedono.").waitFor();
  expect(await page.locator("dialog[open] dt").allInnerTexts()).toHaveLength(5);
  await page.getByRole("radio", { name: "con calma" }).check({ force: true });
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: /Prepara il tavolo/ }).click();
  await page.waitForURL(/\/table\//);
  const table = page.url().split("/").at(-1) ?? "";
  const link = await page.locator("input[readonly]").first().inputValue();
  await bruno.page.goto(link);
  await bruno.page.getByLabel("Il tuo nome al tavolo").fill("Bruno");
  await bruno.page.getByRole("button", { name: "Siediti" }).click();
  await bruno.page.waitForURL(new RegExp(table));
  await page.getByRole("button", { name: /Dai le carte/ }).click({ timeout: COMPILING });
  for (const each of [page, bruno.page]) await each.locator(".prompt").waitFor({ timeout: COMPILING });
  for (const each of [page, bruno.page]) await each.getByRole("button", { name: "Impostazioni" }).click();
  const his = bruno.page.locator("dialog[open]");
  await expect.poll(() => his.innerText()).toContain("Ritmo dei bot: con calma.");
  await page.getByRole("radio", { name: "subito" }).check({ force: true });
  await expect.poll(() => his.innerText()).toContain("Ritmo dei bot: subito.");
  expect(await his.getByRole("radio", { name: "con calma" }).count()).toBe(0);
  expect(await faults(page)).toEqual([]);
  await done(ada, bruno);
});

test("a table is made with a clock, and with hands that are shown later", async () => {
  const ada = await person(at.browser);
  await ada.page.goto(at.served.address);
  await ada.page.getByRole("button", { name: "Invita amici a FLAUTZ!" }).click();
  const asked = ada.page.waitForRequest(
    (request) => request.url().endsWith("/api/tables") && request.method() === "POST",
  );
  for (const name of ["10 minuti, +10 s a mossa", "chiunque, mani comprese"]) {
    await ada.page.getByRole("radio", { name }).check({ force: true });
  }
  expect(await faults(ada.page)).toEqual([]);
  await ada.page.getByRole("button", { name: /Prepara il tavolo/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({ watch: "hands", clock: { bank: 600, increment: 10 } });
  await done(ada);
});

test("a table is played with cards of one's own: the box is fetched, a mistake is told with its line, and everybody reads the title", async () => {
  const ada = await person(at.browser, { viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: /Invita amici ad? FLAUTZ!/ }).click();
  await page.locator("dialog[open] summary.options").click();
  const fetched = page.waitForEvent("download");
  await page.getByRole("button", { name: "Scarica quello della scatola" }).click();
  const box = readFileSync(await (await fetched).path(), "utf-8");
  const give = async (text: string): Promise<void> => {
    const buffer = Buffer.from(text);
    await page.locator("dialog[open] input[type=file]").setInputFiles({ name: "mie.toml", mimeType: "", buffer });
    await page.getByText("mie.toml").first().waitFor();
    await page.getByRole("button", { name: /Prepara il tavolo/ }).click();
  };
  const wrong = box.replace(/to_win = .*/, 'to_win = { number = 900, origin = "own" }');
  await give(wrong);
  const alert = page.locator("dialog[open]").getByRole("alert");
  const line = wrong.split("\n").findIndex((one) => one.startsWith("to_win")) + 1;
  await expect.poll(() => alert.innerText()).toContain(`mie.toml, riga ${line}`);
  expect(await alert.innerText()).toContain("crystals.to_win.number: 900");
  expect(await faults(page)).toEqual([]);
  const [inside, wide] = await page.locator("dialog[open] .in").evaluate((one) => [one.scrollWidth, one.clientWidth]);
  expect(inside).toBe(wide);
  await give(box.replace(/title = .*/, 'title = "Un cristallo basta"').replace(/to_win = .*/, 'to_win = { number = 1, origin = "own" }')); // prettier-ignore
  await page.getByText("Si gioca con carte proprie: «Un cristallo basta»").waitFor();
  expect(ada.complaints.filter((one) => !one.includes("status of 400"))).toEqual([]);
  await page.context().close();
});
