import { deepStrictEqual as same, match, rejects, strictEqual as is } from "node:assert/strict";
import { type ProductManner, startUpcItemDb } from "../../../tests/fakes/upcitemdb.ts";
import { impatientWith, testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { DAY_MS, systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { createProductDatabase } from "./product_database.ts";

const CODE = "883929671526";
const MIDNIGHT = Date.parse("2026-01-02T00:00:00Z");
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

async function world({ perMinute = Infinity } = {}) {
  const fake = await startUpcItemDb({ [CODE]: [{ title: "Heat [Blu-ray]", category: "Media > DVDs & Videos" }] });
  fake.resetAt = MIDNIGHT / 1000;
  const http = testHttpClient({ security: { certificateValidation: "disabled" } }, {
    resolve: () => Promise.resolve(["93.184.216.34"]),
    reroute: () => ({ address: "127.0.0.1", port: fake.port }),
  });
  const kept = new Map<string, unknown>();
  let time = Date.parse("2026-01-01T10:00:00Z");
  const open = () =>
    createProductDatabase({
      http: impatientWith(http, () => fake.manner === "hang"),
      keyValues: {
        get: (key) => Promise.resolve(kept.get(key)),
        set: (key, value) => Promise.resolve(void kept.set(key, JSON.parse(JSON.stringify(value)))),
        remove: (key) => Promise.resolve(void kept.delete(key)),
      },
      clock: { now: () => new Date(time), monotonicMs: systemClock.monotonicMs },
      url: "https://products.example/prod/trial/",
      perMinute,
    });
  return {
    fake,
    kept,
    open,
    later: (ms: number) => void (time += ms),
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const fault = (work: Promise<unknown>): Promise<Fault> =>
  work.then(() => {
    throw new Error("expected a failure");
  }, (error) => {
    if (error instanceof Fault) return error;
    throw error;
  });

test("a listing is found, an unknown number is not, and each lookup is counted", async () => {
  await using it = await world();
  const products = it.open();
  same(await products.limits(), { remaining: 100, resetAt: "2026-01-02T00:00:00.000Z" });
  same(await products.find(CODE), { title: "Heat [Blu-ray]", category: "Media > DVDs & Videos" });
  is(await products.find("96385074"), undefined);
  it.fake.manner = "notFound";
  is(await products.find("96385074"), undefined);
  is((await products.limits()).remaining, 97);
});

test("no request is sent after a hundred lookups until the day ends, also after a restart", async () => {
  await using it = await world();
  const products = it.open();
  for (let n = 0; n < 100; n++) await products.find(CODE);
  is(it.fake.seen.length, 100);
  for (const again of [products, it.open()]) {
    const { code, message, retryAfterSeconds } = await fault(again.find(CODE));
    same([code, retryAfterSeconds], ["throttled", 14 * 3600]);
    match(message, /100 lookups a day.*00:00 UTC/);
    is((await again.limits()).remaining, 0);
  }
  is(it.fake.seen.length, 100);
  it.later(14 * 3_600_000);
  it.fake.remaining = 100;
  it.fake.resetAt += DAY_MS / 1000;
  await it.open().find(CODE);
  is((await products.limits()).remaining, 99);
});

test("requests beyond the database's limit per minute are refused without being sent", async () => {
  await using it = await world({ perMinute: 3 });
  const products = it.open();
  for (let n = 0; n < 3; n++) await products.find(CODE);
  const { code, retryAfterSeconds = 0 } = await fault(products.find(CODE));
  same([code, retryAfterSeconds > 50 && retryAfterSeconds <= 60], ["throttled", true]);
  same([it.fake.seen.length, (await products.limits()).remaining], [3, 97]);
});

test("others at the same public address count too", async () => {
  await using it = await world();
  it.fake.remaining = 3;
  const products = it.open();
  await products.find(CODE);
  is((await products.limits()).remaining, 2);
  it.fake.remaining = 0;
  is((await fault(products.find(CODE))).code, "throttled");
  is((await fault(products.find(CODE))).code, "throttled");
  is(it.fake.seen.length, 2, "the second refusal is our own");
});

test("a rate-limited client waits as long as requested, and continues on the same day", async () => {
  await using it = await world();
  const products = it.open();
  it.fake.manner = "tooFast";
  const first = await fault(products.find(CODE));
  same([first.code, /in a short time/.test(first.message)], ["throttled", true]);
  it.fake.manner = "well";
  is((await fault(products.find(CODE))).retryAfterSeconds, 30);
  it.later(30_000);
  is((await products.find(CODE))?.title, "Heat [Blu-ray]");
  is(it.fake.seen.length, 2);
});

test("invalid rate limits block nothing for longer than a day", async () => {
  await using it = await world();
  const products = it.open();
  it.fake.resetAt = MIDNIGHT / 1000 + 1_000_000;
  it.fake.manner = "exceeded";
  await fault(products.find(CODE));
  is((await products.limits()).resetAt, "2026-01-02T00:00:00.000Z");
  for (const value of ["nonsense", null, { remaining: -5, resetAt: 9e15, waitUntil: 9e15 }]) {
    it.kept.set("barcode.productDatabase", value);
    it.fake.manner = "well";
    it.fake.remaining = 50;
    is((await it.open().find(CODE))?.title, "Heat [Blu-ray]");
  }
});

test("invalid responses are failures, and count as a lookup", async () => {
  await using it = await world();
  const products = it.open();
  const manners: [ProductManner, string][] = [
    ...(["unavailable", "html", "cut", "wrongShape", "redirect", "tooLarge"] as const).map((one) =>
      [one, "upstream_failed"] as [ProductManner, string]
    ),
    ["hang", "upstream_timeout"],
  ];
  for (const [manner, code] of manners) {
    it.fake.manner = manner;
    is((await fault(products.find(CODE))).code, code, manner);
  }
  is((await products.limits()).remaining, 100 - manners.length);
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await rejects(products.find(CODE, stop.signal), /enough/);
});
