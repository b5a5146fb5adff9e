import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { intakeOn, writeFiles } from "../../../tests/fixtures/intake.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import { JOB_STATES } from "../states.ts";
import { addJobs, type SharedJobOptions, type WantedJob } from "./add_jobs.ts";
import { withAlbumTracks } from "./album.ts";
import { copiesOnly, recipeOfJob, saveRecipe } from "./job_recipe.ts";
import { identityKey } from "../../media/probe/source.ts";
import { checkMediaPath, findSource, sourceRules } from "./source_file.ts";
import { isInside } from "../../platform/storage/own_places.ts";

/** Returns a requested job for the file with this number. Requests with the same number refer to the same file. */
const wanted = (number: number, path = `/m/${number}.mkv`, title?: string): WantedJob => ({
  input: { title, source: { kind: "file", localPath: path } },
  file: { path, identity: { sizeBytes: number, mtimeNs: "1", inode: String(number), device: "1" } },
});
type Options = Partial<SharedJobOptions>;

const scene = (
  work: (
    scene: ReturnType<typeof intakeOn> & {
      add: (jobs: WantedJob[], options?: Options) => Promise<{ id: string; created: boolean }[]>;
      folder: string;
    },
  ) => Promise<void>,
) =>
  withStore(async (store, folder) => {
    const world = intakeOn(store, folder);
    const recipe = await world.profiles.recipe("builtin-movie-1080p");
    const shared = { recipe, audioOnly: false, priority: "bottom" } as const;
    await work({ ...world, folder, add: (jobs, options) => addJobs(world, jobs, { ...shared, ...options }) });
  });

Deno.test("a file that is named twice in one call is one job, by its path or by its identity", () =>
  scene(async ({ add, jobStore }) => {
    const answers = await add([wanted(1), wanted(2), wanted(1), wanted(1, "/m/hard link.mkv"), wanted(3, "/m/2.mkv")]);
    same(answers.map(({ created }) => created), [true, true, false, false, false]);
    same(answers.map(({ id }) => answers.findIndex((other) => other.id === id)), [0, 1, 0, 0, 1]);
    same((await jobStore.jobs.idsIn(["queued"])).length, 2);
    same(await add([]), []);
  }));

Deno.test("simultaneous calls for the same files create one job for each of them", () =>
  scene(async ({ add, jobStore }) => {
    const files = [1, 2, 3].map((number) => wanted(number));
    const all = await Promise.all([add(files), add(files.toReversed()), add(files)]);
    same(all.map((answers) => answers.filter(({ created }) => created).length), [3, 0, 0]);
    same((await jobStore.jobs.idsIn(["queued"])).length, 3);
  }));

Deno.test("the same file is another job with another profile, for its audio alone, or once the first has ended", () =>
  scene(async ({ add, profiles, jobStore }) => {
    const [first] = await add([wanted(1)]);
    const other = await profiles.recipe("builtin-hw-videotoolbox");
    same((await add([wanted(1)], { recipe: other }))[0]?.created, true);
    same((await add([wanted(1)], { audioOnly: true }))[0]?.created, true);
    same((await add([wanted(1)]))[0], { id: first?.id, created: false });
    await jobStore.apply(first?.id ?? "", "cancel");
    same((await add([wanted(1)]))[0]?.created, true);
  }));

Deno.test("jobs join at the end of the queue in the requested order, or all at the front", () =>
  scene(async ({ add, jobStore }) => {
    const numbers = async () => (await jobStore.jobs.inStates(["queued"])).map(({ inputSizeBytes }) => inputSizeBytes);
    await add([wanted(1), wanted(2)]);
    await add([wanted(3), wanted(4)]);
    same(await numbers(), [1, 2, 3, 4]);
    await add([wanted(5)], { priority: "top" });
    same(await numbers(), [5, 1, 2, 3, 4]);
  }));

Deno.test("a job stores its origin; without a title it has the name of its file", () =>
  scene(async ({ add, jobStore }) => {
    const origin = { trigger: "disc", label: "Disc", rip: { id: "r", folder: "/rips/r" } } as const;
    const answers = await add([wanted(1, "/m/Ünï – 1.mkv"), wanted(2, "/m/2.mkv", "Ámélie")], {
      origin,
      audioOnly: true,
    });
    const rows = await jobStore.jobs.many(answers.map(({ id }) => id));
    same(rows.map(({ title, titleKey }) => [title, titleKey]), [["Ünï – 1", "uni – 1"], ["Ámélie", "amelie"]]);
    const [row] = rows;
    same([row?.labels, row?.trigger, row?.ripId, row?.audioOnly, row?.priority], [
      ["Disc", "Audio only"],
      "disc",
      "r",
      true,
      0,
    ]);
    same([row?.sourceKey, row?.inputSizeBytes], ["1:1:1:1", 1]);
  }));

Deno.test("a job that never started follows its profile; once it started it keeps the copy, also without the profile", () =>
  scene(async ({ add, profiles, jobStore }) => {
    const profile = await profiles.create(ProfileInput.parse({ name: "Mine", video: { quality: 20 } }));
    const [answer] = await add([wanted(1)], { recipe: await profiles.recipe(profile.id) });
    const id = answer?.id ?? "";
    const quality = async () => {
      const row = await jobStore.jobs.get(id);
      if (row === undefined) throw new Error("The job is gone.");
      const { recipe } = await recipeOfJob(row, jobStore.jobs, profiles);
      return "video" in recipe ? recipe.video.quality : undefined;
    };
    await profiles.update(profile.id, { video: { quality: 25 } });
    same(await quality(), 25);
    await jobStore.jobs.saveDetails({ jobId: id, command: "ffmpeg" });
    same(await quality(), 20);
    await profiles.remove(profile.id);
    same(await quality(), 20);
    await jobStore.jobs.patch(id, { recipeHash: "lost" });
    await rejects(quality(), { code: "no_profile" });
  }));

Deno.test("equal recipes are stored once, and any difference is a separate one", () =>
  scene(async ({ profiles, jobStore }) => {
    const recipe = await profiles.recipe("builtin-movie-1080p");
    const hash = await saveRecipe(jobStore.jobs, recipe);
    same(await saveRecipe(jobStore.jobs, structuredClone(recipe)), hash);
    same(await saveRecipe(jobStore.jobs, { ...recipe, name: `${recipe.name} ` }) === hash, false);
    same(await jobStore.jobs.recipe(hash), recipe);
  }));

Deno.test("a job counts as copy-only if video and audio are copied and no audio is added", () => {
  const recipe = (video: string, audio: string, addStereo = false) => ({
    ...ProfileInput.parse({ name: "x", video: { encoder: video }, audio: { encoder: audio, addStereo } }),
    id: "x",
  });
  same(
    [recipe("copy", "copy"), recipe("libx265", "copy"), recipe("copy", "aac"), recipe("copy", "copy", true)].map(
      copiesOnly,
    ),
    [
      ...[true, false],
      ...[false, false],
    ],
  );
});

const INSIDE: [path: string, folder: string, inside: boolean][] = [
  ["/media/a", "/media", true],
  ["/media", "/media", true],
  ["/media2/a", "/media", false],
  ["/media", "/media/a", false],
  ["/media/a", "/media/", true],
  ["/a", "/", true],
  ["/Media/a", "/media", false],
];

Deno.test("a path is inside a folder by whole names", () => {
  for (const [path, folder, inside] of INSIDE) same(isInside(path, folder), inside, `${path} in ${folder}`);
});

Deno.test("all four parts of a file's identity count", () => {
  const identity = { device: "1", inode: "2", sizeBytes: 3, mtimeNs: "4" };
  const keys = [identity, { ...identity, device: "9" }, { ...identity, inode: "9" }, { ...identity, sizeBytes: 9 }, {
    ...identity,
    mtimeNs: "9",
  }].map(identityKey);
  same([keys[0], new Set(keys).size], ["1:2:3:4", 5]);
});

Deno.test("a file is found by the real path of its folder, and refused with the problem of its name", () =>
  scene(async ({ deps, folder }) => {
    const rules = sourceRules(deps);
    const [film = ""] = await writeFiles(`${folder}/media`, ["sub/Film.mkv"]);
    await Deno.symlink(`${folder}/media/sub`, `${folder}/media/link`);
    const find = (localPath?: string, fileId?: number) => findSource({ kind: "file", localPath, fileId }, rules);
    same((await find(`${folder}/media/link/../link/./Film.mkv`)).path, film);
    same((await find(film)).identity.sizeBytes, "sub/Film.mkv".length);
    same((await find(`${folder}/media/link/Film.mkv`)).namedPath, `${folder}/media/link/Film.mkv`);
    same((await find(film)).namedPath, undefined);
    // A link is a separate entry, regardless of the chain of links that leads to the file.
    await Deno.symlink("sub/Film.mkv", `${folder}/media/Seed.mkv`);
    await Deno.symlink("../Seed.mkv", `${folder}/media/sub/Again.mkv`);
    for (const [name, path] of [["Seed.mkv", "Seed.mkv"], ["link/Again.mkv", "sub/Again.mkv"]]) {
      const found = await find(`${folder}/media/${name}`);
      same([found.path, found.identity], [`${folder}/media/${path}`, (await find(film)).identity]);
    }
    await Deno.symlink("gone.mkv", `${folder}/media/dangling.mkv`);
    await rejects(find(`${folder}/media/dangling.mkv`), {
      code: "unreadable",
      message: /not accessible on this server: it does not exist\.$/,
    });
    await Deno.symlink("/proc/self/status", `${folder}/media/kernel.mkv`);
    await rejects(find(`${folder}/media/kernel.mkv`), { code: "unreadable", message: /belongs to the system/ });
    await rejects(find(), { code: "invalid", message: /source\.localPath is missing/ });
    await rejects(find(undefined, 7), { code: "invalid", message: /is unknown\. Connect the manager/ });
    for (const path of ["Film.mkv", "./Film.mkv", "", `${film}\0`]) await rejects(find(path), { code: "invalid" });
    await rejects(find(`${folder}/media/br\ufffdken.mkv`), { code: "unreadable", message: /not valid text/ });
    await rejects(find(`${folder}/media/gone.mkv`), {
      code: "unreadable",
      message: /not accessible on this server: it does not exist\.$/,
    });
    await rejects(find(`${folder}/media`), { code: "unreadable" }, "a folder is no file");
  }));

Deno.test("a file of the service itself is no media unless it was ripped, also behind a link", () =>
  scene(async ({ deps, folder }) => {
    const [secret = "", rip = ""] = await writeFiles(folder, ["config/secret.mkv", "rips/disc/title.mkv"]);
    const link = `${folder}/link.mkv`;
    await Deno.symlink(secret, link);
    const rules = sourceRules(deps);
    for (const path of [secret, link]) {
      await rejects(findSource({ kind: "file", localPath: path }, rules), {
        code: "path_not_allowed",
        message: new RegExp(path),
      });
    }
    same((await findSource({ kind: "file", localPath: rip }, rules)).path, rip);
  }));

Deno.test("with media folders set, files outside are not read, and their existence is not revealed", () =>
  scene(async ({ deps, world, folder }) => {
    const [film = "", other = ""] = await writeFiles(folder, ["media/Film.mkv", "media2/Film.mkv"]);
    world.settings = Settings.parse({ general: { security: { mediaRoots: [`${folder}/media`] } } });
    const rules = sourceRules(deps);
    same((await findSource({ kind: "file", localPath: film }, rules)).path, film);
    for (const path of [other, `${folder}/media2/gone.mkv`, `${folder}/media/../media2/Film.mkv`, "/etc/passwd"]) {
      await rejects(findSource({ kind: "file", localPath: path }, rules), { code: "path_not_allowed" }, path);
    }
    // Links that lead out of the media folders, and into them.
    await Deno.symlink(other, `${folder}/media/out.mkv`);
    await Deno.symlink("../media2/none.mkv", `${folder}/media/none.mkv`);
    await Deno.symlink("../media2", `${folder}/media/season`);
    await Deno.symlink(film, `${folder}/media2/in.mkv`);
    for (const name of ["media/out.mkv", "media/none.mkv", "media/season/Film.mkv"]) {
      const refused = {
        code: "path_not_allowed",
        message: /is outside the media folders because of a link in its path\. Add the link's target folder/,
      };
      await rejects(findSource({ kind: "file", localPath: `${folder}/${name}` }, rules), refused, name);
    }
    await rejects(findSource({ kind: "file", localPath: `${folder}/media2/in.mkv` }, rules), {
      code: "path_not_allowed",
      message: /is outside the media folders/,
    });
    world.settings = Settings.parse({ general: { security: { mediaRoots: [`${folder}/media`, `${folder}/media2`] } } });
    same(
      (await findSource({ kind: "file", localPath: `${folder}/media/out.mkv` }, sourceRules(deps))).path,
      `${folder}/media/out.mkv`,
    );
    world.settings = Settings.parse({ general: { security: { mediaRoots: [`${folder}/media`] } } });
    await checkMediaPath(film, rules);
    await rejects(checkMediaPath(other, rules, "/as/named"), /\/as\/named is outside the media folders/);
  }));

const source = (localPath: string) => ({ source: { kind: "album" as const, localPath } });

Deno.test("the tracks of an album replace it, discs after the folder itself, in one batch, without hidden files", () =>
  scene(async ({ deps, folder }) => {
    const names = [
      "b.FLAC",
      "a.mp3",
      "cover.jpg",
      "._a.mp3",
      ".b.flac",
      "CD 2/1.flac",
      "cd1/1.flac",
      "Extras/x.flac",
      "notes.flac.txt",
    ];
    await writeFiles(`${folder}/media/Album`, names);
    const [, linked = ""] = await writeFiles(folder, [
      "seeds/CD 3/1.flac",
      "seeds/c.flac",
      "rips/CD 4/1.flac",
      "config/CD 5/1.flac",
    ]);
    await Deno.symlink(linked, `${folder}/media/Album/c.flac`);
    await Deno.symlink("../../seeds/CD 3", `${folder}/media/Album/CD 3`);
    await Deno.symlink(`${folder}/config/CD 5`, `${folder}/media/Album/CD 5`);
    const refused: string[] = [];
    const items = [source(`${folder}/media/Album`), { source: { kind: "file" as const, localPath: "/x.mkv" } }];
    const placed = await withAlbumTracks(
      items,
      (_, { message }) => refused.push(message),
      undefined,
      sourceRules(deps),
    );
    same(placed.map(({ index, item }) => [index, item.source.localPath?.replace(`${folder}/media/Album/`, "")]), [
      [0, "a.mp3"],
      [0, "b.FLAC"],
      [0, "c.flac"],
      [0, "CD 2/1.flac"],
      [0, "CD 3/1.flac"],
      [0, "cd1/1.flac"],
      [1, "/x.mkv"],
    ]);
    same([new Set(placed.slice(0, 6).map(({ batchId }) => batchId)).size, placed[6]?.batchId], [1, undefined]);
    same(placed[0]?.item.subtitle, "Album");
    same([placed[0]?.item.source.kind, refused], ["track", []]);
  }));

Deno.test("an invalid album is refused alone, and other items are queued", () =>
  scene(async ({ deps, folder }) => {
    await writeFiles(`${folder}/media/Empty`, ["readme.txt"]);
    await writeFiles(`${folder}/media/Many`, Array.from({ length: 301 }, (_, i) => `${i}.flac`));
    const [single = ""] = await writeFiles(`${folder}/media`, ["single.flac"]);
    const refused: [number, string][] = [];
    const items = ["Empty", "Many", "single.flac", "gone"].map((name) => source(`${folder}/media/${name}`));
    const placed = await withAlbumTracks(
      items,
      (index, { code }) => refused.push([index, code]),
      undefined,
      sourceRules(deps),
    );
    same(refused, [[0, "unreadable"], [1, "invalid"]]);
    same(placed.map(({ index, item }) => [index, item.source.localPath]), [[2, single], [3, `${folder}/media/gone`]]);
  }));

Deno.test("an album of the music manager becomes its files, under its own title unless another is given", () =>
  scene(async ({ deps, jobStore }) => {
    const file = (id: number) => ({
      title: `Track ${id}`,
      subtitle: "Album",
      poster: "/poster",
      source: { kind: "track" as const, arr: "music" as const, fileId: id, localPath: `/music/${id}.flac` },
    });
    const album = (albumId: number, more = {}) => ({ ...more, source: { kind: "album" as const, albumId } });
    const managerAlbum = (id: number) => Promise.resolve(id === 1 ? [file(1), file(2)] : []);
    const refused: number[] = [];
    const items = [album(1), album(2), album(1, { title: "Mine", poster: "/own" })];
    const placed = await withAlbumTracks(items, (index) => refused.push(index), managerAlbum, sourceRules(deps));
    same(placed.map(({ index, item }) => [index, item.title, item.subtitle, item.poster, item.source.albumId]), [
      [0, "Track 1", "Album", "/poster", 1],
      [0, "Track 2", "Album", "/poster", 1],
      [2, "Track 1", "Mine", "/own", 1],
      [2, "Track 2", "Mine", "/own", 1],
    ]);
    same(refused, [1]);
    same((await withAlbumTracks([album(1)], () => {}, undefined, sourceRules(deps)))[0]?.item, album(1));
    same((await jobStore.jobs.idsIn(JOB_STATES)).length, 0);
  }));
