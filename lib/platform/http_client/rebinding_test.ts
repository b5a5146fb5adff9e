import { ok, strictEqual as is } from "node:assert/strict";
import { testHttpClient } from "../../../tests/fixtures/http_client.ts";
import { HttpProblem, type TargetClass } from "./model.ts";

/**
 * Addresses that an attacker's name server returns: the public one in its first responses, an internal one in all later
 * ones.
 */
const PUBLIC = "93.184.216.34";
const INSIDE = [
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "0.0.0.0",
  "::",
  "169.254.169.254",
  "10.0.0.1",
  "fd00::1",
  "fe80::1",
  "64:ff9b::7f00:1",
];

/**
 * Runs `work` with one server at the public address and another at all internal addresses. Each connection closes after
 * one response.
 */
async function world(
  outsideAnswers: (request: Request) => Response,
  work: (at: { outside: number; inside: number; insideSeen(): number; outsideSeen(): number }) => Promise<void>,
) {
  let [inside, outside] = [0, 0];
  const quiet = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const outer = Deno.serve(quiet, (request) => {
    outside++;
    const answer = outsideAnswers(request);
    answer.headers.set("Connection", "close");
    return answer;
  });
  const inner = Deno.serve(quiet, () => {
    inside++;
    return new Response("the crown jewels");
  });
  try {
    await work({
      outside: outer.addr.port,
      inside: inner.addr.port,
      insideSeen: () => inside,
      outsideSeen: () => outside,
    });
  } finally {
    await Promise.all([outer.shutdown(), inner.shutdown()]);
  }
}

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

/** Returns a request's status, or the reason for its failure. */
async function outcome(http: ReturnType<typeof testHttpClient>, kind: TargetClass, url: string) {
  return await http.send({ class: kind, url }).then(
    ({ status }) => status,
    (error: unknown) => error instanceof HttpProblem ? error.reason : String(error),
  );
}

test("S19: a name that turns to an inside address between two connections is judged at each of them", async () => {
  for (const turned of INSIDE) {
    await world(() => new Response("ok"), async ({ outside, inside, insideSeen, outsideSeen }) => {
      let asked = 0;
      await using http = testHttpClient({}, {
        resolve: () => Promise.resolve([asked++ === 0 ? PUBLIC : turned]),
        reroute: (address) => ({ address: "127.0.0.1", port: address === PUBLIC ? outside : inside }),
      });
      is(await outcome(http, "chosen", "http://turning.example/a"), 200, turned);
      is(await outcome(http, "chosen", "http://turning.example/b"), "blocked", turned);
      is(await outcome(http, "chosen", "http://turning.example/c"), "blocked", turned);
      is(insideSeen(), 0, turned);
      is(outsideSeen(), 1, turned);
    });
  }
});

test("S19: a redirect of a name to itself is checked again, and so is each of several addresses", async () => {
  const answers: string[][][] = [
    [[PUBLIC], ["127.0.0.1"]],
    [[PUBLIC], [PUBLIC, "127.0.0.1"]],
    [[PUBLIC], ["127.0.0.1", PUBLIC]],
    [[PUBLIC], ["::ffff:10.0.0.1", PUBLIC]],
  ];
  for (const turns of answers) {
    await world(
      () => new Response(null, { status: 302, headers: { Location: "/again" } }),
      async ({ outside, inside, insideSeen }) => {
        let asked = 0;
        await using http = testHttpClient({}, {
          resolve: () => Promise.resolve(turns[Math.min(asked++, turns.length - 1)] ?? []),
          reroute: (address) => ({ address: "127.0.0.1", port: address === PUBLIC ? outside : inside }),
        });
        is(await outcome(http, "chosen", "http://turning.example/"), "blocked", JSON.stringify(turns));
        is(insideSeen(), 0);
        ok(asked >= 2);
      },
    );
  }
});
