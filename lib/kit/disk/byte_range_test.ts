import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { byteRange, bytesOfFile } from "./byte_range.ts";

Deno.test("a range is given by its first byte, its last or both, and never exceeds the file", () => {
  same(byteRange("bytes=0-", 100), { first: 0, last: 99 });
  same(byteRange("bytes=10-19", 100), { first: 10, last: 19 });
  same(byteRange("bytes=90-500", 100), { first: 90, last: 99 });
  same(byteRange("bytes=-10", 100), { first: 90, last: 99 });
  same(byteRange("bytes=-500", 100), { first: 0, last: 99 });
});

Deno.test("a request that is not a single valid range returns the whole file", () => {
  for (
    const header of [undefined, "", "bytes=-", "bytes=5-4", "bytes=100-", "bytes=0-1,4-5", "lines=0-1", "bytes=a-b"]
  ) {
    is(byteRange(header, 100), undefined, String(header));
  }
  is(byteRange("bytes=0-", 0), undefined);
});

Deno.test("a range of a file is streamed unchanged over several chunks, and an ended stream closes the file", async () => {
  const path = await Deno.makeTempFile();
  try {
    const whole = Uint8Array.from({ length: 700_000 }, (_, i) => i % 251);
    await Deno.writeFile(path, whole);
    const stream = await bytesOfFile(await Deno.open(path), { first: 3, last: 600_000 });
    same(new Uint8Array(await new Response(stream).arrayBuffer()), whole.slice(3, 600_001));
    await (await bytesOfFile(await Deno.open(path), { first: 0, last: 10 })).cancel();
  } finally {
    await Deno.remove(path);
  }
});
