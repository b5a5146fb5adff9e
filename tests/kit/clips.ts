import { basename } from "node:path";
import { runProcess } from "../../lib/kit/process/process.ts";
import { FFMPEG } from "./ffmpeg.ts";
import { copyCached } from "./cached_files.ts";

/**
 * Creates a small Matroska clip with video and audio. Creating and encoding it is fast. Clips with different names have
 * different bytes, because files are identified by content.
 */
export async function makeSmallClip(
  path: string,
  { seconds = 2, width = 640, height = 360 }: { seconds?: number; width?: number; height?: number } = {},
): Promise<void> {
  const args = [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
    ...["-f", "lavfi", "-i", `testsrc2=s=${width}x${height}:r=24:d=${seconds}`],
    ...["-f", "lavfi", "-i", `sine=f=330:r=48000:d=${seconds}`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p", "-c:a", "flac"],
    ...["-metadata:s:a:0", "language=eng", "-metadata", `comment=${basename(path)}`, "-f", "matroska"],
  ];
  await copyCached(path, args, async (made) => {
    const { code, stderr } = await runProcess({ path: FFMPEG, args: [...args, `file:${made}`], timeoutMs: 120_000 });
    if (code !== 0) throw new Error(`ffmpeg: ${stderr}`);
  });
}
