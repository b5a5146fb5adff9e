import { deepStrictEqual as same, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { ENCODERS, remotePart } from "../../tests/fixtures/farm_service.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { createMachineSlots } from "../jobs/capacity/machine_slots.ts";
import { type MoviePart, PART_TIMES } from "../jobs/capacity/schedule_model.ts";
import { HERE } from "../jobs/segments/schedule/part_schedule.ts";
import { runParts } from "../jobs/segments/schedule/run_parts.ts";
import type { PartsChannel } from "./parts_channel.ts";
import type { PartMessage, PartProgress } from "./protocol.ts";
import { createRemoteMachines } from "./remote_machines.ts";
import { createTransfers } from "./transfer/transfer.ts";

/** A farm with one agent whose heartbeats list every segment it was assigned, with a clock controlled by the test. */
function openFarm(folder: string) {
  let nowMs = 0;
  const listeners = new Set<(agentId: string, progress: PartProgress) => void>();
  const transfers = createTransfers();
  const farm = {
    sent: [] as PartMessage[],
    records: [] as string[],
    /** Called when the agent receives a segment. */
    onPart: (_part: PartMessage): void => {},
    nowMs: () => nowMs,
    report({ id }: PartMessage, frame: number) {
      for (const listener of listeners) listener("one", { id, frame, fps: 1, sizeBytes: 1, speedFactor: 1 });
    },
    /** Uploads bytes of the result at `offset`. */
    upload({ id, token }: PartMessage, offset: number, bytes: Uint8Array) {
      return transfers.access("one", id, token).write({ offset, sha256: sha256(bytes), bytes });
    },
    finish({ id, token }: PartMessage, whole: Uint8Array) {
      return transfers.access("one", id, token).finish({ sizeBytes: whole.length, sha256: sha256(whole) });
    },
    /** Advances the clock and lets all periodic checks run. */
    async pass(ms: number) {
      nowMs += ms;
      await new Promise((resolve) => setTimeout(resolve, 3 * CHECK_MS));
    },
    /** Encodes a movie that consists of a single segment, only on agents. Returns the machines that encoded it. */
    async makeFilm(signal: AbortSignal): Promise<string[]> {
      const workers: string[] = [];
      const pause = () => new Promise<void>((resolve) => setTimeout(resolve, CHECK_MS));
      await runParts<MoviePart, string>({
        ...{ parts: [{ pictures: FRAMES }], signal },
        clock: { nowMs: () => nowMs, every: (_, work) => every(CHECK_MS, work) },
        slotRules: { maxSlots: 1, pause, hasCapacity: () => Promise.resolve(false) },
        farm: {
          available: () => machines.available({ encoder: "libx264" }),
          onChange: () => () => {},
          isPaused: () => false,
          keepLocal: () => 0,
          ...{ slots: createMachineSlots(), times: PART_TIMES },
        },
        work: {
          makeHere: () => Promise.resolve(HERE),
          async makeOn(_, machine, { signal, onFrame }) {
            await machine.encode(part, { signal, onProgress: ({ frame }) => onFrame(frame) });
            return { made: machine.id };
          },
          verifyProduced: () => Promise.reject(new Error("nothing was produced earlier")),
          alike: () => Promise.resolve(true),
          commit: (_, made) => Promise.resolve(void workers.push(made)),
          ...{ discard: () => Promise.resolve(), undo: () => Promise.resolve(), reject: machines.reject },
        },
      });
      return workers;
    },
  };
  const { sent, records } = farm;
  const channel: PartsChannel = {
    present: () => [{
      ...{ id: "one", name: "one", slots: 1, encoders: ENCODERS, ffmpegVersion: "" },
      running: sent.map(({ id }) => id),
    }],
    send(_, message) {
      sent.push(message);
      queueMicrotask(() => farm.onPart(message));
      return Promise.resolve();
    },
    withdraw: () => Promise.resolve(void records.push("withdrawn")),
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onGone: () => () => {},
    onChange: () => () => {},
    recordDone: (_, { sizeBytes }) => void records.push(`done ${sizeBytes}`),
    recordFailure: (_, message) => void records.push(message),
    reject: (_, reason) => void records.push(`rejected: ${reason}`),
    purge: () => Promise.resolve(),
  };
  const part = { ...remotePart(folder), segment: { number: 0, pictures: FRAMES } } as ReturnType<typeof remotePart>;
  const machines = createRemoteMachines({
    ...{ channel, transfers, localMarks: () => Promise.resolve(ENCODERS), silenceMs: 8 * CHECK_MS },
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
  });
  const encode = async () => {
    const [machine] = await machines.available({ encoder: "libx264" });
    await machine?.encode(part, { signal: new AbortController().signal, onProgress: () => {} });
  };
  return Object.assign(farm, { machines, encode });
}

const FRAMES = 100;
/** Interval of the periodic checks, in milliseconds. */
const CHECK_MS = 20;
const MINUTE_MS = 60_000;
/** Time in milliseconds that is slightly shorter than the timeout for a segment without reports. */
const NEARLY_MS = PART_TIMES.silenceMs - MINUTE_MS / 2;
const HOURS = 3;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}

/** Advances the clock in steps until the movie is finished. Aborts if it takes hours. */
async function passUntilMade(farm: ReturnType<typeof openFarm>, step: () => void | Promise<void>): Promise<string[]> {
  const stop = new AbortController();
  let ended = false;
  const film = farm.makeFilm(stop.signal).finally(() => ended = true);
  film.catch(() => {});
  while (!ended) {
    if (farm.nowMs() > 2 * HOURS * 60 * MINUTE_MS) stop.abort(new Error("The film was never made."));
    else await step();
    await farm.pass(NEARLY_MS / 2);
  }
  return await film;
}

inFolder(
  "an agent that reports all frames and delivers nothing loses its part like a silent one, and the part is encoded locally",
  async (folder) => {
    const farm = openFarm(folder);
    farm.onPart = (part) => farm.report(part, FRAMES);
    same(await passUntilMade(farm, () => farm.sent.forEach((part) => farm.report(part, FRAMES))), [HERE]);
    const nothingCame = "The machine encoded its segment but did not finish uploading it.";
    same(new Set(farm.records), new Set([nothingCame, "withdrawn"]), "it failed, and did not lie");
    ok(farm.nowMs() < 60 * MINUTE_MS, `${farm.nowMs()}`);
  },
);

inFolder("an agent that stops in the middle of its delivery loses its part like a silent one", async (folder) => {
  const farm = openFarm(folder);
  farm.onPart = (part) => {
    farm.report(part, FRAMES);
    void farm.upload(part, 0, new Uint8Array(10));
  };
  same(await passUntilMade(farm, () => {}), [HERE]);
  ok(farm.nowMs() < 60 * MINUTE_MS, `${farm.nowMs()}`);
});

for (
  const [what, last] of [["", FRAMES], [" also when its last report was lost", FRAMES - 1]] as const
) {
  inFolder(`slow: a result that arrives slowly for hours is waited for${what}`, async (folder) => {
    const farm = openFarm(folder);
    farm.onPart = (part) => farm.report(part, last);
    const bytes = new Uint8Array(Math.ceil(HOURS * 60 * MINUTE_MS / NEARLY_MS)).map((_, i) => i);
    let at = 0;
    let dueMs = 0;
    const workers = await passUntilMade(farm, async () => {
      const [part] = farm.sent;
      if (part === undefined || farm.nowMs() < dueMs) return;
      dueMs = farm.nowMs() + NEARLY_MS;
      if (at < bytes.length) await farm.upload(part, at, bytes.slice(at, ++at));
      else await farm.finish(part, bytes);
    });
    same([workers, farm.records], [["one"], []]);
    ok(farm.nowMs() >= HOURS * 60 * MINUTE_MS);
  });
}

inFolder(
  "an agent that restarts while it delivers its part is waited for while it encodes",
  async (folder) => {
    const farm = openFarm(folder);
    farm.onPart = (part) => farm.report(part, FRAMES);
    const bytes = new Uint8Array(10);
    let frame = 0;
    const workers = await passUntilMade(farm, async () => {
      const [part] = farm.sent;
      if (part === undefined) return;
      if (frame === 0) await farm.upload(part, 0, bytes.slice(0, 5));
      if (frame < FRAMES) return farm.report(part, frame += 10);
      await farm.upload(part, 0, bytes);
      await farm.finish(part, bytes);
    });
    same([workers, farm.records], [["one"], []]);
  },
);

inFolder("a part that is taken from an agent with valid heartbeats is no failure of the agent", async (folder) => {
  const farm = openFarm(folder);
  same(await passUntilMade(farm, () => {}), [HERE]);
  same(new Set(farm.records), new Set(["withdrawn"]));
});

inFolder("a delivered part counts as neither success nor failure until it is verified", async (folder) => {
  const farm = openFarm(folder);
  const bytes = new Uint8Array(10);
  farm.onPart = (part) => void farm.upload(part, 0, bytes).then(() => farm.finish(part, bytes));
  await farm.encode();
  same(farm.records, []);
  farm.machines.recordDone("one", { pictures: FRAMES, seconds: 1, sizeBytes: 10 });
  farm.machines.reject("one", "It is damaged.");
  same(farm.records, ["done 10", "rejected: It is damaged.", "It is damaged."]);
});

Deno.test("an agent gets the parts of a GPU only for encoders that work on one of its GPUs, with their limits", async () => {
  const cards = [
    { device: "0", limit: 2, encoders: ["hevc_nvenc"] },
    { device: "1", limit: 1, encoders: ["hevc_nvenc", "av1_nvenc"] },
  ];
  const agent = { id: "one", name: "one", slots: 1, encoders: ENCODERS, ffmpegVersion: "", running: [] };
  const channel = { present: () => [{ ...agent, cards }, { ...agent, id: "two" }] } as unknown as PartsChannel;
  const machines = createRemoteMachines({
    ...{ channel, transfers: createTransfers(), localMarks: () => Promise.resolve(ENCODERS) },
  });
  const found = async (encoder: string) =>
    (await machines.available({ encoder })).map(({ id, slots, slotKey }) => [id, slots, slotKey]);
  same(await found("hevc_nvenc"), [["one", 3, "one GPU"]]);
  same(await found("av1_nvenc"), [["one", 1, "one GPU"]]);
  same(await found("hevc_qsv"), []);
  same(await found("libx264"), [["one", 1, undefined], ["two", 1, undefined]]);
});
