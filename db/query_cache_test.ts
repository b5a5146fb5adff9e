import { rejects, strictEqual as is } from "node:assert/strict";
import { createQueryCache } from "./query_cache.ts";

Deno.test("an answer is cached per query until its part of the data is written to, and failures are not cached", async () => {
  let revision = 0;
  let asked = 0;
  const kept = createQueryCache({ revision: () => revision }, "catalogue");
  const ask = () => Promise.resolve(++asked);
  is(await kept(["total", { q: "a" }], ask), 1);
  is(await kept(["total", { q: "a" }], ask), 1);
  is(await kept(["total", { q: "b" }], ask), 2);
  revision++;
  is(await kept(["total", { q: "a" }], ask), 3);
  await rejects(kept(["signs"], () => Promise.reject(new Error("busy"))), /busy/);
  is(await kept(["signs"], ask), 4);
});

Deno.test("the number of cached answers is limited, however many queries arrive", async () => {
  const kept = createQueryCache({ revision: () => 0 }, "local");
  let asked = 0;
  for (let i = 0; i < 1_000; i++) await kept(["total", i], () => Promise.resolve(++asked));
  is(await kept(["total", 999], () => Promise.resolve(++asked)), 1_000);
  is(await kept(["total", 0], () => Promise.resolve(++asked)), 1_001, "what was asked long ago is asked again");
});
