import fc from "fast-check";
import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { type FailMode, startNotifyServer } from "../../../tests/fakes/notify_server.ts";
import { requestFor } from "./requests.ts";
import { all, complete, detailOf, type Kind, MESSAGE, send } from "../../../tests/fixtures/notify_targets.ts";

Deno.test("refusals contain the target's own words and a remedy", async () => {
  await using server = await startNotifyServer();
  const targets = complete(server.url);
  const refusals: [Kind, FailMode, RegExp][] = [
    ["discord", "token", /^401 Unauthorized: Invalid Webhook Token \(50027\)\. The webhook URL/],
    ["discord", "unknown", /^404 Not Found: Unknown Webhook \(10015\)\. The webhook was deleted/],
    ["discord", "rate", /^429 Too Many Requests: You are being rate limited\. .* in 1 s\.$/],
    ["slack", "token", /^403 Forbidden: invalid_token\./],
    ["slack", "unknown", /^404 Not Found: no_service\. The webhook was removed/],
    ["slack", "rate", /^429 .*Too many messages/],
    ["telegram", "token", /^401 Unauthorized: Unauthorized\. The bot token/],
    ["telegram", "unknown", /^400 Bad Request: Bad Request: chat not found\. Check the chat ID/],
    ["telegram", "rate", /^429 .* in 17 s\.$/],
    ["ntfy", "token", /^401 Unauthorized: unauthorized \(40101\)\. The access token/],
    ["ntfy", "unknown", /^403 Forbidden: forbidden \(40301\)\. The topic is protected/],
    ["ntfy", "rate", /^429 .*42901/],
    ["gotify", "token", /^401 Unauthorized: you need .* starts with A/],
    ["pushbullet", "token", /^401 Unauthorized: Access token is missing or invalid\. The access token is incorrect\.$/],
    ["apprise", "nothing", /^204 No Content\. The gateway had no recipients/],
    ["apprise", "partial", /^424 Failed Dependency: Could not be sent: \*\*\*\. At least one service/],
    ["webhook", "unknown", /^404 Not Found\.$/],
  ];
  for (const [kind, mode, expected] of refusals) {
    server.failNext(mode);
    const detail = detailOf(await send(requestFor(targets[kind], MESSAGE)));
    ok(expected.test(detail), `${kind} ${mode}: ${detail}`);
  }
  for (const to of Object.values(targets)) {
    server.failNext("html");
    const detail = detailOf(await send(requestFor(to, MESSAGE)));
    is(detail, "502 Bad Gateway. The response was a web page. Check the address.", to.kind);
  }
});

Deno.test("a connection that breaks or hangs is an error of the call, and no later one suffers", async () => {
  await using server = await startNotifyServer();
  const { webhook } = complete(server.url);
  const { url, method, headers, body } = requestFor(webhook, MESSAGE);
  server.failNext("drop");
  await rejects(fetch(url, { method, headers, body }).then((answer) => answer.text()));
  server.failNext("hang");
  await rejects(fetch(url, { method, headers, body, signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  same(await send(requestFor(webhook, MESSAGE)), { ok: true });
  same(server.received.map(({ kind }) => kind), ["webhook", "webhook", "webhook"]);
});

Deno.test("a response in a wrong format is no success, and judging never throws", () => {
  const bodies = [
    "",
    "ok!",
    "[]",
    "null",
    '{"ok":false}',
    "<html>hello</html>",
    "{".repeat(10_000),
    '{"error":{"error":1}}',
  ];
  for (const to of all.filter(({ kind }) => kind !== "webhook" && kind !== "apprise")) {
    for (const body of bodies) is(requestFor(to, MESSAGE).judge({ status: 200, body }).ok, false, `${to.kind} ${body}`);
  }
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.integer({ min: 100, max: 599 }), fc.json(), (to, status, body) => {
      const outcome = requestFor(to, MESSAGE).judge({ status, body });
      if (status >= 300) ok(detailOf(outcome).startsWith(`${status}`));
    }),
  );
});

Deno.test("the detail contains no secret, and only a little of the response", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/);
  fc.assert(
    fc.property(
      fc.constantFrom(...all),
      secret,
      fc.integer({ min: 400, max: 599 }),
      fc.nat(400),
      (base, token, status, pad) => {
        const to = { ...base, url: `https://host.example/hooks/${token}`, token, target: `json://${token}` };
        const serverMessage = `${"x".repeat(pad)} ${token} https://host.example/hooks/${token} json://${token} `.repeat(
          3,
        );
        const answers = [
          { message: serverMessage, code: 1 },
          { ok: false, description: serverMessage },
          { error: serverMessage, errorDescription: serverMessage, code: 40301 },
          { error: { message: serverMessage, code: serverMessage } },
        ];
        for (const body of [serverMessage, ...answers.map((answer) => JSON.stringify(answer))]) {
          const detail = detailOf(requestFor(to, MESSAGE).judge({ status, body }));
          ok(!detail.includes(token), detail);
          ok(detail.length < 420, detail);
        }
      },
    ),
  );
});
