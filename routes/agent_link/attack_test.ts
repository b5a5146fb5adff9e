import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { connect as connectTls, createServer } from "node:tls";
import { join as joinAs, newSeed } from "../../lib/farm/agent/link/join.ts";
import { createUser } from "@nats-io/nkeys";
import { ABILITIES, farmTest } from "../../tests/fixtures/farm_service.ts";
import { openApp } from "../../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../../tests/fixtures/document.ts";
import { makeFarmCertificate } from "../../tests/fixtures/farm_certificate.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { parseJoinCode, PART_ROUTES } from "../../lib/farm/protocol.ts";
import { createTransfers, type PartTransfer } from "../../lib/farm/transfer/transfer.ts";
import { concat } from "../../lib/kit/bytes.ts";
import { sourceIdentity } from "../../lib/media/probe/source.ts";
import { agentApp } from "./app.ts";
import { partRoutes } from "./parts.ts";

/** Attacks on the agent routes, by agents and by outsiders. */

const BINDINGS = { peer: "10.0.0.9", secure: true, target: "" };

Deno.test("slow: S-AUTH-1: an agent's credential is accepted by no route of the service, in any header", async () => {
  await using app = await openApp({
    settings: {
      general: { security: { authentication: "forms", username: "me", password: "correct horse" } },
      agents: { enabled: true, listen: "127.0.0.1:0", requireApproval: false },
    },
  });
  await app.instance.farm.open(() => Promise.resolve({ port: 4000, stop: () => Promise.resolve() }));
  const { code } = await app.instance.farm.invite("nas");
  const link = await (await app.instance.farm.built())?.link();
  const { id, credential } = await link?.join({
    ...{ secret: parseJoinCode(code)?.secret ?? "", name: "one", abilities: ABILITIES },
    publicKey: createUser().getPublicKey(),
  }, "10.0.0.9") ?? { id: "", credential: "" };
  is(link?.authenticate(credential).id, id);
  const opened: string[] = [];
  // Each request has a different address, because guesses from one address would be throttled.
  let asked = 0;
  for (const { method, path } of endpointsOf(await documentOf(app))) {
    const place = path.replaceAll(/\{\w+\}/g, id);
    for (const headers of shown(credential)) {
      const query = `${place}?apikey=${credential}&token=${credential}`;
      const response = await app.call(query, { method, headers, peer: `203.0.${asked >> 8}.${asked++ & 255}` });
      await response.body?.cancel();
      if (response.status !== 401) opened.push(`${method} ${path} ${response.status}`);
    }
  }
  same([...new Set(opened)], ["GET /api/health 200"]);
});

const shown = (credential: string): Record<string, string>[] => [
  { Authorization: `Bearer ${credential}` },
  { "X-Api-Key": credential, Cookie: `session=${credential}` },
];

farmTest(
  "S-FARM-2: an agent that is pending, revoked or none is answered by no route of parts",
  {},
  async ({ link, farm, ...world }) => {
    const transfers = createTransfers();
    const app = agentApp({ link, parts: partRoutes(transfers), log: () => {} });
    const [one, pending, revoked] = [
      await world.approved("one"),
      await world.join("two"),
      await world.approved("three"),
    ];
    await farm.revoke(revoked.id);
    const path = join(world.folder, "film.mkv");
    await Deno.writeFile(path, randomBytes(1_000));
    const part = transfers.open({
      ...{ agentId: one.id, path, identity: await sourceIdentity(path), partial: `${path}.part`, share: 1 },
    });
    const ask = async (route: string, method: string, credential: string) => {
      const response = await app.request(route.replace(":id", part.id), {
        method,
        headers: { authorization: `Bearer ${credential}`, "x-part-token": part.token, range: "bytes=0-9" },
        ...(method === "GET" ? {} : { body: "{}" }),
      }, BINDINGS);
      await response.body?.cancel();
      return response.status;
    };
    const methods = { proof: ["POST"], source: ["GET"], result: ["GET", "PUT"], done: ["POST"], failed: ["POST"] };
    for (const [name, all] of Object.entries(methods)) {
      const route = PART_ROUTES[name as keyof typeof methods];
      for (const method of all) {
        is(await ask(route, method, pending.credential), 403);
        is(await ask(route, method, revoked.credential), 403);
        for (const wrong of ["", "x", `${one.id}.${"0".repeat(64)}`, pending.credential.replace(pending.id, one.id)]) {
          is(await ask(route, method, wrong), 401, wrong);
        }
        ok([200, 206, 422].includes(await ask(route, method, one.credential)), `${method} ${route}`);
      }
    }
    is(await ask("/agent", "GET", revoked.credential), 200);
    for (const route of ["/api/agents", "/api/settings", "/", "/parts", "/agent/../api/jobs"]) {
      ok([401, 403, 404].includes(await ask(route, "GET", one.credential)), route);
    }
    await part.close();
  },
);

farmTest("garbage, huge and slow requests to join are refused and cost no code", {}, async ({ link, farm }) => {
  const app = agentApp({ link, log: () => {}, receiveMs: 20 });
  const post = async (body: BodyInit, headers = {}) => {
    const response = await app.request("/join", { method: "POST", body, headers }, BINDINGS);
    await response.body?.cancel();
    return response.status;
  };
  const secret = parseJoinCode((await farm.invite("nas")).code)?.secret ?? "";
  const request = { secret, name: "n", publicKey: createUser().getPublicKey(), abilities: ABILITIES };
  const pieces = (every: () => Uint8Array<ArrayBuffer> | undefined) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const piece = every();
        // If there is no further chunk, the stream stays open and sends nothing.
        if (piece === undefined) return new Promise<void>(() => {});
        controller.enqueue(piece);
      },
    });
  const zeros = new Uint8Array(10_000);
  is(await post(pieces(() => zeros)), 413);
  is(await post("x", { "content-length": "9999999" }), 413);
  is(await post(pieces(() => undefined)), 408);
  for (const body of ["", "{", "[]", "\0", "[".repeat(60_000), JSON.stringify({ ...request, publicKey: "U" })]) {
    ok([400, 422].includes(await post(body)), body.slice(0, 20));
  }
  is(await post(JSON.stringify({ ...request, abilities: { ...ABILITIES, slots: 1e9 } })), 422);
  is(await post(JSON.stringify(request)), 201);
});

Deno.test("S-FARM-5: a service with another certificate than the code names receives nothing from the joining machine", async () => {
  const folder = await Deno.makeTempDir();
  const certificate = await makeFarmCertificate(folder);
  let heard = 0;
  const closed = Promise.withResolvers<void>();
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    socket.on("data", (bytes) => heard += bytes.length);
    socket.on("error", () => {});
    socket.on("close", () => closed.resolve());
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  const { port } = server.address() as { port: number };
  const code = { addresses: [`127.0.0.1:${port}`], fingerprint: "0".repeat(64), secret: "s".repeat(32) };
  const joining = joinAs(code, {
    seed: newSeed(),
    name: "n",
    abilities: ABILITIES,
    signal: new AbortController().signal,
  });
  is((await joining.catch((error) => error)).name, "WrongCode");
  await closed.promise;
  is(heard, 0);
  // The same server accepts data from any other client.
  const other = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => other.end("hello"));
  const { promise: said, resolve: ended } = Promise.withResolvers<void>();
  other.on("close", () => ended());
  other.resume();
  await said;
  server.close();
  await Deno.remove(folder, { recursive: true });
});

/** Runs `work` with a segment of agent `one` and its routes, without a farm. */
async function withPart(folder: string, work: (world: PartWorld) => Promise<void>): Promise<void> {
  const transfers = createTransfers();
  const [path, partial] = [join(folder, "film.mkv"), join(folder, "part.partial")];
  const bytes = randomBytes(2 << 20);
  await Deno.writeFile(path, bytes);
  const part = transfers.open({ agentId: "one", path, identity: await sourceIdentity(path), partial, share: 1 });
  const link = { join: none, authenticate: () => ({ id: "one", approved: true }), standing: none };
  const app = agentApp({ link, parts: partRoutes(transfers), log: () => {} });
  const ask = async (method: string, route: string, headers = {}, body?: BodyInit) =>
    await app.request(`/parts/${part.id}/${route}`, {
      method,
      headers: { authorization: "Bearer x", "x-part-token": part.token, ...headers },
      ...(body === undefined ? {} : { body }),
    }, BINDINGS);
  try {
    await work({ part, path, partial, bytes, ask });
  } finally {
    await part.close();
  }
}

interface PartWorld {
  part: PartTransfer;
  path: string;
  partial: string;
  bytes: Buffer;
  ask(method: string, route: string, headers?: Record<string, string>, body?: BodyInit): Promise<Response>;
}

const none = () => {
  throw new Error("not asked");
};

const ALL = { range: "bytes=0-" };

inFolder(
  "S-PATH-4: a source that becomes a link, a pipe or a folder during the read yields no byte of anything else",
  async (folder) => {
    const secret = join(folder, "secret");
    await Deno.writeFile(secret, randomBytes(2 << 20));
    const swaps: ((path: string) => Promise<void>)[] = [
      (path) => Deno.symlink(secret, path),
      (path) => Deno.symlink("/etc/passwd", path),
      async (path) => void await new Deno.Command("mkfifo", { args: [path] }).output(),
      (path) => Deno.mkdir(path),
      (path) => Deno.rename(secret, path),
    ];
    for (const [i, swap] of swaps.entries()) {
      const own = join(folder, String(i));
      await Deno.mkdir(own);
      await withPart(own, async ({ ask, path, part, bytes }) => {
        const reader = (await ask("GET", "source", ALL)).body?.getReader();
        const got: Uint8Array[] = [(await reader?.read())?.value ?? new Uint8Array()];
        await Deno.rename(path, `${path}.away`);
        await swap(path);
        const failed = await (async () => {
          for (;;) {
            const { value } = await reader?.read() ?? {};
            if (value === undefined) return false;
            got.push(value);
          }
        })().catch(() => true);
        is(failed, true, `swap ${i}`);
        const read = concat(got);
        ok(bytes.subarray(0, read.length).equals(read), "what left is of the file that was meant");
        is((await ask("GET", "source", ALL)).status, 409);
        is((await ask("POST", "proof", {}, JSON.stringify({ sha256: "0".repeat(64) }))).status, 409);
        is((await part.arrived.catch((error) => error)).name, "RemoteFailure");
      });
      // A segment whose source was replaced before it was opened.
      await withPart(await Deno.makeTempDir({ dir: folder }), async ({ ask, path }) => {
        await Deno.remove(path);
        await Deno.writeFile(secret, randomBytes(2 << 20)).catch(() => {});
        await swap(path);
        is((await ask("GET", "source", ALL)).status, 409, `swap ${i} before`);
      });
    }
  },
);

inFolder(
  "S-FARM-3: transfers end with their part: a download breaks off and an upload is refused midway",
  async (folder) => {
    await withPart(folder, async ({ ask, part, partial }) => {
      const reader = (await ask("GET", "source", ALL)).body?.getReader();
      await reader?.read();
      const sha256 = createHash("sha256").update("x").digest("hex");
      const begun = Promise.withResolvers<void>();
      const stalled = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1));
          begun.resolve();
          return new Promise<void>(() => {});
        },
      });
      const upload = ask("PUT", "result", { "x-offset": "0", "x-sha256": sha256 }, stalled);
      await begun.promise;
      await part.close();
      is((await upload).status, 410);
      is(await (reader?.read() ?? Promise.resolve()).then(() => "read", () => "broken off"), "broken off");
      is((await ask("GET", "source", ALL)).status, 410);
      is(await Deno.stat(partial).then(() => true, () => false), false);
    });
  },
);
