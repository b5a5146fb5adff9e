import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { findDate, withAirDate } from "./daily.ts";
import { noNumbers } from "./model.ts";

for (
  const [text, wanted] of [
    ["Show 2014-08-15 720p", "2014-08-15"],
    ["Show.2014.08.15.720p", "2014-08-15"],
    ["Show 2014 8 5", "2014-08-05"],
    ["Show.20140815.HDTV", "2014-08-15"],
    ["Show.15.08.2014", "2014-08-15"],
    ["Show 08.15.2014", "2014-08-15"],
    ["Show 05.05.2024", "2024-05-05"],
    ["Show 15 August 2014", "2014-08-15"],
    ["Show 1st.Jan.2014", "2014-01-01"],
    ["Show Aug 15, 2014", "2014-08-15"],
    ["Show.E05.180404.720p", "2018-04-04"],
    ["Show 2016-02-29", "2016-02-29"],
    ["Show 2015-02-29", undefined],
    ["Show 2014-13-01", undefined],
    ["Show 2014-00-10", undefined],
    ["Show 2014-01-32", undefined],
    ["Show 1899-01-01", undefined],
    ["Show.31.04.2014", undefined],
    ["Show.2014.08", undefined],
    ["Show 2014081599", undefined],
    ["22.July.2018.1080p", undefined],
    ["Show", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`findDate() of ${JSON.stringify(text)} is ${wanted}`, () => equal(findDate(text)?.airDate, wanted));
}

Deno.test("findDate() returns the place of an ambiguous date, but not the date", () => {
  const found = findDate("Show 01.05.2024 720p");
  ok(found);
  equal(found.airDate, undefined);
  equal("Show 01.05.2024 720p".slice(found.start, found.end), "01.05.2024");
});

Deno.test("findDate() reads every day of a century in any notation, with its position", () => {
  const day = fc.date({ min: new Date("1950-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(fc.property(day, fc.constantFrom("-", ".", " ", "_"), (date, separator) => {
    const written = date.replaceAll("-", separator);
    const text = `Show ${written} Guest`;
    const found = findDate(text);
    ok(found);
    equal(found.airDate, date);
    equal(text.slice(found.start, found.end), written);
  }));
});

const NUMBER = { ...noNumbers(), season: 41, episodes: [10_478], kind: "episode" as const };

for (
  const [name, text, number, wanted] of [
    ["a date right behind a number belongs to it", "Show S41E10478 - 2014-08-15 - Guest", "S41E10478", "2014-08-15"],
    ["also in brackets", "Show S41E10478 [2014.08.15]", "S41E10478", "2014-08-15"],
    ["one right before it, too", "Show 2014-08-15 S41E10478", "S41E10478", "2014-08-15"],
    ["also with spaces", "Show 2014 - 08 - 15 - S41E10478", "S41E10478", "2014-08-15"],
    ["one that words part from it does not", "Show S41E10478 Guest 2014-08-15", "S41E10478", undefined],
    ["nor does a day that there is none of", "Show S41E10478 - 2014-02-30", "S41E10478", undefined],
    ["nor a longer number", "Show S41E10478 - 2014-08-151", "S41E10478", undefined],
  ] as const
) {
  Deno.test(`withAirDate(): ${name}`, () => {
    const start = text.indexOf(number);
    const given = { ...NUMBER, start, end: start + number.length };
    const found = withAirDate(text, given);
    equal(found.airDate, wanted);
    if (wanted === undefined) deepEqual(found, given);
    else ok(text.slice(found.start, found.end).replace(/[. -]+/g, "-").includes(wanted));
  });
}
