import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { FFPROBE } from "../../../tests/kit/ffmpeg.ts";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";

/** Installs an `ffprobe` into `folder` that logs its arguments to `notes`, one line per start. */
async function makeNotingFfprobe(folder: string, notes: string): Promise<string> {
  const path = join(folder, "ffprobe");
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${notes}'\nexec '${FFPROBE}' "$@"\n`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return path;
}

Deno.test("slow: a source that was probed when its job was created is not probed again to plan it", () =>
  withFolders(async ({ media, configDir }) => {
    const notes = join(configDir, "asked.txt");
    const ffprobePath = await makeNotingFfprobe(configDir, notes);
    await using queue = await openQueue({ configDir, settings: { ffprobePath } });
    const profileId = await queue.quickProfile();
    const source = join(media, "Film.mkv");
    await makeClip(source);
    const done = await queue.finished((await queue.create(source, profileId)).id);
    const asked = (await Deno.readTextFile(notes)).split("\n");
    const headers = asked.filter((line) => line.includes("-show_chapters") && line.endsWith(source));
    same([done.status, headers.length], ["done", 1]);
  }));
