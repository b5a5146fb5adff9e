import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { basename, join } from "node:path";
import fc from "fast-check";
import { heldCopy, imported, ripsTest, unreadable } from "../../../tests/fixtures/discs/rips_world.ts";
import { filesBelow } from "../../../tests/fixtures/folder.ts";
import { Fault } from "../../kit/fault.ts";
import { RipProblem } from "../ripper_model.ts";

/** Names of the copies in the cache. */
const copiesIn = async (folder: string): Promise<string[]> =>
  (await filesBelow(join(folder, "rips"))).map((path) => basename(path)).sort();

ripsTest(
  "titles are copied, delivered and removed from the cache",
  async ({ insert, rips, reach, restart, copied, folder }) => {
    const { id } = await insert();
    await rips.start(id);
    const rip = await reach(id, "done");
    same(copied, [0, 1]);
    same(rip.counts, { selected: 2, ripped: 2, verified: 2, delivered: 2 });
    same(rip.safeToEject, true);
    // The copies are removed once the rip is recorded as done, and a shutdown waits for that.
    await restart();
    same(await copiesIn(folder), []);
  },
);

ripsTest("the cache keeps files according to the settings", async ({ insert, rips, reach, folder }) => {
  const { id } = await insert();
  await rips.start(id, { options: { keepRaw: true } });
  await reach(id, "done");
  same(await copiesIn(folder), [
    "Glass Harbor - S01E01 - Bluray-1080p Remux.mkv",
    "Glass Harbor - S01E02 - Bluray-1080p Remux.mkv",
  ]);
});

ripsTest("one failed title does not stop the others; a restart copies only the missing ones", async (world) => {
  const { insert, rips, reach, script, copied } = world;
  const { id } = await insert();
  script.copy = ({ title }) => title.id === 0 ? unreadable() : Promise.resolve();
  await rips.start(id);
  const failed = await reach(id, "failed");
  same(copied, [1]);
  ok(failed.error?.includes("Title 1 (Title 1): The disc could not be read at 12 MB."));
  same(failed.counts, { selected: 2, ripped: 1, verified: 1, delivered: 0 });
  is(failed.safeToEject, false);
  script.copy = () => Promise.resolve();
  await rips.start(id);
  await reach(id, "done");
  same(copied, [1, 0]);
});

ripsTest("a copy that is not the whole title is no copy", async ({ insert, rips, reach, script, folder }) => {
  const { id } = await insert();
  script.verify = ({ title }) =>
    title.id === 1 ? Promise.reject(new RipProblem("short", "The copy ends after 12 of 41 min.")) : Promise.resolve();
  await rips.start(id);
  const rip = await reach(id, "failed");
  ok(rip.error?.includes("The copy ends after 12 of 41 min."));
  same(rip.files.map(({ titleId, verified }) => [titleId, verified]), [[0, true]]);
  same(await copiesIn(folder), ["Glass Harbor - S01E01 - Bluray-1080p Remux.mkv"]);
});

ripsTest(
  "a full disk stops the rip instead of failing every title",
  async ({ insert, rips, reach, script, copied }) => {
    const { id } = await insert();
    script.copy = () => Promise.reject(new RipProblem("disk_full", "The disk is full."));
    await rips.start(id);
    is((await reach(id, "failed")).error?.match(/disk is full/g)?.length, 1);
    same(copied, []);
  },
);

ripsTest("a start with nothing selected is refused", async ({ insert, rips }) => {
  const { id } = await insert();
  await rejects(rips.start(id, { selectedTitleIds: [] }), (error: Fault) => error.code === "nothing_selected");
  is((await rips.get(id)).status, "ready");
});

ripsTest("cancelling ends the copy, removes the partial title and keeps the finished one", async (world) => {
  const { insert, rips, reach, script, folder } = world;
  const { id } = await insert();
  const began = Promise.withResolvers<void>();
  script.copy = ({ title }, signal) => {
    if (title.id === 0) return Promise.resolve();
    return heldCopy(signal, began.resolve);
  };
  await rips.start(id);
  await began.promise;
  is((await rips.cancel(id)).status, "cancelled");
  same(await copiesIn(folder), ["Glass Harbor - S01E01 - Bluray-1080p Remux.mkv"]);
  script.copy = () => Promise.resolve();
  await rips.start(id);
  same((await reach(id, "done")).counts.verified, 2);
});

ripsTest(
  "S-FILE-10: an end of the program during the copy leaves it interrupted, with finished titles kept",
  async (world) => {
    const { insert, reach, script, folder, copied } = world;
    const { id } = await insert();
    const began = Promise.withResolvers<void>();
    script.copy = ({ title }, signal) => {
      if (title.id === 0) return Promise.resolve();
      return heldCopy(signal, began.resolve);
    };
    await world.rips.start(id);
    await began.promise;
    const rips = await world.restart();
    const rip = await rips.get(id);
    same([rip.status, rip.counts.verified], ["interrupted", 1]);
    same(await copiesIn(folder), ["Glass Harbor - S01E01 - Bluray-1080p Remux.mkv"]);
    script.copy = () => Promise.resolve();
    await rips.start(id);
    await reach(id, "done");
    same(copied, [0, 1]);
  },
);

ripsTest("a failed import fails the rip, and a retry delivers the same copies", async (world) => {
  const { insert, rips, reach, script, copied } = world;
  const { id } = await insert();
  script.deliver = ({ files }) =>
    Promise.resolve({
      files: files.map((file) => ({ ...file, import: { state: "rejected", reason: "Sample" } })),
      error: "Sonarr rejected 2 files: Sample",
    });
  await rips.start(id);
  const failed = await reach(id, "failed");
  same([failed.error, failed.files[0]?.import?.reason], ["Sonarr rejected 2 files: Sample", "Sample"]);
  script.deliver = (rip) => Promise.resolve({ files: rip.files.map(imported) });
  await rips.start(id);
  await reach(id, "done");
  same(copied, [0, 1]);
});

for (const [how, state] of [["a cancel", "cancelled"], ["the end of the program", "interrupted"]] as const) {
  ripsTest(`a copy that started without a person is ended by ${how}`, async (world) => {
    const { insert, script, settings } = world;
    settings.disc.autoRip = true;
    const began = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    script.copy = (_copy, signal) => {
      signals.push(signal);
      return heldCopy(signal, began.resolve);
    };
    const { id } = await insert();
    await began.promise;
    await (state === "cancelled" ? world.rips.cancel(id) : world.restart());
    same(signals.map(({ aborted }) => aborted), [true]);
    is((await world.rips.get(id)).status, state);
  });
}

ripsTest(
  "a rip is forgotten with or without its copies, but not while it works",
  async ({ insert, rips, reach, script, folder }) => {
    const { id } = await insert();
    const began = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    script.copy = async () => {
      began.resolve();
      await proceed.promise;
    };
    await rips.start(id, { options: { deliver: false, keepRaw: true } });
    await began.promise;
    await rejects(rips.forget(id), (error: Fault) => error.code === "bad_state");
    proceed.resolve();
    await reach(id, "done");
    await rips.forget(id);
    is((await copiesIn(folder)).length, 2);
    await rejects(rips.get(id), (error: Fault) => error.code === "not_found");
  },
);

ripsTest("no verified title is copied twice, whatever the order of actions", async (world) => {
  const { insert, reach, script, copied } = world;
  const actions = fc.array(fc.constantFrom("start", "cancel", "restart", "fail", "heal", "scan", "identify"), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(actions, async (steps) => {
      copied.length = 0;
      script.copy = () => Promise.resolve();
      const { id } = await insert();
      let scans = 1;
      for (const step of steps) {
        if (step === "fail") script.copy = ({ title }) => title.id === 1 ? unreadable() : Promise.resolve();
        else if (step === "heal") script.copy = () => Promise.resolve();
        else if (step === "restart") await world.restart();
        else {
          const done = await world.rips[step](id).catch((error) => {
            if (error instanceof Fault) return undefined;
            throw error;
          });
          if (step === "scan" && done !== undefined) scans++;
        }
      }
      await reach(id, "ready", "failed", "done", "cancelled", "interrupted", "inserted");
      for (const title of [0, 1]) ok(copied.filter((one) => one === title).length <= scans);
    }),
    { numRuns: 25, timeout: 3000 },
  );
});

ripsTest("a finished rip copies other titles of its disc, and finished ones only once", async (world) => {
  const { insert, rips, reach, copied } = world;
  const { id } = await insert();
  await rips.start(id, { selectedTitleIds: [0], options: { keepRaw: false } });
  await reach(id, "done");
  await rejects(rips.start(id), /All selected titles of this disc have already been ripped/);
  await rejects(rips.patch(id, { media: { kind: "movie", title: "Other", genres: [], confidence: 1 } }), /is done/);
  copied.length = 0;
  await rips.start(id, { selectedTitleIds: [0, 1] });
  const { status, files, error } = await reach(id, "done", "failed");
  same([status, error, copied.length, files.map(({ titleId }) => titleId)], ["done", undefined, 1, [0, 1]]);
});

ripsTest(
  "a title is added to its manager when its disc starts, delivered or not, and a failure stops nothing",
  async (world) => {
    const { insert, rips, reach, settings, script } = world;
    const added: string[] = [];
    script.addToLibrary = ({ media }) => {
      added.push(media.title);
      return Promise.resolve({ arrId: 12, message: "Dark was added to Sonarr." });
    };
    settings.disc.addMissing = true;
    const media = { kind: "series" as const, title: "Dark", externalId: 1, genres: [], confidence: 100 };
    const first = await insert();
    await rips.start(first.id, { media, options: { deliver: false } });
    const done = await reach(first.id, "done");
    same([added, done.media.arrId], [["Dark"], 12]);
    ok((await rips.get(first.id)).log.includes("Dark was added to Sonarr."));
    script.addToLibrary = () => Promise.reject(new Fault("upstream_failed", "Sonarr is away."));
    const second = await insert();
    await rips.start(second.id, { media });
    await reach(second.id, "done");
    ok((await rips.get(second.id)).log.includes("Dark was not added to its manager: Sonarr is away."));
    settings.disc.addMissing = false;
    added.length = 0;
    const third = await insert();
    await rips.start(third.id, { media });
    same([(await reach(third.id, "done")).media.arrId, added], [undefined, []]);
  },
);
