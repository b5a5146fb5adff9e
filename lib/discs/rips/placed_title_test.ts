import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { discTitle, type RipsWorld, scanOf, withRips } from "../../../tests/fixtures/discs/rips_world.ts";
import { RipProblem } from "../ripper_model.ts";

/** Simulates a power cut after a verified copy is moved into place and before the move is recorded. */
async function killBeforeRecord(world: RipsWorld): Promise<{ id: string; path: string }> {
  const { insert, rips, repository, restart, reach, copied } = world;
  const { id } = await insert();
  const { change } = repository;
  const dead = Promise.withResolvers<void>();
  let isDead = false;
  repository.change = async (changed, wanted) => {
    const row = await repository.get(changed);
    isDead ||= row !== undefined && (wanted.record?.(row.record).files.length ?? 0) > row.record.files.length;
    if (!isDead) return await change(changed, wanted);
    dead.resolve();
    throw new Error("The power failed.");
  };
  await rips.start(id);
  await dead.promise;
  repository.change = change;
  await restart();
  await reach(id, "interrupted");
  same(copied.splice(0), [0]);
  const row = await repository.get(id);
  ok(row);
  const { files, placed } = row.record;
  same(files, []);
  ok(placed && (await Deno.stat(placed.path)).isFile);
  return { id, path: placed.path };
}

const withKilled = (
  name: string,
  work: (world: RipsWorld, killed: { id: string; path: string }) => Promise<void>,
): void => Deno.test(name, () => withRips(async (world) => await work(world, await killBeforeRecord(world))));

withKilled(
  "a title whose move was not noted any more is verified again and not copied again",
  async (world, killed) => {
    const verified: number[] = [];
    world.script.verify = ({ title }) => Promise.resolve(void verified.push(title.id));
    const { ino } = await Deno.stat(killed.path);
    await world.rips.start(killed.id, { options: { keepRaw: true } });
    const rip = await world.reach(killed.id, "done");
    same([world.copied, verified], [[1], [0, 1]]);
    same(rip.counts, { selected: 2, ripped: 2, verified: 2, delivered: 2 });
    same([rip.files[0]?.path, rip.files[0]?.sizeBytes, (await Deno.stat(killed.path)).ino], [killed.path, 7, ino]);
    ok(rip.log.includes("Title 1 was copied before Lathe was stopped, and is verified again"));
    is("placed" in rip, false);
    is((await world.repository.get(killed.id))?.record.placed, undefined);
  },
);

const again: [
  what: string,
  change: (world: RipsWorld, killed: { id: string; path: string }) => Promise<void> | void,
][] = [
  ["that does not pass the verification any more", ({ script }) => {
    const fails = [new RipProblem("short", "The copy ends after 12 of 41 min.")];
    script.verify = () => {
      const problem = fails.pop();
      return problem === undefined ? Promise.resolve() : Promise.reject(problem);
    };
  }],
  ["in whose place another file lies", async (_, { path }) => {
    const { mtime, atime } = await Deno.stat(path);
    await Deno.writeTextFile(`${path}.new`, "title X");
    await Deno.rename(`${path}.new`, path);
    await Deno.utime(path, atime ?? 0, mtime ?? 0);
  }],
  ["that was written to", async (_, { path }) => {
    await Deno.writeTextFile(path, "title X");
    await Deno.utime(path, 0, 0);
  }],
  ["in whose place a link to it lies", async (_, { path }) => {
    await Deno.rename(path, `${path}.away`);
    await Deno.symlink(`${path}.away`, path);
  }],
  ["that is gone", (_, { path }) => Deno.remove(path)],
  ["that is wanted with other tracks", async ({ rips }, { id }) => {
    await rips.patch(id, { audioMode: "custom", selectedAudio: { "0": [1] } });
  }],
  ["that is another episode by now", async ({ rips }, { id }) => {
    await rips.patch(id, { episodeMap: { "0": 5, "1": 6 } });
  }],
];
for (const [what, change] of again) {
  Deno.test(`a title ${what} is copied again`, () =>
    withRips(async (world) => {
      const tracks = [0, 1].map((index) => ({
        ...{ index, codec: "ac3", language: "eng", lossless: false, commentary: false, label: "English" },
      }));
      world.script.scan = () =>
        Promise.resolve(scanOf([discTitle(0, { audioTracks: tracks }), discTitle(1, { audioTracks: tracks })]));
      const killed = await killBeforeRecord(world);
      await change(world, killed);
      await world.rips.start(killed.id, { options: { keepRaw: true } });
      const rip = await world.reach(killed.id, "done", "failed");
      same([rip.status, world.copied], ["done", [0, 1]], rip.error ?? "");
      is(await Deno.readTextFile(rip.files[0]?.path ?? ""), "title 0");
    }));
}

withKilled("a disc that is scanned anew has nothing of the titles that were numbered before", async (world, { id }) => {
  await world.rips.scan(id);
  await world.reach(id, "ready");
  await world.rips.start(id);
  await world.reach(id, "done");
  same(world.copied, [0, 1]);
});

withKilled(
  "without what verifies it, a title in its place stays there, and the sentence says so",
  async (world, killed) => {
    world.script.verify = () => Promise.reject(new RipProblem("tool_missing", "A copy cannot be verified."));
    await world.rips.start(killed.id);
    const rip = await world.reach(killed.id, "failed");
    match(rip.error ?? "", /A copy cannot be verified/);
    same([world.copied, (await Deno.stat(killed.path)).isFile], [[], true]);
  },
);
