import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { driveLines, infoLines, message, record } from "../../../../tests/fakes/makemkv_disc.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { DiscTitle } from "../../title_schema.ts";
import { discInfo, durationSeconds } from "./disc_info.ts";
import { makemkvTitle } from "./disc_titles.ts";
import { listedDrives } from "./drive_list.ts";
import { readTitleOf, sameTitleIn } from "./match_titles.ts";
import { meaningOf } from "./message_codes.ts";
import { createProgress } from "./progress.ts";
import { parseRobotLine, type RobotRecord } from "./robot_record.ts";
import { settingsText, writeMakemkvSettings } from "./settings_file.ts";
import type { ReadTitle } from "../../model.ts";

const read = (...lines: string[]): RobotRecord[] => lines.flatMap((line) => parseRobotLine(line) ?? []);

Deno.test("every kind of record is read", () => {
  same(parseRobotLine('MSG:5036,260,1,"Copy complete. 1 titles saved.","Copy complete. %1 titles saved.","1"'), {
    ...{ type: "MSG", code: 5036, flags: 260, text: "Copy complete. 1 titles saved.", params: ["1"] },
  });
  same(parseRobotLine('PRGT:5018,0,"Scanning"'), { type: "PRGT", code: 5018, id: 0, name: "Scanning" });
  same(parseRobotLine("PRGV:1,2,65536"), { type: "PRGV", current: 1, total: 2, max: 65536 });
  same(parseRobotLine('DRV:0,2,999,1,"DVD  \\"X\\"; 1.0?","A, B","/dev/sr0"'), {
    ...{ type: "DRV", index: 0, state: 2, flags: 1, driveName: 'DVD  "X"; 1.0?', discName: "A, B", device: "/dev/sr0" },
  });
  same([parseRobotLine("TCOUNT:8"), parseRobotLine("TCOUT:8")], Array(2).fill({ type: "TCOUNT", count: 8 }));
  same(parseRobotLine('CINFO:1,6209,"Blu-ray disc"'), {
    type: "CINFO",
    attribute: 1,
    code: 6209,
    value: "Blu-ray disc",
  });
  same(parseRobotLine('SINFO:0,1,3,0,"eng"'), {
    type: "SINFO",
    title: 0,
    stream: 1,
    attribute: 3,
    code: 0,
    value: "eng",
  });
});

Deno.test("any text survives quoting, and any line is a record or none", () => {
  const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\n", "").toWellFormed());
  fc.assert(fc.property(fc.nat(9999), fc.nat(9999), text, (title, attribute, value) => {
    same(parseRobotLine(record("TINFO", title, attribute, 0, value)), {
      type: "TINFO",
      title,
      attribute,
      code: 0,
      value,
    });
  }));
  fc.assert(fc.property(text, fc.constantFrom("MSG:", "DRV:", "PRGV:", "SINFO:", "TCOUNT:", ""), (rest, head) => {
    parseRobotLine(head + rest);
  }));
  const odd = [
    "",
    ":",
    "MSG:",
    "MSG:x",
    'MSG:1,2,3,"open',
    "PRGV:1,2,0",
    "TINFO:0,9",
    "toString:1",
    "__proto__:1",
    "DRV:,,,",
  ];
  same(read(...odd, 'MSG:1,2,"3","x"', `TINFO:${"1,".repeat(1000)}`), []);
  // No regular expression may be slow on a long line.
  equal(parseRobotLine(`MSG:1,0,0,"${"\\".repeat(65_000)}`), undefined);
});

Deno.test("only drives are listed, whatever their firmware reports", () => {
  const lines = driveLines([
    { state: 2, flags: 28, name: "BD-RE\u0007 X;  1.0", disc: "GLASS", device: "/dev/sr1" },
    { state: 256 },
    { state: 0, name: "DVD", device: "D:" },
    { state: 2, flags: 0, device: "/dev/sr2" },
    { state: 77 },
  ]);
  equal(lines.length, 16);
  same(listedDrives(read(...lines)).map(({ index, name, state, discType }) => [index, name, state, discType]), [
    ...[[0, "BD-RE X;  1.0", "loaded", "bluray"], [2, "DVD", "empty", undefined]],
    ...[[3, "", "loaded", "unknown"], [4, "", "unknown", undefined]],
  ]);
});

Deno.test("every code that means something to people has a sentence, and problems a code", () => {
  const table: [code: number, params: string[], problem: string | undefined, message: RegExp][] = [
    [1002, ["LIBMKV_TRACE: Exception"], undefined, /internal error: LIBMKV/],
    [
      2003,
      ["Scsi error - MEDIUM ERROR:x", "/a.m2ts", "9"],
      "read_error",
      /cannot be read at byte 9 of \/a\.m2ts.*Clean/,
    ],
    [2003, ["Scsi error - NOT READY:MEDIUM NOT PRESENT - TRAY OPEN", "", ""], "no_disc", /removed from the drive/],
    [2003, ["Scsi error - HARDWARE ERROR", "", ""], "read_error", /The drive failed.*another drive/],
    [2004, ["Scsi error - ILLEGAL REQUEST"], "read_error", /ILLEGAL REQUEST/],
    [2018, ["Posix error - No such file or directory", "/r"], "failed", /could not write \/r/],
    [2019, ["Posix error - No space left on device", "/r"], "disk_full", /disk that contains the rip folder is full/],
    [2023, ["11", "Read Error"], undefined, /11 errors of the type "Read Error"/],
    [3026, [], undefined, /wrong length/],
    [3034, [], undefined, /audio track .* empty/],
    [4001, ["x"], undefined, /damaged data on the disc \(x\)/],
    [4010, [], undefined, /damaged data on the disc\./],
    [5002, [], "failed", /could not save/],
    [5003, ["0", "/r/a.mkv"], "failed", /save title 0 to \/r\/a\.mkv/],
    [5009, [], "failed", /could not start/],
    [5010, [], "busy", /could not open the disc\. Another program/],
    [5013, [], "failed", /folder of this rip no longer exists/],
    [5016, [], "failed", /cannot write to the folder/],
    [5021, ["http://x"], "key_expired", /too old.*Install a new version.*current key/],
    [5033, [], undefined, /little free space/],
    [5038, [], undefined, /key/],
    [5039, [], undefined, /key/],
    [5042, [], "no_disc", /no optical drive.*\/dev\/sg/],
    [5050, ["5"], undefined, /ends in 5 days/],
    [5052, ["3"], undefined, /ended 3 days ago/],
    [5055, [], "key_expired", /evaluation period has expired.*current key/],
    [5075, ["1.19"], undefined, /newer version of MakeMKV is available: 1\.19/],
    [5095, [], "key_expired", /does not accept its key/],
  ];
  for (const [code, params, expected, message] of table) {
    const meaning = meaningOf(code, params);
    equal(meaning?.kind === "problem" ? meaning.code : undefined, expected, String(code));
    match([meaning?.sentence, meaning?.remedy].join(" "), message);
    equal(expected === undefined || (meaning?.remedy ?? "") !== "", true, `${code} is a problem without a remedy`);
    // A message whose parameters are missing must not contain "undefined".
    ok(!/undefined/.test(meaningOf(code, [])?.sentence ?? ""), String(code));
  }
  for (const code of [0, 1005, 3007, 3307, 3309, 5011, 5014, 5036, 99_999]) equal(meaningOf(code, []), undefined);
});

Deno.test("progress only grows, also with stale and invalid counts, and only saving reaches the end", () => {
  const follow = createProgress(true);
  const shares = read(
    'PRGT:5018,0,"Scan"',
    ...["PRGV:0,0,65536", "PRGV:65536,65536,65536", 'PRGT:3404,0,"Open"', "PRGV:0,65536,65536", "PRGV:0,0,65536"],
    ...["PRGV:9,15101,65536", 'PRGT:5024,0,"Save"', 'PRGC:5057,0,"Analyse"', "PRGV:9,15101,65536", "PRGV:9,655,65536"],
    ...["PRGV:9,33095,65536", "PRGV:9,1,65536", "PRGV:0,99999,65536"],
  ).flatMap((one) => follow(one) ?? []);
  const fractions = shares.map(({ fraction = NaN }) => Math.round(fraction * 1000) / 1000);
  same(fractions, [0, 0, 0, 0.012, 0.059, 0.53, 0.53, 1]);
  equal(shares.at(-1)?.step, "Analyse");
});

Deno.test("titles and streams are read in any order of their records, without values that MakeMKV derives", async () => {
  const media = import.meta.filename ?? "";
  const lines = infoLines({
    ...{ type: "bluray", label: "GLASS", backwards: true },
    titles: [{
      ...{
        media,
        seconds: 7665,
        file: "00800.mpls(2)",
        angle: 2,
        segments: "55,56",
        chapters: 16,
        name: "Glass Harbor",
      },
      streams: [
        { kind: "video", codec: "V_MPEGH/ISO/HEVC", size: "3840x2160" },
        { kind: "audio", codec: "A_TRUEHD", language: "eng", channels: 8, flags: 1024 },
        { kind: "audio", codec: "A_AC3", language: "eng", channels: 6, flags: 2304 },
        { kind: "audio", codec: "A_AC3", language: "ger", channels: 2, flags: 1 },
        { kind: "subtitles", codec: "S_HDMV/PGS", language: "eng" },
        { kind: "subtitles", codec: "S_HDMV/PGS", language: "eng", flags: 6144 },
      ],
    }],
  });
  const [title] = discInfo(read(...lines)).titles;
  ok(title);
  const shown = makemkvTitle(title, 0);
  same(DiscTitle.parse(shown), shown);
  same([shown.sourceFile, shown.angle, shown.segmentMap, shown.durationSeconds], ["00800.mpls", 2, "55,56", 7665]);
  same(shown.audioTracks.map(({ index, language, lossless, commentary }) => [index, language, lossless, commentary]), [
    ...[[0, "eng", true, false], [1, "deu", false, true]],
  ]);
  equal(shown.subtitleTracks.length, 1);
  equal(shown.sizeBytes, (await Deno.stat(media)).size);
  same(discInfo(read(record("TINFO", 999_999, 9, 0, "x"), record("SINFO", 0, -1, 1, 0, "x"))).titles, []);
});

Deno.test("any records yield titles that the schema accepts", () => {
  const attribute = fc.constantFrom(1, 2, 3, 5, 7, 8, 9, 11, 13, 14, 15, 16, 19, 21, 22, 24, 26, 27, 49);
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom("99999999999999999999", "-1", "1e9", "0:99:99", "(", "x".repeat(30_000)),
  );
  const code = fc.constantFrom(0, 6201, 6202, 6203);
  const records = fc.array(fc.oneof(
    fc.record({ type: fc.constant("TINFO" as const), title: fc.nat(2), attribute, code, value }),
    fc.record({ type: fc.constant("SINFO" as const), title: fc.nat(2), stream: fc.nat(3), attribute, code, value }),
  ));
  fc.assert(fc.property(records, (all) => {
    discInfo(all).titles.forEach((title, id) => void DiscTitle.parse(makemkvTitle(title, id)));
  }));
});

Deno.test("lengths are read as hours, minutes and seconds", () => {
  same(["0:50:25", "2:28:51", "12:00:00", "1:2:3", "50:25", "", "a:00:00", "0:61:00"].map(durationSeconds), [
    ...[3025, 8931, 43_200, 3723, undefined, undefined, undefined, undefined],
  ]);
});

Deno.test("titles are the same by source, segments and length, never by their number", () => {
  const title = (sourceFile: string | undefined, segmentMap: string, durationSeconds: number, angle?: number) => ({
    ...{ segmentMap, durationSeconds },
    ...(sourceFile === undefined ? {} : { sourceFile }),
    ...(angle === undefined ? {} : { angle }),
  });
  const titles = [
    ...[title("00001.mpls", "1", 100), title("00002.mpls", "1-2,4", 100), title("00002.mpls", "1-2,4", 100, 2)],
    ...[title(undefined, "7", 100), title(undefined, "7", 101)],
  ];
  equal(sameTitleIn(title("00002.mpls", "1,2,4", 101), titles), 1);
  equal(sameTitleIn(title("00002.mpls", "1,2,4", 101, 2), titles), 2);
  for (const other of [title("00002.mpls", "1,2", 100), title("00001.mpls", "1", 104), title(undefined, "7", 100)]) {
    equal(sameTitleIn(other, titles), undefined);
  }
  const readTitle = (sourceFile: string, segmentMap: string, durationMs: number) =>
    ({ sourceFile, segmentMap, durationMs }) as ReadTitle;
  const own = [readTitle("00001.mpls", "1", 100_000), readTitle("00002.mpls", "1,2,4", 200_000)];
  equal(readTitleOf(title("00001.mpls", "9", 101), own), own[0]);
  equal(readTitleOf(title("00002.mpls", "1-2,4", 300), own), own[1]);
  equal(readTitleOf(title("00002.mpls", "9", 300), own), undefined);
  equal(readTitleOf(title("00003.mpls", "1", 100), own), undefined);
  equal(readTitleOf(title("00001.mpls", "1", 100, 1), own), undefined);
  equal(readTitleOf(title("00001.mpls", "1", 100), [...own, ...own]), undefined);
});

inFolder("the key is written to MakeMKV's settings, and other entries stay", async (home) => {
  await writeMakemkvSettings(home, { key: "T-abc@_1" });
  const path = `${home}/.MakeMKV/settings.conf`;
  const lines = ['app_UpdateEnable = "0"', 'app_DefaultSelectionString = "+sel:all"', 'app_Key = "T-abc@_1"', ""];
  same((await Deno.readTextFile(path)).split("\n"), lines);
  equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  equal(settingsText(lines.join("\n"), { key: "" }).includes("T-abc@_1"), true);
  equal(settingsText('sdf_Stop = "x"\napp_Key = "old"\n', { key: 'n\new"\nio_x = "1' }).split("\n").length, 5);
  match(settingsText("# a comment", { key: "k" }), /^# a comment\n/);
});

Deno.test("the fake quotes like MakeMKV", () => {
  equal(
    message(5004, 0, "%1 titles saved, %2 failed", 0, 1),
    'MSG:5004,0,2,"0 titles saved, 1 failed","%1 titles saved, %2 failed","0","1"',
  );
});
