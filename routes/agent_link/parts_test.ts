import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { MAX_PIECE_BYTES } from "../../lib/farm/protocol.ts";
import type { PartTransfer } from "../../lib/farm/transfer/transfer.ts";
import { sourceIdentity } from "../../lib/media/probe/source.ts";
import { CREDENTIALS, type FarmLink, openFarmLink } from "../../tests/fixtures/farm_link.ts";
import { withFolder } from "../../tests/fixtures/folder.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface World {
  link: FarmLink;
  part: PartTransfer;
  bytes: Uint8Array;
  path: string;
  partial: string;
  /** Sends requests as agent `one` with the token of the segment, unless `headers` overrides them. */
  ask(
    method: string,
    route: string,
    options?: { headers?: Record<string, string>; body?: BodyInit },
  ): Promise<Response>;
  put(offset: number, bytes: Uint8Array<ArrayBuffer>, hash?: string): Promise<number>;
}

const test = (name: string, work: (world: World) => Promise<void>) =>
  Deno.test(name, () =>
    withFolder(async (folder) => {
      const link = await openFarmLink(folder);
      const [path, partial] = [join(folder, "film.mkv"), join(folder, "part.partial")];
      const bytes = randomBytes(300_000);
      await Deno.writeFile(path, bytes);
      const identity = await sourceIdentity(path);
      const part = link.transfers.open({ agentId: "one", path, identity, partial, share: 1 });
      const ask: World["ask"] = async (method, route, { headers, body } = {}) =>
        await link.app.request(`/parts/${part.id}/${route}`, {
          method,
          headers: { authorization: `Bearer ${CREDENTIALS.one}`, "x-part-token": part.token, ...headers },
          ...(body === undefined ? {} : { body }),
        });
      const put: World["put"] = async (offset, piece, hash = sha256(piece)) => {
        const response = await ask("PUT", "result", {
          headers: { "x-offset": String(offset), "x-sha256": hash },
          body: piece,
        });
        await response.body?.cancel();
        return response.status;
      };
      try {
        await work({ link, part, bytes, path, partial, ask, put });
      } finally {
        await part.close();
        await link.server.stop(0);
      }
    }));

const status = async (response: Promise<Response>): Promise<number> => {
  const answer = await response;
  await answer.body?.cancel();
  return answer.status;
};

test("one body of a part at a time is accepted: a new one replaces a stalled one", async (world) => {
  const { ask, put, part } = world;
  const piece = randomBytes(1000);
  const halted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = halted.writable.getWriter();
  const first = status(ask("PUT", "result", {
    headers: { "x-offset": "0", "x-sha256": sha256(piece) },
    body: halted.readable,
  }));
  await writer.write(piece.subarray(0, 500));
  same(await put(0, piece), 200);
  same(await first, 409);
  await writer.closed.catch(() => {});
  same(await ask("GET", "result").then((answer) => answer.json()), { sizeBytes: 1000 });
  same(part.isTaken(), true);
});

test("an agent reads only the ranges of its own source", async ({ ask, bytes, part }) => {
  const answer = await ask("GET", "source", { headers: { range: "bytes=1000-2999" } });
  same([answer.status, answer.headers.get("content-range")], [206, "bytes 1000-2999/300000"]);
  same(new Uint8Array(await answer.arrayBuffer()), new Uint8Array(bytes.subarray(1000, 3000)));
  for (const range of ["bytes=300000-", "bytes=5-1", "bytes=0-1,5-6", "pages=1-2", ""]) {
    same(await status(ask("GET", "source", { headers: { range } })), 422, range);
  }
  same(await status(ask("GET", "source")), 422);
  for (
    const headers of <Record<string, string>[]> [
      { "x-part-token": "x".repeat(43) },
      { "x-part-token": "" },
      { authorization: `Bearer ${CREDENTIALS.two}` },
    ]
  ) {
    for (const route of ["source", "result"]) {
      same(await status(ask("GET", route, { headers: { range: "bytes=0-1", ...headers } })), 410);
    }
  }
  for (const route of ["../../etc/passwd", "source/../../x", "source%2f..", `source?path=${part.id}`]) {
    const found = await status(ask("GET", route));
    same([404, 410, 422].includes(found), true, `${route}: ${found}`);
  }
});

test("the token of one part opens no other part", async ({ ask, part, link, path, partial }) => {
  const identity = await sourceIdentity(path);
  const other = link.transfers.open({ agentId: "one", path, identity, partial: `${partial}2`, share: 1 });
  same(await status(ask("GET", "result", { headers: { "x-part-token": other.token } })), 410);
  await other.close();
  await part.close();
  same(await status(ask("GET", "result")), 410);
});

test("a source that changes ends its part with a sentence", async ({ ask, part, path, bytes }) => {
  same(await status(ask("GET", "source", { headers: { range: "bytes=0-9" } })), 206);
  await Deno.writeFile(path, bytes.subarray(0, 299_999));
  same(await status(ask("GET", "source", { headers: { range: "bytes=0-9" } })), 409);
  await rejects(part.arrived, /The source changed while another machine read it/);
});

test("a file is verified by the hash of the requested bytes", async ({ ask, part, bytes }) => {
  const { offset, length } = part.proof;
  const prove = async (hash: string): Promise<unknown> =>
    await (await ask("POST", "proof", { body: JSON.stringify({ sha256: hash }) })).json();
  same(await prove(sha256(bytes.subarray(offset, offset + length))), { shared: true });
  same(await prove("0".repeat(64)), { shared: false });
  same(await status(ask("POST", "proof", { body: "{}" })), 422);
  same(await status(ask("POST", "proof", { body: "x".repeat(5_000) })), 413);
});

test("a result arrives in pieces, each the next and each with its hash", async ({ put, ask, part, partial }) => {
  const [first, second] = [Uint8Array.from(randomBytes(1000)), Uint8Array.from(randomBytes(500))];
  same(await put(0, first, "0".repeat(64)), 422);
  same(await put(1000, second), 409);
  await rejects(Deno.stat(partial), Deno.errors.NotFound);
  same(await put(0, second), 200);
  // The upload restarts from the beginning, because another run created a different file.
  same([await put(0, first), await put(999, second), await put(1000, second)], [200, 409, 200]);
  same(await (await ask("GET", "result")).json(), { sizeBytes: 1500 });
  same(await put(1500, new Uint8Array(MAX_PIECE_BYTES + 1)), 413);
  same(await put(1500, new Uint8Array()), 413);
  same(await put(-1, second), 422);
  const whole = new Uint8Array([...first, ...second]);
  same(await status(ask("POST", "done", { body: JSON.stringify({ sizeBytes: 1500, sha256: sha256(whole) }) })), 200);
  same(await part.arrived, 1500);
  same(await put(1500, second), 410);
  await part.close();
  same(await Deno.readFile(partial), whole);
});

test("an incorrect result fails its part and leaves no file", async ({ put, ask, part, partial }) => {
  const piece = Uint8Array.from(randomBytes(1000));
  same(await put(0, piece), 200);
  const body = JSON.stringify({ sizeBytes: 1000, sha256: "0".repeat(64) });
  same(await status(ask("POST", "done", { body })), 422);
  await rejects(part.arrived, /received data does not match the hash of the machine's result/);
  await part.close();
  await rejects(Deno.stat(partial), Deno.errors.NotFound);
});

test("the agent's message about its failure is the reason", async ({ ask, part }) => {
  const body = JSON.stringify({ code: "tool_failed", message: "ffmpeg exited with code 1." });
  same(await status(ask("POST", "failed", { body })), 200);
  await rejects(part.arrived, { name: "RemoteFailure", message: "ffmpeg exited with code 1." });
});
