import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../tests/fixtures/media.ts";
import { Fault } from "../kit/fault.ts";
import { createMedia } from "./service.ts";

const settings = { current: () => ({ ffmpegPath: "", ffprobePath: "" }) };

Deno.test("media returns probes, metadata and frames with the tools it finds", async () => {
  const dir = await Deno.makeTempDir({ prefix: "lathe_media_" });
  try {
    const media = createMedia({ settings });
    const path = await makeClip(dir, "c.mkv");
    ok((await media.tools()).ffmpeg.path);
    ok((await media.capabilities()).videoEncoders.includes("libx264"));
    equal((await media.probe(path)).streams.length, 2);
    const metadata = await media.metadata(path);
    deepEqual([metadata.path, metadata.format.filename, metadata.streams.length], [path, path, 2]);
    equal((await media.frame({ path, atSeconds: 0, width: 160 }))[0], 0xff);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("missing tools are reported with their name", async () => {
  const media = createMedia({ settings, search: { folders: ["/nowhere"] } });
  const tools = await media.tools();
  deepEqual([tools.ffmpeg.path, tools.ffprobe.path], [undefined, undefined]);
  const missing = (error: unknown) =>
    error instanceof Fault && error.code === "tool_missing" && /ffmpeg/.test(error.message);
  await rejects(media.capabilities(), missing);
  await rejects(media.probe(join("/nowhere", "x.mkv")), missing);
});
