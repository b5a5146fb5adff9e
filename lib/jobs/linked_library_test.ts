import assert, { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { makeClip } from "../../tests/fixtures/clip.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { localRepository } from "../../db/library/local/local.ts";
import { scanLocalMedia } from "../library/local/worker/local_client.ts";
import { isLink } from "./delivery/linked_file.ts";

/** A library with a movie that is a link to a seeded file, and a season that is a link to another program's folder. */
async function linkedLibrary(media: string) {
  const [seeds, library] = [join(media, "seeds"), join(media, "library")];
  for (const folder of [seeds, join(seeds, "Show.S01"), library, join(library, "Show")]) await Deno.mkdir(folder);
  const [film, episode] = [join(seeds, "Film.2001.mkv"), join(seeds, "Show.S01", "Show.S01E01.mkv")];
  await makeClip(film);
  await makeClip(episode, { seed: 2 });
  const link = join(library, "Film (2001).mkv");
  await Deno.symlink("../seeds/Film.2001.mkv", link);
  await Deno.symlink("../../seeds/Show.S01", join(library, "Show", "Season 01"));
  return { film, episode, link, season: join(library, "Show", "Season 01", "Show.S01E01.mkv") };
}

const bytesOf = async (path: string) => (await Deno.stat(path)).size;

Deno.test("slow: a linked movie is encoded under the name of its link, and undo restores the link", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir });
    const { film, link } = await linkedLibrary(media);
    const size = await bytesOf(film);
    const done = await queue.finished(
      (await queue.create(link, await queue.quickProfile({ output: { replaceOriginal: true, suffix: "" } }))).id,
    );
    same([done.status, done.outputPath, done.source.localPath], ["done", link, link], done.error ?? "");
    match(done.warnings.join("\n"), /is a link: the encode replaces the link, and .*Film\.2001\.mkv is kept/);
    same([await isLink(link), await bytesOf(film)], [false, size]);
    await queue.jobs.undo(done.id);
    same([await Deno.readLink(link), await bytesOf(link)], ["../seeds/Film.2001.mkv", size]);
  }));

Deno.test("a replacing profile is refused for a season that is a link to a seed, and a bulk request continues without it", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const { season, episode, link } = await linkedLibrary(media);
    const replaces = await queue.quickProfile({ output: { replaceOriginal: true, suffix: "" } });
    const refused = {
      code: "path_not_allowed",
      message: /Season 01 is a link to .*Show\.S01, which is not a media folder/,
    };
    await rejects(queue.create(season, replaces), refused);
    const items = [season, link].map((localPath) => ({ source: { kind: "file" as const, localPath } }));
    const { created, errors } = await queue.jobs.createBulk({
      items,
      profileId: replaces,
      audioOnly: false,
      includeEncoded: false,
    });
    same([created, errors.map(({ index, code }) => [index, code])], [1, [[0, "path_not_allowed"]]]);
    const chosen = await queue.jobs.createBulk({
      ...{ items: items.slice(0, 1), audioOnly: false, includeEncoded: false },
      ...{ profileId: await queue.quickProfile(), original: "replace" },
    });
    same(chosen.errors.map(({ code }) => code), ["path_not_allowed"], "the request asks to replace, not the profile");
    const kept = await queue.create(season, await queue.quickProfile());
    same([kept.source.localPath, kept.source.namedPath], [episode, season]);
    // If the target folder is configured as media, its files may be replaced.
    await queue.settings.update({ general: { security: { mediaRoots: [media] } } });
    assert((await queue.create(season, replaces)).id);
  }));

Deno.test("B11: a file is not replaced under another name while a link in local media leads to it", () =>
  withFolders(async ({ media, configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const { film, link } = await linkedLibrary(media);
    await scanLocalMedia({
      index: localRepository(queue.store),
      roots: [{ path: join(media, "library"), kind: "auto" }],
      exclude: [],
      signal: new AbortController().signal,
    });
    const profile = (container: "mp4", replaceOriginal: boolean) =>
      queue.quickProfile({ container, output: { replaceOriginal, suffix: "" } });
    await rejects(queue.create(film, await profile("mp4", true)), {
      code: "path_not_allowed",
      message: /Film \(2001\)\.mkv is a link to .*Film\.2001\.mkv and would break, .* Encode the link instead/,
    });
    // An encode is allowed if it keeps the original or replaces the link itself.
    for (const [path, chosen] of [[film, await profile("mp4", false)], [link, await profile("mp4", true)]] as const) {
      assert((await queue.create(path, chosen)).id);
    }
  }));
