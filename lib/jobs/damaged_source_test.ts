/** Handling of originals whose decoding reports errors. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { makeClip, X264 } from "../../tests/fixtures/media.ts";
import { namesIn, openQueue, withFolders } from "../../tests/fixtures/queue.ts";

/** A movie with a range of random bytes in the middle. */
async function damagedFilm(media: string): Promise<{ path: string; bytes: Uint8Array }> {
  const path = await makeClip(media, "Film (2001).mkv", { seconds: 12, video: [...X264, "-g", "24", "-b:v", "400k"] });
  const { size } = await Deno.stat(path);
  {
    using file = await Deno.open(path, { write: true });
    await file.seek(Math.floor(size * 0.5), Deno.SeekMode.Start);
    await file.write(Uint8Array.from({ length: 400 }, (_, i) => (i * 73 + 11) % 251));
  }
  return { path, bytes: await Deno.readFile(path) };
}

Deno.test("slow: a damaged original stays next to its encode, and a warning of the job names the damage", () =>
  withFolders(async ({ media, configDir }) => {
    const { path, bytes } = await damagedFilm(media);
    await using queue = await openQueue({ configDir });
    const id = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true } });
    const { id: jobId, error } = await queue.finished((await queue.create(path, id)).id);
    const job = await queue.jobs.get(jobId);
    equal(job.status, "done", error ?? "");
    deepEqual(await Deno.readFile(path), bytes, "the original is untouched");
    deepEqual(await namesIn(media), ["Film (2001) (encode).mkv", "Film (2001).mkv"]);
    match(job.warnings.join("\n"), /The source is damaged: \d+ decoding errors?, the first at \d+ s/);
    match(job.warnings.join("\n"), /The original was kept: it is damaged/);
    ok((job.verification?.sourceErrors?.count ?? 0) > 0);
    match(job.verification?.originalKept ?? "", /damaged/);
    equal(job.originalKeptAt, undefined);
  }));

Deno.test("slow: a profile may allow replacing damaged originals", () =>
  withFolders(async ({ media, configDir }) => {
    const { path, bytes } = await damagedFilm(media);
    await using queue = await openQueue({ configDir });
    const id = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true, replaceDamaged: true } });
    const job = await queue.jobs.get((await queue.finished((await queue.create(path, id)).id)).id);
    equal(job.status, "done", job.error ?? "");
    ok(job.originalKeptAt);
    deepEqual(await Deno.readFile(job.originalKeptAt), bytes);
    match(job.warnings.join("\n"), /The source is damaged/);
  }));

Deno.test("slow: an undamaged original is replaced, and every check is listed with the job", () =>
  withFolders(async ({ media, configDir }) => {
    const path = await makeClip(media, "Film (2001).mkv", { seconds: 6, video: [...X264, "-qp", "4"] });
    await using queue = await openQueue({ configDir });
    const id = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true } });
    const job = await queue.jobs.get((await queue.finished((await queue.create(join(path), id)).id)).id);
    equal(job.status, "done", job.error ?? "");
    ok(job.originalKeptAt);
    const { mode, checks = [], sourceErrors } = job.verification ?? {};
    equal(mode, "full");
    equal(sourceErrors?.count, 0);
    for (const check of ["streams", "picture-count", "pictures", "decodes"]) {
      equal(checks.find(({ id }) => id === check)?.state, "passed", check);
    }
  }));
