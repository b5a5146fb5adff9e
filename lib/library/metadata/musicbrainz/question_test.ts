import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { CatalogQuery } from "./model.ts";
import { questionOf } from "./service.ts";

const ask = (query: { q: string; kind?: string; artist?: string }) => questionOf(CatalogQuery.parse(query));

Deno.test("every word has to be in the title or the artist's name", () => {
  is(ask({ q: "Quiet  Rooms" }), "(release:Quiet OR artist:Quiet) AND (release:Rooms OR artist:Rooms)");
  is(ask({ q: "Rooms", artist: "The Tests" }), "(release:Rooms) AND (artist:The) AND (artist:Tests)");
  is(ask({ q: "Tests", kind: "artist" }), "(artist:Tests OR alias:Tests)");
});

Deno.test("a number below a barcode is searched in both of its forms", () => {
  is(ask({ q: "5016025911646" }), "barcode:5016025911646");
  is(ask({ q: "016025911646" }), "barcode:016025911646 OR barcode:0016025911646");
  is(ask({ q: "0 016025-911646" }), "barcode:0016025911646 OR barcode:016025911646");
  is(ask({ q: "1984" }), "(release:1984 OR artist:1984)", "a title may be a number");
});

Deno.test("signs of the search language lose their meaning", () => {
  is(ask({ q: "AC/DC" }), "(release:AC\\/DC OR artist:AC\\/DC)");
  is(ask({ q: "OR" }), "(release:or OR artist:or)");
  fc.assert(fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.string({ maxLength: 30 }), (q, artist) => {
    const parsed = CatalogQuery.safeParse({ q, artist });
    if (!parsed.success) return;
    const bare = questionOf(parsed.data).replace(/\\[^\s]/g, "_");
    const open = bare.split("(").length;
    is(open, bare.split(")").length, bare);
    is(/["[\]{}~^*?!]/.test(bare), false, bare);
  }));
});
