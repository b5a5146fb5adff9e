import { ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { CERTAIN, certain, type Found, score, similarity, type Wanted } from "./score.ts";

const film = (title: string, year?: number): Wanted => ({ kind: "movie", title, year });
const takes = (wanted: Wanted, found: Found) => score(wanted, found) >= CERTAIN;

Deno.test("matches are either accepted automatically or left to the user", () => {
  const table: [Wanted, Found, boolean, string][] = [
    [film("Heat", 1995), { title: "Heat", year: 1995 }, true, "the same"],
    [film("heat", 1995), { title: "Heat", year: 1996 }, true, "released a year later elsewhere"],
    [film("Heat", 1995), { title: "Heat", year: 1986 }, false, "another film of that name"],
    [film("Heat"), { title: "Heat", year: 1995 }, true, "nobody says the year"],
    [film("Matrix", 1999), { title: "The Matrix", year: 1999 }, true, "without its article"],
    [film("Wall-E", 2008), { title: "WALL·E", year: 2008 }, true, "another dash"],
    [film("Amelie", 2001), { title: "Amélie", year: 2001 }, true, "without its accent"],
    [film("Fast & Furious", 2009), { title: "Fast and Furious", year: 2009 }, true, "and"],
    [film("Das Boot", 1981), { title: "Das Boot", year: 1981 }, true, "an article both have"],
    [
      film("Cidade de Deus", 2002),
      { title: "City of God", otherTitles: ["Cidade de Deus"], year: 2002 },
      true,
      "original",
    ],
    [film("Alien 3", 1992), { title: "Alien", year: 1992 }, false, "another part"],
    [film("Rocky II", 1979), { title: "Rocky III", year: 1979 }, false, "another Roman number"],
    [film("Rocky 2", 1979), { title: "Rocky II", year: 1979 }, false, "the spelling of the number is asked about"],
    [film("Up", 2009), { title: "Upgrade", year: 2009 }, false, "the beginning of a longer one"],
    [
      { kind: "series", title: "Kingdom", year: 2019 },
      { title: "Kingdom (2019)", year: 2019 },
      true,
      "year in the title",
    ],
    [{ kind: "series", title: "Dark" }, { title: "Dark", year: 2017, anime: false }, true, "a series"],
    [
      { kind: "album", title: "OK Computer", artist: "Radiohead", year: 2009 },
      { title: "OK Computer", artist: "Radiohead", year: 1997 },
      true,
      "a new edition",
    ],
    [
      { kind: "album", title: "Greatest Hits", artist: "Queen", year: 1981 },
      { title: "Greatest Hits", artist: "ABBA", year: 1981 },
      false,
      "of somebody else",
    ],
  ];
  for (const [wanted, found, taken, why] of table) {
    is(takes(wanted, found), taken, `${wanted.title}: ${why} (${score(wanted, found)})`);
  }
});

Deno.test("the better of two different matches is chosen, and none of two equal ones", () => {
  is(certain([{ score: 90 }, { score: 90 }]), undefined);
  is(certain([{ score: 85 }, { score: 90 }])?.score, 90);
  is(certain([{ score: 79 }]), undefined);
  is(certain([]), undefined);
});

Deno.test("an anime is preferred for files in an anime folder", () => {
  const wanted: Wanted = { kind: "series", title: "Bleach", anime: true };
  ok(score(wanted, { title: "Bleach", anime: true }) > score(wanted, { title: "Bleach", anime: false }));
});

const title = fc.string({ unit: "grapheme", maxLength: 40 });

Deno.test("a score is a whole number from 0 to 100, and the same title and year have all of it", () => {
  const year = fc.option(fc.integer({ min: 1880, max: 2100 }), { nil: undefined });
  fc.assert(fc.property(title, title, year, year, (mine, theirs, myYear, theirYear) => {
    const points = score(film(mine, myYear), { title: theirs, year: theirYear });
    ok(Number.isInteger(points) && points >= 0 && points <= 100, String(points));
    if (/[\p{L}\p{N}]/u.test(mine)) is(score(film(mine, 2000), { title: mine, year: 2000 }), 100);
  }));
});

Deno.test("similarity is from 0 to 1 and does not mind the order", () => {
  fc.assert(fc.property(title, title, (a, b) => {
    const alike = similarity(a, b);
    ok(alike >= 0 && alike <= 1);
    is(alike, similarity(b, a));
  }));
});
