import { deepStrictEqual as same, match } from "node:assert/strict";
import { join } from "node:path";
import { withFolders } from "../../../tests/fixtures/queue.ts";
import { type BinWorld, encodeOf, openBinWorld } from "../../../tests/kit/bin_world.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { BinQuery } from "../bin_schema.ts";

const content = (name: string) => `${name}:0123456789abcdef0123456789abcdef01234567`;
const SIZE = content("t1").length;

const inWorld = (work: (world: BinWorld, films: string[]) => Promise<void>) =>
  withFolders(async (folders) => {
    await using world = await openBinWorld(folders);
    const films = ["t1", "t2", "t3"].map((name) => join(world.media, `${name}.mkv`));
    for (const path of films) await Deno.writeTextFile(path, content(path.slice(-6, -4)));
    await work(world, films);
  });

const list = ({ queue }: BinWorld) => queue.jobs.bin.list(BinQuery.parse({}));
const prune = (world: BinWorld) => world.queue.jobs.prune(new Date(world.now()));
const budget = ({ queue }: BinWorld, maxBytes: number) => queue.settings.update({ transcoding: { bin: { maxBytes } } });
const left = async (world: BinWorld) => (await list(world)).items.map(({ jobId }) => jobId).sort();

/** Encodes the movies, one per day. */
async function encodeAll(world: BinWorld, films: string[]): Promise<void> {
  for (const film of films) {
    await world.encode(film, "swap");
    world.pass(DAY_MS);
  }
}

Deno.test("an entry says what it would bring back, and which is deleted next", () =>
  inWorld(async (world, films) => {
    await encodeAll(world, films);
    const { items, sums, total } = await list(world);
    same(
      items.map((
        { jobId, restoresTo, sizeBytes, restorable, next },
      ) => [jobId, restoresTo, sizeBytes, restorable, next]),
      [
        ["job1", films[0], SIZE, true, true],
        ["job2", films[1], SIZE, true, false],
        ["job3", films[2], SIZE, true, false],
      ],
    );
    same([total, sums.originals, sums.sizeBytes], [3, 3, 3 * SIZE]);
    same(Date.parse(items[0]?.expiresAt ?? "") - Date.parse(items[0]?.retiredAt ?? ""), 7 * DAY_MS);
    await Deno.writeTextFile(films[1] ?? "", "changed by somebody");
    const [, changed] = (await list(world)).items;
    same([changed?.restorable, changed?.keptBecause], [
      false,
      "The file that replaced it no longer exists or was changed.",
    ]);
    match(changed?.reason ?? "", /has changed since the job ended/);
  }));

Deno.test("a budget deletes the oldest files first, and their jobs no longer offer them", () =>
  inWorld(async (world, films) => {
    await encodeAll(world, films);
    await budget(world, 2 * SIZE);
    await prune(world);
    same(await left(world), ["job2", "job3"]);
    same((await world.queue.jobs.get("job1")).originalKeptAt, undefined);
    await budget(world, 0);
    await prune(world);
    same(await left(world), ["job2", "job3"]);
  }));

Deno.test("S-FILE-6: a budget never deletes an original whose encode is missing, changed or under review, and health says so", () =>
  inWorld(async (world, films) => {
    const [first = "", second = "", third = ""] = films;
    await encodeAll(world, films);
    await Deno.remove(first);
    await Deno.writeTextFile(second, "changed by somebody");
    // The encode of the third movie is the source of an encode that waits for a decision.
    await world.encode(third, "beside");
    await budget(world, 1);
    await prune(world);
    same(await left(world), ["job1", "job2", "job3"]);
    const [finding] = await world.queue.jobs.binProbe.check();
    same([finding?.code, finding?.link], ["bin_over_budget", "/bin"]);
    match(finding?.message ?? "", /3 files must stay\. The reason for the oldest: The file that replaced it no longer/);
    await world.queue.jobs.decideReview("job4", "keep-both");
    await prune(world);
    same(await left(world), ["job1", "job2"]);
    await budget(world, 0);
    same(await world.queue.jobs.binProbe.check(), []);
  }));

Deno.test("an original expires although its encode was encoded again, as long as a later encode exists", () =>
  inWorld(async (world, [film = ""]) => {
    await world.encode(film, "swap");
    world.pass(3 * DAY_MS);
    await world.encode(film, "swap");
    world.pass(5 * DAY_MS);
    await prune(world);
    same(await left(world), ["job2"], "only the first one has expired");
    world.pass(3 * DAY_MS);
    await Deno.remove(film);
    await prune(world);
    same(await left(world), ["job2"], "it is the last version");
    await Deno.writeTextFile(film, encodeOf(encodeOf(content("t1"))));
    await prune(world);
    same(await left(world), []);
  }));

Deno.test("a chain of which a later original was deleted first keeps the earlier one until the last encode exists", () =>
  inWorld(async (world, [film = ""]) => {
    await world.encode(film, "swap");
    await world.encode(film, "swap");
    const later = (await list(world)).items.find(({ jobId }) => jobId === "job2")?.path ?? "";
    same((await world.queue.jobs.bin.delete([later])).deleted, 1);
    world.pass(8 * DAY_MS);
    await Deno.rename(film, `${film}.aside`);
    await prune(world);
    same(await left(world), ["job1"]);
    await Deno.rename(`${film}.aside`, film);
    await prune(world);
    same(await left(world), []);
  }));

Deno.test("deleting refuses paths that are not listed, and files whose successor is missing, and deletes the others", () =>
  inWorld(async (world, films) => {
    const [first = "", second = ""] = films;
    await world.encode(first, "swap");
    await world.encode(second, "swap");
    await world.queue.jobs.undo("job2");
    const paths = (await list(world)).items.map(({ path }) => path);
    await Deno.remove(first);
    const result = await world.queue.jobs.bin.delete([...paths, second, "/etc/passwd", `${paths[0]}/../x`]);
    same([result.deleted, result.freedBytes], [1, SIZE - 2], "the encode of the undone job");
    same(result.errors.map(({ code }) => code).sort(), ["conflict", "not_found", "not_found", "not_found"]);
    same(await Deno.readTextFile(second), content("t2"));
  }));
