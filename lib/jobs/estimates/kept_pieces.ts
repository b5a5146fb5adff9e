import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EncodedPiece, Piece } from "../../encode/sampling/pieces.ts";
import type { PieceKeeper } from "../../encode/sampling/sampling.ts";
import type { FrameScore } from "../../encode/sampling/score.ts";
import type { Clock } from "../../kit/clock.ts";

/** Encoded samples that an estimate and a preview of the same recipe share, so that nothing is encoded twice. */
export interface KeptPieces {
  /**
   * Returns the `PieceKeeper` for samples with the same key, which `sampleKey` creates from file, plan and ffmpeg
   * version.
   */
  keeperOf(subject: string): PieceKeeper;
  /** Returns the file of a sample, or undefined if it no longer exists. */
  path(subject: string, piece: Piece): string | undefined;
  /** Returns the stored scores of a sample, or calculates them. They are removed with their sample. */
  scores(subject: string, piece: Piece, make: () => Promise<FrameScore[]>): Promise<FrameScore[]>;
  /** Removes samples that have not been used for a day, and files of earlier starts. Returns the number removed. */
  clean(): Promise<number>;
}

/** `maxBytes` limits the total size of all samples. The least recently used are removed first. */
export interface KeptPiecesOptions {
  folder: string;
  clock: Clock;
  maxBytes?: number;
  maxAgeMs?: number;
}

/** Disk space in bytes that previews may use (docs/safety.md, S-LIM-4). */
const MAX_BYTES = 256_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

interface KeptPiece {
  path: string;
  encoded: EncodedPiece;
  fileBytes: number;
  /** Monotonic time in milliseconds. */
  usedAt: number;
  scores?: FrameScore[];
}

interface State {
  folder: string;
  clock: Clock;
  /** Samples by name, most recently used last. */
  readonly kept: Map<string, KeptPiece>;
  /** Paths of samples being created. */
  readonly writing: Set<string>;
}

/**
 * Creates the store for samples. Its folder is created on demand and used for nothing else. Samples are kept until the
 * service ends.
 */
export function createKeptPieces(
  { folder, clock, maxBytes = MAX_BYTES, maxAgeMs = DAY_MS }: KeptPiecesOptions,
): KeptPieces {
  const state: State = { folder, clock, kept: new Map(), writing: new Set() };
  return {
    keeperOf: (subject) => async (piece, encode) => {
      const name = nameOf(subject, piece);
      const before = await present(state, name);
      if (before) return before.encoded;
      const made = await make(state, name, encode);
      await shrink(state, maxBytes, name);
      return made.encoded;
    },
    path: (subject, piece) => use(state, nameOf(subject, piece))?.path,
    async scores(subject, piece, score) {
      const name = nameOf(subject, piece);
      const known = use(state, name)?.scores;
      if (known) return known;
      const scores = await score();
      const entry = state.kept.get(name);
      if (entry) entry.scores = scores;
      return scores;
    },
    clean: () => clean(state, maxAgeMs),
  };
}

const nameOf = (subject: string, { atSeconds, seconds }: Piece): string =>
  createHash("sha256").update(JSON.stringify([subject, atSeconds.toFixed(4), seconds.toFixed(4)])).digest("hex")
    .slice(0, 40);

/** Marks a sample as used now. */
function use({ kept, clock }: State, name: string): KeptPiece | undefined {
  const entry = kept.get(name);
  if (!entry) return undefined;
  entry.usedAt = clock.monotonicMs();
  kept.delete(name);
  kept.set(name, entry);
  return entry;
}

/** Returns a sample if its file still exists. The folder is a cache, and users may delete its contents. */
async function present(state: State, name: string): Promise<KeptPiece | undefined> {
  const entry = use(state, name);
  if (!entry) return undefined;
  if (await sizeOf(entry.path) === entry.fileBytes) return entry;
  state.kept.delete(name);
  return undefined;
}

async function make(
  { folder, kept, writing, clock }: State,
  name: string,
  encode: (output: string) => Promise<EncodedPiece>,
): Promise<KeptPiece> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.mkv`);
  writing.add(path);
  try {
    const encoded = await encode(path);
    const entry = { path, encoded, fileBytes: await sizeOf(path) ?? 0, usedAt: clock.monotonicMs() };
    kept.set(name, entry);
    return entry;
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  } finally {
    writing.delete(path);
  }
}

/** Removes the least recently used samples, but never `newest`. */
async function shrink(state: State, maxBytes: number, newest: string): Promise<void> {
  let total = [...state.kept.values()].reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  for (const [name, { fileBytes }] of state.kept) {
    if (total <= maxBytes) return;
    if (name === newest) continue;
    total -= fileBytes;
    await drop(state, name);
  }
}

async function drop({ kept }: State, name: string): Promise<void> {
  const entry = kept.get(name);
  kept.delete(name);
  if (entry) await Deno.remove(entry.path).catch(() => {});
}

async function clean({ folder, kept, writing, clock }: State, maxAgeMs: number): Promise<number> {
  const now = clock.monotonicMs();
  for (const [name, { usedAt }] of kept) if (now - usedAt > maxAgeMs) kept.delete(name);
  const files = await Array.fromAsync(Deno.readDir(folder)).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  const used = new Set([...writing, ...[...kept.values()].map(({ path }) => path)]);
  const unused = files.map(({ name }) => join(folder, name)).filter((path) => !used.has(path));
  for (const path of unused) await Deno.remove(path, { recursive: true }).catch(() => {});
  return unused.length;
}

const sizeOf = (path: string): Promise<number | undefined> => Deno.stat(path).then(({ size }) => size, () => undefined);
