import { createHash } from "node:crypto";
import { videoEncoder, videoEncodersWith } from "../encode/profiles/encoders.ts";
import { runProcess } from "../kit/process/process.ts";

/** Fingerprints of encoders: the SHA-256 of each encoder's output for fixed test frames, by encoder name. */
export type EncoderMarks = Readonly<Record<string, string>>;

/** Encoders whose output can be combined with the output of other machines. */
export const MARKED_ENCODERS: readonly string[] = videoEncodersWith(({ parts }) => parts !== undefined);

/** Encoders of GPUs. Their output depends on the model, so they have no mark. */
export const CARD_ENCODERS: readonly string[] = videoEncodersWith(({ hardware }) => hardware);

const TEST_FRAMES = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-frames:v", "24", "-pix_fmt", "yuv420p"];
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 16 << 20;

/**
 * Encodes the test frames with each encoder of this ffmpeg, and returns the hashes of the outputs. Encoders that fail
 * have no entry.
 */
export async function measureEncoderMarks(ffmpegPath: string, signal?: AbortSignal): Promise<EncoderMarks> {
  const marks: Record<string, string> = {};
  for (const encoder of videoEncodersWith(({ parts }) => parts !== undefined)) {
    const { code, stdout } = await runProcess({
      path: ffmpegPath,
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", ...TEST_FRAMES, "-c:v", encoder],
        ...[...videoEncoder(encoder).parts?.mark ?? [], "-flags:v", "+bitexact", "-fflags", "+bitexact", "pipe:1"],
      ],
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      nice: 10,
      ...(signal ? { signal } : {}),
    });
    if (code === 0 && stdout.length > 0) marks[encoder] = createHash("sha256").update(stdout).digest("hex");
  }
  return marks;
}

/** Storage that keeps the fingerprints of encoders across restarts. */
export interface KeptMarks {
  load(): Promise<{ key: string; marks: EncoderMarks } | undefined>;
  save(kept: { key: string; marks: EncoderMarks }): Promise<void>;
}

/**
 * Creates a function that returns the fingerprints of an ffmpeg binary's encoders. They are cached until the binary
 * changes. Failures are not stored.
 */
export function createEncoderMarks({ kept, measure = measureEncoderMarks }: {
  kept?: KeptMarks;
  measure?: (ffmpegPath: string) => Promise<EncoderMarks>;
} = {}): (ffmpegPath: string) => Promise<EncoderMarks> {
  let known: { key: string; marks: Promise<EncoderMarks> } | undefined;
  const read = async (ffmpegPath: string, key: string): Promise<EncoderMarks> => {
    const before = await kept?.load();
    if (before?.key === key) return before.marks;
    const marks = await measure(ffmpegPath);
    await kept?.save({ key, marks });
    return marks;
  };
  return async (ffmpegPath) => {
    const info = await Deno.stat(ffmpegPath);
    const key = [ffmpegPath, info.size, info.mtime?.getTime()].join("\n");
    if (known?.key !== key) {
      const mine = { key, marks: read(ffmpegPath, key) };
      known = mine;
      mine.marks.catch(() => {
        if (known === mine) known = undefined;
      });
    }
    return await known.marks;
  };
}
