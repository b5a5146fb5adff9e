import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import type { FileCheck } from "../../lib/jobs/reports/schema.ts";
import { CHILD_TOKEN, openMachine } from "../../lib/platform/storage/boot.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { api, startService } from "../kit/service.ts";
import { inFolder } from "../fixtures/folder.ts";

inFolder(
  "S-PROC-8: after kill -9 the next start ends tools that ran outside of jobs, and no others",
  async (folder) => {
    const configDir = join(folder, "config");
    const clip = join(folder, "Film (2020).mkv");
    await Deno.mkdir(configDir);
    await makeSmallClip(clip, { seconds: 4 });
    const place = `/api/media/check?path=${encodeURIComponent(clip)}`;
    const machine = await openMachine();
    const tools = () => machine.children(new Set(), [clip]);
    const stranger = new Deno.Command("sleep", { args: ["1h"], env: { [CHILD_TOKEN]: "another", CLIP: clip } }).spawn();
    try {
      await using service = await startService({ configDir, env: await pacedEnv(configDir, 0.05, { all: true }) });
      const asked = await api(service, "/api/media/check", { body: { paths: [clip] } });
      same(asked.status, 202, JSON.stringify(asked.body));
      while (((await api<FileCheck>(service, place)).body.percent ?? 0) === 0);
      await service.kill();
      const left = await tools();
      same(left.length, 1, "the tool outlives its service");
      await using _again = await startService({ configDir });
      same(await tools(), []);
      ok((await machine.children(new Set(["another"]), [])).includes(stranger.pid));
    } finally {
      for (const pid of await tools()) Deno.kill(pid, "SIGKILL");
      stranger.kill("SIGKILL");
      await stranger.status;
    }
  },
);
