import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { until } from "../../../tests/kit/until.ts";
import type { FilesChanged } from "../service.ts";

Deno.test("slow: a delivery, a deleted encode, a replaced original and an undo each publish the changed file once", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const seen: FilesChanged[] = [];
    queue.bus.on("files-changed", (change) => seen.push(change));
    const next = async () => {
      await until(() => seen.length > 0);
      return seen.splice(0);
    };
    const [source, small] = [join(media, "a.mkv"), join(media, "a.small.mkv")];
    await makeSmallClip(source, { seconds: 2 });
    const first = await queue.create(source, await queue.quickProfile());
    await queue.finished(first.id);
    same(await next(), [{ to: small }]);
    await queue.jobs.deleteEncode(first.id);
    same(await next(), [{ from: small }]);
    const replacing = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true } });
    const second = await queue.create(source, replacing);
    await queue.finished(second.id);
    same(await next(), [{ from: source, to: source }]);
    await queue.jobs.undo(second.id);
    same(await next(), [{ from: source, to: source }]);
  }));
