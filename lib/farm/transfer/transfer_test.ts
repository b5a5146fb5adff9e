import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { remotePart } from "../../../tests/fixtures/farm_service.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { sourceIdentity } from "../../media/probe/source.ts";
import type { PartsChannel } from "../parts_channel.ts";
import type { PartMessage } from "../protocol.ts";
import { createRemoteMachines } from "../remote_machines.ts";
import { createTransfers, type PartAccess } from "./transfer.ts";

const AGENT = { id: "one", name: "one", slots: 1, encoders: { libx264: "mark" }, ffmpegVersion: "7", running: [] };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const pieceOf = (bytes: Uint8Array) => ({ offset: 0, bytes, sha256: sha256(bytes) });

/** A farm machine that handles its segment with `handle`, and the failures counted for it. */
async function machineThat(handle: (part: PartAccess) => Promise<void>) {
  const failures: string[] = [];
  const transfers = createTransfers();
  const never = () => () => {};
  const channel: PartsChannel = {
    present: () => [AGENT],
    send(agentId: string, { id, token }: PartMessage) {
      void handle(transfers.access(agentId, id, token)).catch(() => {});
      return Promise.resolve();
    },
    withdraw: () => Promise.resolve(),
    ...{ onProgress: never, onGone: never, onChange: never },
    recordDone: () => {},
    recordFailure: (_, message) => void failures.push(message),
    reject: (_, reason) => void failures.push(reason),
    purge: () => Promise.resolve(),
  };
  const machines = createRemoteMachines({ channel, transfers, localMarks: () => Promise.resolve(AGENT.encoders) });
  const [machine] = await machines.available({ encoder: "libx264" });
  if (machine === undefined) throw new Error("There is no machine.");
  return { machine, failures };
}

const options = () => ({ signal: new AbortController().signal, onProgress: () => {} });

Deno.test({
  name: "S-FILE-7: a disk that is full while a part is received affects the job, not its machine",
  ignore: !canMount,
  fn: () =>
    withTmpfs(256, async (folder) => {
      const { machine, failures } = await machineThat((part) => part.write(pieceOf(new Uint8Array(500_000))));
      await rejects(machine.encode(remotePart(folder), options()), isDiskFull);
      same(failures, []);
      same([...Deno.readDirSync(folder)], [], "its partial is removed");
    }),
});

inFolder("S-FILE-7: a disk that is full only when a result is flushed to it is reported to the job", async (folder) => {
  const { machine, failures } = await machineThat(async (part) => {
    const bytes = new Uint8Array(1_000);
    await part.write(pieceOf(bytes));
    await part.finish({ sizeBytes: bytes.length, sha256: sha256(bytes) });
  });
  const { sync } = Deno.FsFile.prototype;
  Deno.FsFile.prototype.sync = () => Promise.reject(new Error("Disk quota exceeded (os error 122)"));
  try {
    await rejects(machine.encode(remotePart(folder), options()), isDiskFull);
  } finally {
    Deno.FsFile.prototype.sync = sync;
  }
  same(failures, []);
});

inFolder("a refused piece leaves its part open", async (folder) => {
  const path = join(folder, "film.mkv");
  await Deno.writeFile(path, new Uint8Array(1_000));
  const transfers = createTransfers();
  const partial = join(folder, "part.partial");
  const part = transfers.open({ agentId: "one", path, identity: await sourceIdentity(path), partial, share: 1 });
  const access = transfers.access("one", part.id, part.token);
  const bytes = new Uint8Array(1_000);
  await rejects(access.write({ ...pieceOf(bytes), sha256: "0".repeat(64) }), { code: "invalid" });
  await rejects(access.write({ ...pieceOf(bytes), offset: 5 }), { code: "conflict" });
  await access.write(pieceOf(bytes));
  await access.finish({ sizeBytes: bytes.length, sha256: sha256(bytes) });
  is(await part.arrived, bytes.length);
  await part.close();
});
