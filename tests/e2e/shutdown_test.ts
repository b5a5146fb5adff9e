import { deepStrictEqual as same, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import type { FileCheck } from "../../lib/jobs/reports/schema.ts";
import { CHILD_TOKEN, openMachine } from "../../lib/platform/storage/boot.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { pacedEnv } from "../kit/paced_ffmpeg.ts";
import { api, startService } from "../kit/service.ts";
import { inFolder } from "../fixtures/folder.ts";

inFolder(
  "slow: S-PROC-8: after kill -9 the next start ends tools that ran outside of jobs, and no others",
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

inFolder(
  "slow: C16: a shutdown waits for requests in progress before it closes what they use",
  async (folder) => {
    const configDir = join(folder, "config");
    const tools = join(folder, "tools");
    const clip = join(folder, "Film (2020).mkv");
    for (const place of [configDir, tools]) await Deno.mkdir(place);
    await Deno.writeTextFile(clip, "x");
    // This ffprobe runs for longer than the service waits at shutdown.
    await Deno.writeTextFile(join(tools, "ffprobe"), "#!/bin/sh\nsleep 1h\n", { mode: 0o755 });
    const machine = await openMachine();
    const reading = () => machine.children(new Set(), [clip]);
    await using service = await startService({ configDir, env: { PATH: `${tools}:${Deno.env.get("PATH")}` } });
    const cut = rejects(api(service, `/api/media/metadata?path=${encodeURIComponent(clip)}`));
    while ((await reading()).length === 0);
    same(await service.stop(), 0);
    await cut;
    const log = await Promise.all(
      (await Array.fromAsync(Deno.readDir(join(configDir, "log")))).filter(({ isFile }) => isFile)
        .map(({ name }) => Deno.readTextFile(join(configDir, "log", name))),
    );
    match(log.join("\n"), /Some requests had not finished at shutdown/);
    same(await reading(), [], "its tool ends with the service");
  },
);
