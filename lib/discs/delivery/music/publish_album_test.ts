import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { deliveryTest, ripOf } from "../../../../tests/fixtures/discs/delivery_scene.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import { createSpace } from "../../../platform/storage/space.ts";
import { publishAlbum } from "./publish_album.ts";

deliveryTest("a log of an earlier copy of a CD keeps its bytes under another name", async (dir) => {
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
    await publishAlbum(deps, { ...rip, cd }, options);
    same((await Array.fromAsync(Deno.readDir(place), ({ name }) => name)).sort(), [
      "01 - Song.flac",
      "Quiet Rooms (2).log",
      "Quiet Rooms.log",
    ]);
    is(await Deno.readTextFile(join(place, "Quiet Rooms.log")), "of now");
    is(await Deno.readTextFile(join(place, "Quiet Rooms (2).log")), "of then");
  }
});
