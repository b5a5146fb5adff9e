import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { canMount, withBindMount } from "../../../tests/fixtures/tmpfs.ts";
import {
  copyVerified,
  entriesInFolder,
  identityOf,
  linkFile,
  linkOrRename,
  moveWithoutOverwriting,
} from "./file_moves.ts";

const FILM = "the only copy";

/** A folder with one movie, and the same folder through a symbolic link. */
async function withFilm(
  work: (there: { folder: string; linked: string; film: string }) => Promise<void>,
): Promise<void> {
  const base = await Deno.makeTempDir({ prefix: "lathe_moves_" });
  const [folder, linked] = [join(base, "media"), join(base, "linked")];
  try {
    await Deno.mkdir(folder);
    await Deno.symlink(folder, linked);
    await Deno.writeTextFile(join(folder, "Film.mkv"), FILM);
    await work({ folder, linked, film: join(folder, "Film.mkv") });
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

const move = async (from: string, to: string): Promise<void> => {
  const identity = await identityOf(from);
  assert(identity);
  await moveWithoutOverwriting(from, to, identity);
};

const isThere = async (path: string): Promise<boolean> => await identityOf(path) !== undefined;

Deno.test("moveWithoutOverwriting() keeps a file that already has the very name", () =>
  withFilm(async ({ film }) => {
    await move(film, film);
    same(await Deno.readTextFile(film), FILM);
  }));

Deno.test("moveWithoutOverwriting() keeps a file whose folder is reached through a symbolic link", () =>
  withFilm(async ({ film, linked }) => {
    await move(film, join(linked, "Film.mkv"));
    await move(join(linked, "Film.mkv"), film);
    same(await Deno.readTextFile(film), FILM);
  }));

Deno.test({
  name: "moveWithoutOverwriting() keeps a file whose folder is reached through a bind mount",
  ignore: !canMount,
  fn: () =>
    withFilm(({ folder, film }) =>
      withBindMount(folder, async (mounted) => {
        await move(film, join(mounted, "Film.mkv"));
        same(await Deno.readTextFile(film), FILM);
      })
    ),
});

Deno.test("moveWithoutOverwriting() continues after a crash that left two hard links", () =>
  withFilm(async ({ folder, linked, film }) => {
    const to = join(folder, "Film.small.mkv");
    await Deno.link(film, to);
    await move(film, to);
    same([await Deno.readTextFile(to), await isThere(film)], [FILM, false]);

    // Repeats the test with the hard links in two folders, and with a symbolic link in the path of one folder.
    await Deno.mkdir(join(folder, "bin"));
    for (const place of [join(folder, "bin", "Film.mkv"), join(linked, "bin", "Film.mkv")]) {
      await Deno.link(to, place);
      await move(to, place);
      same([await Deno.readTextFile(place), await isThere(to)], [FILM, false]);
      await Deno.rename(place, to);
    }

    // On this file system, names that differ in case are different directory entries.
    const respelled = join(linked, "FILM.small.mkv");
    await Deno.link(to, respelled);
    await move(to, respelled);
    same([await Deno.readTextFile(respelled), await isThere(to)], [FILM, false]);
  }));

Deno.test("moveWithoutOverwriting() does not mistake a symbolic link to the file for its second name", () =>
  withFilm(async ({ folder, film }) => {
    const to = join(folder, "Link.mkv");
    await Deno.symlink(film, to);
    await assert.rejects(move(film, to), { name: "JobFailure", code: "output_exists" });
    same(await Deno.readTextFile(film), FILM);
  }));

Deno.test("two spellings of a name are two entries only where the folder lists both", () => {
  const composed = "Amélie.mkv".normalize("NFC");
  const apart = composed.normalize("NFD");
  same(entriesInFolder(["Film.mkv", "film.mkv"], "Film.mkv", "film.mkv"), "two");
  same(entriesInFolder(["Film.mkv"], "Film.mkv", "film.mkv"), "spelling");
  same(entriesInFolder([composed, "other.mkv"], composed, apart), "spelling");
  same(entriesInFolder([composed, apart], composed, apart), "two");
  same(entriesInFolder(["film.mkv"], "Film.mkv", "film.mkv"), "one", "it is spelled as wanted");
  same(entriesInFolder(["Film.mkv"], "Film.mkv", "Film.mkv"), "one");
  // A file system that lists names in its own Unicode normalization (HFS+).
  same(entriesInFolder([apart], composed, composed.replace("A", "a")), "spelling");
  same(entriesInFolder([apart], composed.replace("A", "a"), composed), "one");
  same(entriesInFolder([apart, `x${apart}`], composed, `x${composed}`), "two");
});

Deno.test("linkOrRename() keeps a file that already has the name, through any path", () =>
  withFilm(async ({ linked, film }) => {
    for (const to of [film, join(linked, "Film.mkv")]) {
      same(await linkOrRename(film, to), true);
      same(await Deno.readTextFile(film), FILM);
    }
  }));

Deno.test("linkOrRename() replaces the remains of an earlier try", () =>
  withFilm(async ({ folder, film }) => {
    const to = join(folder, ".Film.mkv.j.partial");
    await Deno.writeTextFile(to, "half");
    for (let n = 0; n < 2; n++) {
      same(await linkOrRename(film, to), true);
      same([await Deno.readTextFile(to), await Deno.readTextFile(film)], [FILM, FILM]);
    }
  }));

Deno.test("linkFile() counts only a further entry of the file as its second name", () =>
  withFilm(async ({ folder, linked, film }) => {
    const [second, pointer] = [join(folder, "second.mkv"), join(folder, "pointer.mkv")];
    same(await linkFile(film, second), true);
    same(await linkFile(film, second), true, "after a crash");
    await Deno.symlink(film, pointer);
    for (const to of [film, join(linked, "Film.mkv"), pointer]) {
      await assert.rejects(linkFile(film, to), { code: "EEXIST" });
    }
  }));

Deno.test("copyVerified() does not empty a file to copy it onto itself", () =>
  withFilm(async ({ linked, film }) => {
    await assert.rejects(copyVerified(film, join(linked, "Film.mkv")), { name: "JobFailure", code: "publish_failed" });
    same(await Deno.readTextFile(film), FILM);
  }));
