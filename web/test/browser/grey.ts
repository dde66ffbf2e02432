/** Cards without their colours: what is left must still tell one from another. */
import type { Page } from "playwright-core";

export interface Grey {
  readonly kind: string;
  readonly w: number;
  readonly h: number;
  /** The grey of each pixel, 0 to 255. */
  readonly pixels: Uint8Array;
}

/** Every card of the page of cards as grey pixels. The page itself is shown in grey (`?grey`). */
export const greysOf = async (page: Page): Promise<Grey[]> => {
  const area = await page.locator(".groups").evaluate((groups) => {
    const { x, y, width, height } = groups.getBoundingClientRect();
    const whole = {
      x: Math.floor(x + scrollX),
      y: Math.floor(y + scrollY),
      width: Math.ceil(width),
      height: Math.ceil(height),
    };
    return { whole, scale: devicePixelRatio };
  });
  const boxes = await page.locator("[data-kind]").evaluateAll((items, { whole, scale }) => {
    const device = (n: number): number => Math.round(n * scale);
    return items.map((item) => {
      const { x, y, width, height } = (item.querySelector(".face") ?? item).getBoundingClientRect();
      const [left, top] = [device(x + scrollX - whole.x), device(y + scrollY - whole.y)];
      return { kind: item.getAttribute("data-kind") ?? "", left, top, w: device(width), h: device(height) };
    });
  }, area);
  const picture = (await page.screenshot({ fullPage: true, clip: area.whole })).toString("base64");
  const blank = await page.context().newPage();
  const found = await blank.evaluate(cutOut, { picture, boxes });
  await blank.close();
  return found.map(({ kind, w, h, text }) => ({ kind, w, h, pixels: Buffer.from(text, "base64") }));
};

interface Place {
  readonly kind: string;
  readonly left: number;
  readonly top: number;
  readonly w: number;
  readonly h: number;
}
/** Runs in the browser, which can read pictures: the pixels of each place, as text that travels. */
const cutOut = async ({ picture, boxes }: { picture: string; boxes: Place[] }) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("no canvas");
  pen.drawImage(bitmap, 0, 0);
  return boxes.map(({ kind, left, top, w, h }) => {
    const { data } = pen.getImageData(left, top, w, h);
    let text = "";
    for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i] ?? 0);
    return { kind, w, h, text: btoa(text) };
  });
};

/** Each pixel with its eight neighbours: what is finer than that, no eye sees. */
const blurred = (a: Grey): Grey => {
  const pixels = new Uint8Array(a.pixels.length);
  for (let y = 1; y < a.h - 1; y++) {
    for (let x = 1; x < a.w - 1; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += a.pixels[(y + dy) * a.w + x + dx] ?? 0;
      pixels[y * a.w + x] = sum / 9;
    }
  }
  return { ...a, pixels };
};

const patchOf = (a: Grey, b: Grey, left: number, top: number, size: number, dx: number, dy: number): number => {
  let sum = 0;
  for (let y = top; y < top + size; y++) {
    for (let x = left; x < left + size; x++)
      sum += Math.abs((a.pixels[y * a.w + x] ?? 0) - (b.pixels[(y + dy) * b.w + x + dx] ?? 0));
  }
  return sum / (size * size);
};

const SHIFTS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

/**
 * The mean difference of two cards in the patch where they differ most, each patch laid as well as it can be: cards do
 * not begin at whole pixels. A patch is a sixth of the width. The search ends at the first patch above `enough`.
 */
export const apart = (a: Grey, b: Grey, enough = Infinity): number => {
  const patch = Math.max(3, Math.round(a.w / 6));
  const step = Math.max(1, Math.floor(patch / 2));
  let most = 0;
  for (let top = 2; top + patch + 2 <= Math.min(a.h, b.h); top += step) {
    for (let left = 2; left + patch + 2 <= Math.min(a.w, b.w); left += step) {
      if (patchOf(a, b, left, top, patch, 0, 0) <= most) continue;
      most = Math.max(most, Math.min(...SHIFTS.map(([dx, dy]) => patchOf(a, b, left, top, patch, dx, dy))));
      if (most > enough) return most;
    }
  }
  return most;
};

/** Pairs of cards whose difference is at most `least`, with it. Cards of different shape are told apart by that. */
export const alike = (greys: readonly Grey[], least: number): string[] => {
  const soft = greys.map(blurred);
  return soft.flatMap((a, i) =>
    soft
      .slice(i + 1)
      .filter((b) => Math.abs(a.w - b.w) <= 1 && Math.abs(a.h - b.h) <= 1)
      .map((b) => ({ b, difference: apart(a, b, least) }))
      .filter(({ difference }) => difference <= least)
      .map(({ b, difference }) => `${a.kind} / ${b.kind}: ${difference.toFixed(1)}`),
  );
};
