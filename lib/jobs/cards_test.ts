import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeSmallClip } from "../../tests/kit/clips.ts";
import { type CardsFfmpeg, makeCardsFfmpeg } from "../../tests/fakes/cards/make_cards_ffmpeg.ts";
import type { CardsConfig } from "../../tests/fakes/cards/sessions.ts";
import { encodeElsewhere, farmOf } from "../../tests/fixtures/machine.ts";
import { run } from "../../tests/kit/run.ts";
import type { RemoteMachines } from "./capacity/remote_machines.ts";
import { openQueue, type Queue, withFolders } from "../../tests/fixtures/queue.ts";

const NVENC = { encoder: "hevc_nvenc", quality: 30, preset: "p1", pixelFormat: "nv12" };
const VAAPI = { encoder: "hevc_vaapi", quality: 30, preset: "", pixelFormat: "nv12" };
const NODE = "/dev/dri/renderD128";

interface World {
  queue: Queue;
  ffmpeg: CardsFfmpeg;
  /** Queues clips with a profile. Resolves with the finished jobs. */
  encode(count: number, video: Record<string, unknown>): Promise<Awaited<ReturnType<Queue["finished"]>>[]>;
}

/** Runs `work` with a queue whose ffmpeg simulates GPUs. */
async function withCards(
  { transcoding, concurrency = 1, farm, ...config }: Partial<CardsConfig> & {
    transcoding: Record<string, unknown>;
    concurrency?: number;
    farm?: (ffmpegPath: string) => RemoteMachines;
  },
  work: (world: World) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_cards_" });
  try {
    const ffmpeg = await makeCardsFfmpeg(folder, config);
    await withFolders(async ({ media, configDir }) => {
      const settings = {
        ...{ ffmpegPath: ffmpeg.path, concurrency },
        transcoding: { hardwareDecoding: false, verify: "off", ...transcoding },
        agents: { enabled: farm !== undefined, keepLocal: 1 },
      };
      const remoteMachines = farm?.(ffmpeg.path);
      await using queue = await openQueue({
        configDir,
        settings,
        sessionRetryMs: 20,
        remoteMachines,
        drawPart: () => false,
      });
      let clips = 0;
      await work({
        ...{ queue, ffmpeg },
        async encode(count, video) {
          const profile = await queue.quickProfile({ video });
          const ids: string[] = [];
          for (let i = 0; i < count; i++) {
            const path = join(media, `${++clips}.mkv`);
            await makeSmallClip(path, { seconds: 0.3, width: 64, height: 36 });
            ids.push((await queue.create(path, profile)).id);
          }
          return await Promise.all(ids.map((id) => queue.finished(id)));
        },
      });
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const card = (device: string, limit: number, enabled = true) => ({ device, limit, enabled });

Deno.test("slow: jobs of two GPUs and the CPU keep every limit, and each job records its GPU", () =>
  withCards({
    transcoding: { cards: [card("0", 2), card(NODE, 1)] },
    cards: { "0": { sessions: 2 }, [NODE]: { sessions: 1 } },
  }, async ({ encode, ffmpeg }) => {
    const jobs = (await Promise.all([encode(6, NVENC), encode(4, VAAPI), encode(3, {})])).flat();
    same([...new Set(jobs.map(({ status, software }) => `${status} ${software}`))], ["done false"]);
    same(jobs.map(({ device }) => device), [
      ...Array(6).fill("0"),
      ...Array(4).fill(NODE),
      ...Array(3).fill(undefined),
    ]);
    const [first, second] = [await ffmpeg.record("0"), await ffmpeg.record(NODE)];
    same([first.opened, first.refused, second.opened, second.refused], [6, 0, 4, 0]);
    ok(first.peak <= 2 && second.peak <= 1, JSON.stringify([first, second]));
  }));

Deno.test("slow: a job goes to the other GPU when its GPU is lost or missing, and is done there", () =>
  withCards({
    transcoding: { cards: [card("0", 1), card("1", 1)] },
    cards: { "0": { sessions: 1 }, "1": { sessions: 1 } },
    loseEvery: 1,
  }, async ({ encode, ffmpeg, queue }) => {
    await queue.settings.update({ transcoding: { fallbackToSoftware: false } });
    const [lost] = await encode(1, NVENC);
    same([lost?.status, lost?.errorCode], ["failed", "tool_failed"]);
    match(lost?.error ?? "", /^GPU 1 stopped responding during the encode \(.*EncodePicture failed.*then retry\.$/);
    await ffmpeg.configure({ loseEvery: 0, cards: { "0": { sessions: 1, missing: true }, "1": { sessions: 1 } } });
    const [moved] = await encode(1, NVENC);
    same([moved?.status, moved?.device, moved?.software], ["done", "1", false]);
  }));

Deno.test("slow: the CPU takes over when every GPU has failed, and a warning names the GPU", () =>
  withCards({
    transcoding: { cards: [card("0", 1)] },
    cards: { "0": { sessions: 1, missing: true } },
  }, async ({ encode }) => {
    const jobs = await encode(2, NVENC);
    same(jobs.map(({ status, software, device }) => [status, software, device]), [
      ["done", true, undefined],
      ["done", true, undefined],
    ]);
    match(jobs[0]?.warnings.join() ?? "", /hevc_nvenc.*No capable devices found.*encoded on the CPU instead/);
  }));

Deno.test("slow: a job waits for a session that another program uses, and runs once it is free", () =>
  withCards({
    transcoding: { cards: [card("0", 1)] },
    cards: { "0": { sessions: 0 } },
  }, async ({ encode, ffmpeg, queue }) => {
    const jobs = encode(1, NVENC);
    is(await waitingMessage(queue), "Waiting for a free session on GPU 0");
    await ffmpeg.configure({ cards: { "0": { sessions: 1 } } });
    const [job] = await jobs;
    same([job?.status, job?.software, job?.device, job?.attempt], ["done", false, "0", 1]);
  }));

/** Resolves with the reason of the first job that waits for a session. */
async function waitingMessage({ bus }: Queue): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const off = bus.on("job", ({ job }) => job.status === "queued" && job.message && resolve(job.message));
  return await promise.finally(off);
}

Deno.test("slow: disabled GPUs are not used: the CPU encodes instead", () =>
  withCards({
    transcoding: { cards: [card("0", 1, false)] },
    cards: { "0": { sessions: 1 } },
  }, async ({ encode, ffmpeg }) => {
    const [job] = await encode(1, NVENC);
    same([job?.status, job?.software, (await ffmpeg.record("0")).opened], ["done", true, 0]);
  }));

Deno.test("slow: the GPU of an agent encodes for a server without one, and the result is verified by its content", async () => {
  const encoded: number[] = [];
  await withCards({
    transcoding: { fallbackToSoftware: false, verify: "windows" },
    cards: { "7": { sessions: 1 } },
    farm: (ffmpegPath) =>
      farmOf((part, { signal }) => {
        encoded.push(part.segment.number);
        return encodeElsewhere(part, signal, { ffmpegPath, device: "7" });
      }).machines,
  }, async ({ encode, ffmpeg }) => {
    const [job] = await encode(1, NVENC);
    same([job?.status, job?.error, job?.software], ["done", undefined, false]);
    same([encoded, (await ffmpeg.record("7")).opened], [[0], 1]);
  });
});

Deno.test("slow: frames of another movie from the GPU of an agent are never accepted", async () => {
  const grey = await Deno.makeTempFile({ suffix: ".mkv" });
  const source = ["-f", "lavfi", "-i", "color=gray:s=64x36:r=24:d=0.3", "-f", "lavfi", "-i", "sine=r=48000:d=0.3"];
  await run("ffmpeg", ["-v", "error", "-y", ...source, "-c:v", "libx264", grey]);
  let delivered = 0;
  await withCards({
    transcoding: { verify: "windows" },
    cards: { "7": { sessions: 1 } },
    farm: (ffmpegPath) =>
      farmOf((part, { signal }) => {
        delivered++;
        return encodeElsewhere(part, signal, { ffmpegPath, device: "7", source: grey });
      }).machines,
  }, async ({ encode }) => {
    const [job] = await encode(1, NVENC);
    same([job?.status, job?.software], ["done", true]);
    ok(delivered >= 1);
  }).finally(() => Deno.remove(grey));
});
