import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { dirname, join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";

Deno.test("slow: a smaller encode takes the place of the one before, which goes to the bin; the original stays", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const source = join(media, "Film.mkv");
    await makeClip(source, { seconds: 2 });
    const original = await Deno.readFile(source);
    const first = await queue.finished((await queue.create(source, await queue.quickProfile())).id);
    const pair = await queue.jobs.framePair(first.id, 1);
    same([...pair.slice(0, 2)], [0xff, 0xd8]);

    const second = await queue.finished((await queue.jobs.trySmaller(first.id)).id);
    same([second.status, second.outputPath, second.overrides?.smaller], ["done", first.outputPath, 1]);
    ok((second.outputSizeBytes ?? 0) < (first.outputSizeBytes ?? 0));
    const { outputPath, review } = await queue.jobs.get(first.id);
    same([outputPath, review, second.review], [undefined, undefined, "undecided"]);
    same(Object.keys(await fileContents(join(dirname(source), ".lathe-bin"))).length, 1);
    same(await Deno.readFile(source), original);
    await rejects(queue.jobs.trySmaller(first.id), { code: "bad_state" });

    const copy = await queue.quickProfile({ video: { encoder: "copy" }, output: { suffix: " copy" } });
    const copied = await queue.finished((await queue.create(source, copy)).id);
    await rejects(queue.jobs.trySmaller(copied.id), {
      code: "bad_state",
      message: /cannot make this file any smaller/,
    });
    same((await queue.jobs.get(copied.id)).outputPath, copied.outputPath);

    await Deno.rename(source, `${source}.away`);
    await rejects(queue.jobs.trySmaller(second.id), { code: "unreadable" });
    ok(await Deno.stat(second.outputPath ?? ""), "the encode stays if its original cannot be encoded");
  }));
