import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { MAX_FOREIGN_TEXT, parseUntrustedJson } from "./json.ts";
import { jsonRecords } from "./records.ts";

const encoder = new TextEncoder();
const foreign = (text: string) => parseUntrustedJson(encoder.encode(text));
/** Yields the bytes in chunks of these lengths, repeatedly. */
async function* chunksOf(bytes: Uint8Array, lengths: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const end = at + (lengths[i % lengths.length] ?? 1);
    yield await Promise.resolve(bytes.subarray(at, end));
    at = end;
  }
}
const read = async (text: string, lengths = [7], maxBytes?: number) =>
  (await Array.fromAsync(jsonRecords(chunksOf(encoder.encode(text), lengths), maxBytes))).flat();

Deno.test("foreign texts are well formed and hold no control characters, as values and as keys", () => {
  const table: [json: string, value: unknown][] = [
    ['"a\\ud800b"', "a\ufffdb"],
    ['"\\udc00"', "\ufffd"],
    ['"\\uD83D\\uDE00"', "😀"],
    ['"a\\u0000\\u001bb"', "a\ufffd\ufffdb"],
    ['"a\\tb\\nc\\r"', "a\tb\nc\r"],
    ['"a\\b\\f"', "a\ufffd\ufffd"],
    ['"a\u0085\u007f"', "a\ufffd\ufffd"],
    ['{"\\ud800":["\\u0001"]}', { "\ufffd": ["\ufffd"] }],
    ['"D\\u0026B \\u0027x\\u0027"', "D&B 'x'"],
  ];
  for (const [json, value] of table) same(foreign(json), value, json);
  is((foreign(JSON.stringify(`${"x".repeat(MAX_FOREIGN_TEXT - 1)}😀`)) as string).length, MAX_FOREIGN_TEXT);
  is((foreign(JSON.stringify(`${"x".repeat(MAX_FOREIGN_TEXT - 1)}😀`)) as string).isWellFormed(), true);
});

Deno.test("foreign numbers lie within the safe integers", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const table: [json: string, value: unknown][] = [
    ["9223372036854775807", most],
    ["[1e300,-1e300,1e999,-1e999]", [most, -most, most, -most]],
    ['{"size":1E20,"rate":7.3999999999999995}', { size: most, rate: 7.3999999999999995 }],
    ["[0.1,-0,123456789012345]", [0.1, -0, 123456789012345]],
    ['{"a": -2.5e+22 }', { a: -most }],
  ];
  for (const [json, value] of table) same(foreign(json), value, json);
});

Deno.test("S-OUT-5: values that are read from untrusted JSON can be stored and counted", () => {
  const check = (value: unknown): boolean =>
    typeof value === "string"
      ? value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value)
      : typeof value === "number"
      ? Math.abs(value) <= Number.MAX_SAFE_INTEGER
      : typeof value === "object" && value !== null
      ? Object.entries(value).every(([key, one]) => check(key) && check(one))
      : true;
  const json = fc.jsonValue({ stringUnit: "binary" });
  fc.assert(fc.property(json, (value) => is(check(foreign(JSON.stringify(value))), true)), { numRuns: 500 });
});

Deno.test("a JSON array is parsed element by element, however its bytes are split", async () => {
  const values = fc.array(fc.jsonValue({ stringUnit: "grapheme" }), { maxLength: 8 });
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(values, lengths, fc.boolean(), async (all, cuts, spaced) => {
    const text = JSON.stringify(all, null, spaced ? 2 : 0);
    const found = (await read(text, cuts)).map((one) => "value" in one ? one.value : one);
    same(found, foreign(text));
  }));
  same(await read('\ufeff [ 1 , "]" , {"a":"\\\\\\"}"} ] \n'), [{ value: 1 }, { value: "]" }, {
    value: { a: '\\"}' },
  }]);
});

Deno.test("an element that is damaged, too large or too deep is skipped, and the rest is read", async () => {
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  same(await read(`[1,{"a":},"${"x".repeat(100)}",${deep},2]`, [5], 64), [
    { value: 1 },
    { broken: "no JSON" },
    { broken: "too large" },
    { broken: "too large" },
    { value: 2 },
  ]);
  same(await read(`[${deep},3]`), [{ broken: "too deep" }, { value: 3 }]);
});

Deno.test("input that is no array, or ends before the array does, is refused", async () => {
  for (const text of ["", "{}", "null", '"x"', "[", "[1", "[1,", '["a', "[]]", "[1]x", "[}", "[1}]"]) {
    await rejects(read(text), SyntaxError, text);
  }
});
