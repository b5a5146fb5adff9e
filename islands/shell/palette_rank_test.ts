import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { type Entry, rank } from "./palette_rank.ts";

const entry = (kind: Entry["kind"], label: string, hint?: string): Entry => ({ kind, label, hint });
const ENTRIES = [
  entry("Setting", "Save folder", "Discs"),
  entry("Page", "Settings", "Setup"),
  entry("Page", "Series", "Library"),
  entry("Page", "Search", "Library"),
  entry("Action", "Pause the queue"),
  entry("Title", "Amélie (2001)"),
  entry("Job", "Amelie"),
];
const labels = (typed: string): string[] => rank(ENTRIES, typed).map(({ label }) => label);

Deno.test("rank() puts a name that begins with the word before one that contains it, and that before a hint", () => {
  same(labels("set"), ["Settings"]);
  same(
    rank([entry("Page", "Discs"), entry("Setting", "Eject discs"), ENTRIES[0] as Entry], "disc").map((e) => e.label),
    [
      "Discs",
      "Eject discs",
      "Save folder",
    ],
  );
});

Deno.test("rank() wants every word, in any order and in parts", () => {
  same(labels("queue pau"), ["Pause the queue"]);
  same(labels("queue settings"), []);
});

Deno.test("rank() reads over accents, case and signs", () => {
  same(labels("AMELIE"), ["Amelie", "Amélie (2001)"]);
});

Deno.test("rank() shows pages and actions while nothing is typed, and never more than twelve", () => {
  same(rank(ENTRIES, "  ").map(({ kind }) => kind), ["Page", "Page", "Page", "Action"]);
  is(rank(Array.from({ length: 40 }, (_, i) => entry("Title", `Film ${i}`)), "film").length, 12);
});
