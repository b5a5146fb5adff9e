import { diskOf } from "../../lib/platform/storage/space.ts";
import { createMedia } from "../../lib/media/service.ts";
import { inspectFolder, splitFolder } from "../../lib/library/music/cue_splits/cut/split_folder.ts";

/** Splits the folder in its argument and is killed midway, as in a power cut. */
const media = createMedia({ settings: { current: () => ({ ffmpegPath: "", ffprobePath: "" }) } });
const [folder = ""] = Deno.args;
await splitFolder(await inspectFolder(folder, { media }), "one", {
  media,
  signal: new AbortController().signal,
  disk: async (path) => ({ ...await diskOf(path), freeBytes: 2 ** 40 }),
  onProgress: (share) => {
    if (share > 0.3) Deno.kill(Deno.pid, "SIGKILL");
  },
});
