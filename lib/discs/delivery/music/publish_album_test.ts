import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { basename, join } from "node:path";
import type { RipRow } from "../../../../db/schema/discs.ts";
import { deliveryTest, ripOf } from "../../../../tests/fixtures/discs/delivery_scene.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import { createSpace } from "../../../platform/storage/space.ts";
import type { StoredRip } from "../../rip_schema.ts";
import { reserveAlbumFolder } from "../service.ts";
import { publishAlbum } from "./publish_album.ts";

deliveryTest("the log of an earlier copy of a CD is kept under another name", async (dir) => {
  const settings = Settings.parse({});
  const folders = { rips: join(dir, "rips"), transcodes: join(dir, "transcodes") };
  const deps = {
    settings: { current: () => settings },
    storage: { configDir: dir, folders, space: createSpace() },
  };
  const options = { signal: new AbortController().signal, onLog: () => {}, onFile: () => Promise.resolve() };
  const rip = await ripOf(dir, { kind: "album", title: "Quiet Rooms", artist: "The Halves" }, ["01 - Song.flac"]);
  const folder = rip.outputDir ?? "";
  const album = {
    folder,
    log: join(folder, "Quiet Rooms.log"),
    cue: join(folder, "x.cue"),
    playlist: join(folder, "x.m3u8"),
  };
  await Deno.writeTextFile(album.log, "of now");
  const cd = {
    ...{ discId: "", toc: "", leadOut: 0, tracks: [], releases: [], selected: -1, sure: false, reads: [] },
    album,
  };
  const place = join(dir, "rips/The Halves - Quiet Rooms (1995)");
  await Deno.mkdir(place);
  await Deno.writeTextFile(join(place, "Quiet Rooms.log"), "of then");
  for (let time = 0; time < 2; time++) {
    await publishAlbum(deps, { ...rip, files: rip.files.map((file) => ({ ...file, titleId: 1 })), cd }, options);
    same((await Array.fromAsync(Deno.readDir(place), ({ name }) => name)).sort(), [
      "01 - Song.flac",
      "Quiet Rooms (2).log",
      "Quiet Rooms.log",
    ]);
    is(await Deno.readTextFile(join(place, "Quiet Rooms.log")), "of now");
    is(await Deno.readTextFile(join(place, "Quiet Rooms (2).log")), "of then");
  }
});

/** A CD with two tracks and text files in the cache. All CDs have the same name. */
async function namedCd(dir: string, discId: string): Promise<StoredRip> {
  const names = ["00 - Hidden Track.flac", "01 - Song.flac"];
  const rip = await ripOf(dir, { kind: "album", title: "Quiet Rooms", artist: "The Halves" }, names);
  const folder = rip.outputDir ?? "";
  for (const { path } of rip.files) await Deno.writeTextFile(path, `sound of ${discId}`);
  const at = (extension: string) => join(folder, `The Halves - Quiet Rooms.${extension}`);
  const album = { folder, log: at("log"), cue: at("cue"), playlist: at("m3u8") };
  await Deno.writeTextFile(album.log, names.map((name) => `  File: ${name}\n`).join(""));
  await Deno.writeTextFile(album.cue, names.map((name) => `FILE "${name}" WAVE\r\n`).join(""));
  await Deno.writeTextFile(album.playlist, names.map((name) => `${name}\n`).join(""));
  const cd = { discId, toc: "", leadOut: 0, tracks: [], releases: [], selected: -1, sure: false, reads: [], album };
  return { ...rip, files: rip.files.map((file) => ({ ...file, sizeBytes: `sound of ${discId}`.length })), cd };
}

deliveryTest("CDs with one name get a folder each, and their sheets name the files of their own disc", async (dir) => {
  const settings = Settings.parse({});
  const folders = { rips: join(dir, "rips"), transcodes: join(dir, "transcodes") };
  const known: StoredRip[] = [];
  const deps = {
    settings: { current: () => settings },
    storage: { configDir: dir, folders, space: createSpace() },
    rips: { list: () => Promise.resolve(known.map((record) => ({ id: record.id, record }) as RipRow)) },
  };
  const options = { signal: new AbortController().signal, onLog: () => {}, onFile: () => Promise.resolve() };
  const delivered: string[] = [];
  const before = new Map<string, string>();
  // Two discs of a set, the second one again, and one with an unknown ID.
  for (const discId of ["first", "second", "second", ""]) {
    const rip = await namedCd(dir, discId);
    const deliveryDir = await reserveAlbumFolder(deps, rip);
    const placed = { ...rip, deliveryDir };
    is(await reserveAlbumFolder(deps, placed), deliveryDir, "a restart keeps the folder");
    known.push(placed);
    delivered.push(basename(deliveryDir));
    await publishAlbum(deps, placed, options);
    const text = (extension: string) => Deno.readTextFile(join(deliveryDir, `The Halves - Quiet Rooms.${extension}`));
    const named = [...(await text("cue")).matchAll(/^FILE "(.*)" WAVE\r$/gm)].map(([, name = ""]) => name);
    same((await text("m3u8")).trim().split("\n"), named);
    same([...(await text("log")).matchAll(/^ {2}File: (.*)$/gm)].map(([, name]) => name), named);
    is(named.length, 2);
    for (const name of named) is(await Deno.readTextFile(join(deliveryDir, name)), `sound of ${discId}`);
    same((await Array.fromAsync(Deno.readDir(deliveryDir), ({ name }) => name)).sort(), [
      ...[
        "01 - Song.flac",
        "The Halves - Quiet Rooms.cue",
        "The Halves - Quiet Rooms.log",
        "The Halves - Quiet Rooms.m3u8",
      ],
    ]);
    for (const [path, content] of before) is(await Deno.readTextFile(path), content, "what was delivered is unchanged");
    for (const extension of ["cue", "m3u8", "log"]) {
      before.set(join(deliveryDir, `The Halves - Quiet Rooms.${extension}`), await text(extension));
    }
  }
  const name = "The Halves - Quiet Rooms (1995)";
  same(delivered, [name, `${name} [second]`, `${name} [second] (2)`, `${name} (2)`]);
});
