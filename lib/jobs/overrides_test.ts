import assert, { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { makeRichRemux } from "../../tests/fixtures/media.ts";
import { tools } from "../../tests/fixtures/encode.ts";
import { namesIn, openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { Fault } from "../kit/fault.ts";
import { probeFile } from "../media/probe/ffprobe.ts";
import type { CreateJob } from "./request_schema.ts";

const NONE = { streams: [] };
const X265 = { encoder: "libx265", preset: "ultrafast", pixelFormat: "yuv420p10le" } as const;

const isFault = (code: string, text: RegExp) => (error: unknown) => {
  assert(error instanceof Fault);
  match(error.message, text);
  same(error.code, code);
  return true;
};

Deno.test("slow: a job with changes for its file makes and verifies exactly these, also after a retry", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeRichRemux(media);
    const source = await probeFile(path, tools);
    const of = (kind: string) => source.streams.filter((stream) => stream.kind === kind);
    const [first, second] = of("audio");
    const [image, ...texts] = of("subtitle");
    assert(first && second && image && texts[0]);
    await using queue = await openQueue({ configDir });
    const profile = await queue.quickProfile({ video: X265, audio: { encoder: "copy", languages: ["eng"] } });
    const overrides: CreateJob["overrides"] = {
      streams: [
        { index: first.index, action: "drop" },
        { index: second.index, action: "keep", language: "jpn", title: "Fandub", default: true },
        { index: image.index, action: "burn" },
        { index: texts[0].index, forced: true },
      ],
      crop: { top: 8, right: 16, bottom: 8, left: 0 },
    };
    await queue.jobs.setPaused(true);
    const created = await queue.create(path, profile, { overrides });
    same(created.labels, ["Adjusted"]);
    await queue.jobs.cancel(created.id);
    same((await queue.jobs.retry(created.id)).attempt, 2);
    await queue.jobs.setPaused(false);
    const done = await queue.finished(created.id);
    same([done.status, done.error], ["done", undefined]);
    const single = await queue.jobs.get(created.id);
    same(single.overrides, overrides);
    const result = await probeFile(done.outputPath ?? "", tools);
    const audio = result.streams.filter((stream) => stream.kind === "audio");
    same(audio.map(({ language, title, default: isDefault }) => [language, title, isDefault]), [
      ["jpn", "Fandub", true],
      ["eng", "English AC-3 5.1", false],
    ]);
    const subtitles = result.streams.filter((stream) => stream.kind === "subtitle");
    assert(!subtitles.some(({ codec }) => codec === image.codec));
    same(subtitles[0]?.forced, true);
    const [video] = source.streams.filter((stream) => stream.kind === "video");
    const [made] = result.streams.filter((stream) => stream.kind === "video");
    same([made?.width, made?.height], [(video?.width ?? 0) - 16, (video?.height ?? 0) - 16]);
  }));

Deno.test("changes that do not fit the file are refused before the job exists, with the field", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeRichRemux(media);
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile({ video: X265 });
    await rejects(
      queue.create(path, profile, { overrides: { streams: [{ index: 99, action: "keep" }] } }),
      (error) =>
        isFault("invalid", /no stream 99/)(error) && (same((error as Fault).fields[0]?.path, "overrides"), true),
    );
    same((await queue.jobs.queueState()).queued, 0);
    same(await namesIn(media), [path.slice(media.length + 1)]);
  }));

Deno.test("the same file with other changes is refused while its job waits, and the same changes are the same job", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeRichRemux(media);
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile({ video: X265 });
    const first = await queue.create(path, profile, { overrides: { ...NONE, maxHeight: 64 } });
    same((await queue.create(path, profile, { overrides: { ...NONE, maxHeight: 64 } })).id, first.id);
    const other = isFault("already_queued", /with different changes/);
    await rejects(queue.create(path, profile, { overrides: { ...NONE, maxHeight: 32 } }), other);
    await rejects(queue.create(path, profile), other);
    same((await queue.jobs.queueState()).queued, 1);
    same((await queue.jobs.get(first.id)).source.localPath, join(path));
  }));
