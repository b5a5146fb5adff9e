import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ByteRange } from "../../kit/disk/byte_range.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { RemoteFailure } from "../../jobs/segments/remote_machines.ts";
import type { PartMessage } from "../protocol.ts";
import { resultFile, type ResultPiece } from "./result_file.ts";
import { sourceFile } from "./source_file.ts";

/** What goes out to one agent for one part, and what comes back. */
export interface PartTransfer {
  readonly id: string;
  readonly agentId: string;
  readonly token: string;
  /** Bytes that an agent may prove to see by itself. */
  readonly proof: PartMessage["source"]["proof"];
  /**
   * Resolves with the size when the whole result lies in its file. Rejects with `RemoteFailure`, and with what the disk
   * said when it is full: that is nothing the machine did.
   */
  readonly arrived: Promise<number>;
  /** Whether the agent has asked for anything of this part. */
  isTaken(): boolean;
  /** Milliseconds on the clock that never jumps: when the agent last asked for anything of this part. */
  lastSeenMs(): number;
  /** Ends the token; without a whole result its file is removed. */
  close(): Promise<void>;
}

/** A part that is given to an agent. */
export interface PartOffer {
  agentId: string;
  path: string;
  identity: SourceIdentity;
  /** Where the result is written. */
  partial: string;
  /** How much of the film the part is, 0 to 1. */
  share: number;
}

/** What one agent may do for one part, once its token was looked at. */
export interface PartAccess {
  readonly sizeBytes: number;
  /** Aborted when the part is closed: what is on its way ends then. */
  readonly signal: AbortSignal;
  /** Whether the agent sees the same file. */
  prove(sha256: string): Promise<boolean>;
  read(range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  received(): number;
  write(piece: ResultPiece): Promise<void>;
  finish(whole: { sizeBytes: number; sha256: string }): Promise<void>;
  fail(failure: { code: string; message: string }): void;
}

/** The parts that are with agents now. Nothing of it outlives the program: parts that were out are made anew. */
export interface Transfers {
  open(offer: PartOffer): PartTransfer;
  /** Throws `Fault` `gone` for everything but an open part of this agent with its token. */
  access(agentId: string, partId: string, token: string): PartAccess;
}

const MB = 1 << 20;
/** Films are uneven: their richest minutes take a few times what the average does. Index and retries come on top. */
const SHARES_READ = 4;
const EXTRA_READ_BYTES = 256 * MB;
/** A result may be larger than its source, within limits. */
const SHARES_WRITTEN = 8;
const EXTRA_WRITTEN_BYTES = 512 * MB;
const MAX_PROOF_BYTES = 64 * 1024;

/** An open part. */
interface Open {
  transfer: PartTransfer;
  access: PartAccess;
  seen(): void;
}

/** Keeps tokens, source and result of every part that is out. */
export function createTransfers(): Transfers {
  const parts = new Map<string, Open>();
  return {
    open(offer) {
      const part = openPart(offer, (id) => parts.delete(id));
      parts.set(part.transfer.id, part);
      return part.transfer;
    },
    access(agentId, partId, token) {
      const part = parts.get(partId);
      // One answer for all of it: who guesses learns nothing.
      if (part === undefined || part.transfer.agentId !== agentId || !sameText(part.transfer.token, token)) {
        throw new Fault("gone", "This part is not wanted from this machine.");
      }
      part.seen();
      return part.access;
    },
  };
}

function openPart({ agentId, path, identity, partial, share }: PartOffer, forget: (id: string) => void): Open {
  const id = newId();
  const token = randomBytes(32).toString("base64url");
  const { promise: arrived, resolve, reject } = Promise.withResolvers<number>();
  // Whoever opened it may be gone before the answer is.
  arrived.catch(() => {});
  let seenMs = performance.now();
  let taken = false;
  const fail = (message: string) => reject(new RemoteFailure(message));
  const { sizeBytes } = identity;
  const shareBytes = Math.min(1, Math.max(0, share)) * sizeBytes;
  const source = sourceFile({
    path,
    identity,
    maxBytes: SHARES_READ * shareBytes + EXTRA_READ_BYTES,
    onTrouble: fail,
  });
  const result = resultFile({ path: partial, maxBytes: SHARES_WRITTEN * shareBytes + EXTRA_WRITTEN_BYTES });
  const proof = proofOf(sizeBytes);
  const ended = new AbortController();
  /** Tells whoever waits what no retry of the agent can mend. */
  const failFor = (error: unknown): never => {
    if (isDiskFull(error)) reject(error);
    throw error;
  };
  const access: PartAccess = {
    sizeBytes,
    signal: ended.signal,
    prove: async (sha256) => await source.hash(proof.offset, proof.length) === sha256,
    read: (range) => source.read(range),
    received: () => result.sizeBytes(),
    write: (piece) => result.write(piece).catch(failFor),
    async finish(whole) {
      try {
        await result.finish(whole);
      } catch (error) {
        if (error instanceof Fault && error.code === "invalid") fail(error.message);
        return failFor(error);
      }
      resolve(whole.sizeBytes);
    },
    fail: ({ message }) => fail(message),
  };
  const close = async () => {
    forget(id);
    fail("The part is not wanted any more.");
    ended.abort(new Fault("gone", "This part is not wanted any more."));
    await Promise.all([source.close(), result.close()]);
  };
  return {
    access,
    seen() {
      seenMs = performance.now();
      taken = true;
    },
    transfer: { id, agentId, token, proof, arrived, isTaken: () => taken, lastSeenMs: () => seenMs, close },
  };
}

/** A place that nobody can know beforehand. */
function proofOf(sizeBytes: number): PartMessage["source"]["proof"] {
  const length = Math.max(1, Math.min(MAX_PROOF_BYTES, sizeBytes));
  const places = sizeBytes - length + 1;
  return { offset: Math.max(0, Math.floor(randomBytes(6).readUIntBE(0, 6) / 2 ** 48 * places)), length };
}

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
function sameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
