import { deepStrictEqual as same } from "node:assert/strict";
import { contentHash } from "./fingerprint.ts";

Deno.test("contentHash() is the MD5 over sizes that catalogues use, and nothing for no files", () => {
  same(contentHash([119961600, 36630528, 6488064]), "1DAD938015266F8E1C81230B70BBAE10");
  same(contentHash([1]), "33CDECCCCEBE80329F1FDBEE7F5874CB");
  same(contentHash([]), undefined);
});
