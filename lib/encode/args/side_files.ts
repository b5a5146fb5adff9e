import { join } from "node:path";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { extractCaptions, plainLink } from "../plan/subtitles/caption_text.ts";
import { coverForm, coversOf, type SideFiles } from "./args.ts";
import { needsChapterFile } from "./chapter_args.ts";
import { chapterFile } from "../plan/chapters.ts";
import type { Plan } from "../plan/model.ts";
import { metadataFile, pictureBlock } from "../plan/video/picture_block.ts";

/**
 * Input of `makeSideFiles`. The plan decides which files are created: caption text, covers, a link for burned-in text.
 */
export interface SideFileOptions {
  ffmpegPath: string;
  probe: Probe;
  plan: Plan;
  /**
   * Existing folder used by this job only. Its path contains only letters, digits and `/._-`. The caller removes it.
   */
  folder: string;
  signal?: AbortSignal;
}

/** Creates the additional files that `toArgs` needs. Skips covers that cannot be read. */
export async function makeSideFiles({ ffmpegPath, probe, plan, folder, signal }: SideFileOptions): Promise<SideFiles> {
  const side: SideFiles = {};
  if (plan.video?.burn?.form === "text") {
    // libass also detects the format from the file extension.
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
      const block = pictureBlock(await Deno.readFile(path), mimeType);
      await Deno.writeTextFile(side.coverComment, metadataFile("METADATA_BLOCK_PICTURE", block));
      continue;
    }
    const fileName = cover.fileName ?? (png ? "cover.png" : "cover.jpg");
    (side.covers ??= []).push({ path, fileName, mimeType });
  }
  return side;
}
