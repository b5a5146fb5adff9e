import { deepStrictEqual as same, equal, match, ok, rejects, throws } from "node:assert/strict";
import { join } from "node:path";
import { createBlurayShelf } from "../../../tests/fixtures/discs/bluray_discs.ts";
import { filmDisc, fourPartDisc, seriesDisc } from "../../../tests/fixtures/discs/dvd_authoring.ts";
import { packetTimes } from "../../../tests/fixtures/discs/dvd_clips.ts";
import { ripperWorld } from "../../../tests/fixtures/discs/makemkv_world.ts";
import { copyOf, watching, writeDisc } from "../../../tests/fixtures/discs/ripping.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { run } from "../../../tests/kit/run.ts";
import { DiscFault } from "../files/model.ts";
import type { ReadDisc } from "../model.ts";
import { chooseRipper, type Choosing } from "./choose_ripper.ts";
import { RipProblem, type RipProblem as Problem } from "../ripper_model.ts";
import { nothingFound } from "./create_rippers.ts";
import { isFolderFull, ripProblem } from "./problems.ts";
import { createFactsReader } from "./verify/stream_facts.ts";
import { titleFaults } from "./verify/title_faults.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

const problem = (code: Problem["code"], text: RegExp) => (error: unknown) => {
  ok(error instanceof RipProblem, String(error));
  equal(error.code, code, error.message);
  match(error.message, text);
  return true;
};

Deno.test("the ripper depends on the setting, the disc, and the installed programs", () => {
  const disc = (part: Partial<ReadDisc> = {}): Choosing["own"] => ({
    disc: { type: "dvd", fingerprint: {}, titles: [], warnings: [], ...part },
  });
  const css = disc({ protection: { kind: "css", evidence: "Sector 9 is scrambled." } });
  const broken = { problem: new RipProblem("read_error", "It cannot be read.") };
  const data = disc({ type: "data" });
  const there = { path: "/bin/x" };
  const gone = { error: "makemkvcon was not found. Install it." };
  const table: [
    setting: Choosing["setting"],
    own: Choosing["own"],
    makemkv: boolean,
    mkvmerge: boolean,
    answer: string | RegExp,
  ][] = [
    ["auto", disc(), true, true, "open"],
    ["auto", disc(), false, true, "open"],
    ["auto", css, true, true, "makemkv"],
    [
      "auto",
      css,
      false,
      true,
      /^protected The disc is protected with CSS\. Sector 9 is scrambled\. MakeMKV is needed to copy it, but makemkvcon was not found\. Install it\.$/,
    ],
    ["auto", broken, true, true, "makemkv"],
    ["auto", broken, false, true, /^read_error It cannot be read\. MakeMKV is needed/],
    ["auto", disc(), true, false, "makemkv"],
    ["auto", disc(), false, false, /^tool_missing Ripping discs requires mkvmerge.*Install MKVToolNix/],
    ["auto", data, true, true, "open"],
    ["open", disc(), true, true, "open"],
    ["open", css, true, true, /^protected .*change the ripper in Settings > Discs/],
    ["open", broken, true, true, /^read_error /],
    ["open", disc(), true, false, /^tool_missing .*Install MKVToolNix/],
    ["makemkv", disc(), true, true, "makemkv"],
    ["makemkv", broken, true, true, "makemkv"],
    ["makemkv", disc(), false, true, /^tool_missing The settings require MakeMKV for ripping.*Install it\.$/],
    ["makemkv", data, false, true, "open"],
  ];
  for (const [setting, own, makemkv, mkvmerge, answer] of table) {
    const choosing = { setting, own, makemkv: makemkv ? there : gone, mkvmerge: mkvmerge ? there : {} };
    if (typeof answer === "string") {
      const chosen = chooseRipper(choosing);
      equal(chosen.ripper, answer);
      match(chosen.reason, /^[A-Z].*\.$/);
    } else {throws(() =>
        chooseRipper(choosing), (error) =>
        error instanceof RipProblem && answer.test(`${error.code} ${error.message}`));}
  }
});

Deno.test("why nothing was found names how many titles there are, and the longest", () => {
  equal(
    nothingFound([30, 125.5, 60], 600),
    "3 titles, none of at least 600 s; the longest is 2 min. For shorter titles, lower the minimum title length under Settings, Discs, and scan the disc again.",
  );
  equal(
    nothingFound([59.4], 600),
    "The disc has one title of 59 s, but the minimum length is 600 s. For shorter titles, lower the minimum title length under Settings, Discs, and scan the disc again.",
  );
  equal(nothingFound([], 600), "The disc has no titles.");
  equal(nothingFound([], 600, "MakeMKV reports: X"), "The disc has no titles. MakeMKV reports: X");
});

inFolder("failures of reading and writing keep their sentences and get a code", async (dir) => {
  const code = (error: unknown) => (ripProblem(error) as Problem).code;
  const codes = (["no_disc", "unreadable", "protected", "malformed", "missing_file"] as const)
    .map((one) => code(new DiscFault(one, "A sentence.")));
  same(codes, ["no_disc", "read_error", "protected", "failed", "failed"]);
  equal(code(Object.assign(new Error("x"), { code: "ENOSPC" })), "disk_full");
  const other = new TypeError("a defect");
  equal(ripProblem(other), other);
  equal(await isFolderFull(dir), false);
  same(await Array.fromAsync(Deno.readDir(dir)), []);
  equal(await isFolderFull(join(dir, "gone")), false);
});

inFolder("slow: an open disc is scanned and copied without MakeMKV, and verified", async (dir) => {
  const { rippers, makemkv } = await ripperWorld(dir, {});
  const source = { kind: "folder", path: await writeDisc((await seriesDisc()).files, join(dir, "disc")) } as const;
  const scan = await rippers.scan(source, { minSeconds: 5, ...watching() });
  equal(scan.reason, "The disc has no protection, so Lathe rips it without MakeMKV.");
  same(scan.titles.map(({ title }) => [title.id, title.sourceFile]), [[0, "01"], [1, "04"]]);
  ok(scan.fingerprint.contentHash && scan.fingerprint.discId);
  for (const [i, scanned] of scan.titles.entries()) {
    const folder = join(dir, `work${i}`);
    await Deno.mkdir(folder);
    const copied = await rippers.copy(scan.ripper, source, copyOf(scanned), { minSeconds: 5, folder, ...watching() });
    await rippers.verify(copied.path, copyOf(scanned), new AbortController().signal);
  }
  const none = await rippers.scan(source, { minSeconds: 600, ...watching() });
  same([none.titles, none.note], [
    [],
    "4 titles, none of at least 600 s; the longest is 1 min. For shorter titles, lower the minimum title length under Settings, Discs, and scan the disc again.",
  ]);
  same(await makemkv.calls(), []);
  await Deno.mkdir(join(dir, "photos"));
  await Deno.writeTextFile(join(dir, "photos", "a.txt"), "a");
  const data = await rippers.scan({ kind: "folder", path: join(dir, "photos") }, { minSeconds: 1, ...watching() });
  same([data.type, data.note], ["data", "The disc contains files but no movie."]);
  await rejects(
    rippers.scan({ kind: "image", path: join(dir, "gone.iso") }, { minSeconds: 1, ...watching() }),
    problem("no_disc", /gone\.iso does not exist/),
  );
});

inFolder(
  "MakeMKV's titles of a disc that Lathe reads too have a location, and a missing MakeMKV is reported",
  async (dir) => {
    const disc = await shelf.encrypted();
    const { rippers } = await ripperWorld(dir, {}, { disc: { ripperPath: "" }, absent: ["makemkvcon"] });
    await rejects(
      rippers.scan({ kind: "folder", path: disc.folder }, { minSeconds: 0, ...watching() }),
      problem(
        "protected",
        /protected with AACS\. The packets .*MakeMKV is needed to copy it, but makemkvcon was not found/,
      ),
    );
  },
);

inFolder(
  "slow: a copy that is truncated, lacks a track, is damaged in its middle, or is another title is refused",
  async (dir) => {
    const { rippers } = await ripperWorld(dir, {});
    const source = { kind: "folder", path: await writeDisc((await filmDisc()).files, join(dir, "disc")) } as const;
    const [scanned] = (await rippers.scan(source, { minSeconds: 0, ...watching() })).titles;
    ok(scanned);
    const copy = copyOf(scanned);
    const { path } = await rippers.copy("open", source, copy, { minSeconds: 0, folder: dir, ...watching() });
    const bytes = await Deno.readFile(path);
    const { signal } = new AbortController();
    await rippers.verify(path, copy, signal);
    const refused = async (name: string, content: Uint8Array, message: RegExp) => {
      const changed = join(dir, `${name}.mkv`);
      await Deno.writeFile(changed, content);
      await rejects(rippers.verify(changed, copy, signal), problem("short", message), name);
    };
    await refused(
      "half",
      bytes.subarray(0, bytes.length / 2),
      /Its video lasts \d\.\d\d s, but 4\.00 s on the disc/,
    );
    await refused("most", bytes.subarray(0, bytes.length - 4096), /./);
    await refused("head", bytes.subarray(0, 100), /It has no video/);
    await refused("nothing", new Uint8Array(), /It has no video/);
    for (const at of [0.3, 0.5, 0.7]) {
      const zeroed = bytes.slice();
      zeroed.fill(0, Math.floor(bytes.length * at), Math.floor(bytes.length * at) + 64 * 1024);
      await refused(`zeroes-${at}`, zeroed, /damaged|video/);
    }
    for (
      const [name, args, message] of [
        ["audio", ["-a", "1,2"], /2 audio tracks instead of 3/],
        ["subtitles", ["-S"], /0 subtitle tracks instead of 2/],
        ["pictures", ["-D"], /no video/],
        ["cut", ["--split", "parts:-00:00:03"], /Its video lasts/],
      ] as const
    ) {
      const changed = join(dir, `${name}.mkv`);
      await run("mkvmerge", ["-q", "-o", changed, ...args, path]);
      await rejects(rippers.verify(changed, copy, signal), problem("short", message), name);
    }
    const other = copyOf({ ...scanned, title: { ...scanned.title, durationSeconds: 9 }, read: undefined });
    await rejects(rippers.verify(path, other, signal), problem("short", /but 9\.00 s on the disc/));
    await rippers.verify(path, copyOf({ title: { ...scanned.title, durationSeconds: 5 } }), signal);
  },
);

Deno.test("lengths are compared by our own readers where they mean the same, else by MakeMKV's rounded ones", () => {
  const reader = createFactsReader();
  for (
    const line of [
      ...[
        "packet,0,0.000000,0.040000",
        "packet,0,99.960000,0.040000",
        "packet,1,0.000000,N/A",
        "packet,1,60.000000,N/A",
      ],
      ...["stream,0,video", "stream,1,audio", "[mpeg2video @ 0x1] Invalid frame dimensions 0x0.", "packet,0,N/A,N/A"],
    ]
  ) reader.push(line);
  const facts = reader.facts();
  same(facts.errors, []);
  const title = { durationSeconds: 100, audioTracks: [] };
  const copy = { title, audio: [0], subtitles: [], name: "" } as unknown as Parameters<typeof titleFaults>[1];
  const none = { missing: { audio: [], subtitles: [] } };
  same(titleFaults(facts, copy, none), ["Its audio ends at 60.00 s, its video at 100.00 s."]);
  same(titleFaults(facts, { ...copy, audio: [0, 1] }, { missing: { audio: [1], subtitles: [] } }).length, 1);
  const read = (durationMs: number) => ({ durationMs, source: { kind: "dvd", cells: [{}] } }) as typeof copy.read;
  const lengthOf = (durationMs: number) =>
    titleFaults(facts, { ...copy, read: read(durationMs) }, none).filter((fault) => /video lasts/.test(fault));
  same(lengthOf(100_090), []);
  equal(lengthOf(100_200).length, 1);
  // The length from the built-in readers differs too much, so it is not used: MakeMKV omitted cells.
  same(lengthOf(150_000), []);
});

inFolder("slow: the audio of many short VOBs drifts no further than the log states", async (dir) => {
  const { rippers } = await ripperWorld(dir, {});
  const source = { kind: "folder", path: await writeDisc((await fourPartDisc()).files, join(dir, "disc")) } as const;
  const [scanned] = (await rippers.scan(source, { minSeconds: 0, ...watching() })).titles;
  ok(scanned);
  const heard = watching();
  const { path } = await rippers.copy("open", source, copyOf(scanned), { minSeconds: 0, folder: dir, ...heard });
  await rippers.verify(path, copyOf(scanned), heard.signal);
  const [, maxDrift] = /joined from 4 parts: .* up to (\d+) ms/.exec(heard.log.join()) ?? [];
  const [videoTimes, audioTimes] = [await packetTimes(path, "v:0"), await packetTimes(path, "a:0")];
  const drift = Math.max(...audioTimes) + 32 - (Math.max(...videoTimes) + 40);
  ok(drift <= Number(maxDrift), `${drift} ms`);
});
