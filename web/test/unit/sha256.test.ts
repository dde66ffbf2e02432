import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fits, sha256 } from "../../src/lib/sha256";

test("a digest is the one that everybody else computes, at every length around a block", () => {
  for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) % 256);
    expect(sha256(bytes), String(length)).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

test("a secret fits its own commitment and no other", () => {
  const secret = "546e4aea".repeat(8);
  const commitment = createHash("sha256")
    .update("grimorio commitment\0")
    .update(Buffer.from(secret, "hex"))
    .digest("hex");
  expect(fits(secret, commitment)).toBe(true);
  expect(fits(secret.replace("5", "4"), commitment)).toBe(false);
});
