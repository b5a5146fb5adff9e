import fc from "fast-check";
import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { KNOWN, startNotifyServer } from "../../../tests/fakes/notify_server.ts";
import type { Message, Target } from "./message.ts";
import { missingParts, requestFor } from "./requests.ts";
import { all, complete, type Kind, MESSAGE, send, target } from "../../../tests/fixtures/notify_targets.ts";

const bodyOf = (to: Target, message: Message) => JSON.parse(requestFor(to, message).body) as Record<string, unknown>;

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(
    fc.constantFrom(
      "<b>",
      "&",
      "*",
      "`",
      "@everyone",
      "<!channel>",
      "[x](y)",
      "\ud800",
      "\0",
      "\n",
      "é",
      "🎬",
      "\\",
      '"',
    ),
  )
    .map((parts) => parts.join("")),
  fc.tuple(fc.constantFrom("a", "<", "*", "é", "🎬", '"', "\\"), fc.integer({ min: 200, max: 9000 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const anyMessage: fc.Arbitrary<Message> = fc.record({
  event: fc.constantFrom("encode.done", "rip.failed"),
  title: anyText,
  message: anyText,
  failed: fc.boolean(),
  at: fc.constant(MESSAGE.at),
});

Deno.test("a complete target of every kind receives any text", async () => {
  await using server = await startNotifyServer();
  const targets = [
    ...Object.values(complete(server.url)),
    target("ntfy", { url: server.url, target: "open-topic" }),
    target("ntfy", { url: `${server.url}/`, target: KNOWN.ntfyTopic, token: KNOWN.ntfyLogin }),
    target("gotify", { url: `${server.url}/gotify/`, token: KNOWN.gotifyToken }),
    target("apprise", { url: server.url, target: "discord://a/b\nmailto://x?to=a,b" }),
    target("discord", { url: `${server.url}${KNOWN.discordPath}/slack` }),
  ];
  for (const to of targets) same(missingParts(to), [], to.kind);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), anyMessage, async (to, message) => {
      same(await send(requestFor(to, message)), { ok: true });
    }),
    { numRuns: 150, examples: targets.map((to): [Target, Message] => [to, { ...MESSAGE, title: "", message: "" }]) },
  );
});

Deno.test("a failure is marked in the format of each target", () => {
  const { discord, ntfy, gotify, apprise, webhook } = complete("https://host.example");
  const done: Message = { ...MESSAGE, event: "encode.done", failed: false };
  same([bodyOf(ntfy, MESSAGE).priority, bodyOf(ntfy, done).priority], [4, 3]);
  same([bodyOf(gotify, MESSAGE).priority, bodyOf(gotify, done).priority], [8, 5]);
  same([bodyOf(apprise, MESSAGE).type, bodyOf(apprise, done).type], ["failure", "success"]);
  same(bodyOf(webhook, MESSAGE), { ...MESSAGE });
  ok(requestFor(discord, MESSAGE).body !== requestFor(discord, done).body);
});

Deno.test("a text cannot write the target's markup, nor ping anyone", () => {
  const { discord, slack, telegram } = complete("https://host.example");
  const hostile: Message = { ...MESSAGE, title: "*a* <b>&", message: "<!channel> @everyone [x](http://y) \\*b*\n# c" };
  same(bodyOf(discord, hostile).allowed_mentions, { parse: [] });
  same(bodyOf(discord, hostile).embeds, [{
    title: "\\*a\\* \\<b\\>&",
    description: "\\<!channel\\> @everyone \\[x\\](http://y) \\\\\\*b\\*\n\\# c",
    color: 0xe74c3c,
    timestamp: MESSAGE.at,
  }]);
  is(
    bodyOf(slack, hostile).text,
    "*∗a∗ &lt;b&gt;&amp;*\n&lt;!channel&gt; @everyone [x](http://y) \\*b*\n# c",
  );
  is(
    bodyOf(telegram, hostile).text,
    "<b>*a* &lt;b&gt;&amp;</b>\n&lt;!channel&gt; @everyone [x](http://y) \\*b*\n# c",
  );
});

Deno.test("an invalid time is left out where it would be refused", () => {
  const { discord } = complete("https://host.example");
  ok(!requestFor(discord, { ...MESSAGE, at: "yesterday" }).body.includes("timestamp"));
});

Deno.test("JSON for ntfy goes to the server's root, with the topic of the URL or the field", () => {
  const call = (parts: Partial<Target>) => {
    const { url, body } = requestFor(target("ntfy", parts), MESSAGE);
    return [url, (JSON.parse(body) as { topic: string }).topic];
  };
  same(call({ url: "https://ntfy.sh/mytopic" }), ["https://ntfy.sh/", "mytopic"]);
  same(call({ url: "https://ntfy.sh/mytopic/" }), ["https://ntfy.sh/", "mytopic"]);
  same(call({ url: "https://ntfy.sh", target: "other" }), ["https://ntfy.sh/", "other"]);
  same(call({ url: "https://ntfy.sh/mytopic", target: "mytopic" }), ["https://ntfy.sh/", "mytopic"]);
  same(call({ url: "https://ntfy.sh/mytopic?auth=QmVh" }), ["https://ntfy.sh/?auth=QmVh", "mytopic"]);
});

Deno.test("addresses keep their sub-path, and the public services are the standard", () => {
  const url = (kind: Kind, parts: Partial<Target>) => requestFor(target(kind, parts), MESSAGE).url;
  is(url("gotify", { url: "https://host/gotify/", token: "A1" }), "https://host/gotify/message");
  is(url("apprise", { url: "http://host:8000", token: "lathe" }), "http://host:8000/notify/lathe");
  is(url("apprise", { url: "http://host:8000/", target: "json://x" }), "http://host:8000/notify/");
  is(url("pushbullet", { token: "o.1" }), "https://api.pushbullet.com/v2/pushes");
  is(url("telegram", { token: "1:ab/c", target: "@x" }), "https://api.telegram.org/bot1:ab%2Fc/sendMessage");
  is(
    url("discord", { url: "https://discord.com/api/webhooks/1/a/slack?thread_id=2" }),
    "https://discord.com/api/webhooks/1/a?thread_id=2",
  );
});

Deno.test("a list of gateway URLs may be separated by lines, spaces or commas, and a comma within one stays its own", () => {
  const list = target("apprise", { url: "http://host", target: "a://x, b://y,c://z?to=1,2\n d://w," });
  is(bodyOf(list, MESSAGE).urls, "a://x,b://y,c://z?to=1%2C2,d://w");
});

Deno.test("missing parts are named in sentences, and the request is still created", () => {
  const lacks: [Kind | "script", Partial<Target>, string[]][] = [
    ["discord", {}, ["Enter the channel's webhook URL."]],
    ["slack", { url: "hooks.slack.com/x" }, ["Enter a URL such as https://host/path."]],
    ["telegram", {}, ["Enter the bot token.", "Enter the chat ID."]],
    ["telegram", { token: "1:a", target: "me" }, ["The chat ID is a number, or the channel name with @ before it."]],
    ["ntfy", {}, ["Enter the topic's URL, or the server's URL and a topic."]],
    ["ntfy", { url: "https://ntfy.sh/" }, ["Enter the topic, or the topic's URL."]],
    ["ntfy", { url: "https://ntfy.sh/", target: "a b" }, ["A topic consists of 1 to 64 letters, digits, - and _."]],
    ["gotify", {}, ["Enter the server's URL.", "Enter the application token."]],
    ["pushbullet", { url: "ftp://x" }, ["Enter a URL such as https://host/path.", "Enter the access token."]],
    ["apprise", {}, ["Enter the server's URL.", "Enter a configuration key or a list of gateway URLs."]],
    ["apprise", { url: "http://x", token: ".." }, [
      "A configuration key consists of 1 to 128 letters, digits, - and _.",
    ]],
    ["webhook", {}, ["Enter the URL."]],
    ["script", {}, ["Enter the script's path."]],
  ];
  for (const [kind, parts, expected] of lacks) same(missingParts(target(kind, parts)), expected, kind);
  const odd = fc.record({
    url: fc.string({ unit: "binary" }),
    token: fc.string({ unit: "binary" }),
    target: fc.string({ unit: "binary" }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...all, target("script")), odd, anyMessage, (base, parts, message) => {
      const to = { ...base, ...parts };
      missingParts(to);
      const { headers, judge } = requestFor(to, message);
      new Headers(headers);
      judge({ status: 500, body: "" });
    }),
  );
});
