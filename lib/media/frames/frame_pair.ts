import { join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand } from "../probe/input_args.ts";

type Jpeg = Uint8Array<ArrayBuffer>;

const WALL_MS = 10_000;
/** Height of the combined frame in pixels. */
const HEIGHT = 720;
/** Width in pixels of the line between the frames. */
const DIVIDER = 6;

/** Two JPEG frames to put side by side. Temporary files are written below `folder`. */
export interface FramePair {
  ffmpegPath: string;
  left: Jpeg;
  right: Jpeg;
  folder: string;
}

/** Returns one JPEG of 720 lines with both frames and a white line between them. */
export async function joinFrames({ ffmpegPath, left, right, folder }: FramePair): Promise<Jpeg> {
  const own = await Deno.makeTempDir({ dir: folder, prefix: "pair-" });
  try {
    const paths = [join(own, "left.jpg"), join(own, "right.jpg")] as const;
    await Promise.all([Deno.writeFile(paths[0], left), Deno.writeFile(paths[1], right)]);
    const { stdout, stderr } = await runProcess({ path: ffmpegPath, args: pairArgs(paths), timeoutMs: WALL_MS });
    if (stdout.length === 0) throw new JobFailure("tool_failed", `The frames could not be joined. ${stderr.trim()}`);
    return stdout;
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}

const pairArgs = (paths: readonly [string, string]): string[] => [
  ...["-hide_banner", "-nostdin", "-v", "error"],
  ...paths.flatMap((path) => ["-f", "image2", "-pattern_type", "none", "-i", fileOperand(path)]),
  "-filter_complex",
  `[0:v]scale=-2:${HEIGHT},pad=iw+${DIVIDER}:ih:0:0:white[left];[1:v]scale=-2:${HEIGHT}[right];[left][right]hstack[out]`,
  ...["-map", "[out]", "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", "-f", "mjpeg", "pipe:1"],
];
