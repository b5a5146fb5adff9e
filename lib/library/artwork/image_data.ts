import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";

/** Permitted image formats, detected only by their first bytes (safety.md, S-WEB-7). */
export type ImageFormat = "jpeg" | "png" | "webp" | "gif";

/** Returns the format of an image, or undefined for all other files, including SVG and HTML. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const starts = (...wanted: number[]) => wanted.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (starts(0x47, 0x49, 0x46, 0x38)) return "gif";
  if (starts(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...bytes.subarray(8, 12)) === "WEBP") return "webp";
}

const DEMUXERS: Record<ImageFormat, string> = {
  jpeg: "jpeg_pipe",
  png: "png_pipe",
  webp: "webp_pipe",
  gif: "gif",
};
const LONGEST_SIDE = 2000;

/**
 * Encodes the image again as JPEG with at most 2000 pixels per side, so that only pixels are passed on. Transparent
 * areas become black. Throws `unreadable`.
 */
export async function asJpeg(
  bytes: Uint8Array,
  { ffmpegPath, folder, signal }: { ffmpegPath: string; folder: string; signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const form = imageFormat(bytes);
  if (form === undefined) throw new Fault("unreadable", "The data is not a JPEG, PNG, WebP or GIF image.");
  const source = await Deno.makeTempFile({ dir: folder, prefix: "incoming-" });
  try {
    await Deno.writeFile(source, bytes);
    const result = await runProcess({
      path: ffmpegPath,
      args: [
        "-hide_banner",
        "-nostdin",
        "-v",
        "error",
        "-protocol_whitelist",
        "file",
        "-f",
        DEMUXERS[form],
        "-i",
        `file:${join(source)}`,
        "-frames:v",
        "1",
        "-vf",
        `scale='min(${LONGEST_SIDE},iw)':'min(${LONGEST_SIDE},ih)':force_original_aspect_ratio=decrease,format=yuvj420p`,
        "-map_metadata",
        "-1",
        "-q:v",
        "3",
        "-f",
        "mjpeg",
        "pipe:1",
      ],
      timeoutMs: 10_000,
      maxBytes: 20 << 20,
      signal,
    });
    if (result.code !== 0 || imageFormat(result.stdout) !== "jpeg") {
      throw new Fault("unreadable", "The image is damaged.");
    }
    return result.stdout;
  } finally {
    await Deno.remove(source).catch(() => {});
  }
}
