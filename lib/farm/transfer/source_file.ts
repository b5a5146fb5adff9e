import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { ByteRange } from "../../kit/disk/byte_range.ts";
import { Fault } from "../../kit/fault.ts";
import { remembered } from "../../kit/lazy.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";

/** The file that an agent may read for its part. */
export interface SourceFile {
  /**
   * Returns a stream of a range. Throws `Fault` with code `conflict` if the file has changed, also while it is being
   * read.
   */
  read(range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Returns the SHA-256 of a range. Throws the errors of `read`. */
  hash(offset: number, length: number): Promise<string>;
  /** Closes the file and aborts reads in progress. */
  close(): Promise<void>;
}

/** The file, and limits for reading it. */
export interface SourceFileOptions {
  path: string;
  identity: SourceIdentity;
  /** Maximum number of bytes read in total. */
  maxBytes: number;
  /** Called with a message when the file must not be read any more, because it has changed or the limit is exceeded. */
  onTrouble(message: string): void;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens the file on the first read. The same file stays open, even if its path is replaced. */
export function sourceFile({ path, identity, maxBytes, onTrouble }: SourceFileOptions): SourceFile {
  let readBytes = 0;
  let closed = false;
  const reading = new Set<ReadableStreamDefaultController>();
  const gone = () => new Fault("gone", "This segment is no longer needed.");
  const refuse = (message: string): never => {
    onTrouble(message);
    throw new Fault("conflict", message);
  };
  const requireUnchanged = async (handle: FileHandle): Promise<void> => {
    const [named, opened] = await Promise.all([
      sourceIdentity(path).catch(() => undefined),
      handle.stat({ bigint: true }),
    ]);
    const same = named !== undefined && sameIdentity(named, identity) && String(opened.ino) === identity.inode &&
      String(opened.mtimeNs) === identity.mtimeNs && Number(opened.size) === identity.sizeBytes;
    if (!same) refuse("The source changed while another machine read it.");
  };
  const opened = remembered(async () => {
    // The path may have been replaced with something that blocks when opened, such as a named pipe.
    await sourceIdentity(path);
    return await open(path, "r");
  });
  const openFile = () => {
    if (closed) throw gone();
    return opened.get().catch(() => refuse("The source can no longer be opened, so another machine cannot read it."));
  };
  const readSome = async (handle: FileHandle, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    readBytes += length;
    if (readBytes > maxBytes) refuse("A machine read far more of the source than its segment needs.");
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    if (bytesRead === 0) refuse("The source was truncated while another machine was reading it.");
    return bytes.subarray(0, bytesRead);
  };
  return {
    async read({ first, last }) {
      const handle = await openFile();
      await requireUnchanged(handle);
      return streamRange({ first, last }, {
        opened: (controller) => closed ? controller.error(gone()) : void reading.add(controller),
        ended: (controller) => void reading.delete(controller),
        isClosed: () => closed,
        readSome: (offset, length) => readSome(handle, offset, length),
        requireUnchanged: () => requireUnchanged(handle),
      });
    },
    async hash(offset, length) {
      const handle = await openFile();
      await requireUnchanged(handle);
      const hash = createHash("sha256");
      for (let at = 0; at < length;) {
        const bytes = await readSome(handle, offset + at, Math.min(CHUNK_BYTES, length - at));
        hash.update(bytes);
        at += bytes.length;
      }
      return hash.digest("hex");
    },
    async close() {
      closed = true;
      for (const controller of reading) controller.error(gone());
      reading.clear();
      await (await opened.kept()?.catch(() => undefined))?.close();
    },
  };
}

/**
 * File from which one stream reads. Calling `opened` and `ended` registers and removes the stream, so that closing the
 * file ends it.
 */
interface RangeSource {
  opened(controller: ReadableStreamDefaultController): void;
  ended(controller: ReadableStreamDefaultController): void;
  isClosed(): boolean;
  readSome(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  requireUnchanged(): Promise<void>;
}

function streamRange({ first, last }: ByteRange, source: RangeSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = first;
  let end = () => {};
  return new ReadableStream({
    start(controller) {
      end = () => source.ended(controller);
      source.opened(controller);
    },
    async pull(controller) {
      try {
        const bytes = await source.readSome(at, Math.min(CHUNK_BYTES, last + 1 - at));
        at += bytes.length;
        // The last bytes are sent only after verifying that all bytes came from the expected file.
        if (at > last) await source.requireUnchanged();
        // Closing the source file has already ended the stream.
        if (source.isClosed()) return;
        controller.enqueue(bytes);
        if (at <= last) return;
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: () => end(),
  }, { highWaterMark: 0 });
}
