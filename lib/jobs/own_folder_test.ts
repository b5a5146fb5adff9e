import { match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { makeClip } from "../../tests/fixtures/clip.ts";

Deno.test("slow: a profile that writes into Lathe's own folders fails its job before the encode, through a link too", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const source = join(media, "film.mkv");
    await makeClip(source);
    await Deno.symlink(join(configDir, "data"), join(media, "link"));
    for (const directory of [join(configDir, "data"), join(media, "link")]) {
      const profile = await queue.quickProfile({ output: { directory } });
      const { id } = await queue.create(source, profile);
      const job = await queue.finished(id);
      is(job.status, "failed");
      match(job.error ?? "", /own folders/);
    }
  }));
