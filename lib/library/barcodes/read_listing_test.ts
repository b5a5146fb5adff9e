import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { SHOP_LISTINGS } from "../../../tests/fixtures/shop_listings.ts";
import { readListing } from "./read_listing.ts";

const WANTED_SHARE = 0.95;

Deno.test(`of ${SHOP_LISTINGS.length} listings nearly all are read right`, () => {
  const wrong = SHOP_LISTINGS.filter(({ text, category, wanted }) =>
    !isDeepStrictEqual(readListing(text, category), wanted)
  );
  const share = 1 - wrong.length / SHOP_LISTINGS.length;
  const list = wrong.map(({ text, category, wanted }) => ({ text, wanted, read: readListing(text, category) }));
  ok(share >= WANTED_SHARE, `${(share * 100).toFixed(1)} % right; wrong: ${JSON.stringify(list, null, 1)}`);
});

Deno.test("a title that is or begins with a word of shops stays", () => {
  const titles = ["New", "4K", "[REC]", "DVD", "(500) Days of Summer", "Up", "Sealed", "The Final Cut", "UHF", "Pi"];
  same(titles.map((text) => readListing(`${text} [Blu-ray]`).title), [
    ...["New", "4K", "REC", "DVD", "500 Days of Summer", "Up", "Sealed", "The Final Cut", "UHF", "Pi"],
  ]);
});

Deno.test("without a category the format tells music from films", () => {
  is(readListing("Artist - Album CD").kind, "album");
  is(readListing("A Film - Blu-ray").kind, "movie");
  is(readListing("A Show Season 2").kind, "series");
});

Deno.test("no listing makes the reader throw, take long, or answer without a title", () => {
  const noise = fc.constantFrom(
    "[",
    "(",
    ")",
    "]",
    "NEW",
    "Blu-ray",
    "Season",
    "2",
    "-",
    "The",
    "Edition",
    "Special",
    "é",
  );
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.array(noise, { maxLength: 80 }).map((all) => all.join(" ")));
  fc.assert(fc.property(text, (listing) => {
    const { title } = readListing(listing);
    is(title === "", listing.normalize("NFKC").trim() === "");
  }));
  for (const hostile of ["(".repeat(50_000), "Special ".repeat(5_000), "- ".repeat(20_000), "NEW ".repeat(9_000)]) {
    ok(readListing(hostile).title.length <= 500);
  }
});
