import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import type { ListQuery, ListSource } from "./list_source.ts";
import { askedOf, isNarrowed, listAddress, nothingAsked, readAddress, readList } from "./list_query.ts";

const schema = z.object({
  q: z.string().max(20).optional(),
  filter: z.enum(["all", "remux"]).default("all"),
  sort: z.enum(["title", "size"]).default("title"),
  order: z.enum(["asc", "desc"]).default("asc"),
  codec: z.enum(["hevc", "av1"]).optional(),
  minBytes: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().default(50),
  offset: z.coerce.number().int().min(0).optional(),
});
const source = { schema } as unknown as ListSource<ListQuery>;

const asked = fc.record({
  q: fc.constantFrom("", "heat & co", "ä?=#", "x".repeat(30)),
  filter: fc.constantFrom("all", "remux", "nonsense"),
  sort: fc.constantFrom("title", "size", ""),
  order: fc.constantFrom("asc", "desc"),
  codec: fc.constantFrom("", "hevc"),
  view: fc.constantFrom("posters", "table", "x"),
  from: fc.constantFrom("", "0", "120", "-5"),
  limit: fc.constantFrom("", "10", "0", "99999", "x"),
}, { requiredKeys: [], noNullPrototype: true });

Deno.test("the URL of a list restores that list, for any query", () => {
  fc.assert(fc.property(asked, (said) => {
    const list = readList(source, said as Record<string, string>);
    const again = readAddress(source, listAddress(list).slice(1));
    same([askedOf(again), again.view], [askedOf(list), list.view]);
    same(listAddress(again), listAddress(list), "one list has one address");
    same([list.query.limit >= 1, list.query.limit <= 240], [true, true]);
  }));
});

Deno.test("an unfiltered list has the shortest URL, and a change adds only itself", () => {
  const usual = readList(source, {});
  same([listAddress(usual), usual.view, usual.query.limit, isNarrowed(usual)], ["", "posters", 24, false]);
  same(listAddress(usual, { q: "heat & co", filter: "all" }), "?q=heat+%26+co");
  same(listAddress(usual, { view: "table", from: 0 }), "?view=table");
  same(listAddress(usual, { from: 120 }), "?from=120");
  same(listAddress(readList(source, { codec: "hevc" }), { codec: undefined }), "");
  const narrowed = { codec: "hevc" };
  const moved = readList(source, { ...narrowed, from: "120" });
  same(
    listAddress(moved, { sort: "size" }),
    listAddress(readList(source, narrowed), { sort: "size" }),
    "it begins at its top",
  );
});

Deno.test("invalid filters have no effect on the others and are named, and empty fields do not filter", () => {
  const { query, ignored } = readList(source, { filter: "nonsense", q: "heat", view: "tiles", colour: "red" });
  same([query.q, query.filter], ["heat", source.schema.parse({}).filter]);
  same(ignored, ["filter=nonsense", "colour=red", "view=tiles"]);
  same(readList(source, { q: "heat", from: "24", limit: "5", cursor: "x", view: "table" }).ignored, []);
  same(readList(source, { q: "", codec: "" }).query.codec, undefined);
  same(readList(source, { from: "120" }).query.offset, 120);
  same(readList(source, { offset: "60" }).query.offset, 60);
  same(readList(source, { cursor: "x", limit: "5" }).query.limit, 5);
});

Deno.test("a filter changes the titles of a list, not its order, and removing it keeps that", () => {
  const list = readList(source, { sort: "size", order: "desc", codec: "hevc", q: "heat" });
  same([isNarrowed(list), isNarrowed(readList(source, { sort: "size", order: "desc" }))], [true, false]);
  same(listAddress(list, nothingAsked(list)), listAddress(readList(source, { sort: "size", order: "desc" })));
});
