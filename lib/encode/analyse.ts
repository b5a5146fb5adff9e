import { JobFailure } from "../kit/fault.ts";
import { runProcess } from "../kit/process.ts";
import { fileOperand, INPUT_GUARDS } from "../media/input_args.ts";
import type { Probe } from "../media/model.ts";
import { mainVideo } from "../media/probe.ts";
import type { Recipe } from "../profiles/schema.ts";
import type { PictureFindings } from "./video_plan.ts";

export interface AnalyseOptions {
  ffmpegPath: string;
  probe: Probe;
  recipe: Recipe;
  signal?: AbortSignal;
}

const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
const PLACE_MS = 60_000;

/**
 * Looks at a few seconds in five places for what the recipe leaves to us: black bars when `crop` is `auto`, combing when
 * `deinterlace` is `auto` and the headers speak of fields. Empty when there is nothing to find out.
 */
export async function analysePicture({ ffmpegPath, probe, recipe, signal }: AnalyseOptions): Promise<PictureFindings> {
  const video = mainVideo(probe);
  if (!video || recipe.video.encoder === "copy") return {};
  const wantCrop = recipe.video.crop === "auto";
  // Discs carry films in field-coded streams: the flag alone says too much, its absence is believed.
  const wantFields = recipe.video.deinterlace === "auto" && video.interlaced;
  if (!wantCrop && !wantFields) return {};
  const filters = [...(wantFields ? ["idet"] : []), ...(wantCrop ? ["cropdetect=limit=24:round=2:reset=0"] : [])];
  const texts: string[] = [];
  for (const place of PLACES) {
    texts.push(await look(probe, video.index, place * probe.durationSeconds, filters.join(","), ffmpegPath, signal));
  }
  return {
    crop: wantCrop ? cropOf(texts, video) : undefined,
    interlaced: wantFields ? combed(texts) : undefined,
  };
}

async function look(
  probe: Probe,
  index: number,
  at: number,
  filters: string,
  ffmpegPath: string,
  signal?: AbortSignal,
): Promise<string> {
  const { stderr, timedOut } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "info", "-ss", at.toFixed(2), "-t", "3", ...INPUT_GUARDS],
      ...["-i", fileOperand(probe.path), "-map", `0:${index}`, "-filter:v:0", filters, "-f", "null", "-"],
    ],
    timeoutMs: PLACE_MS,
    signal,
  });
  if (timedOut) throw new JobFailure("unreadable", "The source could not be looked at within a minute.");
  return stderr;
}

/** The smallest frame that holds the picture everywhere; nothing when less than 8 lines or columns would go. */
export function cropOf(texts: string[], { width, height }: { width: number; height: number }): PictureFindings["crop"] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const text of texts) {
    const last = [...text.matchAll(/crop=(\d+):(\d+):(\d+):(\d+)/g)].at(-1)?.slice(1).map(Number);
    const [w = 0, h = 0, x = 0, y = 0] = last ?? [];
    // A black scene says nothing about bars.
    if (w < width / 4 || h < height / 4) continue;
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + w), Math.max(bottom, y + h)];
  }
  if (right <= left || bottom <= top) return undefined;
  const crop = { width: right - left, height: bottom - top, x: left, y: top };
  return width - crop.width >= 8 || height - crop.height >= 8 ? crop : undefined;
}

/** Whether a tenth or more of the decided pictures are combed. */
export function combed(texts: string[]): boolean | undefined {
  let [fields, whole] = [0, 0];
  for (const text of texts) {
    const found = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(text);
    if (!found) continue;
    fields += Number(found[1]) + Number(found[2]);
    whole += Number(found[3]);
  }
  return fields + whole === 0 ? undefined : fields / (fields + whole) >= 0.1;
}
