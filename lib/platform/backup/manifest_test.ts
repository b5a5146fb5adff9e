import { deepStrictEqual as same, throws } from "node:assert/strict";
import {
  ABOUT,
  backup,
  DATABASE,
  type Lies,
  LISTED,
  listed,
  rawZip,
  refused,
  SETTINGS,
  sha256,
} from "../../../tests/fixtures/raw_zip.ts";
import { Fault } from "../../kit/fault.ts";
import { ENTRY_NAMES, isTooDense, Manifest, refuseTooLarge } from "./manifest.ts";

Deno.test("a backup holds a manifest, settings and a database, and nothing else", () => {
  same(ENTRY_NAMES, ["manifest.json", "settings.json", "lathe.db"]);
});

Deno.test("S-DB-7: a small entry may have any compression ratio, and a large one up to 50", () => {
  const MB = 1024 ** 2;
  same(isTooDense({ uncompressedSize: MB - 1, compressedSize: 1 }), false);
  same(isTooDense({ uncompressedSize: 50 * MB, compressedSize: MB }), false);
  same(isTooDense({ uncompressedSize: 50 * MB + 1, compressedSize: MB }), true);
  same(isTooDense({ uncompressedSize: 2 * MB, compressedSize: 0 }), true);
});

Deno.test("S-DB-7: settings are read whole and may have 16 MB; a database may have 2 GB", () => {
  const size = (uncompressedSize: number) => ({ uncompressedSize, compressedSize: uncompressedSize });
  refuseTooLarge(new Map([["settings.json", size(16 * 1024 ** 2)], ["lathe.db", size(1024 ** 3)]]));
  throws(
    () => refuseTooLarge(new Map([["settings.json", size(16 * 1024 ** 2 + 1)]])),
    (error) => error instanceof Fault && error.code === "invalid",
  );
});

Deno.test("a manifest may be of a pre-release, and of a backup without a database", () => {
  const about = { ...ABOUT, version: "0.2.0.0-beta.1", type: "before-migration", schema: 0 };
  same(Manifest.parse({ ...about, entries: [LISTED[0]] }).entries.length, 1);
});

const ofSize = (sizeBytes: number): Lies["manifest"] => ({ entries: [LISTED[0], { ...LISTED[1], sizeBytes }] });
refused("a file the manifest does not list", /does not list/, () => backup({ manifest: { entries: [LISTED[0]] } }));
refused(
  "a wrong digest",
  /does not match the manifest/,
  () => backup({ manifest: { entries: [LISTED[0], { ...LISTED[1], sha256: sha256("x") }] } }),
);
refused("a wrong size", /not have the size/, () => backup({ manifest: ofSize(3001) }));
refused("a backup without a manifest", /json is missing/, () => rawZip([{ name: "lathe.db", data: DATABASE }]));
refused("a backup without its database", /lathe.db is missing/, () => {
  const manifest = { name: "manifest.json", data: JSON.stringify({ ...ABOUT, entries: LISTED }) };
  return rawZip([{ name: "settings.json", data: SETTINGS }, manifest]);
});

const BAD_MANIFESTS: Record<string, Lies["manifest"]> = {
  "of another product": { product: "tdarr" },
  "of a version that is none": { version: "latest" },
  "of a version in three parts": { version: "1.2.3" },
  "of a version that is a number": { version: 1 },
  "of an unknown type": { type: "other" },
  "of no date": { createdAt: "yesterday" },
  "of a negative schema": { schema: -1 },
  "with a negative size": ofSize(-1),
  "with a size in parts": ofSize(0.5),
  "with a size of 2^53": ofSize(2 ** 53),
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
  /not JSON/,
  () => backup({ about: { data: new Uint8Array([0x22, 0xff, 0x22]) } }),
);
