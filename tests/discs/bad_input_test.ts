import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { DiscStatus } from "../../lib/discs/drive_schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { discCopy, discImage, discTest, openDiscApp, seasonDisc } from "../fixtures/discs/disc_app.ts";

const DISC = seasonDisc("Dark Season 1 Disc 1", [1.6, 2.4]);
const COPY_ONLY = { options: { deliver: false } };

discTest(
  "a file that is no disc and a device that is no drive are refused with a message, and nothing is stored",
  async () => {
    await using it = await openDiscApp();
    const detail = async (kind: string, path: string, status: number) =>
      (await it.ask<{ detail: string }>(`/disc/${kind}`, { json: { path }, status })).detail;
    await Deno.mkdir(join(it.folder, "no discs"));
    await Deno.writeTextFile(join(it.folder, "empty.iso"), "");
    await Deno.writeTextFile(join(it.folder, "film.iso"), "not a disc".repeat(10_000));
    for (const kind of ["open", "virtual"]) {
      match(await detail(kind, join(it.folder, "no discs"), 422), /contains neither BDMV nor VIDEO_TS\.$/);
      match(await detail(kind, it.folder, 422), /contains several discs: empty\.iso, film\.iso\. Open one of them\.$/);
      match(await detail(kind, join(it.folder, "empty.iso"), 422), /is empty/);
      match(await detail(kind, join(it.folder, "film.iso"), 422), /it contains neither UDF nor ISO 9660/);
      match(await detail(kind, "/etc/passwd", 422), /disc images end in \.iso or \.img/);
      match(await detail(kind, "/dev/null", 403), /Add a drive by its device path instead/);
      match(await detail(kind, join(it.folder, "config"), 403), /is in one of Lathe's own folders/);
      match(await detail(kind, "film.iso", 422), /is not a valid absolute path/);
      match(await detail(kind, join(it.folder, "nothing.iso"), 404), /does not exist, or permission is denied/);
    }
    match(await detail("drives", "/dev/null", 422), /is not an optical drive of this server/);
    match(await detail("drives", "/dev/nothing", 404), /\/dev\/nothing does not exist/);
    match(await detail("drives", "/dev/sr0\n", 422), /is not a valid absolute path/);
    same((await it.ask<{ items: Rip[] }>("/disc/rips")).items, []);
    same((await it.ask<DiscStatus>("/disc/status")).drives, []);
  },
);

discTest("slow: a truncated image reports the position, and continues once it is whole", async () => {
  await using it = await openDiscApp();
  const path = await discImage(it.folder, "DARK_S1_D1", DISC);
  const whole = await Deno.readFile(path);
  await Deno.truncate(path, whole.length / 2);
  const { id, status, warnings } = await it.open(path);
  is(status, "ready");
  match(warnings[0] ?? "", /^The image is truncated: it ends after \d+ bytes/);
  await it.ask(`/disc/rips/${id}/start`, { json: COPY_ONLY });
  const failed = await it.reach(id, "failed");
  match(failed.error ?? "", /The image is truncated.*Copy the disc again.*start again to copy the missing ones/s);
  await Deno.writeFile(path, whole);
  await it.ask(`/disc/rips/${id}/start`, { method: "POST" });
  is((await it.reach(id, "done")).counts.verified, 2);
  await Deno.truncate(path, whole.length / 10);
  const refused = await it.ask<{ detail: string }>("/disc/open", { json: { path }, status: 422 });
  match(refused.detail, /cannot be opened\. The image is truncated.*Copy the disc again\.$/);
});

discTest("slow: a disc other than the scanned one is not copied, and can be scanned", async () => {
  await using it = await openDiscApp();
  const path = await discImage(it.folder, "DARK_S1_D1", DISC);
  const { id } = await it.open(path);
  await Deno.rename(await discImage(it.folder, "OTHER", seasonDisc("Dark Season 1 Disc 2", [3.2], 7)), path);
  await it.ask(`/disc/rips/${id}/start`, { json: COPY_ONLY });
  const failed = await it.reach(id, "failed");
  match(failed.error ?? "", /does not contain the title that was scanned/);
  same(failed.files, []);
  await it.ask(`/disc/rips/${id}/scan`, { method: "POST" });
  const { titles, media, error } = await it.reach(id, "ready");
  same([titles.map(({ durationSeconds }) => durationSeconds), media.kind, error], [[3.2], "unknown", undefined]);
});

discTest("an image that is replaced during the copy is not copied further, and finished copies stay", async () => {
  await using it = await openDiscApp();
  const path = await discImage(it.folder, "DARK_S1_D1", DISC);
  const other = await discImage(it.folder, "OTHER", seasonDisc("Dark Season 1 Disc 2", [3.2], 7));
  const { id } = await it.open(path);
  const stop = it.app.instance.bus.on("rip", ({ rip }) => {
    if (rip.files.length === 1) Deno.copyFileSync(other, path);
  });
  await it.ask(`/disc/rips/${id}/start`, { json: COPY_ONLY });
  const failed = await it.reach(id, "failed");
  stop();
  match(failed.error ?? "", /does not contain the title that was scanned.*start again to copy the missing ones/s);
  same(failed.files.map(({ titleId, verified }) => [titleId, verified]), [[0, true]]);
});

discTest("a playlist of 10,000 items is omitted with a warning", async () => {
  await using it = await openDiscApp();
  const items = Array.from({ length: 10_000 }, (_, at) => ({ clip: DISC.clips[at % 2]?.id ?? "" }));
  const endless = { name: "00300", items, chapters: [{ item: 0, ms: 0 }] };
  const disc = await discCopy(it.folder, { ...DISC, playlists: [...DISC.playlists, endless] });
  const { status, warnings, titles } = await it.open(disc.folder);
  same([status, titles.map(({ sourceFile }) => sourceFile)], ["ready", ["00100.mpls", "00101.mpls"]]);
  same(warnings, ["PLAYLIST/00300.mpls is damaged: it plays 10000 items, but players support at most 999."]);
});

discTest("slow: control characters in names of images, discs and links reach neither people nor folders", async () => {
  await using it = await openDiscApp();
  const path = join(it.folder, "DARK\u0007\u001b[31m_S1\n_D1.iso");
  await Deno.rename(await discImage(it.folder, "DARK_S1_D1", DISC), path);
  const rip = await it.open(path);
  const link = await it.ask<{ label: string }>("/disc/virtual", { json: { path, label: "a\u0007b\u202e" } });
  is(link.label, "a b");
  const disc = await discCopy(it.folder, DISC);
  const meta = join(disc.folder, "BDMV/META/DL/bdmt_eng.xml");
  const odd = (await Deno.readTextFile(meta)).replace("Dark", "Da&#10;rk&#27;[31m\u0007/../../../etc\u202e");
  await Deno.writeTextFile(meta, odd);
  const named = await it.open(disc.folder);
  ok(named.discName?.includes("rk"));
  for (const { label, volumeName, discName, media, log } of [rip, named]) {
    doesNotMatch([label, volumeName, discName, media.title, ...log].join(""), /[\p{Cc}\p{Cf}]/u);
  }
  const media = { kind: "movie", title: "Da\nrk\u001b[31m/../../../etc", genres: [] };
  await it.ask(`/disc/rips/${named.id}/start`, { json: { ...COPY_ONLY, media: { ...media, confidence: 0 } } });
  const { files, error } = await it.reach(named.id, "done");
  is(error, undefined);
  const [{ finalPath = "" } = {}] = files;
  ok(finalPath.startsWith(`${it.folder}/config/cache/rips/Da`), finalPath);
  doesNotMatch(finalPath, /[\p{Cc}\p{Cf}]|\.\.\//u);
});
