import { deepStrictEqual as same, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { inFolder } from "../../tests/fixtures/folder.ts";
import {
  deflatedZeros,
  fields,
  type RawEntry,
  type RawZip,
  rawZip,
  utf8,
  wideSizes,
} from "../../tests/fixtures/raw_zip.ts";
import { Fault } from "../kit/fault.ts";
import { packArchive } from "./pack.ts";
import { openArchive } from "./unpack.ts";

const SETTINGS = JSON.stringify({ general: { instanceName: "Lathe" } });
const DATABASE = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31) >> 3);
const ABOUT = {
  product: "lathe",
  version: "0.1.0.0",
  createdAt: "2026-11-20T19:32:00.000Z",
  type: "manual",
  schema: 7,
};
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

interface Listed {
  name: string;
  sizeBytes: number;
  sha256: string;
}
const listed = (name: string, data: string | Uint8Array): Listed => ({
  name,
  sizeBytes: utf8(data).length,
  sha256: sha256(data),
});
const LISTED = [listed("settings.json", SETTINGS), listed("lathe.db", DATABASE)];

type Lie = Partial<RawEntry>;
/** A good backup with what is wrong with it. `manifest` is its text, or what it says besides the truth. */
interface Lies {
  settings?: Lie;
  database?: Lie;
  about?: Lie;
  manifest?: string | Record<string, unknown>;
  more?: RawEntry[];
  zip?: RawZip;
}

function backup({ settings, database, about, manifest, more = [], zip }: Lies = {}): Uint8Array<ArrayBuffer> {
  const said = { ...ABOUT, entries: LISTED };
  const text = typeof manifest === "string" ? manifest : JSON.stringify({ ...said, ...manifest });
  return rawZip([
    { name: "settings.json", data: SETTINGS, ...settings },
    { name: "lathe.db", data: DATABASE, method: 8, ...database },
    ...more,
    { name: "manifest.json", data: text, ...about },
  ], zip);
}

/** Every path below `folder`. */
async function tree(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(folder, prefix))) {
    found.push(join(prefix, name), ...isDirectory ? await tree(folder, join(prefix, name)) : []);
  }
  return found.sort();
}

async function extracted(dir: string, bytes: Uint8Array): Promise<void> {
  await Deno.writeFile(join(dir, "a.zip"), bytes);
  await Deno.mkdir(join(dir, "deep/target"), { recursive: true });
  const archive = await openArchive(join(dir, "a.zip"));
  try {
    await archive.extractTo(join(dir, "deep/target"));
  } finally {
    await archive.close();
  }
}

/** Refused for the reason that was meant, with nothing left in the target or beside it. */
async function assertRefused(dir: string, bytes: Uint8Array, reason: RegExp, what = ""): Promise<void> {
  const error = await extracted(dir, bytes).then(() => undefined, (error) => error);
  ok(error instanceof Fault && error.code === "invalid", `${what}: ${error}`);
  ok(reason.test(error.message), `${what}: ${error.message}`);
  same(await tree(dir), ["a.zip", "deep", "deep/target"], what);
}

const refused = (title: string, reason: RegExp, make: (dir: string) => Uint8Array): void =>
  inFolder(`S-DB-7: ${title} is refused`, (dir) => assertRefused(dir, make(dir), reason));

const accepted = (title: string, lies: Lies): void =>
  inFolder(`S-DB-7: ${title} is accepted`, async (dir) => {
    await extracted(dir, backup(lies));
    same(await Deno.readTextFile(join(dir, "deep/target/settings.json")), SETTINGS);
    same(await Deno.readFile(join(dir, "deep/target/lathe.db")), DATABASE);
    same(await tree(join(dir, "deep")), ["target", "target/lathe.db", "target/settings.json"]);
  });

const packed = deflateRawSync(DATABASE);
const WIDE = { size: 0xffffffff, packedSize: 0xffffffff, extra: wideSizes(DATABASE.length, packed.length) };
const BLANK = { crc: 0, size: 0, packedSize: 0 };
const descriptor = (crc = crc32(DATABASE), size = DATABASE.length): Uint8Array =>
  fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, size]);

accepted("a backup", {});
accepted("a backup with a wide end", { zip: { wide: {} } });
accepted("a file with wide sizes", { database: WIDE });
accepted("a file whose sizes stand behind it", { database: { flags: 8, local: BLANK, behind: descriptor() } });

const STRANGE_NAMES: [title: string, name: string | Uint8Array][] = [
  ["that leads out of the folder", "../escaped"],
  ["that leads far out", "../../../../../../../../tmp/escaped"],
  ["that goes in and out", "a/../../escaped"],
  ["that goes out by backslashes", "..\\escaped"],
  ["that goes out to one of ours", "../settings.json"],
  ["in a folder", "folder/settings.json"],
  ["with the folder spelled out", "./settings.json"],
  ["with a drive letter", "C:\\escaped"],
  ["with a drive letter and no folder", "C:escaped"],
  ["on a server", "\\\\server\\share\\escaped"],
  ["of a device", "\\\\.\\PhysicalDrive0"],
  ["with a second stream", "settings.json:hidden"],
  ["that ends with NUL", "settings.json\0"],
  ["cut short by NUL", "settings.json\0/../../escaped"],
  ["in upper case", "SETTINGS.JSON"],
  ["in mixed case", "Lathe.db"],
  ["with a look-alike", "\u017fettings.json"],
  ["that is composed", "latha\u0308.db"],
  ["that is decomposed", "lath\u00e4.db"],
  ["with a space behind", "settings.json "],
  ["with a dot behind", "settings.json."],
  ["with a line feed", "settings.json\n"],
  ["that is empty", ""],
  ["that is the folder", "."],
  ["that is the folder above", ".."],
  ["that is spelled overlong", new Uint8Array([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x78])],
  ["that is not UTF-8", new Uint8Array([0xff, 0xfe, 0x78])],
  ["that is another file of ours", "lathe.db-wal"],
  ["of 65,535 bytes", "a".repeat(65_535)],
];
const NOT_OURS = /no part of a backup|Unsafe filename|Ambiguous|duplicate/;
for (const [title, name] of STRANGE_NAMES) {
  refused(`a name ${title}`, NOT_OURS, () => backup({ more: [{ name, data: "x" }] }));
  refused(`a name ${title}, in place of ours,`, NOT_OURS, () => backup({ settings: { name } }));
}
refused("an absolute name", NOT_OURS, (dir) => backup({ more: [{ name: join(dir, "escaped"), data: "x" }] }));
refused("a folder", NOT_OURS, () => backup({ more: [{ name: "folder/", attributes: 0x41ed0010 }] }));
refused("a name that is there twice", /twice/, () => backup({ more: [{ name: "lathe.db", data: "x" }] }));
refused("another name before the data", /filename/, () => backup({ settings: { local: { name: "../escaped.js" } } }));
refused("a name of its own in an extra field", /unknown meaning/, () => {
  const name = utf8("../escaped");
  const path = fields([2, 0x7075], [2, 5 + name.length], [1, 1], [4, crc32("settings.json")]);
  return backup({ settings: { extra: new Uint8Array([...path, ...name]) } });
});

const MODES: [title: string, attributes: number, madeBy?: number][] = [
  ["a symbolic link", 0xa1ff0000],
  ["a folder by its mode", 0x41ed0000],
  ["a folder by its DOS attribute", 0x10, 0x0014],
  ["a volume label", 0x08, 0x0014],
  ["a character device", 0x21a40000],
  ["a block device", 0x61a40000],
  ["a pipe", 0x11a40000],
  ["a socket", 0xc1a40000],
  ["a file that runs as its owner", 0x89ed0000],
];
for (const [title, attributes, madeBy = 0x0314] of MODES) {
  refused(title, /plain file|folder/, () => backup({ settings: { central: { attributes, madeBy } } }));
}

refused("an encrypted file", /encrypted/, () => backup({ settings: { flags: 1 } }));
refused("a strongly encrypted file", /encrypted|flags/, () => backup({ settings: { flags: 0x41 } }));
refused("a masked header", /flags/, () => backup({ settings: { flags: 0x2000 } }));
refused("a patch", /flags/, () => backup({ settings: { flags: 0x20 } }));
for (const method of [1, 9, 12, 14, 93, 95, 98, 99, 65_535]) {
  refused(`compression method ${method}`, /not supported/, () => backup({ settings: { method } }));
}
refused("another method before the data", /compression method/, () => backup({ settings: { local: { method: 8 } } }));
refused("another flag before the data", /do not agree/, () => backup({ settings: { local: { flags: 2 } } }));
refused("another size before the data", /sizes/, () => backup({ settings: { local: { size: 5 } } }));
refused("a blank size before the data", /do not agree/, () => backup({ settings: { local: BLANK } }));
refused(
  "another size behind the data",
  /sizes/,
  () => backup({ database: { flags: 8, local: BLANK, behind: descriptor(undefined, 5) } }),
);
refused(
  "another checksum behind the data",
  /sizes/,
  () => backup({ database: { flags: 8, local: BLANK, behind: descriptor(5) } }),
);
refused(
  "a missing record behind the data",
  /sizes|do not agree|before/,
  () => backup({ database: { flags: 8, local: BLANK } }),
);
refused("a wrong checksum", /CRC/i, () => backup({ database: { crc: 5 } }));
refused(
  "a stored file that is shorter than it says",
  /damaged|smaller/,
  () => backup({ settings: { size: 5000 }, manifest: { entries: [{ ...LISTED[0], sizeBytes: 5000 }, LISTED[1]] } }),
);
refused("deflated data that is none", /damaged/, () => backup({ database: { packed: new Uint8Array(50).fill(0xff) } }));
refused("a file with a comment", /comment/, () => backup({ settings: { central: { comment: "x" } } }));
refused("a file on another disk", /unknown meaning|damaged/, () => backup({ settings: { central: { disk: 1 } } }));

const lathe = (sizeBytes: number): Lies["manifest"] => ({ entries: [LISTED[0], { ...LISTED[1], sizeBytes }] });
const GB = 1024 ** 3;
refused("a bomb of 10 GB that says so", /50 times/, () => {
  const zeros = deflatedZeros(10 * 1024);
  const wide = { size: 0xffffffff, packedSize: 0xffffffff, extra: wideSizes(10 * GB, zeros.length) };
  return backup({ database: { ...wide, packed: zeros }, manifest: lathe(10 * GB) });
});
refused(
  "a bomb of 2 MB that says so",
  /50 times/,
  () => backup({ database: { data: new Uint8Array(2 * 1024 ** 2) }, manifest: lathe(2 * 1024 ** 2) }),
);
refused(
  "a file of 3 GB that says so, and is not",
  /damaged|50 times/,
  () => backup({ database: { size: 3 * GB }, manifest: lathe(3 * GB) }),
);
for (const sizeBytes of [3000, 1024 ** 2 - 1]) {
  refused(
    `a bomb of 10 GB that says it has ${sizeBytes} bytes`,
    /damaged|larger/,
    () => backup({ database: { size: sizeBytes, packed: deflatedZeros(10 * 1024) }, manifest: lathe(sizeBytes) }),
  );
}
refused(
  "a manifest that is a bomb",
  /damaged|larger/,
  () => backup({ about: { method: 8, packed: deflatedZeros(1024), size: 600 } }),
);
refused("a manifest of 100 kB", /manifest is too large/, () => backup({ manifest: " ".repeat(100_000) }));
refused("more than 2 GB in all", /larger than 2 GB/, () => {
  const extra = wideSizes(2 * GB, 2 * GB);
  const wide = { size: 0xffffffff, packedSize: 0xffffffff, extra };
  return backup({ database: { ...wide, method: 0 } });
});

refused(
  "two files in the same bytes",
  /before|damaged|filename/,
  () => backup({ database: { only: "central", offset: 0, method: 0 } }),
);
refused("a file inside another", /before|damaged/, () => {
  const inner = rawZip([{ name: "lathe.db", data: DATABASE }]).subarray(0, 30 + 8 + DATABASE.length);
  return backup({ settings: { data: inner }, database: { only: "central", offset: 30 + 13, method: 0 } });
});
refused(
  "a file that reaches over the next",
  /before|damaged|sizes|bounds/i,
  () => backup({ settings: { size: 400, packedSize: 400 } }),
);
refused(
  "a file no directory lists",
  /something else/,
  () => backup({ more: [{ name: "evil.sh", data: "x", only: "local" }] }),
);
refused("a file that reaches behind the end", /damaged/, () => backup({ database: { packedSize: 1_000_000 } }));
refused(
  "an offset far behind the end",
  /damaged|before/,
  () => backup({ database: { central: { offset: 0xfffffff0 } } }),
);

const junk = utf8("junk");
refused("data before", /damaged|before/, () => backup({ settings: { before: junk } }));
refused("data between", /before/, () => backup({ database: { before: junk } }));
refused("data before the directory", /something else/, () => backup({ zip: { beforeDirectory: junk } }));
refused("data behind the directory", /something else|damaged/, () => backup({ zip: { behindDirectory: junk } }));
refused("data behind the end", /follows/, () => backup({ zip: { behind: junk } }));
refused(
  "a signed directory",
  /something else|damaged/,
  () => backup({ zip: { behindDirectory: fields([4, 0x05054b50], [2, 4], [4, 7]) } }),
);
refused("a zip behind another", /damaged|before|something else/, () => new Uint8Array([...backup(), ...backup()]));
refused(
  "a program with a zip behind it",
  /damaged|before/,
  () => new Uint8Array([...utf8("#!/bin/sh\n"), ...backup()]),
);
refused("a comment", /comment/, () => backup({ zip: { end: { comment: junk } } }));
refused(
  "an end in the comment",
  /damaged|something else|comment/,
  () => backup({ zip: { end: { comment: rawZip([{ name: "evil.sh", data: "x" }]) } } }),
);
refused(
  "a comment that is longer than it says",
  /follows/,
  () => backup({ zip: { end: { comment: junk, commentLength: 0 } } }),
);
refused("a comment that is not there", /comment/, () => backup({ zip: { end: { commentLength: 9 } } }));
refused("a part of several", /several/, () => backup({ zip: { end: { disk: 1, startDisk: 1 } } }));
refused("a count that is not the other", /several/, () => backup({ zip: { end: { here: 2 } } }));
refused("a count that is too small", /damaged|something else/, () => backup({ zip: { end: { here: 2, all: 2 } } }));
refused("a count that is too big", /damaged/, () => backup({ zip: { end: { here: 4, all: 4 } } }));
refused("a directory elsewhere", /damaged|something else/, () => backup({ zip: { end: { directoryOffset: 3 } } }));
refused(
  "a directory of 4 GB",
  /damaged|something else|proportion/,
  () => backup({ zip: { end: { directorySize: 0xfffffffe } } }),
);
for (
  const [title, wide] of Object.entries<RawZip["wide"]>({
    "a wide end elsewhere": { recordOffset: 3 },
    "a wide end with more in it": { recordSize: 60 },
    "a wide end on many disks": { disks: 2 },
    "a wide end whose counts differ": { here: 2 },
    "a wide end with a billion files": { here: 1e9, all: 1e9 },
  })
) refused(title, /its end is damaged/, () => backup({ zip: { wide } }));
refused(
  "a wide end with a directory elsewhere",
  /damaged|something else/,
  () => backup({ zip: { wide: { directoryOffset: 3 } } }),
);
refused(
  "a wide directory of 2^52 bytes",
  /damaged|something else|proportion/,
  () => backup({ zip: { wide: { directorySize: 2 ** 52 }, end: { directorySize: 0xffffffff } } }),
);
refused(
  "a wide end nothing points to",
  /damaged|something else/,
  () => backup({ zip: { wide: {}, end: { here: 3, all: 3, directoryOffset: 0 } } }),
);
const many = Array.from({ length: 100_000 }, (_, i): RawEntry => ({ name: `${i}`, data: "x" }));
refused("an archive of 100,000 files", /files|several|proportion|damaged/, () => rawZip(many, { wide: {} }));
refused(
  "an archive of 100,000 files that says it has three",
  /damaged|proportion|something else/,
  () => rawZip(many, { end: { here: 3, all: 3 } }),
);
refused("an archive of 21 files", /21 files/, () => rawZip(many.slice(0, 21)));

refused("an empty file", /not a zip/, () => new Uint8Array());
refused("an empty archive", /manifest\.json is missing|damaged|something else/, () => rawZip([]));
refused("a text", /not a zip/, () => utf8("This is a backup, really. ".repeat(20)));
refused("a gzip file", /not a zip/, () => new Uint8Array(4000).fill(0x1f));

refused(
  "a backup without a manifest",
  /manifest\.json is missing/,
  () => rawZip([{ name: "settings.json", data: "x" }]),
);
refused("a file that is missing", /does not list|missing/, () =>
  rawZip([
    { name: "settings.json", data: SETTINGS },
    { name: "manifest.json", data: JSON.stringify({ ...ABOUT, entries: LISTED }) },
  ]));
refused("a file the manifest does not list", /does not list/, () => backup({ manifest: { entries: [LISTED[0]] } }));
refused(
  "a wrong digest",
  /not what the manifest says/,
  () => backup({ manifest: { entries: [LISTED[0], { ...LISTED[1], sha256: sha256("x") }] } }),
);
refused("a wrong size", /not the size/, () => backup({ manifest: lathe(3001) }));
const BAD_MANIFESTS: Record<string, Lies["manifest"]> = {
  "of another product": { product: "tdarr" },
  "of a version that is none": { version: "latest" },
  "of a version in three parts": { version: "1.2.3" },
  "of a version that is a number": { version: 1 },
  "of an unknown type": { type: "other" },
  "of no date": { createdAt: "yesterday" },
  "of a negative schema": { schema: -1 },
  "with a negative size": lathe(-1),
  "with a size in parts": lathe(0.5),
  "with a size of 2^53": lathe(2 ** 53),
  "with a digest that is none": { entries: [LISTED[0], { ...LISTED[1], sha256: "x" }] },
  "that lists itself": { entries: [...LISTED, listed("manifest.json", "x")] },
  "that lists a path": { entries: [LISTED[0], { ...LISTED[1], name: "../lathe.db" }] },
  "that lists a file twice": { entries: [LISTED[0], LISTED[0]] },
  "that lists nothing": { entries: [] },
  "that says more": { command: "rm" },
  "with a prototype": `{"__proto__":{"schema":7},${JSON.stringify({ ...ABOUT, entries: LISTED }).slice(1)}`,
  "with a constructor": { constructor: { prototype: {} } },
  "that is a list": "[]",
  "that is null": "null",
  "that is empty": "",
  "that is cut short": '{"product":',
  "that is 20,000 brackets": "[".repeat(20_000),
};
for (const [title, manifest] of Object.entries(BAD_MANIFESTS)) {
  refused(`a manifest ${title}`, /manifest is not/, () => backup({ manifest }));
}
refused(
  "a manifest that is not UTF-8",
  /manifest is not JSON/,
  () => backup({ about: { data: new Uint8Array([0x22, 0xff, 0x22]) } }),
);
