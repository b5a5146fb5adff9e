import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { expectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { createBus } from "../../kit/bus.ts";
import { systemClock } from "../../kit/clock.ts";
import type { BarcodeBusEvents, ExpectedDisc } from "../../library/barcodes/model.ts";
import type { Rip, RipMedia } from "../rip_schema.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import { followExpectedDiscs, isExpected } from "./follow_expected.ts";

const disc = (id: string, more: Partial<ExpectedDisc> = {}): ExpectedDisc => ({
  ...{ id, code: id, title: "Heat", year: 1995, kind: "movie", externalId: "tmdb:949" },
  addedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
const media = (more: Partial<RipMedia> = {}): RipMedia => ({
  ...{ kind: "movie", title: "Heat", year: 1995, externalId: 949, genres: [], confidence: 95 },
  ...more,
});
// A rip with only the fields that the follower of expected discs reads.
const rip = (id: string, more: Partial<RipMedia> = {}, rest: Partial<Rip> = {}) =>
  ({ id, media: media(more), status: "ready", discType: "bluray", ...rest }) as Rip;

Deno.test("an expected disc matches by its IDs, else by title, year and season", () => {
  const cases: [Partial<ExpectedDisc>, Partial<RipMedia>, boolean][] = [
    [{}, {}, true],
    [{}, { externalId: 1 }, false],
    [{}, { kind: "series" }, false],
    [{ externalId: "imdb:tt0113277" }, { imdbId: "tt0113277", title: "Other" }, true],
    [{ arrId: 4, externalId: "tmdb:1" }, { arrId: 4 }, true],
    [{ title: "The Heat" }, { title: "Heat" }, true],
    [{ title: "Salt", externalId: "imdb:tt1" }, {}, false],
    [
      { kind: "series", externalId: "tvdb:7", seasonNumber: 2 },
      { kind: "series", externalId: 7, seasonNumber: 2 },
      true,
    ],
    [
      { kind: "series", externalId: "tvdb:7", seasonNumber: 2 },
      { kind: "series", externalId: 7, seasonNumber: 1 },
      false,
    ],
    [{ kind: "series", externalId: "tvdb:7" }, { kind: "series", externalId: 7, seasonNumber: 1 }, true],
  ];
  for (const [a, b, wanted] of cases) is(isExpected(disc("1", a), media(b)), wanted, JSON.stringify([a, b]));
});

Deno.test("a recognised disc is marked, unmarked when the match was wrong, and removed from the list when delivered", () =>
  withStore(async (store) => {
    const discs = expectedDiscRepository(store);
    const failures: unknown[] = [];
    const bus = createBus<RipBusEvents & BarcodeBusEvents>((error) => failures.push(error));
    const published: string[] = [];
    bus.on("expected", ({ expected, removed }) => published.push(`${expected.id}${removed ? " removed" : ""}`));
    const follower = followExpectedDiscs({
      ...{ discs, bus, clock: systemClock },
      log: (_, message, facts) => void failures.push([message, facts]),
    });
    for (
      const one of [disc("a", { format: "dvd" }), disc("b", { format: "bluray" }), disc("c", { externalId: "tmdb:5" })]
    ) {
      await discs.put(one.code, () => one);
    }
    const publishRip = async (one: Rip, type: "rip" | "rip-ended" = "rip") => {
      bus.publish(type, { rip: one });
      await follower.settled();
    };
    const seen = async () => (await discs.list()).filter(({ ripId }) => ripId).map(({ id, ripId }) => `${id} ${ripId}`);
    await publishRip(rip("r1", { confidence: 60 }));
    same(await seen(), [], "nobody is sure yet");
    await publishRip(rip("r1"));
    same(await seen(), ["b r1"], "of two editions the one of its format");
    await publishRip(rip("r1"));
    await publishRip(rip("r2"));
    same((await seen()).sort(), ["a r2", "b r1"]);
    await publishRip(rip("r1", { externalId: 5, title: "Other", matchedBy: "user", confidence: 0 }));
    same((await seen()).sort(), ["a r2", "c r1"]);
    await publishRip(rip("r1", { externalId: 5 }, { status: "failed" }), "rip-ended");
    is((await discs.list()).length, 3);
    await publishRip(rip("r1", { externalId: 5 }, { status: "done" }), "rip-ended");
    same((await discs.list()).map(({ id }) => id).sort(), ["a", "b"]);
    same(published, ["b", "a", "b", "c", "c removed"]);
    await follower.close();
    await publishRip(rip("r3"));
    same(await seen(), ["a r2"]);
    same(failures, []);
  }));
