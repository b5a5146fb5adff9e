import { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import fc from "fast-check";
import { withFolder } from "../../tests/fixtures/folder.ts";
import { writeFileAtomic } from "./atomic_file.ts";
import { createBus } from "./bus.ts";
import { concat } from "./bytes.ts";
import { byteRange } from "./disk/byte_range.ts";
import { defectText, Fault, FAULTS, isSystemError } from "./fault.ts";
import { fold, lastSigns, wordsOf } from "./fold.ts";
import {
  ago,
  bitrate,
  bytes,
  clockTime,
  count,
  duration,
  estimatedTime,
  exactTime,
  percent,
  saving,
} from "./format.ts";
import { ID_PATTERN, newId, randomHex } from "./id.ts";

Deno.test("a size has at most three figures and a fitting unit, for any number", () => {
  fc.assert(fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), (value) => {
    const [, minus, figures = "", unit = ""] = /^(−?)(\d+(?:\.\d)?) (B|kB|MB|GB|TB|PB)$/.exec(bytes(value)) ?? [];
    same([minus, figures.replace(".", "").length <= 3], [value < 0 ? "−" : "", true], bytes(value));
    const scale = 1000 ** ["B", "kB", "MB", "GB", "TB", "PB"].indexOf(unit);
    same(Math.abs(Number(figures) * scale - Math.abs(value)) <= Math.max(0.5, Math.abs(value) * 0.051), true);
  }));
  same([bytes(0), bytes(999), bytes(1000), bytes(999_499), bytes(999_500), bytes(5e18)], [
    ...["0 B", "999 B", "1.0 kB"],
    ...["999 kB", "1.0 MB", "5000 PB"],
  ]);
});

Deno.test("a duration is shown in minutes, and seconds below sixty; a long estimate in days", () => {
  fc.assert(fc.property(fc.double({ min: 0, max: 4e5, noNaN: true }), (seconds) => {
    match(duration(seconds), /^(?:\d+:[0-5]\d:[0-5]\d|[0-5]?\d:[0-5]\d)$/);
    const [rest = 0, minutes = 0, hours = 0] = duration(seconds).split(":").map(Number).toReversed();
    same(hours * 3600 + minutes * 60 + rest, Math.round(seconds));
  }));
  same([estimatedTime(86_399), estimatedTime(86_400), estimatedTime(90_000), estimatedTime(86_400 * 3 - 1)], [
    ...["23:59:59", "1 day 0 h"],
    ...["1 day 1 h", "3 days 0 h"],
  ]);
});

Deno.test("rates, shares and savings read as people write them, at the edge of every unit", () => {
  same([bitrate(0), bitrate(999.4), bitrate(999.7), bitrate(1000), bitrate(9149)], [
    "0 kb/s",
    "999 kb/s",
    "1.0 Mb/s",
    "1.0 Mb/s",
    "9.1 Mb/s",
  ]);
  same([percent(0), percent(0.04), percent(9.94), percent(10), percent(99.6), percent(-3)], [
    "0 %",
    "0.0 %",
    "9.9 %",
    "10 %",
    "100 %",
    "-3 %",
  ]);
  same([saving(100, 25), saving(100, 103), saving(1000, 1001), saving(0, 5), saving(100, 0)], [
    ...["75 % smaller", "3 % larger", "same size"],
    ...["", "100 % smaller"],
  ]);
  same([count(0, "job"), count(1, "job"), count(2, "disc was", "discs were")], ["0 jobs", "1 job", "2 discs were"]);
});

const NOW = new Date("2026-10-25T12:00:00Z");
const AGO: [iso: string, text: string][] = [
  ["2026-10-25T12:00:05Z", "just now"],
  ["2026-10-25T11:59:01Z", "just now"],
  ["2026-10-25T11:59:00Z", "1 min ago"],
  ["2026-10-25T11:00:01Z", "59 min ago"],
  ["2026-10-25T02:30:00+02:00", "11 h ago"],
  ["2026-10-23T12:00:01Z", "47 h ago"],
  ["2026-10-23T12:00:00Z", "2 days ago"],
  ["2025-10-25T12:00:00Z", "365 days ago"],
];

Deno.test("how long ago something was is rounded down, also over a change of the clock", () => {
  for (const [iso, text] of AGO) same(ago(iso, NOW), text, iso);
  same([exactTime("2026-10-25T02:30:59.999Z"), clockTime("2026-10-25T02:30:59.999Z")], [
    "2026-10-25 02:30 UTC",
    "02:30 UTC",
  ]);
});

Deno.test("ids are of sixteen letters and digits, each as likely as the others, and never the same", () => {
  const ids = Array.from({ length: 500 }, newId);
  same(new Set(ids).size, 500);
  same(ids.every((id) => /^[0-9a-z]{16}$/.test(id) && ID_PATTERN.test(id)), true);
  same(new Set(ids.join("")).size, 36);
  same(["", "a".repeat(65), "a b", "a/b", "ä", "a.b"].some((id) => ID_PATTERN.test(id)), false);
  same([randomHex(0), /^[0-9a-f]{16}$/.test(randomHex(8))], ["", true]);
});

Deno.test("a bus calls its listeners in order, one that throws does not stop the others, and an unsubscribed one is not called", () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const bus = createBus<{ a: string; b: number }>((error) => errors.push(error));
  bus.publish("a", "nobody listens");
  const broken = new Error("broken");
  const leave = bus.on("a", (text) => heard.push(`1 ${text}`));
  bus.on("a", () => {
    throw broken;
  });
  bus.on("a", (text) => heard.push(`3 ${text}`));
  bus.on("b", (number) => heard.push(`b ${number}`));
  bus.publish("a", "x");
  leave();
  leave();
  bus.publish("a", "y");
  bus.publish("b", 5);
  same([heard, errors], [["1 x", "3 x", "3 y", "b 5"], [broken, broken]]);
});

Deno.test("a listener that unsubscribes or subscribes during a publication affects no other call", () => {
  const bus = createBus<{ a: number }>(() => {});
  const heard: string[] = [];
  const leave = bus.on("a", () => {
    heard.push("first");
    leave();
  });
  bus.on("a", () => heard.push("second"));
  bus.publish("a", 1);
  bus.publish("a", 2);
  same(heard, ["first", "second", "second"]);
});

Deno.test("pieces become one, none of them lost", () => {
  fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 5 })), (parts) => {
    same([...concat(parts)], parts.flatMap((part) => [...part]));
  }));
});

Deno.test("a range of a file is inside the file, or is the whole file", () => {
  const header = fc.oneof(
    fc.tuple(fc.option(fc.nat({ max: 30 })), fc.option(fc.nat({ max: 30 }))).map(([a, b]) =>
      `bytes=${a ?? ""}-${b ?? ""}`
    ),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(fc.property(header, fc.nat({ max: 20 }), (text, size) => {
    const range = byteRange(text, size);
    if (range === undefined) return;
    same([range.first >= 0, range.first <= range.last, range.last < size], [true, true, true], `${text} of ${size}`);
  }));
  same([byteRange("bytes=0-0", 0), byteRange("bytes=-5", 3), byteRange("bytes=2-", 3), byteRange("bytes=1-99", 3)], [
    undefined,
    { first: 0, last: 2 },
    { first: 2, last: 2 },
    { first: 1, last: 2 },
  ]);
});

Deno.test("a fault has the status of its code, and does not reveal its cause", () => {
  for (const [code, status] of Object.entries(FAULTS)) same(new Fault(code as keyof typeof FAULTS, "x").status, status);
  const fault = new Fault("busy", "Later.", { retryAfterSeconds: 5, cause: new Error("secret") });
  same([fault.message, fault.fields, fault.retryAfterSeconds, fault instanceof Error], ["Later.", [], 5, true]);
  same([defectText(new RangeError("path /secret")), defectText("text")].map((text) => /secret|text\b/.test(text)), [
    false,
    false,
  ]);
  same([
    isSystemError(Object.assign(new Error("x"), { code: "ENOENT" })),
    isSystemError(Object.assign(new Error("x"), { code: "SQLITE_FULL" })),
  ], [true, false]);
  same([isSystemError(new Error("x")), isSystemError({ code: "ENOENT" }), isSystemError(undefined)], [
    false,
    false,
    false,
  ]);
});

Deno.test("a file is replaced as a whole, and a failed replacement leaves nothing behind", () =>
  withFolder(async (folder) => {
    const path = `${folder}/settings.json`;
    await writeFileAtomic(path, "first");
    await writeFileAtomic(path, new TextEncoder().encode("second"));
    same([await Deno.readTextFile(path), ((await Deno.stat(path)).mode ?? 0) & 0o777], ["second", 0o600]);
    await Promise.all(["a", "b", "c"].map((text) => writeFileAtomic(path, text.repeat(9))));
    match(await Deno.readTextFile(path), /^(?:a{9}|b{9}|c{9})$/);
    await Deno.mkdir(`${folder}/taken/inner`, { recursive: true });
    await rejects(writeFileAtomic(`${folder}/taken`, "x"));
    await rejects(writeFileAtomic(`${folder}/gone/x`, "x"));
    const left = [];
    for await (const { name } of Deno.readDir(folder)) left.push(name);
    same(left.toSorted(), ["settings.json", "taken"]);
  }));

const FOLDED: [text: string, folded: string][] = [
  ["Amélie & Spider-Man II", "amelie and spider man 2"],
  ["Ocean’s Eleven", "oceans eleven"],
  ["Straße", "strasse"],
  ["カタカナ", "かたかな"],
  ["Rocky IV", "rocky 4"],
  ["V for Vendetta", "v for vendetta"],
  ["!!!", "!!!"],
  ["", ""],
];

Deno.test("titles are compared without case, accents, signs and spellings of numbers", () => {
  for (const [text, folded] of FOLDED) same(fold(text), folded);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
    const once = fold(text);
    same([fold(text.toUpperCase().toLowerCase()).length >= 0, once.isWellFormed(), wordsOf(once).length <= 40], [
      true,
      true,
      true,
    ]);
  }));
  same(wordsOf("千と千尋"), ["千と", "と千", "千尋"]);
  same([lastSigns("千と千尋"), wordsOf("the one 千")], [["尋"], ["the", "one", "千"]]);
  same(wordsOf("a ".repeat(100)).length, 40);
});
