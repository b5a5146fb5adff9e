import * as z from "zod";
import { Fault } from "../../kit/fault.ts";
import { BACKUP_TYPES } from "../model.ts";

/** Files that a backup can contain in addition to its manifest. */
export const FILE_NAMES = ["settings.json", "lathe.db"] as const;
/** Name of a file that a restore applies. `lathe.db` is an SQLite database. */
export type FileName = (typeof FILE_NAMES)[number];

/** Name of the archive entry that lists all other entries, with their sizes and checksums. */
export const MANIFEST_NAME = "manifest.json";

/** All entries that a backup may contain (safety.md, S-DB-7). */
export const ENTRY_NAMES = [MANIFEST_NAME, ...FILE_NAMES] as const;
/** Name of an entry. An archive with other entries is rejected. */
export type EntryName = (typeof ENTRY_NAMES)[number];

const MB = 1024 ** 2;

/** Limits for an uploaded archive, so that unpacking it cannot exhaust the memory or fill the disk. */
export const LIMITS = {
  entries: 20,
  unpackedBytes: 2048 * MB,
  /** Maximum ratio of unpacked to packed size per entry. */
  ratio: 50,
  /** Entries below this unpacked size in bytes may have any ratio. */
  ratioFreeBytes: MB,
  manifestBytes: MB / 16,
  /** Maximum size of the settings in bytes, which are read into memory. Real files have a few hundred kilobytes. */
  settingsBytes: 16 * MB,
} as const;

/** Sizes in bytes, named as in the zip format. */
interface EntrySize {
  uncompressedSize: number;
  compressedSize: number;
}

/** True if the compression ratio of an entry is above the limit. */
export const isTooDense = ({ uncompressedSize, compressedSize }: EntrySize): boolean =>
  uncompressedSize >= LIMITS.ratioFreeBytes && uncompressedSize > LIMITS.ratio * compressedSize;

/** Throws `invalid` for sizes above the limits. */
export function refuseTooLarge(entries: ReadonlyMap<EntryName, EntrySize>): void {
  let unpackedBytes = 0;
  for (const [name, size] of entries) {
    if (isTooDense(size)) throw refusal(`${name} unpacks to over ${LIMITS.ratio} times its size`);
    if (name === MANIFEST_NAME && size.uncompressedSize > LIMITS.manifestBytes) {
      throw refusal("the manifest is too large");
    }
    if (name === "settings.json" && size.uncompressedSize > LIMITS.settingsBytes) {
      throw refusal("the settings are too large");
    }
    unpackedBytes += size.uncompressedSize;
  }
  if (unpackedBytes > LIMITS.unpackedBytes) throw refusal("it is larger than 2 GB when unpacked");
}

/** Schema of a backup's manifest. */
export const Manifest = z.strictObject({
  product: z.literal("lathe"),
  version: z.string().regex(/^\d{1,6}(?:\.\d{1,6}){3}(?:-[0-9A-Za-z.-]{1,40})?$/, "not a version in four parts"),
  createdAt: z.iso.datetime(),
  type: z.enum(BACKUP_TYPES),
  /** Timestamp of the newest migration in the database of the backup. 0 if there is none. */
  schema: z.int().min(0),
  entries: z.array(z.strictObject({
    name: z.enum(FILE_NAMES),
    sizeBytes: z.int().min(0).max(LIMITS.unpackedBytes),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, "not a SHA-256 digest"),
  })).min(1).max(FILE_NAMES.length).refine(
    (entries) => new Set(entries.map(({ name }) => name)).size === entries.length,
    "a name is listed twice",
  ),
});
/** Contents of `manifest.json`, which lists the files of a backup. */
export type Manifest = z.infer<typeof Manifest>;

/** Parses a manifest. Throws `invalid` unless it lists exactly these entries. */
export function parseManifest(bytes: Uint8Array, entries: ReadonlyMap<EntryName, EntrySize>): Manifest {
  const { success, data: manifest, error } = Manifest.safeParse(jsonOf(bytes));
  if (!success) {
    const [issue] = error.issues;
    throw refusal(`the manifest is not valid (${[issue?.path.join("."), issue?.message].join(": ")})`);
  }
  for (const { name, sizeBytes } of manifest.entries) {
    const found = entries.get(name)?.uncompressedSize;
    if (found === undefined) throw refusal(`${name} is missing`);
    if (found !== sizeBytes) throw refusal(`${name} does not have the size given in the manifest`);
  }
  if (manifest.entries.length !== entries.size - 1) throw refusal("it contains a file that the manifest does not list");
  return manifest;
}

/** Creates the `invalid` fault for an archive. `what` is the end of the sentence shown to the user. */
export const refusal = (what: string, cause?: unknown): Fault =>
  new Fault("invalid", `This backup cannot be restored: ${what}.`, { cause });

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), (key, value) => {
      if (["__proto__", "constructor", "prototype"].includes(key)) {
        throw new SyntaxError(`the key ${key} is not allowed`);
      }
      return value;
    });
  } catch (error) {
    throw refusal("the manifest is not JSON", error);
  }
}
