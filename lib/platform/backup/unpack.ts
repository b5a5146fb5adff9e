import { createHash } from "node:crypto";
import { join } from "node:path";
import { configure, type FileEntry, Reader, ZipReader } from "@zip.js/zip.js";
import { syncFolder, writeAll } from "../../kit/atomic_file.ts";
import { concat } from "../../kit/bytes.ts";
import { Fault } from "../../kit/fault.ts";
import {
  ENTRY_NAMES,
  type EntryName,
  FILE_NAMES,
  LIMITS,
  type Manifest,
  MANIFEST_NAME,
  parseManifest,
  refusal,
  refuseTooLarge,
} from "./manifest.ts";

/** An archive whose structure and manifest are valid. Its contents are checked when they are read. */
export interface OpenedArchive {
  manifest: Manifest;
  /** Reads all files and compares them with the manifest. Throws `invalid`. */
  verify(signal?: AbortSignal): Promise<void>;
  /**
   * Writes the files of the manifest to an empty folder. If one of them is invalid, the folder is empty again. Throws
   * `invalid`.
   */
  extractTo(folder: string, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

type Parts = Map<EntryName, FileEntry>;

/**
 * Opens an archive and reads its manifest without extracting it. Throws `invalid` for anything other than a backup of
 * this program.
 */
export async function openArchive(path: string): Promise<OpenedArchive> {
  const file = await Deno.open(path, { read: true });
  try {
    const source = new ArchiveFile(file, (await file.stat()).size);
    const parts = await judged(source, () => readParts(source));
    return opened(source, parts, await readManifest(source, parts));
  } catch (error) {
    file.close();
    throw error;
  }
}

function opened(source: ArchiveFile, parts: Parts, manifest: Manifest): OpenedArchive {
  /** Passes the contents of each file in the manifest to `into`. Rejects files that do not match the manifest. */
  async function pourAll(into: (name: EntryName, pour: Pour) => Promise<void>, signal?: AbortSignal): Promise<void> {
    for (const name of FILE_NAMES) {
      const stated = manifest.entries.find((entry) => entry.name === name);
      if (stated === undefined) continue;
      await into(name, async (write) => {
        const digest = await pour(source, partOf(parts, name), write, signal);
        if (digest !== stated.sha256) throw refusal(`${name} does not match the manifest`);
      });
    }
  }
  return {
    manifest,
    verify: (signal) => pourAll((_, pour) => pour(() => {}), signal),
    async extractTo(folder, signal) {
      for await (const { name } of Deno.readDir(folder)) {
        throw new Error(`${folder} must be empty, but it contains ${name}.`);
      }
      const written: string[] = [];
      try {
        await pourAll(async (name, pour) => {
          const path = join(folder, name);
          using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
          written.push(path);
          await pour((bytes) => writeAll(file, bytes));
          await file.sync();
        }, signal);
        await syncFolder(folder);
      } catch (error) {
        for (const path of written) await Deno.remove(path).catch(() => {});
        throw error;
      }
    },
    close: () => Promise.resolve(source.file.close()),
  };
}

type Write = (bytes: Uint8Array) => Promise<void> | void;
type Pour = (write: Write) => Promise<void>;

/**
 * Random access to an archive for the zip library, which reads only small parts of genuine archives. A large read
 * indicates a forged archive.
 */
class ArchiveFile extends Reader<Deno.FsFile> {
  /** Disk error, as opposed to a defect of the archive. */
  failure: unknown;

  constructor(readonly file: Deno.FsFile, override size: number) {
    super(file);
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!(offset >= 0 && length >= 0 && length <= 1024 ** 2)) {
      throw refusal("its central directory is far too large");
    }
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    try {
      await this.file.seek(offset, Deno.SeekMode.Start);
      for (let at = 0; at < bytes.length;) {
        const count = await this.file.read(bytes.subarray(at));
        if (count === null) throw new Error("The archive was truncated while it was being read.");
        at += count;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
    return bytes;
  }
}

/** Converts errors of the zip library to an `invalid` fault. Disk errors are rethrown. */
async function judged<T>(source: ArchiveFile, work: () => Promise<T>): Promise<T> {
  source.failure = undefined;
  try {
    return await work();
  } catch (error) {
    if (source.failure !== undefined) throw source.failure;
    if (error instanceof Fault) throw error;
    const { message, reason } = error as { message?: string; reason?: string };
    throw refusal(`the zip file is damaged (${reason ?? message})`, error);
  }
}

/** Reads the entries. Rejects data before, between or after them, which another reader could interpret differently. */
async function readParts(source: ArchiveFile): Promise<Parts> {
  // Chunks are small, because a chunk of a zip bomb can become a thousand times larger before its size is checked.
  configure({ chunkSize: 32 * 1024 });
  const directoryEnd = await findDirectoryEnd(source);
  const reader = new ZipReader(source, { strictness: "strict", checkCrc32: true, useWebWorkers: false });
  const parts: Parts = new Map();
  for await (const entry of reader.getEntriesGenerator()) {
    const bytes = entry.rawFilename.join();
    const name = ENTRY_NAMES.find((known) => new TextEncoder().encode(known).join() === bytes);
    if (name === undefined) throw refusal("it contains a file that is not part of a backup");
    if (parts.has(name)) throw refusal(`it contains ${name} twice`);
    if (entry.directory) throw refusal(`${name} is a folder`);
    parts.set(name, checkedEntry(name, entry));
  }
  refuseTooLarge(parts);
  let at = 0;
  for (const [name, entry] of [...parts].sort(([, a], [, b]) => a.offset - b.offset)) {
    if (entry.offset !== at) throw refusal(`there is unexpected data before ${name}`);
    await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
    at = endOf(name, entry);
  }
  if (
    at !== reader.directoryOffset || at + (reader.directoryLength ?? 0) !== directoryEnd ||
    reader.digitalSignature !== undefined || reader.warnings?.length !== 0
  ) throw refusal("there is unexpected data between its files and the central directory, or after them");
  return parts;
}

/** Returns the offset at which the central directory must end. Only the end record with an empty comment may follow. */
async function findDirectoryEnd(source: ArchiveFile): Promise<number> {
  const at = source.size - 22;
  if (at < 0) throw refusal("it is not a zip file");
  const end = new DataView((await source.readUint8Array(at, 22)).buffer);
  const [disk = 0, startDisk = 0, here, all = 0, comment] = [4, 6, 8, 10, 20].map((o) => end.getUint16(o, true));
  if (end.getUint32(0, true) !== 0x06054b50) throw refusal("it is not a zip file, or data follows its end");
  if (comment !== 0) throw refusal("it has a comment");
  const isZip64 = all === 0xffff || [12, 16].some((o) => end.getUint32(o, true) === 0xffffffff);
  const noDisk = (number: number) => number === 0 || (isZip64 && number === 0xffff);
  if (here !== all || !noDisk(disk) || !noDisk(startDisk)) throw refusal("it is part of a multi-part archive");
  if (!isZip64 && all > LIMITS.entries) throw refusal(`it has ${all} files`);
  if (!isZip64) return at;
  const wide = new DataView((await source.readUint8Array(at - 76, 76)).buffer);
  const long = (o: number) => Number(wide.getBigUint64(o, true));
  const word = (o: number) => wide.getUint32(o, true);
  const isRecord = word(0) === 0x06064b50 && long(4) === 44 && word(16) === 0 && word(20) === 0;
  const isLocator = word(56) === 0x07064b50 && word(60) === 0 && long(64) === at - 76 && word(72) === 1;
  const isSmall = long(24) === long(32) && long(32) <= LIMITS.entries;
  const isOneOffset = [0xffffffff, long(48)].includes(end.getUint32(16, true));
  if (!isRecord || !isLocator || !isSmall || !isOneOffset) {
    throw refusal("its end record is damaged or lists too many files");
  }
  return at - 76;
}

/** Returns an entry after checking its record in the central directory. Throws `invalid`. */
function checkedEntry(name: EntryName, entry: FileEntry): FileEntry {
  if (entry.encrypted) throw refusal(`${name} is encrypted`);
  // Flags for deflate level, data descriptor and UTF-8 name. Backups have no other flags.
  if (((entry.rawBitFlag ?? 0) & ~(0x0006 | 0x0008 | 0x0800)) !== 0) {
    throw refusal(`${name} has flags with an unknown meaning`);
  }
  if (![0, 8].includes(entry.compressionMethod)) {
    throw refusal(`${name} uses a compression method that is not supported`);
  }
  // The upper half is the Unix mode. It must be empty or the mode of a normal file. The DOS attributes read-only and
  // archive are harmless.
  if ((entry.externalFileAttributes & ~(0o100777 << 16 | 0x21)) !== 0) throw refusal(`${name} is not a plain file`);
  if (entry.rawComment.length > 0) throw refusal(`${name} has a comment`);
  if (!isOnlyZip64(entry) || entry.diskNumberStart !== 0) throw refusal(`${name} has fields with an unknown meaning`);
  return entry;
}

const isOnlyZip64 = ({ rawExtraField, extraField }: Pick<FileEntry, "rawExtraField" | "extraField">): boolean =>
  rawExtraField.length === 0 || extraField?.get(1)?.data.length === rawExtraField.length - 4;

/**
 * Returns the end offset of an entry, after checking that its local header and data descriptor match the central
 * directory.
 */
function endOf(name: EntryName, entry: FileEntry): number {
  const { localDirectory: local, compressedSize } = entry;
  const behind = local?.dataDescriptor;
  const agrees = (["crc32", "compressedSize", "uncompressedSize"] as const)
    .every((field) => local?.[field] === entry[field] || (behind !== undefined && local?.[field] === 0));
  if (
    local === undefined || !agrees || local.rawBitFlag !== entry.rawBitFlag || !isOnlyZip64(local) ||
    entry.warnings?.length !== 0 || local.bitFlag.dataDescriptor !== (behind !== undefined)
  ) throw refusal(`the header of ${name} does not match the central directory`);
  const descriptorBytes = behind === undefined ? 0 : (behind.signature ? 4 : 0) + (behind.zip64 ? 20 : 12);
  return local.dataOffset + compressedSize + descriptorBytes;
}

async function readManifest(source: ArchiveFile, parts: Parts): Promise<Manifest> {
  const pieces: Uint8Array[] = [];
  await pour(source, partOf(parts, MANIFEST_NAME), (bytes) => void pieces.push(bytes.slice()));
  return parseManifest(concat(pieces), parts);
}

function partOf(parts: Parts, name: EntryName): FileEntry {
  const part = parts.get(name);
  if (part === undefined) throw refusal(`${name} is missing`);
  return part;
}

/** Unpacks one entry up to its size in the central directory and returns its digest. */
async function pour(source: ArchiveFile, entry: FileEntry, write: Write, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const sink = new WritableStream<Uint8Array>({
    async write(bytes) {
      sizeBytes += bytes.length;
      if (sizeBytes > entry.uncompressedSize) throw refusal("a file is larger than declared");
      hash.update(bytes);
      try {
        await write(bytes);
      } catch (error) {
        source.failure = error;
        throw error;
      }
    },
  });
  await judged(source, () => entry.getData(sink, { signal })).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
  if (sizeBytes !== entry.uncompressedSize) throw refusal("a file is smaller than declared");
  return hash.digest("hex");
}
