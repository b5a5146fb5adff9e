import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { ByteRange } from "../../kit/disk/byte_range.ts";
import { Fault } from "../../kit/fault.ts";
import { remembered } from "../../kit/lazy.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";

/** The one file that an agent may read for its part. */
export interface SourceFile {
  /** The bytes of a range; fails, also while they are read, with `Fault` `conflict` when the file has changed. */
  read(range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** SHA-256 of some bytes. Throws as `read`. */
  hash(offset: number, length: number): Promise<string>;
  /** Also ends what is being read. */
  close(): Promise<void>;
}

/** Which file it is, and how much of it may be read. */
export interface SourceFileOptions {
  path: string;
  identity: SourceIdentity;
  /** Bytes that may be read in all. */
  maxBytes: number;
  /** Called with a sentence when nothing more may be read. */
  onTrouble(message: string): void;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens the file with the first read; it stays the same file until the end, whatever is put in its place. */
export function sourceFile({ path, identity, maxBytes, onTrouble }: SourceFileOptions): SourceFile {
  let readBytes = 0;
  let closed = false;
  const reading = new Set<ReadableStreamDefaultController>();
  const gone = () => new Fault("gone", "This part is not wanted any more.");
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
    // What is no file any more may be something that is never opened to its end, such as a FIFO.
    await sourceIdentity(path);
    return await open(path, "r");
  });
  const openFile = () => {
    if (closed) throw gone();
    return opened.get().catch(() => refuse("The source cannot be opened any more, so another machine cannot read it."));
  };
  const readSome = async (handle: FileHandle, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    readBytes += length;
    if (readBytes > maxBytes) refuse("A machine read far more of the source than its part needs.");
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    if (bytesRead === 0) refuse("The source became shorter while another machine read it.");
    return bytes.subarray(0, bytesRead);
  };
  return {
    async read({ first, last }) {
      const handle = await openFile();
      await requireUnchanged(handle);
      let at = first;
      let mine: ReadableStreamDefaultController | undefined;
      const end = () => mine !== undefined && reading.delete(mine);
      return new ReadableStream({
        start(controller) {
          mine = controller;
          if (closed) controller.error(gone());
          else reading.add(controller);
        },
        async pull(controller) {
          try {
            const bytes = await readSome(handle, at, Math.min(CHUNK_BYTES, last + 1 - at));
            at += bytes.length;
            // The last bytes leave only when all that went before came from the file that was meant.
            if (at > last) await requireUnchanged(handle);
            // Whoever closed the source has ended this stream.
            if (closed) return;
            controller.enqueue(bytes);
            if (at <= last) return;
            end();
            controller.close();
          } catch (error) {
            end();
            throw error;
          }
        },
        cancel: () => void end(),
      }, { highWaterMark: 0 });
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
