import { deepStrictEqual as same, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import type { Scenario } from "../../../../tests/fakes/makemkv_disc.ts";
import { createBlurayShelf, FILM, SEASON } from "../../../../tests/fixtures/discs/bluray_discs.ts";
import { pictureUnits, streamOf } from "../../../../tests/fixtures/discs/bluray_compare.ts";
import { AC3, H264, ripperWorld, savedEpisodes } from "../../../../tests/fixtures/discs/makemkv_world.ts";
import { copyOf, matroska, watching } from "../../../../tests/fixtures/discs/ripping.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { run } from "../../../../tests/kit/run.ts";
import { once } from "../../../kit/lazy.ts";
import { RipProblem } from "../../ripper_model.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

/** An encrypted season, and the titles that MakeMKV would save. */
const season = once(async () => {
  const open = await shelf.make(SEASON);
  const { folder } = await shelf.encrypted();
  const titles = await savedEpisodes(open, await Deno.makeTempDir({ dir: shelf.root }));
  return { open, source: { kind: "folder", path: folder } as const, titles };
});

const problem = (code: RipProblem["code"], text: RegExp) => (error: unknown) => {
  ok(error instanceof RipProblem, String(error));
  equal(error.code, code, error.message);
  match(error.message, text);
  return true;
};

inFolder(
  "a protected disc is scanned and copied by MakeMKV, with any output in any language",
  async (dir) => {
    const { open, source, titles } = await season();
    const scenario = { titles, label: "HOLLOW", german: true, rubbish: true, backwards: true, wantsKey: "T-key" };
    const { rippers, makemkv } = await ripperWorld(dir, scenario);
    const heard = watching();
    const scan = await rippers.scan(source, { minSeconds: 0, ...heard });
    match(scan.reason, /^MakeMKV rips it: The disc is protected with AACS\. The packets of \d+\.m2ts are encrypted/);
    same([scan.ripper, scan.type, scan.discName, scan.volumeName, scan.protection?.kind], [
      ...["makemkv", "bluray", "Hollow Hill Season 1 Disc 1", "HOLLOW", "aacs"],
    ]);
    ok(scan.fingerprint.contentHash && scan.fingerprint.discId);
    same(scan.titles.map(({ title, read }) => [title.id, title.sourceFile, read?.sourceFile]), [
      ...[[0, "00100.mpls", "00100.mpls"], [1, "00101.mpls", "00101.mpls"]],
      ...[[2, "00102.mpls", "00102.mpls"], [3, "00103.mpls", "00103.mpls"]],
    ]);
    const wanted = scan.titles[2];
    ok(wanted);
    const work = join(dir, "work");
    await Deno.mkdir(work);
    const copy = copyOf(wanted);
    const copied = await rippers.copy(scan.ripper, source, copy, { minSeconds: 0, folder: work, ...heard });
    await rippers.verify(copied.path, copy, heard.signal);
    const expected = await Deno.readFile(open.clips.get("00003")?.elementary[0]?.path ?? "");
    same(pictureUnits(await streamOf(copied.path, "0:v:0", "h264"), "h264"), pictureUnits(expected, "h264"));
    const calls = await makemkv.calls();
    const home = join(dir, "config", "makemkv");
    ok(
      calls.every((call) =>
        call.home === home && call.locale === "C.UTF-8" && /app_UpdateEnable = "0"/.test(call.settings)
      ),
    );
    same(
      new Set(calls.map(({ args }) => args.find((arg) => arg.startsWith("--minlength")))),
      new Set(["--minlength=0"]),
    );
    same(calls.at(-1)?.args.slice(-4), ["mkv", `file:${source.path}`, "2", join(work, "makemkv")]);
    ok(heard.progress.every(({ fraction = 0 }) => fraction >= 0 && fraction <= 1));
  },
);

inFolder(
  "a copy finds its title although MakeMKV renumbers titles, after a start of the program or in between",
  async (dir) => {
    const { source, titles } = await season();
    const { rippers } = await ripperWorld(dir, { titles, renumbers: true });
    const scan = await rippers.scan(source, { minSeconds: 0, ...watching() });
    for (const at of [0, 3]) {
      const wanted = scan.titles[at];
      ok(wanted);
      const heard = watching();
      const again = await ripperWorld(dir, { titles, renumbers: true });
      const folder = await Deno.makeTempDir({ dir });
      const copied = await again.rippers.copy("makemkv", source, copyOf(wanted), { minSeconds: 0, folder, ...heard });
      equal((await Deno.stat(copied.path)).size, (await Deno.stat(titles[at]?.media ?? "")).size);
      // Before the first copy, the titles still have the numbers of the scan. The copy renumbers them.
      equal(heard.log.some((line) => /renumbered the titles/.test(line)), at === 0);
    }
  },
);

inFolder("each failure of MakeMKV is reported by its kind", async (dir) => {
  const { source, titles } = await season();
  const { rippers, makemkv } = await ripperWorld(dir, { titles });
  const scan = await rippers.scan(source, { minSeconds: 0, ...watching() });
  const [wanted] = scan.titles;
  ok(wanted);
  const table: [scenario: Scenario, code: RipProblem["code"], message: RegExp][] = [
    [{ expired: "version" }, "key_expired", /too old/],
    [{ expired: "code" }, "key_expired", /too old .* current key/],
    [{ expired: "evaluation" }, "key_expired", /evaluation period has expired/],
    [{ wantsKey: "T-other" }, "key_expired", /evaluation period has expired/],
    [{ busy: 1 }, "failed", /could not open the disc/],
    [{ readErrors: "fatal" }, "read_error", /at byte 21474836480 of .*00055\.m2ts: .*MEDIUM ERROR.*Clean the disc/],
    [{ save: "none" }, "failed", /could not save title 0/],
    [{ save: "code" }, "failed", /did not save the title: it exited with code 1/],
    [{ save: "silent" }, "failed", /never reported completion/],
    [{ save: "empty" }, "failed", /the file is empty/],
    [{ save: "two" }, "failed", /wrote 2 files/],
    [{ save: "full" }, "disk_full", /Free up space/],
    [{ save: "crash" }, "failed", /crashed \(signal 6\)/],
    [{ titles: titles.slice(1) }, "changed", /does not list the title that was scanned/],
    [{ titles: titles.map((title) => ({ ...title, seconds: 99 })) }, "changed", /does not list/],
  ];
  for (const [scenario, code, message] of table) {
    await makemkv.set({ titles, ...scenario });
    const folder = await Deno.makeTempDir({ dir });
    const heard = watching();
    await Deno.remove(join(makemkv.path, "../busy")).catch(() => {});
    await rejects(
      rippers.copy("makemkv", source, copyOf(wanted), { minSeconds: 0, folder, ...heard }),
      problem(code, message),
      JSON.stringify(scenario).slice(0, 100),
    );
  }
});

inFolder("a copy with read errors reports their number, and a truncated file is refused", async (dir) => {
  const { source, titles } = await season();
  const { rippers, makemkv } = await ripperWorld(dir, { titles, readErrors: 3 });
  const scan = await rippers.scan(source, { minSeconds: 0, ...watching() });
  const [wanted] = scan.titles;
  ok(wanted);
  const heard = watching();
  const folder = await Deno.makeTempDir({ dir });
  const copied = await rippers.copy("makemkv", source, copyOf(wanted), { minSeconds: 0, folder, ...heard });
  equal(copied.readErrors, 3);
  await makemkv.set({ titles, save: "half" });
  const half = await Deno.makeTempDir({ dir });
  const cut = await rippers.copy("makemkv", source, copyOf(wanted), { minSeconds: 0, folder: half, ...heard });
  await rejects(rippers.verify(cut.path, copyOf(wanted), heard.signal), problem("short", /does not match the title/));
});

inFolder("a busy drive is retried three times", async (dir) => {
  const { titles } = await season();
  const device = { kind: "device", path: join(dir, "sr0") } as const;
  await Deno.writeFile(device.path, new Uint8Array(4096));
  const fine = await ripperWorld(join(dir, "a"), { titles, busy: 2 }, { disc: { ripper: "makemkv" } });
  const scan = await fine.rippers.scan(device, { minSeconds: 0, ...watching() });
  equal(scan.titles.length, 4);
  equal((await fine.makemkv.calls()).length, 3);
  const busy = await ripperWorld(join(dir, "b"), { titles, busy: 9 }, { disc: { ripper: "makemkv" } });
  await rejects(busy.rippers.scan(device, { minSeconds: 0, ...watching() }), problem("busy", /Another program/));
  equal((await busy.makemkv.calls()).length, 4);
  match(
    (await busy.makemkv.calls())[0]?.args.join(" ") ?? "",
    /^-r --messages=-stdout --progress=-same .*--noscan info dev:\//,
  );
});

inFolder(
  "slow: a silent run is ended, and a cancelled one ends even when it ignores the signal",
  async (dir) => {
    const { source, titles } = await season();
    const quick = await ripperWorld(join(dir, "a"), { titles });
    const [wanted] = (await quick.rippers.scan(source, { minSeconds: 0, ...watching() })).titles;
    ok(wanted);
    const stalled = await ripperWorld(join(dir, "b"), { titles, hang: "opening", stubborn: true }, {
      times: { stallMs: 1500 },
    });
    await rejects(
      stalled.rippers.scan(source, { minSeconds: 0, ...watching() }),
      problem("read_error", /printed nothing for 1\.5 s/),
    );
    await quick.makemkv.set({ titles, hang: "saving", stubborn: true });
    const heard = watching();
    const onProgress = ({ fraction = 0 }) => fraction > 0.5 && heard.controller.abort();
    await rejects(
      quick.rippers.copy("makemkv", source, copyOf(wanted), { minSeconds: 0, folder: dir, ...heard, onProgress }),
      { name: "AbortError" },
    );
  },
);

inFolder("slow: unselected tracks, and those that MakeMKV derives, are removed from its file", async (dir) => {
  const disc = await shelf.make(FILM);
  const media = join(dir, "film.mkv");
  // Tracks of the file: English AC-3, its core, German DTS, English subtitles, forced English subtitles, French
  // subtitles.
  const clip = disc.clips.get("00055")?.path ?? "";
  await run("mkvmerge", [
    "-q",
    "-o",
    media,
    "--track-order",
    "0:0,0:1,1:1,0:2,0:3,1:3,0:4",
    clip,
    "-D",
    "-a",
    "1",
    "-s",
    "3",
    clip,
  ]);
  const dts = { kind: "audio", codec: "A_DTS", language: "ger", channels: 2 } as const;
  const pgs = { kind: "subtitles", codec: "S_HDMV/PGS", language: "eng" } as const;
  const streams = [H264, AC3, { ...AC3, flags: 2304 }, dts, pgs, { ...pgs, flags: 6144 }, { ...pgs, language: "fra" }];
  const titles = [{ media, seconds: 4, file: "00801.mpls", segments: "55", streams }];
  const { rippers } = await ripperWorld(dir, { titles }, { disc: { ripper: "makemkv" } });
  const source = { kind: "folder", path: disc.folder } as const;
  const [wanted] = (await rippers.scan(source, { minSeconds: 0, ...watching() })).titles;
  ok(wanted);
  equal(wanted.title.audioTracks.length, 2);
  const copy = copyOf(wanted, { audio: [1], subtitles: [0, 1], name: "Glass Harbor" });
  const work = join(dir, "work");
  await Deno.mkdir(work);
  const copied = await rippers.copy("makemkv", source, copy, { minSeconds: 0, folder: work, ...watching() });
  const { tracks, title } = await matroska(copied.path);
  equal(title, "Glass Harbor");
  same(tracks.map(({ type, codec }) => `${type} ${codec}`), [
    ...["video AVC/H.264/MPEG-4p10", "audio DTS", "subtitles HDMV PGS", "subtitles HDMV PGS"],
  ]);
  equal(tracks[1]?.properties.default_track, true);
  same(await Array.fromAsync(Deno.readDir(join(work, "makemkv"))), []);
});

inFolder("a disc on which nothing is long enough is scanned again, and its titles are counted", async (dir) => {
  const { source, titles } = await season();
  const { rippers, makemkv } = await ripperWorld(dir, { titles });
  const scan = await rippers.scan(source, { minSeconds: 600, ...watching() });
  same([scan.titles, scan.note], [
    [],
    "4 titles, none of at least 600 s; the longest is 2 s. For shorter titles, lower the minimum title length under Settings, Discs, and scan the disc again.",
  ]);
  same((await makemkv.calls()).map(({ args }) => args.includes("--minlength=600")), [true, false]);
  await makemkv.set({ titles: [], german: true });
  const none = await rippers.scan(source, { minSeconds: 600, ...watching() });
  match(none.note ?? "", /^The disc has no titles\. MakeMKV reports: Über/);
});

inFolder("status() returns version and licence, runs once, and states why MakeMKV cannot run", async (dir) => {
  const { rippers, makemkv, settings } = await ripperWorld(dir, {
    drives: [{ state: 2, flags: 12, device: "/dev/sr0" }],
  });
  same(
    [await rippers.status(), await rippers.status()],
    Array(2).fill({ available: true, path: makemkv.path, version: "1.18.1" }),
  );
  equal((await makemkv.calls()).length, 1);
  same((await rippers.listDrives(new AbortController().signal)).map(({ device }) => device), ["/dev/sr0"]);
  ok(!(await makemkv.calls()).at(-1)?.args.includes("--noscan"));
  await makemkv.set({ expired: "version" });
  settings.disc.ripperKey = "T-new";
  same((await rippers.status()).keyExpired, true);
  const silent = join(dir, "silent");
  await Deno.writeTextFile(silent, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  settings.disc.ripperPath = silent;
  match((await rippers.status()).error ?? "", /does not respond like MakeMKV/);
  await Deno.writeTextFile(silent, "#!/nowhere/sh\n");
  settings.disc.ripperKey = "again";
  match((await rippers.status()).error ?? "", /cannot be started/);
});
