import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { openQueue, type Queue, withFolders } from "../../../tests/fixtures/queue.ts";
import { makePacedFfmpeg } from "../../../tests/kit/paced_ffmpeg.ts";
import { Fault } from "../../kit/fault.ts";
import { isFinished } from "../states.ts";

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.length > 500;

/** Waits until part of the result is visible. ffmpeg writes it in chunks of five seconds when its buffers are full. */
async function shown({ jobs, until }: Queue, id: string): Promise<void> {
  for (let seconds = 5;; seconds++) {
    const { status } = await until(
      id,
      (now) => isFinished(now.status) || (now.progress?.outTimeSeconds ?? 0) > seconds,
    );
    assert(!isFinished(status), "nothing was seen while it was written");
    const picture = await jobs.encodedPreview(id).catch((error) => {
      if (!(error instanceof Fault && error.code === "no_preview")) throw error;
    });
    if (picture !== undefined) return;
  }
}

Deno.test("slow: a running encode shows the frames of source and result, a finished one any moment of both", () =>
  withFolders(async ({ media, configDir }) => {
    const source = join(media, "a.mkv");
    await makeClip(source, { seconds: 20 });
    const ffmpegPath = await makePacedFfmpeg(configDir, 4);
    await using queue = await openQueue({ configDir, settings: { ffmpegPath } });
    const profile = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true } });
    const job = await queue.create(source, profile);
    await assert.rejects(queue.jobs.frame(job.id, "output", 0, 320), { code: "no_preview" });
    await shown(queue, job.id);
    await queue.jobs.setPaused(true, true);
    assert(isJpeg(await queue.jobs.livePreview(job.id)));
    const [one, two] = await Promise.all([queue.jobs.encodedPreview(job.id), queue.jobs.encodedPreview(job.id)]);
    assert(isJpeg(one));
    assert(one === two, "two pages cost one decode");
    await queue.jobs.setPaused(false);

    const done = await queue.finished(job.id);
    same([done.status, done.error], ["done", undefined]);
    await assert.rejects(queue.jobs.livePreview(job.id), { code: "no_preview" });
    await assert.rejects(queue.jobs.encodedPreview(job.id), { code: "no_preview" });
    for (const seconds of [0, 15, 1e9]) {
      assert(isJpeg(await queue.jobs.frame(job.id, "output", seconds, 160)));
      assert(isJpeg(await queue.jobs.frame(job.id, "source", seconds, 160)), "from the bin");
    }
    await Deno.remove(done.originalKeptAt ?? "");
    await assert.rejects(queue.jobs.frame(job.id, "source", 0, 160), { code: "no_preview" });
    await assert.rejects(queue.jobs.frame("nobody", "source", 0, 160), { code: "not_found" });
  }));
