import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";

const silent = { name: "Fault", code: "upstream_timeout", message: /does not respond/ };

Deno.test("files on an unavailable share are refused in time, and keep few reads open for any number of them", () =>
  withFolders(async ({ media, configDir }) => {
    const share = deadShare(/^\/mnt\/dead\//);
    await using queue = await openQueue({ configDir, disks: share.disks, start: false });
    const profileId = await queue.quickProfile();
    await rejects(queue.create("/mnt/dead/Film.mkv", profileId), silent);
    const film = join(media, "Film.mkv");
    await Deno.writeTextFile(film, "x");
    const sources = [
      ...Array.from({ length: 100 }, (_, i) => ({ kind: "file" as const, localPath: `/mnt/dead/${i}.mkv` })),
      { kind: "album" as const, localPath: "/mnt/dead/Album" },
      { kind: "file" as const, localPath: film },
    ];
    const answer = await queue.jobs.createBulk({
      profileId,
      audioOnly: false,
      includeEncoded: false,
      items: sources.map((source) => ({ source })),
    });
    is(answer.created, 1);
    same([...new Set(answer.errors.map(({ code }) => code))], ["upstream_timeout"]);
    is(answer.errors.length, 101);
    ok(share.open() <= 8, `${share.open()} reads are held`);
  }));

Deno.test("a media folder on an unavailable share does not block files of other folders", () =>
  withFolders(async ({ media, configDir }) => {
    const share = deadShare(/^\/mnt\/dead/);
    await using queue = await openQueue({ configDir, disks: share.disks, start: false });
    const profileId = await queue.quickProfile();
    for (const name of ["Film", "Link"]) await Deno.writeTextFile(join(media, `${name}.mkv`), name);
    const link = join(configDir, "..", "link");
    await Deno.symlink(media, link);
    for (const [roots, name] of [[[media], "Film"], [[link], "Link"]] as const) {
      await queue.settings.update({ general: { security: { mediaRoots: ["/mnt/dead/films", ...roots] } } });
      is((await queue.create(join(media, `${name}.mkv`), profileId)).status, "queued");
    }
    await rejects(queue.create(configDir, profileId), { code: "path_not_allowed" });
  }));
