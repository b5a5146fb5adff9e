import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { installMakemkv } from "../fakes/makemkv.ts";
import type { DiscSpec } from "../fixtures/discs/bluray_authoring.ts";
import { createBlurayShelf } from "../fixtures/discs/bluray_discs.ts";
import { type DiscApp, discTest, openDiscApp, seasonDisc } from "../fixtures/discs/disc_app.ts";
import { savedEpisodes } from "../fixtures/discs/makemkv_world.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

const FIRST = seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]);
/** A disc authored like the first one, with the same names, lengths and streams but different frames. */
const SECOND: DiscSpec = { ...FIRST, clips: FIRST.clips.map((clip) => ({ ...clip, gop: 6 })) };

/** Creates a drive whose disc a test can change. */
async function driveWith(app: DiscApp, spec: DiscSpec) {
  const path = join(app.folder, "sr0");
  const folders = new Map<DiscSpec, string>();
  for (const one of [FIRST, SECOND]) folders.set(one, (await shelf.make(one)).folder);
  const insert = (disc: DiscSpec) => {
    Deno.removeSync(path);
    Deno.symlinkSync(folders.get(disc) ?? "", path);
  };
  await Deno.symlink(folders.get(spec) ?? "", path);
  const source = { kind: "device", path } as const;
  const { id } = await app.app.instance.rips.add({ origin: "drive", source, label: "DARK_S1_D1" });
  return { insert, id, path, scanned: await app.reach(id, "ready") };
}

const start = (app: DiscApp, id: string) => app.ask<Rip>(`/disc/rips/${id}/start`, { method: "POST" });

const copied = ({ files }: Rip): number[] => files.map(({ titleId }) => titleId);

/** Changes the disc after its first title was copied. */
async function changeAfterFirst(app: DiscApp, { insert, id }: Awaited<ReturnType<typeof driveWith>>): Promise<Rip> {
  const stop = app.app.instance.bus.on("rip", ({ rip }) => {
    if (rip.id !== id || rip.files.length !== 1) return;
    stop();
    insert(SECOND);
  });
  await start(app, id);
  return await app.reach(id, "failed");
}

const REFUSED = /^Another disc is in \S+\/sr0 now\. Insert DARK_S1_D1, the disc that was scanned\.\nTitles that were/;

discTest("slow: another disc of the same structure in the drive is not copied as the scanned one", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false, ripper: "open" } });
  const drive = await driveWith(app, FIRST);
  same([drive.scanned.ripper?.name, drive.scanned.titles.length], ["open", 2]);
  drive.insert(SECOND);
  await start(app, drive.id);
  const refused = await app.reach(drive.id, "failed");
  match(refused.error ?? "", REFUSED);
  same(copied(refused), []);
  drive.insert(FIRST);
  await start(app, drive.id);
  same(copied(await app.reach(drive.id, "done")), [0, 1]);
});

discTest("a disc that is changed between two titles ends the copy, and finished copies stay", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false, ripper: "open" } });
  const drive = await driveWith(app, FIRST);
  const failed = await changeAfterFirst(app, drive);
  match(failed.error ?? "", REFUSED);
  same(copied(failed), [0]);
  ok((await Deno.stat(failed.files[0]?.path ?? "")).isFile);
  await start(app, drive.id);
  same(copied(await app.reach(drive.id, "failed")), [0]);
  drive.insert(FIRST);
  await start(app, drive.id);
  const { files, log } = await app.reach(drive.id, "done");
  same(files.map(({ titleId }) => titleId), [0, 1]);
  is(log.filter((line) => line.startsWith("Title 1 is copied")).length, 1);
});

discTest(
  "slow: MakeMKV is not started for another disc of the same structure, and the scanned one continues",
  async () => {
    await using app = await openDiscApp({ disc: { autoDeliver: false, ripper: "makemkv" } });
    const titles = await savedEpisodes(await shelf.make(FIRST), app.folder);
    const makemkv = await installMakemkv(app.folder, { type: "bluray", label: "DARK_S1_D1", titles });
    await app.app.instance.settings.update({ disc: { ripperPath: makemkv.path } });
    const drive = await driveWith(app, FIRST);
    is(drive.scanned.ripper?.name, "makemkv");
    const failed = await changeAfterFirst(app, drive);
    match(failed.error ?? "", REFUSED);
    same(copied(failed), [0]);
    const calls = (await makemkv.calls()).length;
    await start(app, drive.id);
    same(copied(await app.reach(drive.id, "failed")), [0]);
    is((await makemkv.calls()).length, calls);
    drive.insert(FIRST);
    await start(app, drive.id);
    same(copied(await app.reach(drive.id, "done")), [0, 1]);
  },
);

discTest("a disc that only MakeMKV can read continues with the match of its titles", async () => {
  await using app = await openDiscApp({ disc: { autoDeliver: false, ripper: "makemkv" } });
  const titles = await savedEpisodes(await shelf.make(FIRST), app.folder);
  const makemkv = await installMakemkv(app.folder, { type: "bluray", label: "DARK_S1_D1", titles });
  await app.app.instance.settings.update({ disc: { ripperPath: makemkv.path } });
  const { id, path } = await driveWith(app, FIRST);
  await Deno.remove(path);
  await Deno.writeTextFile(path, "no file system");
  await start(app, id);
  same(copied(await app.reach(id, "done")), [0, 1]);
});
