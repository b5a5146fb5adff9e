import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ByteRange } from "../../kit/disk/byte_range.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { RemoteFailure } from "../../jobs/capacity/remote_machines.ts";
import type { PartMessage } from "../protocol.ts";
import { resultFile, type ResultPiece } from "./result_file.ts";
import { sourceFile } from "./source_file.ts";

/** The transfer of one part to and from an agent. */
export interface PartTransfer {
  readonly id: string;
  readonly agentId: string;
  readonly token: string;
  /** Range that an agent reads to prove that it can access the file. */
  readonly proof: PartMessage["source"]["proof"];
  /**
   * Resolves with the size when the whole result has been written. Rejects with `RemoteFailure`, or with the system's
   * error if the disk of this server is full.
   */
  readonly arrived: Promise<number>;
  /** True if the agent has sent a request for this part. */
  isTaken(): boolean;
  /** Monotonic time of the agent's last request for this part, in milliseconds. */
  lastSeenMs(): number;
  /** Invalidates the token. An incomplete result file is removed. */
  close(): Promise<void>;
}

/** A part that is offered to an agent. */
export interface PartOffer {
  agentId: string;
  path: string;
  identity: SourceIdentity;
  /** Path for the result. */
  partial: string;
  /** Share of the part in the whole video, 0 to 1. */
  share: number;
}

/** Operations that an agent may perform for one part after the token of the part has been verified. */
export interface PartAccess {
  readonly sizeBytes: number;
  /** Aborted when the part is closed. Transfers in progress then end. */
  readonly signal: AbortSignal;
  /** Returns true if the agent can access the same file. */
  prove(sha256: string): Promise<boolean>;
  read(range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  received(): number;
  write(piece: ResultPiece): Promise<void>;
  finish(whole: { sizeBytes: number; sha256: string }): Promise<void>;
  fail(failure: { code: string; message: string }): void;
}

/** The parts that agents are working on. They are kept only in memory and encoded again after a restart. */
export interface Transfers {
  open(offer: PartOffer): PartTransfer;
  /**
   * Returns the access to a part. Throws `Fault` with code `gone` unless it is an open part of this agent with a valid
   * token.
   */
  access(agentId: string, partId: string, token: string): PartAccess;
}

const MB = 1 << 20;
/**
 * Limit for reading, as a multiple of the part's share of the source. The bitrate of the most complex minutes is
 * several times the average, and reading indexes and retries adds to that.
 */
const SHARES_READ = 4;
const EXTRA_READ_BYTES = 256 * MB;
/** Limit for the size of the result, as a multiple of the part's share of the source. */
const SHARES_WRITTEN = 8;
const EXTRA_WRITTEN_BYTES = 512 * MB;
const MAX_PROOF_BYTES = 64 * 1024;

interface Open {
  transfer: PartTransfer;
  access: PartAccess;
  seen(): void;
}

/** Creates the store for tokens, sources and results of all open parts. */
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
      // The response is the same in all cases, so that guessing reveals nothing.
      if (part === undefined || part.transfer.agentId !== agentId || !sameText(part.transfer.token, token)) {
        throw new Fault("gone", "This segment is not expected from this machine.");
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
  // The promise may reject when it is no longer awaited.
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
  /** Rejects the transfer if the disk is full, which a retry by the agent cannot fix. Throws the error. */
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
    fail("The segment is no longer needed.");
    ended.abort(new Fault("gone", "This segment is no longer needed."));
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

/** Returns a random range, so that its hash cannot be calculated beforehand. */
function proofOf(sizeBytes: number): PartMessage["source"]["proof"] {
  const length = Math.max(1, Math.min(MAX_PROOF_BYTES, sizeBytes));
  const places = sizeBytes - length + 1;
  return { offset: Math.max(0, Math.floor(randomBytes(6).readUIntBE(0, 6) / 2 ** 48 * places)), length };
}

/** Compares two texts in constant time. */
function sameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
