import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import { type OmdbManner, startOmdb } from "../../../tests/fakes/omdb.ts";
import { impatientWith, testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { DAY_MS, systemClock } from "../../kit/clock.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { ManagerProblem } from "../managers/request.ts";
import { createOmdb } from "./omdb.ts";

const KEY = "abcd1234";
const HEAT = {
  ...{ Title: "Heat", Year: "1995", Runtime: "170 min", Genre: "Action, Crime", Plot: "N/A", Poster: "N/A" },
  ...{ imdbRating: "8.3", imdbID: "tt0113277", Type: "movie" },
};
const LAMP = { Title: "The Lamp Post", Year: "2008–2013", Genre: "N/A", imdbID: "tt0903747", Type: "series" };
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function world() {
  const fake = await startOmdb({
    heat: HEAT,
    "the lamp post": LAMP,
    game: { Title: "Game", imdbID: "tt1234567", Type: "game" },
    odd: {
      Title: "Odd",
      Year: "soon",
      Runtime: "S min",
      imdbRating: "99",
      Poster: "javascript:1",
      imdbID: "tt7654321",
      Type: "movie",
    },
  });
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
  });
  const [answers, facts] = [
    new Map<string, { question: string; answer: unknown; at: number }>(),
    new Map<string, unknown>(),
  ];
  const events: string[] = [];
  let time = Date.parse("2026-01-01T10:00:00Z");
  let settings = Settings.parse({ omdb: { enabled: true, apiKey: KEY } });
  const open = () =>
    createOmdb({
      http: impatientWith(http, () => fake.manner === "hang"),
      settings: { current: () => settings },
      cache: {
        get: (question) => Promise.resolve(answers.get(question)),
        save: (row) => Promise.resolve(void answers.set(row.question, JSON.parse(JSON.stringify(row)))),
        forget: (before) => Promise.resolve(answers.forEach(({ at }, key) => at < before && answers.delete(key))),
      },
      keyValues: {
        get: (key) => Promise.resolve(facts.get(key)),
        set: (key, value) => Promise.resolve(void facts.set(key, value)),
        remove: (key) => Promise.resolve(void facts.delete(key)),
      },
      events: { record: ({ message }) => void events.push(message) },
      clock: { now: () => new Date(time), monotonicMs: systemClock.monotonicMs },
      url: "https://omdb.example/",
    });
  return {
    ...{ fake, answers, events, open },
    later: (ms: number) => void (time += ms),
    change: (omdb: object) => void (settings = Settings.parse({ omdb })),
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test("a title is found with its values from OMDb, and unknown ones are absent", async () => {
  await using it = await world();
  const omdb = it.open();
  same(await omdb.find({ title: "Heat", year: 1995, kind: "movie" }), {
    ...{ kind: "movie", title: "Heat", year: 1995, imdbId: "tt0113277", genres: ["Action", "Crime"] },
    ...{ runtimeMinutes: 170, rating: 83 },
  });
  same(await omdb.find({ title: "The Lamp Post" }), {
    ...{ kind: "series", title: "The Lamp Post", year: 2008, imdbId: "tt0903747", genres: [] },
  });
  same(await omdb.find({ title: "Odd" }), { kind: "movie", title: "Odd", imdbId: "tt7654321", genres: [] });
  is(await omdb.find({ title: "Game" }), undefined);
  is(await omdb.find({ title: "Heat", kind: "series" }), undefined);
  same(it.fake.seen.slice(0, 2), ["Heat|1995|movie", "The Lamp Post||"]);
});

test("answers are cached for 30 days, also those without a title, and without the key", async () => {
  await using it = await world();
  for (const _ of [1, 2]) {
    await it.open().find({ title: "Heat" });
    await it.open().find({ title: "Nothing" });
  }
  is(it.fake.seen.length, 2);
  is(JSON.stringify([...it.answers]).includes(KEY), false);
  it.later(30 * DAY_MS + 1);
  await it.open().find({ title: "Heat" });
  is(it.fake.seen.length, 3);
  same(it.fake.keys, [KEY, KEY, KEY]);
});

test("the limit of a day ends the asking until midnight UTC, also after a restart, with one event", async () => {
  await using it = await world();
  it.fake.manner = "limit";
  const omdb = it.open();
  const first = ["Heat", "The Lamp Post", "Odd"].map((title) => omdb.find({ title }));
  same(await Promise.all(first), [undefined, undefined, undefined]);
  const asked = it.fake.seen.length;
  it.fake.manner = "well";
  for (const one of [omdb, it.open()]) is(await one.find({ title: "Heat" }), undefined);
  is(it.fake.seen.length, asked);
  same(it.events, ["The daily OMDb request limit is reached."]);
  it.later(14 * 3_600_000);
  is((await omdb.find({ title: "Heat" }))?.title, "Heat", "what was not answered is not kept");
});

test("invalid responses are failures in words without the key, and no request is sent while OMDb is off", async () => {
  await using it = await world();
  const omdb = it.open();
  const manners: OmdbManner[] = ["badKey", "unavailable", "html", "cut", "redirect", "hang", "oddError"];
  for (const manner of manners) {
    it.fake.manner = manner;
    await rejects(omdb.find({ title: "Heat" }), (error) => {
      is(error instanceof ManagerProblem && !String(error.stack).includes(KEY), true, manner);
      return true;
    });
  }
  const asked = it.fake.seen.length;
  it.change({ enabled: false, apiKey: KEY });
  is(await omdb.find({ title: "Heat" }), undefined);
  is(it.fake.seen.length, asked);
});
