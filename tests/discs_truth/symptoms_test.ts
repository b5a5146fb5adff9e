import { equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { RipProblem } from "../../lib/discs/ripper_model.ts";
import { createBlurayShelf, SEASON } from "../fixtures/discs/bluray_discs.ts";
import { ripperWorld, savedEpisodes } from "../fixtures/discs/makemkv_world.ts";
import { copyOf, watching } from "../fixtures/discs/ripping.ts";
import { inFolder } from "../fixtures/folder.ts";

/**
 * Messages that users see when a disc does not behave as expected. Files that managers refuse are covered by the
 * delivery tests.
 */

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

const says = (code: RipProblem["code"], sentence: RegExp) => (error: unknown) => {
  ok(error instanceof RipProblem, String(error));
  equal(error.code, code, error.message);
  match(error.message, sentence);
  return true;
};

inFolder(
  "a scan without titles after a second: mounted by the system, or the key or the drive cannot decrypt",
  async (dir) => {
    const { folder: path } = await shelf.encrypted();
    const { rippers, makemkv } = await ripperWorld(dir, { titles: [] });
    const source = { kind: "folder", path } as const;
    const { note = "", titles } = await rippers.scan(source, { minSeconds: 0, ...watching() });
    equal(titles.length, 0);
    match(
      note,
      /The disc has no titles\..*The system may have mounted the disc, or the key or the drive cannot decrypt it\.$/,
    );
    await makemkv.set({ busy: 9 });
    await rejects(
      rippers.scan(source, { minSeconds: 0, ...watching() }),
      says("failed", /could not open the disc\. .*system may have mounted .*the key or the drive cannot decrypt it/),
    );
  },
);

inFolder("a title is missing: it is shorter than the shortest length of the settings", async (dir) => {
  const { folder: path } = await shelf.make(SEASON);
  const { rippers } = await ripperWorld(dir, {});
  const heard = watching();
  const { titles } = await rippers.scan({ kind: "folder", path }, { minSeconds: 2, ...heard });
  equal(titles.length, 2);
  ok(
    heard.log.includes("Skipped: 3 titles shorter than 2 s, the minimum title length in the settings"),
    heard.log.join(),
  );
});

inFolder("a title number that differs from the scan requires another scan", async (dir) => {
  const disc = await shelf.encrypted();
  const titles = await savedEpisodes(await shelf.make(SEASON), dir);
  const { rippers, makemkv } = await ripperWorld(dir, { titles });
  const source = { kind: "folder", path: disc.folder } as const;
  const [first] = (await rippers.scan(source, { minSeconds: 0, ...watching() })).titles;
  ok(first);
  await makemkv.set({ titles: titles.slice(1) });
  await Deno.mkdir(join(dir, "copy"));
  const options = { minSeconds: 0, folder: join(dir, "copy"), ...watching() };
  await rejects(
    rippers.copy("makemkv", source, copyOf(first), options),
    says(
      "changed",
      /does not list the title that was scanned .*scan this one again: changing the minimum length renumbers the titles/,
    ),
  );
});

inFolder("a ripper that does not start is reported with the system's own reason", async (dir) => {
  const { folder: path } = await shelf.encrypted();
  const alien = join(dir, "alien");
  // An ELF header for an architecture that no test machine has (type 2, machine 8: MIPS, big-endian).
  await Deno.writeFile(alien, new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 1, 2, 1, ...Array(9).fill(0), 0, 2, 0, 8]), {
    mode: 0o755,
  });
  const rigid = join(dir, "rigid");
  await Deno.writeTextFile(rigid, "#!/bin/sh\n", { mode: 0o644 });
  for (
    const [ripperPath, reason] of [
      [alien, /cannot be started: .*alien.*not a program for this system/],
      [rigid, /[Pp]ermission denied|os error 13|not be run|executable/],
      [join(dir, "gone"), /os error 2|not found|no such file/i],
    ] as const
  ) {
    const { rippers } = await ripperWorld(dir, {}, { disc: { ripper: "makemkv", ripperPath } });
    await rejects(
      rippers.scan({ kind: "folder", path }, { minSeconds: 0, ...watching() }),
      says("tool_missing", reason),
      ripperPath,
    );
  }
});
