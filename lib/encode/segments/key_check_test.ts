import { strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { TOOLS, VIDEO } from "../../../tests/fixtures/farm_film.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip } from "../../../tests/fixtures/media.ts";
import type { JobFailure } from "../../kit/fault.ts";
import type { VideoPlan } from "../plan/model.ts";
import { cutAtKeys } from "./cuts.ts";
import { keysCanBegin } from "./key_check.ts";
import { readFrameList } from "./frame_list.ts";

const FILMS: { name: string; video: string[]; fit: boolean }[] = [
  {
    name: "open groups of pictures",
    video: ["-c:v", "libx264", "-x264-params", "open-gop=1:bframes=4:keyint=24"],
    fit: true,
  },
  { name: "MPEG-2", video: ["-c:v", "mpeg2video", "-g", "12", "-bf", "2"], fit: true },
  {
    name: "a picture that is renewed strip by strip",
    video: ["-c:v", "libx264", "-x264-params", "intra-refresh=1:bframes=0:keyint=32"],
    fit: false,
  },
];

for (const { name, video, fit } of FILMS) {
  inFolder(`slow: ${name}: decoding ${fit ? "can" : "cannot"} start at the keyframes`, async (folder) => {
    const path = await makeClip(folder, "Film.mkv", {
      ...{ seconds: 16, width: 256, height: 144, rate: "24", filters: "noise=alls=20:allf=t", audio: [], video },
    });
    const answer = await readFrameList({ ...TOOLS, path, index: 0 });
    if ("unfit" in answer) throw new Error(answer.unfit);
    const { list } = answer;
    const plan: VideoPlan = { ...VIDEO, frameRate: [24, 1] };
    const segments = cutAtKeys(list, { video: plan, container: "mkv" }, { about: 3, shortest: 2 });
    is(segments.length > 2, true);
    is(await keysCanBegin({ ...TOOLS, path, index: 0, list, segments }), fit);
  });
}

for (
  const { what, script, expected, stallMs } of [
    {
      ...{ what: "cannot be read from a cut on is not cut", script: "echo broken >&2; exit 1", expected: "false" },
      // A busy machine may start the program late.
      stallMs: 60_000,
    },
    {
      ...{ what: "no longer answers at a cut ends as stalled", script: "exec sleep 600", expected: "stalled" },
      stallMs: 100,
    },
  ]
) {
  inFolder(`a file that ${what}`, async (folder) => {
    const ffprobePath = join(folder, "ffprobe");
    await Deno.writeTextFile(ffprobePath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const times = Array.from({ length: 240 }, (_, i) => Math.round(i * 1000 / 24));
    const list = {
      timeBase: [1, 1000] as const,
      startMicroseconds: 0,
      times,
      keys: times.filter((_, i) => i % 24 === 0),
    };
    const segments = cutAtKeys(list, { video: VIDEO, container: "mkv" }, { about: 3, shortest: 2 });
    const film = { path: join(folder, "film.mkv"), index: 0, list, segments, stall: { stallMs } };
    is(await keysCanBegin({ ...film, ffprobePath }).then(String, (error: JobFailure) => error.code), expected);
  });
}
