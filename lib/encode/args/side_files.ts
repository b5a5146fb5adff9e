import { join } from "node:path";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { extractCaptions, plainLink } from "../plan/subtitles/caption_text.ts";
import { coverForm, coversOf, type SideFiles } from "./args.ts";
import { needsChapterFile } from "./chapter_args.ts";
import { chapterFile } from "../plan/chapters.ts";
import type { Plan } from "../plan/model.ts";

/**
 * Input of `makeSideFiles`. The files depend on the plan: text of closed captions, covers, a link for burned-in text.
 */
export interface SideFileOptions {
  ffmpegPath: string;
  probe: Probe;
  plan: Plan;
  /**
   * Existing folder that only this job uses. Its path contains only letters, digits and `/._-`. The caller removes it.
   */
  folder: string;
  signal?: AbortSignal;
}

/** Creates the additional files that `toArgs` needs. Skips covers that cannot be read. */
export async function makeSideFiles({ ffmpegPath, probe, plan, folder, signal }: SideFileOptions): Promise<SideFiles> {
  const side: SideFiles = {};
  if (plan.video?.burn?.form === "text") {
    // libass also uses the file extension to detect the format.
    side.burnLink = await plainLink(probe.path, folder, "burn-source");
  }
  if (plan.chapterList && needsChapterFile(plan)) {
    side.chapters = join(folder, "chapters.ffmeta");
    await Deno.writeTextFile(side.chapters, chapterFile(plan.chapterList));
  }
  const captions = plan.subtitles.find((subtitle) => subtitle.captions);
  const video = probe.streams.find((s): s is VideoStream => s.index === captions?.index && s.kind === "video");
  if (captions && video) {
    const path = join(folder, `captions-${video.index}.srt`);
    await Deno.writeTextFile(path, await extractCaptions({ ffmpegPath, probe, video, folder, signal }));
    side.texts = { [video.index]: path };
  }
  for (const cover of coverForm(plan) === "picture" ? [] : coversOf(probe, plan)) {
    const png = cover.codec === "png";
    const path = join(folder, `cover-${cover.index}${png ? ".png" : ".jpg"}`);
    const result = await runProcess({
      path: ffmpegPath,
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-y", ...INPUT_GUARDS, "-i", fileOperand(probe.path)],
        ...[
          "-map",
          `0:${cover.index}`,
          "-c",
          "copy",
          "-frames:v",
          "1",
          "-f",
          "image2",
          "-update",
          "1",
          fileOperand(path),
        ],
      ],
      timeoutMs: 30_000,
      signal,
    });
    if (result.code !== 0) continue;
    const mimeType = cover.mimeType ?? (png ? "image/png" : "image/jpeg");
    if (coverForm(plan) === "comment") {
      side.coverComment = join(folder, "cover.ffmeta");
      const block = coverBlock(await Deno.readFile(path), mimeType);
      await Deno.writeTextFile(side.coverComment, metadataFile("METADATA_BLOCK_PICTURE", block));
      continue;
    }
    const fileName = cover.fileName ?? (png ? "cover.png" : "cover.jpg");
    (side.covers ??= []).push({ path, fileName, mimeType });
  }
  return side;
}

/**
 * Encodes the front cover for Ogg files: a FLAC PICTURE block (RFC 9639, section 8.8) in base64, stored as the comment
 * METADATA_BLOCK_PICTURE. Dimensions and depth are unspecified, which the format allows. Pure.
 */
function coverBlock(image: Uint8Array, mimeType: string): string {
  const mime = new TextEncoder().encode(mimeType);
  const block = new Uint8Array(32 + mime.length + image.length);
  const view = new DataView(block.buffer);
  view.setUint32(0, FRONT_COVER);
  view.setUint32(4, mime.length);
  block.set(mime, 8);
  const rest = 8 + mime.length;
  // The description length, width, height, depth and number of colours are zero.
  view.setUint32(rest + 20, image.length);
  block.set(image, rest + 24);
  return block.toBase64();
}

const FRONT_COVER = 3;

/** Formats a tag as an escaped ffmpeg metadata file, because the tag is too long for an argument. Pure. */
const metadataFile = (key: string, value: string): string =>
  `;FFMETADATA1\n${key}=${value.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`)}\n`;
