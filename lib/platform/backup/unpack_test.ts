import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import {
  assertRefused,
  backup,
  contentOf,
  DATABASE,
  deflatedZeros,
  extract,
  fields,
  type Lies,
  LISTED,
  type RawEntry,
  type RawZip,
  rawZip,
  refused,
  SETTINGS,
  tree,
  utf8,
  wideSizes,
} from "../../../tests/fixtures/raw_zip.ts";

const allRefused = (cases: Record<string, [reason: RegExp, lies: Lies]>): void => {
  for (const [title, [reason, lies]] of Object.entries(cases)) refused(title, reason, () => backup(lies));
};

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const packedSize = deflateRawSync(DATABASE).length;
const wide = (size: number, packed: number): Partial<RawEntry> => {
  return { size: 0xffffffff, packedSize: 0xffffffff, extra: wideSizes(size, packed) };
};
const blank = { crc: 0, size: 0, packedSize: 0 };
/** Moves the sizes to a data descriptor after the data. */
const behind = (crc = crc32(DATABASE), size = DATABASE.length): Partial<RawEntry> => {
  const record = fields([4, 0x08074b50], [4, crc], [4, packedSize], [4, size]);
  return { flags: 8, local: blank, behind: record };
};

const GOOD: Record<string, Lies> = {
  "a backup": {},
  "a backup with a wide end": { zip: { wide: {} } },
  "a file with wide sizes": { database: wide(DATABASE.length, packedSize) },
  "a file whose sizes stand behind it": { database: behind() },
};
for (const [title, lies] of Object.entries(GOOD)) {
  inFolder(`S-DB-7: ${title} is accepted`, async (dir) => {
    await extract(dir, backup(lies));
    same(await contentOf(dir), [SETTINGS, DATABASE]);
    same(await tree(join(dir, "deep")), ["target", "target/lathe.db", "target/settings.json"]);
  });
}

const STRANGE_NAMES: Record<string, string | Uint8Array> = {
  "leads out of the folder": "../escaped",
  "leads far out": "../../../../../../../../tmp/escaped",
  "goes in and out": "a/../../escaped",
  "goes out by backslashes": "..\\escaped",
  "goes out to one of ours": "../settings.json",
  "is in a folder": "folder/settings.json",
  "spells the folder out": "./settings.json",
  "has a drive letter": "C:\\escaped",
  "has a drive letter and no folder": "C:escaped",
  "is on a server": "\\\\server\\share\\escaped",
  "is a device": "\\\\.\\PhysicalDrive0",
  "has a second stream": "settings.json:hidden",
  "ends with NUL": "settings.json\0",
  "is cut short by NUL": "settings.json\0/../../escaped",
  "is in upper case": "SETTINGS.JSON",
  "is in mixed case": "Lathe.db",
  "is a look-alike": "\u017fettings.json",
  "is composed (NFC)": "lath\u00e9.db",
  "is decomposed (NFD)": "lathe\u0301.db",
  "has a space behind": "settings.json ",
  "has a dot behind": "settings.json.",
  "has a line feed": "settings.json\n",
  "is empty": "",
  "is the folder": ".",
  "is the folder above": "..",
  "is spelled overlong": new Uint8Array([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x78]),
  "is not UTF-8": new Uint8Array([0xff, 0xfe, 0x78]),
  "is a file beside ours": "lathe.db-wal",
  "has 65,535 bytes": "a".repeat(65_535),
};
const NOT_OURS = /not part of a backup|Unsafe filename/;
for (const [title, name] of Object.entries(STRANGE_NAMES)) {
  refused(`one more name, which ${title},`, NOT_OURS, () => backup({ more: [{ name, data: "x" }] }));
  refused(`a name that ${title}`, NOT_OURS, () => backup({ settings: { name } }));
}
refused("an absolute name", NOT_OURS, (dir) => backup({ more: [{ name: join(dir, "escaped"), data: "x" }] }));

const inExtra = (name: string) => fields([2, 0x7075], [2, 5 + name.length], [1, 1], [4, crc32("settings.json")]);
const attributes = (attributes: number, madeBy = 0x0314): Lies => ({ settings: { central: { attributes, madeBy } } });
allRefused({
  "a folder": [NOT_OURS, { more: [{ name: "folder/", attributes: 0x41ed0010 }] }],
  "a name that is there twice": [/it contains lathe.db twice/, { more: [{ name: "lathe.db", data: "x" }] }],
  "another name before the data": [/filename/, { settings: { local: { name: "../escaped.js" } } }],
  "another name in an extra field": [/unknown meaning/, {
    settings: { extra: new Uint8Array([...inExtra("evil.sh"), ...utf8("evil.sh")]) },
  }],
  "a symbolic link": [/not a plain file/, attributes(0xa1ff0000)],
  "a folder by its mode": [/is a folder/, attributes(0x41ed0000)],
  "a folder by its DOS attribute": [/is a folder/, attributes(0x10, 0x0014)],
  "a volume label": [/not a plain file/, attributes(0x08, 0x0014)],
  "a character device": [/not a plain file/, attributes(0x21a40000)],
  "a block device": [/not a plain file/, attributes(0x61a40000)],
  "a pipe": [/not a plain file/, attributes(0x11a40000)],
  "a socket": [/not a plain file/, attributes(0xc1a40000)],
  "a file that runs as its owner": [/not a plain file/, attributes(0x89ed0000)],
  "an encrypted file": [/encrypted/, { settings: { flags: 1 } }],
  "a strongly encrypted file": [/encrypted/, { settings: { flags: 0x41 } }],
  "a masked header": [/flags/, { settings: { flags: 0x2000 } }],
  "a patch": [/flags/, { settings: { flags: 0x20 } }],
  "another method before the data": [/compression method/, { settings: { local: { method: 8 } } }],
  "another flag before the data": [/does not match/, { settings: { local: { flags: 2 } } }],
  "another size before the data": [/sizes/, { settings: { local: { size: 5 } } }],
  "a blank size before the data": [/does not match/, { settings: { local: blank } }],
  "another size behind the data": [/sizes/, { database: behind(undefined, 5) }],
  "another checksum behind the data": [/sizes/, { database: behind(5) }],
  "a missing record behind the data": [/sizes/, { database: { flags: 8, local: blank } }],
  "a wrong checksum": [/CRC/i, { database: { crc: 5 } }],
  "a stored file that is shorter than it says": [/Invalid uncompressed size/, {
    settings: { size: 5000 },
    manifest: { entries: [{ ...LISTED[0], sizeBytes: 5000 }, LISTED[1]] },
  }],
  "deflated data that is none": [/damaged/, { database: { packed: new Uint8Array(50).fill(0xff) } }],
  "a file with a comment": [/has a comment/, { settings: { central: { comment: "x" } } }],
  "a file on another disk": [/unknown meaning/, { settings: { central: { disk: 1 } } }],
});
for (const method of [1, 9, 12, 14, 93, 95, 98, 99, 65_535]) {
  refused(`compression method ${method}`, /not supported/, () => backup({ settings: { method } }));
}

const ofSize = (sizeBytes: number): Lies["manifest"] => ({ entries: [LISTED[0], { ...LISTED[1], sizeBytes }] });
const bomb = deflatedZeros(10 * 1024);
allRefused({
  "a bomb of 10 GB that says so": [/over 50 times/, {
    database: { ...wide(10 * GB, bomb.length), packed: bomb },
    manifest: ofSize(10 * GB),
  }],
  "a bomb of 2 MB that says so": [/over 50 times/, { database: { data: new Uint8Array(2 * MB) } }],
  "a bomb of 10 GB that says it is small": [/uncompressed size/, { database: { packed: bomb } }],
  "a bomb of 10 GB that says it has 1 MB": [/uncompressed size/, {
    database: { packed: bomb, size: MB - 1 },
    manifest: ofSize(MB - 1),
  }],
  "a manifest that is a bomb": [/uncompressed size/, { about: { method: 8, packed: bomb, size: 600 } }],
  "a manifest of 100 kB": [/manifest is too large/, { manifest: " ".repeat(100_000) }],
  "a small file that says it has 3 GB": [/over 50 times/, { database: { size: 3 * GB } }],
  "more than 2 GB in all": [/larger than 2 GB/, { database: { ...wide(2 * GB, 2 * GB), method: 0 } }],
  "a file in the bytes of another": [/before/, { database: { only: "central", offset: 0, method: 0 } }],
  "a file inside another": [/before/, {
    settings: { data: rawZip([{ name: "lathe.db", data: DATABASE }]) },
    database: { only: "central", offset: 30 + "settings.json".length, method: 0 },
  }],
  "a file that reaches over the next": [/before/, { settings: { size: 400, packedSize: 400 } }],
  "a file that no directory lists": [/before manifest/, { more: [{ name: "x.sh", data: "x", only: "local" }] }],
  "a file that reaches behind the end": [/bounds/, { database: { packedSize: 1_000_000 } }],
  "an offset far behind the end": [/before/, { database: { central: { offset: 0xfffffff0 } } }],
});

const junk = utf8("junk");
const end = (end: RawZip["end"]): Lies => ({ zip: { end } });
const wideEnd = (wide: RawZip["wide"], end?: RawZip["end"]): Lies => ({ zip: { wide, end } });
allRefused({
  "data before": [/damaged|before/, { settings: { before: junk } }],
  "data between": [/before/, { database: { before: junk } }],
  "data before the directory": [/data between/, { zip: { beforeDirectory: junk } }],
  "data behind the directory": [/damaged/, { zip: { behindDirectory: junk } }],
  "a signed directory": [/data between/, { zip: { behindDirectory: fields([4, 0x05054b50], [2, 4], [4, 7]) } }],
  "data behind the end": [/follows/, { zip: { behind: junk } }],
  "a comment": [/follows/, end({ comment: junk })],
  "an end in the comment": [/damaged|data between/, end({ comment: rawZip([{ name: "x.sh", data: "x" }]) })],
  "an empty archive in the comment": [/damaged|data between/, end({ comment: rawZip([]) })],
  "a comment that is longer than it says": [/follows/, end({ comment: junk, commentLength: 0 })],
  "a comment that is not there": [/comment/, end({ commentLength: 9 })],
  "a part of several": [/multi-part/, end({ disk: 1, startDisk: 1 })],
  "a count that is not the other": [/multi-part/, end({ here: 2 })],
  "a count that is too small": [/damaged|data between/, end({ here: 2, all: 2 })],
  "a count that is too big": [/damaged/, end({ here: 4, all: 4 })],
  "a directory elsewhere": [/damaged|data between/, end({ directoryOffset: 3 })],
  "a directory of 4 GB": [/damaged|data between|far too large/, end({ directorySize: 0xfffffffe })],
  "a wide end elsewhere": [/its end/, wideEnd({ recordOffset: 3 })],
  "a wide end with more in it": [/its end/, wideEnd({ recordSize: 60 })],
  "a wide end on many disks": [/its end/, wideEnd({ disks: 2 })],
  "a wide end whose counts differ": [/its end/, wideEnd({ here: 2 })],
  "a wide end with a billion files": [/its end/, wideEnd({ here: 1e9, all: 1e9 })],
  "a wide end with a directory elsewhere": [/damaged|data between/, wideEnd({ directoryOffset: 3 })],
  "a wide end that is not where the other says": [/its end/, wideEnd({}, { directoryOffset: 3 })],
  "a wide directory of 2^52 bytes": [
    /far too large/,
    wideEnd({ directorySize: 2 ** 52 }, { directorySize: 0xffffffff }),
  ],
  "a wide end nothing points to": [/damaged|data between/, wideEnd({}, { here: 3, all: 3, directoryOffset: 0 })],
});
refused("a zip behind another", /before|damaged/, () => new Uint8Array([...backup(), ...backup()]));
refused("a program with a zip behind it", /damaged/, () => new Uint8Array([...utf8("#!/bin/sh\n"), ...backup()]));

const many = Array.from({ length: 100_000 }, (_, i): RawEntry => ({ name: `${i}`, data: "x" }));
refused("an archive of 100,000 files", /too many files/, () => rawZip(many, { wide: {} }));
refused(
  "an archive of 100,000 files that says it has three",
  /far too large|damaged/,
  () => rawZip(many, { end: { here: 3, all: 3 } }),
);
refused("an archive of 21 files", /it has 21 files/, () => rawZip(many.slice(0, 21)));
refused("an empty file", /not a zip/, () => new Uint8Array());
refused("an empty archive", /manifest\.json is missing|damaged/, () => rawZip([]));
refused("a text", /not a zip/, () => utf8("This is a backup, really. ".repeat(20)));

inFolder("S-DB-7: an archive that is truncated anywhere is refused", async (dir) => {
  const whole = backup();
  for (let length = 0; length < whole.length; length += length > whole.length - 400 ? 1 : 23) {
    await assertRefused(dir, whole.subarray(0, length), /./, `${length} bytes`);
  }
});

inFolder("slow: S-DB-7: an archive with one wrong byte is refused, or is the same", async (dir) => {
  const whole = backup({ database: behind(), zip: { wide: {} } });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const wrong = whole.with(at, (whole[at] ?? 0) ^ mask);
      const error = await extract(dir, wrong).then(() => undefined, (error) => error);
      if (error === undefined) {
        same(await contentOf(dir), [SETTINGS, DATABASE]);
        await Deno.remove(join(dir, "deep"), { recursive: true });
      } else await assertRefused(dir, wrong, /./, `${at} ^ ${mask}`);
    }),
    { numRuns: 400 },
  );
});

inFolder("S-DB-7: a folder that is not empty is not changed", async (dir) => {
  await Deno.mkdir(join(dir, "deep/target"), { recursive: true });
  await Deno.symlink(join(dir, "escaped"), join(dir, "deep/target/lathe.db"));
  await rejects(extract(dir, backup()), /must be empty/);
  same(await tree(dir), ["a.zip", "deep", "deep/target", "deep/target/lathe.db"]);
});

inFolder("S-DB-7: a cancelled extraction leaves nothing, and reports the reason", async (dir) => {
  await rejects(extract(dir, backup(), AbortSignal.abort(new Error("called off"))), /called off/);
  same(await tree(dir), ["a.zip", "deep", "deep/target"]);
});
