import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { installMakemkv } from "../fakes/makemkv.ts";
import { scrambleClip } from "../fixtures/discs/bluray_authoring.ts";
import {
  type DiscApp,
  discCopy,
  discImage,
  discTest,
  openDiscApp,
  seasonDisc,
  withDark,
} from "../fixtures/discs/disc_app.ts";
import { filmDisc } from "../fixtures/discs/dvd_authoring.ts";
import { savedEpisodes } from "../fixtures/discs/makemkv_world.ts";
import { writeDisc } from "../fixtures/discs/ripping.ts";

const DISC = seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]);

/** Numbers of the first-season episodes for which the fake Sonarr has files. */
async function episodesThere(sonarr: { url: string; key: string }): Promise<unknown[]> {
  const episodes = rows(await asker(sonarr, "v3")("GET", "/episode?seriesId=1"));
  return episodes.filter(({ hasFile, seasonNumber }) => hasFile === true && seasonNumber === 1)
    .map(({ episodeNumber }) => episodeNumber);
}

async function inserted({ ask }: DiscApp, path: string): Promise<Rip> {
  await ask("/disc/virtual", { json: { path } });
  await ask("/disc/detect", { method: "POST" });
  const { items } = await ask<{ items: Rip[] }>("/disc/rips");
  const rip = items.find(({ source }) => source.endsWith(`:${path}`));
  ok(rip);
  return rip;
}

discTest(
  "a disc that is identified with certainty is ripped and delivered automatically; one of an unknown season waits",
  async () => {
    await using it = await openDiscApp({ disc: { autoRip: true } });
    await using sonarr = await withDark(it);
    const sure = await inserted(it, await discImage(it.folder, "DARK_S1_D1", DISC));
    const unsure = await inserted(it, await discImage(it.folder, "DARK", seasonDisc("Dark", [1.8, 2.2], 1)));
    const waiting = await it.reach(unsure.id, "ready");
    same([waiting.media.title, waiting.media.seasonNumber], ["Dark", undefined]);
    match(waiting.media.reason ?? "", /the season is unknown/);
    is((await it.reach(sure.id, "done")).counts.delivered, 2);
    same(await episodesThere(sonarr), [1, 2]);
  },
);

discTest("slow: a protected Blu-ray states its requirement, and is ripped with MakeMKV", async () => {
  await using it = await openDiscApp();
  await using sonarr = await withDark(it);
  const disc = await discCopy(it.folder, DISC);
  const titles = await savedEpisodes(disc, it.folder);
  await Deno.mkdir(join(disc.folder, "AACS"));
  await Deno.writeTextFile(join(disc.folder, "AACS/Unit_Key_RO.inf"), "unit keys");
  for (const { path } of disc.clips.values()) await scrambleClip(path.replace(/^.*\/BDMV/, `${disc.folder}/BDMV`));
  const ripperPath = join(it.folder, "fake-makemkv/makemkvcon");
  await it.app.instance.settings.update({ disc: { ripperPath } });

  const refused = await it.open(disc.folder);
  is(refused.status, "failed");
  match(refused.error ?? "", /^The disc is protected with AACS\. .*MakeMKV is needed to copy it/s);
  await installMakemkv(it.folder, { type: "bluray", label: "DARK_S1_D1", titles });
  await it.ask(`/disc/rips/${refused.id}/scan`, { method: "POST" });
  const ready = await it.reach(refused.id, "ready");
  same([ready.ripper?.name, ready.media.title, Object.values(ready.episodeMap)], ["makemkv", "Dark", [1, 2]]);
  await it.ask(`/disc/rips/${refused.id}/start`, { method: "POST" });
  const { files } = await it.reach(refused.id, "done");
  same(files.map((file) => file.import?.state), ["imported", "imported"]);
  same(await episodesThere(sonarr), [1, 2]);
});

discTest("slow: a scrambled DVD states its requirement", async () => {
  await using it = await openDiscApp();
  const { files } = await filmDisc();
  const scrambled = new Map([...files].map(([path, bytes]) => [path, /_1\.VOB$/.test(path) ? asCss(bytes) : bytes]));
  await it.app.instance.settings.update({ disc: { ripperPath: join(it.folder, "makemkvcon") } });
  const { status, error } = await it.open(await writeDisc(scrambled, join(it.folder, "GLASS_HARBOR")));
  is(status, "failed");
  match(error ?? "", /^The disc is protected with CSS\. Sector \d+ .*MakeMKV is needed to copy it/s);
});

/** Sets the scrambling bits of every pack. */
function asCss(bytes: Uint8Array): Uint8Array {
  const marked = bytes.slice();
  for (let at = 0; at < marked.length; at += 2048) marked[at + 20] = (marked[at + 20] ?? 0) | 0x30;
  return marked;
}
