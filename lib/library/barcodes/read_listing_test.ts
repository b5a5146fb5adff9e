import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { SHOP_LISTINGS } from "../../../tests/fixtures/shop_listings.ts";
import { isOtherProduct, readListing } from "./read_listing.ts";

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

Deno.test("without a category the format distinguishes music and movies", () => {
  is(readListing("Artist - Album CD").kind, "album");
  is(readListing("A Film - Blu-ray").kind, "movie");
  is(readListing("A Show Season 2").kind, "series");
});

Deno.test("a format before the title is not part of it", () => {
  const texts = [
    "DVD: Heat (1995)",
    "Blu-ray - Heat (1995)",
    "Blu-ray Heat (1995)",
    "4K Ultra HD Heat (1995)",
    "4K UHD + Blu-ray: Heat (1995)",
    "NEW DVD Heat (1995)",
    "Blu-ray Disc | Heat (1995)",
  ];
  for (const text of texts) same([readListing(text).title, readListing(text).year], ["Heat", 1995], text);
  same(readListing("CD: Bush - Sixteen Stone", "Music"), {
    kind: "album",
    title: "Sixteen Stone",
    artist: "Bush",
    format: "cd",
  });
  for (const title of ["New Moon", "CD Projekt", "LPs of Love", "Used Cars", "DVDs", "4Kids"]) {
    is(readListing(`${title} (2019) [Blu-ray]`).title, title);
  }
});

Deno.test("several seasons in one box are a series without a season", () => {
  const texts = [
    "Dark: Complete Seasons 1-4 [DVD]",
    "Dark Seasons 1 - 3 (Blu-ray)",
    "Dark - The Complete Seasons One to Three",
    "Dark Staffeln 1 und 2 [DVD]",
    "Dark Season 1 & 2 DVD",
    "Dark S01-S03 DVD",
  ];
  for (const text of texts) {
    const { kind, title, seasonNumber } = readListing(text);
    same([kind, title, seasonNumber], ["series", "Dark", undefined], text);
  }
  is(readListing("Dark Season 1 - 2 Discs").seasonNumber, 1);
  is(readListing("Dark Season 2 [DVD]").seasonNumber, 2);
});

Deno.test("a product of the category books or games is no movie, unless its name contains a disc type", () => {
  const shelves: [category: string, text: string, isOther: boolean][] = [
    ["Books", "Heat 2: A Novel", true],
    ["Media > Books > Fiction", "Heat", true],
    ["Audiobooks", "Heat (CD)", true],
    ["Electronics > Video Games", "Heat", true],
    ["Toys & Games", "Heat", true],
    ["Bücher", "Heat", true],
    ["Media > DVDs & Videos", "Heat", false],
    ["Movies & TV", "Heat", false],
    ["Books, Movies & Music", "Heat", false],
    ["Books", "Heat [Blu-ray]", false],
    ["Electronics", "Heat", false],
    ["", "Game Night", false],
  ];
  for (const [category, text, isOther] of shelves) is(isOtherProduct(text, category), isOther, `${category}: ${text}`);
});

Deno.test("no listing makes the parser throw, take long, or return an empty title", () => {
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
