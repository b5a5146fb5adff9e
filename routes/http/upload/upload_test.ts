import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { Fault } from "../../../lib/kit/fault.ts";
import { receiveUpload } from "./upload.ts";

const encoder = new TextEncoder();

/** Returns a request whose body arrives in the given chunks. */
const arriving = (pieces: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>, type: string) =>
  new Request("http://localhost/", {
    method: "POST",
    body: ReadableStream.from(pieces),
    headers: { "Content-Type": type },
  });

async function received(request: Request): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_upload_" });
  try {
    const path = join(folder, "upload.zip");
    await receiveUpload(request, path);
    is(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    return await Deno.readFile(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function* cut(bytes: Uint8Array<ArrayBuffer>, sizes: number[]): Generator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.slice(at, at + size);
    at += size;
  }
}

Deno.test("S13: the file of a form arrives whole, however the body is split into chunks", async () => {
  const text = fc.constantFrom("\r\n", "--", "edge", "\r\n--edge", "\r\n--edg", "\r", "\n", "x", "PK\u0003\u0004");
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 30 }).map((parts) => parts.join("").replaceAll("\r\n--edge", "\r\n--edg.")),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      async (content, sizes) => {
        const body = encoder.encode(
          `--edge\r\nContent-Disposition: form-data; name="note"\r\n\r\nfile\r\n` +
            `--edge\r\nContent-Disposition: form-data; name="file"; filename="b.zip"\r\nContent-Type: application/zip\r\n\r\n` +
            `${content}\r\n--edge--\r\n`,
        );
        const found = await received(arriving(cut(body, sizes), "multipart/form-data; boundary=edge"));
        is(new TextDecoder().decode(found), content);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("S13: a form from a browser is parsed", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const form = new FormData();
  form.set("other", "x");
  form.set("file", new File([bytes], 'a "b".zip'));
  same(await received(new Request("http://localhost/", { method: "POST", body: form })), bytes);
});

for (
  const [name, type, body] of [
    ["without a boundary", "multipart/form-data", "--edge--"],
    ["that never has its boundary", "multipart/form-data; boundary=edge", "x".repeat(100_000)],
    [
      "without the field",
      "multipart/form-data; boundary=edge",
      `--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--edge--`,
    ],
    [
      "whose field is no file",
      "multipart/form-data; boundary=edge",
      `--edge\r\nContent-Disposition: form-data; name="file"\r\n\r\nb\r\n--edge--`,
    ],
    [
      "that ends in the file",
      "multipart/form-data; boundary=edge",
      `--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbbbb`,
    ],
    ["with endless headers", "multipart/form-data; boundary=edge", `--edge\r\n${"X: y\r\n".repeat(10_000)}`],
    ["with endless fields", "multipart/form-data; boundary=edge", `--edge\r\n\r\n\r\n`.repeat(100)],
    ["that is empty", "multipart/form-data; boundary=edge", ""],
  ] as const
) {
  Deno.test(`S13: a form ${name} is refused as invalid`, async () => {
    await rejects(
      received(arriving(cut(encoder.encode(body), [1000]), type)),
      (error) => error instanceof Fault && error.code === "invalid",
    );
  });
}

Deno.test("S13: an upload is never held in memory: chunks are read only as fast as they are written", async () => {
  const piece = new Uint8Array(1024 ** 2);
  for (const form of [false, true]) {
    const head = encoder.encode(`--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
    const folder = await Deno.makeTempDir({ prefix: "lathe_upload_" });
    const path = join(folder, "upload.zip");
    let given = 0;
    let ahead = 0;
    const body = async function* () {
      if (form) yield head;
      for (let i = 0; i < 200; i++) {
        const { size } = await Deno.stat(path).catch(() => ({ size: 0 }));
        ahead = Math.max(ahead, given - size);
        given += piece.length;
        yield piece;
      }
      if (form) yield encoder.encode("\r\n--edge--");
    };
    await receiveUpload(arriving(body(), form ? "multipart/form-data; boundary=edge" : "application/zip"), path);
    is((await Deno.stat(path)).size, 200 * piece.length);
    ok(ahead <= 4 * piece.length, `${ahead} bytes were taken and not written`);
    await Deno.remove(folder, { recursive: true });
  }
});
