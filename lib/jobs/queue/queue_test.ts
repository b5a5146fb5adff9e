import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { namesIn, openQueue, type Queue, UNVERIFIED, withFolders } from "../../../tests/fixtures/queue.ts";
import { BulkCreate, JobQuery } from "../request_schema.ts";

Deno.test("a job encodes, verifies and publishes its file next to an untouched source", () =>
  withFolders(async ({ media, configDir }) => {
    const source = join(media, "Film (1995).mkv");
    await makeClip(source);
    const before = await Deno.readFile(source);
    await using queue = await openQueue({ configDir });
    const seen: string[] = [];
    queue.bus.on("job", ({ job }) => seen.at(-1) === job.status || seen.push(job.status));
    const created = await queue.create(source, await queue.quickProfile());
    same([created.title, created.position], ["Film (1995)", 1]);
    const done = await queue.finished(created.id);
    same([done.status, done.error, done.warnings], ["done", undefined, []]);
    same(seen, ["queued", "probing", "encoding", "finalizing", "done"]);
    same(done.outputPath, join(media, "Film (1995).small.mkv"));
    same(await namesIn(media), ["Film (1995).mkv", "Film (1995).small.mkv"]);
    same(await Deno.readFile(source), before);
    same((await Deno.stat(done.outputPath ?? "")).size, done.outputSizeBytes);
    same(await namesIn(queue.storage.folders.transcodes), []);
    const log = await queue.jobs.log(created.id);
    assert(log.args.includes(`file:${source}`) && log.command.includes("libx264") && log.lines.length > 3);
    const state = await queue.jobs.queueState();
    same([state.done, state.running, state.queued], [1, 0, 0]);
    const difference = before.length - (done.outputSizeBytes ?? 0);
    same([state.savedBytes, state.wouldFreeBytes, state.undecided], [0, difference, 1]);
    const { streams } = await queue.jobs.get(done.id);
    assert(streams?.some((stream) => stream.type === "video" && stream.action === "encode"));
  }));

Deno.test("the same file with the same profile is the same job; another profile is another job", () =>
  withFolders(async ({ media, configDir }) => {
    const source = join(media, "a.mkv");
    await Deno.writeTextFile(source, "not yet looked into");
    await Deno.link(source, join(media, "same.mkv"));
    await Deno.symlink(source, join(media, "link.mkv"));
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile();
    const first = await queue.create(source, profile);
    for (const twin of ["a.mkv", "same.mkv", "link.mkv"]) {
      const answer = await queue.jobs.create({
        profileId: profile,
        audioOnly: false,
        priority: "bottom",
        source: { kind: "file", localPath: join(media, twin) },
      });
      assert("created" in answer);
      same([answer.created, answer.job.id], [false, first.id]);
    }
    assert((await queue.create(source, await queue.quickProfile())).id !== first.id);
    const opus = await queue.quickProfile({ audio: { encoder: "libopus" } });
    assert((await queue.create(source, opus, { audioOnly: true })).id !== (await queue.create(source, opus)).id);
    same((await queue.jobs.queueState()).queued, 4);
  }));

Deno.test("slow: two jobs never write the same file: the second is refused with output_exists", () =>
  withFolders(async ({ media, configDir }) => {
    await makeClip(join(media, "a.mkv"));
    await using queue = await openQueue({ configDir, settings: { ...UNVERIFIED, concurrency: 2 } });
    const [one, two] = [await queue.quickProfile(), await queue.quickProfile()];
    await queue.jobs.setPaused(true);
    const jobs = [await queue.create(join(media, "a.mkv"), one), await queue.create(join(media, "a.mkv"), two)];
    await queue.jobs.setPaused(false);
    const ended = await Promise.all(jobs.map((job) => queue.finished(job.id)));
    same(ended.map((job) => job.status).sort(), ["done", "failed"]);
    same(ended.find((job) => job.status === "failed")?.errorCode, "output_exists");
    const made = ended.find((job) => job.status === "done");
    const { message } = await queue.create(join(media, "a.mkv"), two).then(
      () => assert.fail("queued"),
      (error) => error,
    );
    assert.match(message, /a\.small\.mkv is the encode of a with Quick, made 20\d\d-/);
    const items = ["a", "b"].map((name) => ({
      source: { kind: "file" as const, localPath: join(media, `${name}.mkv`) },
    }));
    await makeClip(join(media, "b.mkv"), { seed: 1 });
    const bulk = await queue.jobs.createBulk({ profileId: two, audioOnly: false, includeEncoded: true, items });
    same([bulk.created, bulk.skipped, bulk.errors.map(({ index, code }) => [index, code])], [1, 0, [[
      0,
      "output_exists",
    ]]]);
    await queue.finished(bulk.jobs[0] ?? "");

    await Deno.remove(made?.outputPath ?? "");
    await Deno.writeTextFile(join(media, "A.SMALL.mkv"), "a stranger");
    await assert.rejects(queue.create(join(media, "a.mkv"), two), {
      code: "output_exists",
      message: /already exists; move it/,
    });
    same(await Deno.readTextFile(join(media, "A.SMALL.mkv")), "a stranger");
  }));

Deno.test("S-FILE-6: replacing keeps the original in the bin, and undo restores it", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    for (const [container, suffix] of [["mkv", ""], ["mp4", ""]] as const) {
      const source = join(media, `Film ${container}.mkv`);
      await makeClip(source);
      const original = await Deno.readFile(source);
      const profile = await queue.quickProfile({ container, output: { suffix, replaceOriginal: true } });
      const done = await queue.finished((await queue.create(source, profile)).id);
      same([done.status, done.error], ["done", undefined]);
      same(done.outputPath, join(media, `Film ${container}.${container}`));
      same(await Deno.readFile(done.originalKeptAt ?? ""), original);
      assert(done.originalKeptAt?.startsWith(join(media, ".lathe-bin/")));
      assert(Date.parse(done.originalKeptUntil ?? "") > Date.now() + 6 * 86_400_000);
      const [a, b] = await Promise.all([queue.jobs.undo(done.id), queue.jobs.undo(done.id)]);
      same([a.outputPath, a.originalKeptAt, b.id], [undefined, undefined, a.id]);
      same(await Deno.readFile(source), original);
      await assert.rejects(queue.jobs.undo(done.id), { code: "bad_state" });
      same((await queue.jobs.queueState()).savedBytes, 0);
    }
    same((await namesIn(media)).filter((name) => !name.startsWith(".")), ["Film mkv.mkv", "Film mp4.mkv"]);
  }));

Deno.test("slow: bins are emptied by age, and only while the successor is there", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    const profile = await queue.quickProfile({ output: { suffix: "", replaceOriginal: true, keepOriginalDays: 3 } });
    const ids: string[] = [];
    for (const name of ["a", "b"]) {
      await makeClip(join(media, `${name}.mkv`), { seed: ids.length });
      ids.push((await queue.create(join(media, `${name}.mkv`), profile)).id);
    }
    const [a, b] = await Promise.all(ids.map((id) => queue.finished(id)));
    const day = (n: number) => new Date(Date.now() + n * 86_400_000);
    same((await queue.jobs.prune(day(2))).files, 0);
    await Deno.remove(b?.outputPath ?? "");
    same((await queue.jobs.prune(day(4))).files, 1);
    await assert.rejects(Deno.stat(a?.originalKeptAt ?? ""), Deno.errors.NotFound);
    assert((await Deno.stat(b?.originalKeptAt ?? "")).size > 0, "its successor is gone: it stays");
  }));

Deno.test("slow: an encode that is no smaller is discarded when it would replace its source, and only then", () =>
  withFolders(async ({ media, configDir }) => {
    const source = join(media, "tiny.mkv");
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    const big = { container: "mkv" as const, video: { encoder: "libx264", preset: "ultrafast", quality: 0 } };
    await makeClip(join(media, "large.mkv"));
    const small = await queue.finished((await queue.create(join(media, "large.mkv"), await queue.quickProfile())).id);
    await Deno.rename(small.outputPath ?? "", source);
    const bytes = await Deno.readFile(source);

    const replacing = await queue.quickProfile({ ...big, output: { suffix: "", replaceOriginal: true } });
    const beside = await queue.finished((await queue.create(source, replacing)).id);
    same([beside.status, beside.outputPath, beside.originalKeptAt], ["done", undefined, undefined]);
    assert(beside.warnings.some((warning) => warning.startsWith("larger_than_source")));
    same(await Deno.readFile(source), bytes);
    same(await namesIn(media), ["large.mkv", "tiny.mkv"]);

    // A result that replaces nothing is kept regardless of its size.
    const converting = await queue.quickProfile({ ...big, output: { suffix: " copy" } });
    const converted = await queue.finished((await queue.create(source, converting)).id);
    same([converted.status, converted.outputPath], ["done", join(media, "tiny copy.mkv")]);
    assert(converted.warnings.some((warning) => /^larger_than_source.*left in place/.test(warning)));
    same(await Deno.readFile(source), bytes);

    const folder = join(media, "out");
    const elsewhere = await queue.quickProfile({
      ...big,
      output: { directory: folder, suffix: "", replaceOriginal: true },
    });
    const done = await queue.finished((await queue.create(source, elsewhere)).id);
    same([done.status, done.outputPath, done.originalKeptAt], ["done", join(folder, "tiny.mkv"), undefined]);
    same(await Deno.readFile(source), bytes);
  }));

Deno.test("a file whose encode would be identical is skipped", () =>
  withFolders(async ({ media, configDir }) => {
    const source = join(media, "a.mkv");
    await makeClip(source);
    await using queue = await openQueue({ configDir });
    const profile = await queue.quickProfile({
      video: { encoder: "copy" },
      audio: { encoder: "copy" },
      output: { suffix: "", cleanMetadata: false, renameTokens: false },
    });
    const job = await queue.finished((await queue.create(source, profile)).id);
    same([job.status, job.error], ["skipped", undefined]);
    same(await namesIn(media), ["a.mkv"]);
    await assert.rejects(queue.create(source, profile, { audioOnly: true }), { code: "nothing_to_do" });
  }));

Deno.test("slow: a bulk request accepts 10,000 files, and one invalid item never blocks the others", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const names = Array.from({ length: 10_000 }, (_, i) => join(media, `${i}.mkv`));
    for (const name of names) Deno.writeTextFileSync(name, name);
    const items = names.map((localPath) => ({ source: { localPath } }));
    items[17] = { source: { localPath: join(media, "missing.mkv") } };
    items[18] = { source: { localPath: "relative.mkv" } };
    items[19] = { source: { localPath: media } };
    items[20] = items[0] ?? { source: { localPath: "" } };
    const input = BulkCreate.parse({ profileId: await queue.quickProfile(), items });
    const result = await queue.jobs.createBulk(input);
    same([result.created, result.skipped], [9996, 1]);
    same(result.errors.map(({ index, code }) => [index, code]), [[17, "unreadable"], [18, "invalid"], [
      19,
      "unreadable",
    ]]);
    same(result.jobs.length, 9997);
    same((await queue.jobs.queueState()).queued, 9996);
    const page = await queue.jobs.list(JobQuery.parse({ sort: "position", order: "asc", limit: 3 }));
    same(page.items.map((job) => [job.title, job.position]), [["0", 1], ["1", 2], ["2", 3]]);
    const again = await queue.jobs.createBulk(input);
    same([again.created, again.skipped], [0, 9997]);
    same(again.createdJobs, []);
    same([new Set(result.createdJobs).size, again.jobs.length], [9996, 9997]);
    await Deno.writeTextFile(join(media, "one more.mkv"), "one more");
    const more = await queue.jobs.createBulk({
      ...input,
      items: [...input.items, { source: { kind: "file", localPath: join(media, "one more.mkv") } }],
    });
    same([more.created, more.createdJobs.length], [1, 1]);
    assert.ok(!again.jobs.includes(more.createdJobs[0] ?? ""), "a job from before is no new one");
  }));

Deno.test("sources outside of the rules are refused with the rule's code", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile();
    const refused = async (localPath: string | undefined, code: string) => {
      const source = { kind: "file" as const, localPath };
      await assert.rejects(
        queue.jobs.create({ profileId: profile, audioOnly: false, priority: "bottom", source }),
        { name: "Fault", code },
        localPath,
      );
    };
    await Deno.symlink("/dev/zero", join(media, "zero.mkv"));
    await Deno.symlink(join(media, "nowhere"), join(media, "dangling.mkv"));
    await new Deno.Command("mkfifo", { args: [join(media, "fifo.mkv")] }).output();
    await Deno.writeTextFile(join(configDir, "data", "x.mkv"), "x");
    await refused(undefined, "invalid");
    await refused("a.mkv", "invalid");
    await refused(join(media, "a\0b.mkv"), "invalid");
    await refused(join(media, "not\ufffdtext.mkv"), "unreadable");
    for (const name of ["zero.mkv", "dangling.mkv", "fifo.mkv", "missing.mkv", ""]) {
      await refused(join(media, name), "unreadable");
    }
    await refused("/proc/self/environ", "unreadable");
    await refused(join(configDir, "data", "x.mkv"), "path_not_allowed");

    await Deno.mkdir(join(media, "inside"));
    await Deno.mkdir(join(media, "inside2"));
    for (const path of ["inside/a.mkv", "inside2/b.mkv"]) await Deno.writeTextFile(join(media, path), path);
    await Deno.symlink(join(media, "inside2/b.mkv"), join(media, "inside/out.mkv"));
    await queue.settings.update({ general: { security: { mediaRoots: [join(media, "inside")] } } });
    same((await queue.create(join(media, "inside/a.mkv"), profile)).status, "queued");
    await refused(join(media, "inside2/b.mkv"), "path_not_allowed");
    await refused(join(media, "inside/out.mkv"), "path_not_allowed");
    // The response does not disclose what exists outside the media folders.
    await refused(join(media, "inside2/missing.mkv"), "path_not_allowed");
    await refused("/root/missing.mkv", "path_not_allowed");
    await refused(join(media, "inside/../inside2/missing.mkv"), "path_not_allowed");
    await refused(join(media, "inside/missing.mkv"), "unreadable");
    // A link that leads out of the media folders does not disclose this either.
    await Deno.symlink(join(media, "inside2"), join(media, "inside/way-out"));
    await Deno.symlink(join(media, "inside2/missing.mkv"), join(media, "inside/dangling.mkv"));
    for (const name of ["way-out/b.mkv", "way-out/missing.mkv", "way-out/none/missing.mkv", "dangling.mkv"]) {
      await refused(join(media, "inside", name), "path_not_allowed");
    }
    const album = async (localPath: string) => {
      const items = [{ source: { kind: "album" as const, localPath } }];
      const { errors } = await queue.jobs.createBulk({
        profileId: profile,
        audioOnly: false,
        includeEncoded: false,
        items,
      });
      return errors.map(({ code }) => code);
    };
    for (const name of ["inside2", "missing", "inside/way-out", "inside/way-out/missing"]) {
      same(await album(join(media, name)), ["path_not_allowed"], name);
    }
    same(await album(join(media, "inside")), ["unreadable"]);
    // A media folder may itself be a link.
    await Deno.symlink(join(media, "inside"), join(media, "root"));
    await queue.settings.update({ general: { security: { mediaRoots: [join(media, "root")] } } });
    await refused(join(media, "root/missing.mkv"), "unreadable");
    await refused(join(media, "root/way-out/missing.mkv"), "path_not_allowed");
    await queue.settings.update({ general: { security: { mediaRoots: [join(media, "inside")] } } });
    await assert.rejects(queue.create(join(media, "inside/a.mkv"), "nobody"), { code: "no_profile" });
  }));

Deno.test("slow: jobs are removed, cleared and retried by the rules of their states", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, settings: UNVERIFIED });
    const profile = await queue.quickProfile();
    await makeClip(join(media, "good.mkv"));
    await Deno.writeTextFile(join(media, "bad.mkv"), "this is no film");
    const good = await queue.finished((await queue.create(join(media, "good.mkv"), profile)).id);
    const bad = await queue.finished((await queue.create(join(media, "bad.mkv"), profile)).id);
    same([good.status, bad.status, bad.errorCode], ["done", "failed", "unreadable"]);
    await assert.rejects(queue.jobs.retry(good.id), { code: "bad_state" });
    await assert.rejects(queue.jobs.cancel(good.id), { code: "bad_state" });
    await assert.rejects(queue.jobs.get("nobody"), { code: "not_found" });

    await makeClip(join(media, "bad.mkv"), { seed: 1 });
    same(await queue.jobs.retryFailed(), { retried: 1 });
    const better = await queue.finished(bad.id);
    same([better.status, better.attempt, better.error], ["done", 2, undefined]);

    await queue.jobs.setPaused(true);
    const waiting = await queue.create(join(media, "good.mkv"), await queue.quickProfile({ output: { suffix: ".x" } }));
    await assert.rejects(queue.jobs.remove(waiting.id), { code: "bad_state" });
    same((await queue.jobs.cancel(waiting.id)).status, "cancelled");
    same((await queue.jobs.retry(waiting.id)).status, "queued");
    await queue.jobs.cancel(waiting.id);
    await queue.jobs.remove(good.id);
    await assert.rejects(queue.jobs.get(good.id), { code: "not_found" });
    same(await queue.jobs.clear(), { removed: 2 });
    same((await queue.jobs.list(JobQuery.parse({}))).total, 0);
    same(await namesIn(queue.storage.jobLogs), []);
    same((await namesIn(media)).length, 4);
  }));

Deno.test("reordering moves a queued job, and only a queued one", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile();
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      await Deno.writeTextFile(join(media, `${name}.mkv`), name);
      ids.push((await queue.create(join(media, `${name}.mkv`), profile)).id);
    }
    const [a = "", b = "", c = "", d = ""] = ids;
    const order = async () => (await titles(queue)).join("");
    await queue.jobs.reorder(d, { direction: "top" });
    same(await order(), "dabc");
    await queue.jobs.reorder(a, { direction: "bottom" });
    same(await order(), "dbca");
    await queue.jobs.reorder(c, { before: d });
    same(await order(), "cdba");
    same((await queue.jobs.reorder(c, { position: 3 })).position, 3);
    same(await order(), "dbca");
    await queue.jobs.cancel(b);
    await assert.rejects(queue.jobs.reorder(b, { direction: "top" }), { code: "bad_state" });
    await assert.rejects(queue.jobs.reorder(a, { before: b }), { code: "bad_state" });
    await Deno.writeTextFile(join(media, "e.mkv"), "e");
    same((await queue.create(join(media, "e.mkv"), profile, { priority: "top" })).position, 1);
    same(await order(), "edca");
  }));

Deno.test("slow: retrying and clearing thousands of jobs takes few transactions, between which others run", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    await queue.jobs.setPaused(true);
    const names = Array.from({ length: 1000 }, (_, i) => join(media, `${i}.mkv`));
    for (const name of names) Deno.writeTextFileSync(name, name);
    const failed = (id: string, sourcePath: string) =>
      jobRow({ id, sourcePath, sourceKey: id, status: "failed", finishedAt: 1 });
    const twins = [failed("twin", names[0] ?? ""), failed("gone", join(media, "gone.mkv")), failed("never", "")];
    await queue.store.write((tx) => insertJobs(tx, [...names.map((name, i) => failed(`j${i}`, name)), ...twins]));
    let writes = 0;
    const { write } = queue.store;
    queue.store.write = (work, part) => (writes++, write(work, part));
    same(await queue.jobs.retryFailed(), { retried: 1000 });
    assert(writes <= 8, `${writes} transactions`);
    const { items } = await queue.jobs.list(JobQuery.parse({ status: ["failed"] }));
    same(items.length, 3, "one of the two with the same file, and those without a file");
    same((await queue.jobs.queueState()).queued, 1000);

    await queue.store.write(async (tx) => void await tx.run("UPDATE jobs SET status = 'cancelled'"));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    same(await queue.jobs.clear(["cancelled"]), { removed: 1003 });
    clearInterval(timer);
    assert(turns >= 3, `${turns} turns`);
  }));

const titles = async (queue: Queue): Promise<string[]> =>
  (await queue.jobs.list(JobQuery.parse({ status: ["queued"], sort: "position", order: "asc" }))).items.map((job) =>
    job.title
  );

Deno.test("files of the service are no sources when its config folder is a link either", () =>
  withFolders(async ({ media, configDir }) => {
    await Deno.mkdir(join(media, "real", "data"), { recursive: true });
    await Deno.remove(configDir, { recursive: true }).catch(() => {});
    await Deno.symlink(join(media, "real"), configDir);
    await using queue = await openQueue({ configDir, start: false });
    const profile = await queue.quickProfile();
    await Deno.writeTextFile(join(media, "real/data/x.mkv"), "x");
    await assert.rejects(queue.create(join(configDir, "data/x.mkv"), profile), { code: "path_not_allowed" });
  }));
