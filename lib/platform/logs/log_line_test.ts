import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import { logLine, logText, REDACTED, redactor } from "./log_line.ts";

const plain = redactor([]);
const text = (message: string, facts: Record<string, unknown> = {}) => logText(message, facts, plain);
const binary = fc.string({ unit: "binary" });

Deno.test("a line is time in UTC, level, message and facts", () => {
  const time = new Date("2026-11-20T19:32:00Z");
  same(
    logLine(time, "info", text("Lathe is up.", { port: 3939 })),
    "2026-11-20T19:32:00.000Z INFO Lathe is up. port=3939\n",
  );
});

Deno.test("a value that would not end at the next space is quoted, and a missing one left out", () => {
  same(
    text("m", { a: "x y", b: "", c: 'say "hi"', d: "a=b", e: undefined, f: null, g: false, h: "plain" }),
    'm a="x y" b="" c="say \\"hi\\"" d="a=b" f=null g=false h=plain',
  );
});

Deno.test("an error is shown by name, message and cause, never by its stack", () => {
  same(text("m", { e: new TypeError("bad", { cause: new Error("deep") }) }), 'm e="TypeError: bad (Error: deep)"');
});

Deno.test("an error of the database is shown without its message, which holds parameters", () => {
  const error = new Error("insert into t values (private)", { cause: new Error("disk is full") });
  error.name = "DrizzleQueryError";
  const line = text("m", { error });
  ok(!line.includes("private") && line.includes("disk is full"), line);
});

Deno.test("a value that JSON cannot represent does not throw", () => {
  const round: Record<string, unknown> = {};
  round.self = round;
  same(
    text("m", { round, big: { n: 1n }, symbol: Symbol("s") }),
    'm round="(cannot be shown)" big="{\\"n\\":\\"1\\"}" symbol=Symbol(s)',
  );
});

Deno.test("S-SEC-3: a message of several lines cannot forge a second line, nor a change of direction", () => {
  same(
    text("a\nERROR b\r\u2028\u202e\u0085", { k: "c\n d\u001b[2J\u0000" }),
    'a\\nERROR b\\r\\u2028\\u202e\\u0085 k="c\\n d\\u001b[2J\\u0000"',
  );
});

Deno.test("no text leaves control characters, line ends or half characters in a line", () => {
  fc.assert(fc.property(binary, binary, binary, (message, key, value) => {
    const line = text(message, { [key]: value, list: [value] });
    // deno-lint-ignore no-control-regex
    ok(!/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(line), JSON.stringify(line));
    ok(line.isWellFormed());
  }));
});

Deno.test("S-SEC-2: a secret appears in no line, at any position and in any encoding", () => {
  const secret = fc.string({ minLength: 4 }).filter((value) => !value.includes("*"));
  const wrap = fc.constantFrom<(secret: string) => string>(
    (s) => s,
    encodeURIComponent,
    (s) => new URLSearchParams({ q: s }).toString(),
    (s) => encodeURIComponent(s).replace(/%../g, (digits) => digits.toLowerCase()),
    (s) => JSON.stringify({ s }),
  );
  fc.assert(
    fc.property(secret, wrap, fc.string(), fc.string(), (secret, wrapped, before, after) => {
      const hidden = wrapped(secret);
      const line = logText(before + hidden + after, {
        value: before + hidden + after,
        deep: { list: [before + hidden + after] },
        error: new Error(hidden),
      }, redactor(["another one", secret]));
      ok(!line.includes(secret), line);
      ok(line.includes(REDACTED), line);
    }),
    { numRuns: 500 },
  );
});

Deno.test("the longer of two secrets is replaced as a whole when it begins with the shorter", () => {
  same(redactor(["abcd", "abcdefgh"])("x abcdefgh y"), `x ${REDACTED} y`);
});

Deno.test("a secret of three characters is not replaced by value: that would blank ordinary words", () => {
  same(redactor(["the"])("the other"), "the other");
});

for (
  const [what, given, expected] of [
    ["a key in a query", "GET /api?apikey=0123abcd&page=2", `GET /api?apikey=${REDACTED}&page=2`],
    ["a key in a header", "X-Api-Key: 0123abcd", `X-Api-Key: ${REDACTED}`],
    ["a token", "access_token=abc.def", `access_token=${REDACTED}`],
    ["a quoted password", 'password="a \\"b\\" c" next=1', `password="${REDACTED}" next=1`],
    ["a token in JSON", '{"token":"a b","page":2}', `{"token":"${REDACTED}","page":2}`],
    ["Basic credentials", "Authorization: Basic dXNlcjpwYXNz", `Authorization: Basic ${REDACTED}`],
    ["Basic credentials without their header", "sent Basic dXNlcjpwYXNzd29yZA== now", `sent Basic ${REDACTED} now`],
    ["a bearer", "authorization=Bearer abc.def", `authorization=Bearer ${REDACTED}`],
    ["credentials in an address", "http://me:word@host/x", `http://${REDACTED}@host/x`],
    [
      "a bot's token",
      "https://t.example/bot12345678:AAEhBP0avxpPqsTfDQ1jLwnzqvO3KpXyZab/send",
      `https://t.example/bot${REDACTED}/send`,
    ],
    [
      "the path of a webhook",
      "https://c.example/api/webhooks/123/aB-c_d",
      `https://c.example/api/webhooks/${REDACTED}`,
    ],
  ] as const
) {
  Deno.test(`${what} is redacted without being known`, () => same(plain(given), expected));
}

for (
  const harmless of [
    "12 tokens left",
    "basic authentication is on",
    "a.mkv=b.mkv",
    "http://host:80/a@b",
    "/media/Secret Film",
  ]
) {
  Deno.test(`"${harmless}" stays unchanged`, () => same(plain(harmless), harmless));
}

Deno.test("a fact named like a secret is hidden, alone and inside an object", () => {
  same(
    text("m", { apiKey: "a b", o: { managerToken: "x y", page: 1 } }),
    `m apiKey="${REDACTED}" o="{\\"managerToken\\":\\"${REDACTED}\\",\\"page\\":1}"`,
  );
});

Deno.test("S-OUT-5: a line of a megabyte is cut, also where a pattern could begin at every letter", () => {
  for (const part of ["a", "token", "://", "authorization=", 'secret="', "basic "]) {
    // A pattern with quadratic runtime would take hours on a million characters.
    ok(text(part.repeat(1_000_000 / part.length)).length <= 8001);
  }
});
