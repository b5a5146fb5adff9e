import { deepStrictEqual as same } from "node:assert/strict";
import { Hono } from "hono";
import { createInFlight } from "./in_flight.ts";
import type { AppEnv } from "./router.ts";

Deno.test("settled() waits for every handler, also for failed ones and those of disconnected clients", async () => {
  const gates = { good: Promise.withResolvers<void>(), bad: Promise.withResolvers<void>() };
  const requests = createInFlight();
  const app = requests.count(
    new Hono<AppEnv>().get("/good", async (c) => {
      await gates.good.promise;
      return c.text("good");
    }).get("/bad", async () => {
      await gates.bad.promise;
      throw new Error("bad");
    }).onError((_, c) => c.text("failed", 500)),
  );
  same(await requests.settled(0), 0);
  const client = new AbortController();
  const answers = [app.request("/good", { signal: client.signal }), app.request("/bad")];
  client.abort();
  let over = false;
  const settled = requests.settled(60_000).then((left) => {
    over = true;
    return left;
  });
  gates.good.resolve();
  await answers[0];
  same([over, await requests.settled(0)], [false, 1]);
  gates.bad.resolve();
  same([await settled, (await answers[1])?.status], [0, 500]);
});
