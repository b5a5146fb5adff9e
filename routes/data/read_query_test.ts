import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { readQuery } from "./read_query.ts";

const Query = z.object({
  q: z.string().max(5).optional(),
  sort: z.enum(["title", "size"]).default("title"),
  limit: z.coerce.number().pipe(z.int().min(1)).default(24),
});

Deno.test("a query keeps its valid parameters, and names the others", () => {
  same(readQuery(Query, {}), { query: { sort: "title", limit: 24 }, ignored: [] });
  same(readQuery(Query, { q: "", sort: "size", limit: "3" }), { query: { sort: "size", limit: 3 }, ignored: [] });
  same(readQuery(Query, { q: "heat", sort: "colour", limit: "none", resolution: "2160p" }), {
    query: { q: "heat", sort: "title", limit: 24 },
    ignored: ["sort=colour", "limit=none", "resolution=2160p"],
  });
  same(readQuery(Query, { q: "too long" }).ignored, ["q=too long"]);
  same(readQuery(Query, JSON.parse(`{"__proto__": "x", "constructor": "y", "toString": "z"}`)).ignored, [
    "__proto__=x",
    "constructor=y",
    "toString=z",
  ]);
});

Deno.test("every parameter of a query has an effect or is named", () => {
  const name = fc.oneof(fc.constantFrom("q", "sort", "limit", "other"), fc.string());
  const value = fc.oneof(fc.constantFrom("title", "size", "7", "heat"), fc.string());
  fc.assert(fc.property(fc.dictionary(name, value), (asked) => {
    const { query, ignored } = readQuery(Query, asked);
    for (const [name, value] of Object.entries(asked)) {
      if (value === "" || ignored.includes(`${name}=${value}`)) continue;
      same(String(query[name as keyof typeof query]), name === "limit" ? String(Number(value)) : value);
    }
  }));
});
