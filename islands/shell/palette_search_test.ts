import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { withPage } from "../../tests/fixtures/dom.ts";
import { FIXED, foundEntries, settingEntries } from "./palette_entries.ts";
import { type Entry, rank } from "./palette_rank.ts";

const entryOf = fc.record({
  kind: fc.constantFrom<Entry["kind"]>("Page", "Action", "Setting", "Job", "Title"),
  label: fc.constantFrom("Queue", "Pause the queue", "Événements", "Heat (1995)", "Films"),
  hint: fc.constantFrom("System", "quality"),
});

Deno.test("the palette shows at most twelve, each of which has every typed word, the exact name first", () => {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  fc.assert(
    fc.property(
      fc.array(entryOf, { maxLength: 30 }),
      fc.constantFrom("queue", "QUE pause", "evene", "heat 1995", "zzz", " "),
      (entries, typed) => {
        const shown = rank(entries, typed);
        same(shown.length <= 12, true);
        const words = typed.toLowerCase().split(" ").filter(Boolean);
        same(shown.every(({ label, hint }) => words.every((word) => plain(`${label} ${hint}`).includes(word))), true);
        if (
          typed === "queue" && entries.some(({ label }) => label === "Queue")
        ) {
          same(shown[0]?.label, "Queue");
        }
      },
    ),
  );
  same(rank(FIXED, "").every(({ kind }) => kind === "Page" || kind === "Action"), true);
  same(rank(FIXED, "pause")[0]?.label, "Pause the queue");
});

Deno.test("the palette finds titles and jobs, each without the other where one cannot be had", () =>
  withPage("", async (page) => {
    const jobs = { items: [{ id: "j", title: "Heat", profileName: "Small" }] };
    const library = [
      { kind: "movie", title: "Heat", year: 1995, arrId: 7 },
      { kind: "series", title: "Lost", arrId: 8 },
      { kind: "album", title: "A & B", artist: "Air", arrId: 9 },
    ];
    page.answer = (path) => Response.json(path.includes("/api/jobs") ? jobs : { library });
    const found = await foundEntries("he & t");
    same(found.map(({ kind, label, path }) => [kind, label, path]), [
      ["Title", "Heat (1995)", "/movies/7"],
      ["Title", "Lost", "/series/8"],
      ["Title", "A & B", "/search?q=A%20%26%20B"],
      ["Job", "Heat", "/jobs/j"],
    ]);
    same(page.requests.every(({ path }) => path.endsWith("q=he%20%26%20t")), true);
    same(rank(found, "he & t").length, 4, "what the search found by a typing error is not ranked away");
    page.answer = (path) => path.includes("smart") ? new Response("", { status: 500 }) : Response.json(jobs);
    same((await foundEntries("x")).map(({ kind }) => kind), ["Job"]);
    page.answer = (path) => path.includes("smart") ? Response.json({ library: [] }) : Promise.reject(new Error("away"));
    same(await foundEntries("x"), []);
  }));

Deno.test("a setting is found by its key and help, and shows its location", () =>
  withPage("", async (page) => {
    const one = { key: "general.port", label: "Port", help: "Needs a restart", path: "/settings/general#f-port" };
    page.answer = () =>
      Response.json([{ ...one, page: "General", section: "Server" }, { ...one, page: "Discs", section: "Discs" }]);
    const entries = await settingEntries();
    same(entries.map(({ hint }) => hint), ["General · Server", "Discs"]);
    same([rank(entries, "restart").length, rank(entries, "general.port").length, rank(entries, "nowhere").length], [
      2,
      2,
      0,
    ]);
  }));
