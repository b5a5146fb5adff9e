import { join } from "node:path";
import { type Plan, textKey } from "../../encode/plan/model.ts";
import { keepBitmaps, keepMarks } from "../../encode/plan/subtitles/ocr_plan.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { OcrResult, OcrText } from "../../media/subtitles/service.ts";
import { findOcrTools } from "../../media/subtitles/tools.ts";
import type { Recipe } from "../../encode/profiles/schema.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { OcrOutcome } from "../schema.ts";

/** Input of the OCR step. */
export interface OcrInput {
  probe: Probe;
  plan: Plan;
  recipe: Recipe;
  capabilities: Capabilities;
  /** Existing folder for the texts. */
  folder: string;
}

/** Confidence (0 to 100) below which a text gets a warning. */
const MIN_CONFIDENCE = 75;

/**
 * Converts the planned bitmap subtitles to text. If this fails, the plan keeps the bitmaps. The outcome is stored with
 * the job. Throws `JobFailure`.
 */
export async function readBitmapSubtitles(
  { probe, plan: planned, recipe, capabilities, folder }: OcrInput,
  { deps, record, handle, log }: Pick<Attempt, "deps" | "record" | "handle" | "log">,
): Promise<{ plan: Plan; texts: Record<string, string> }> {
  const settings = deps.settings.current().ocr;
  const tools = await findOcrTools(settings, deps.search);
  await record.patch({ phase: "ocr" });
  let plan = planned;
  const texts: Record<string, string> = {};
  const warnings: string[] = [];
  const results: OcrOutcome[] = [];
  for (const { index } of planned.subtitles.filter((subtitle) => subtitle.ocr)) {
    const stream = probe.streams.find((one) => one.index === index);
    if (!stream) continue;
    const { codec, language } = stream;
    const request = {
      ffmpegPath: capabilities.ffmpegPath,
      path: probe.path,
      stream: { index, codec, language },
      languages: settings.languages,
      folder,
    };
    const read: OcrResult = tools
      ? await handle.worker().call("ocr", { ...request, ...tools }, handle.signal)
      : { outcome: "pictures", why: "tesseract was removed while the job was being prepared" };
    const revision = read.outcome === "pictures"
      ? keepBitmaps(probe, plan, recipe, index, read.why)
      : keepMarks(probe, plan, recipe, index, read);
    plan = revision.plan;
    warnings.push(...revision.warnings);
    if (read.outcome === "pictures") {
      log("warn", revision.warnings.join(" "), { job: record.row.id });
      continue;
    }
    texts[textKey({ index })] = await writeText(folder, `text-${index}.srt`, read.srt);
    if (plan.subtitles.some((subtitle) => subtitle.index === index && subtitle.forcedOnly)) {
      texts[textKey({ index, forcedOnly: true })] = await writeText(folder, `forced-${index}.srt`, read.forcedSrt);
    }
    const { cues, empty, forcedCues, topCues, damaged, confidence } = read;
    results.push({ index, language, cues, empty, forcedCues, topCues, damaged, confidence });
    warnings.push(...warningsOf(index, read));
  }
  await record.saveDetails({ ocr: results, ...(plan === planned ? {} : { plan }) });
  await record.patch({ phase: "encode", message: null, warnings: [...record.row.warnings, ...warnings] });
  return { plan, texts };
}

async function writeText(folder: string, name: string, srt: string): Promise<string> {
  const path = join(folder, name);
  await Deno.writeTextFile(path, srt);
  return path;
}

/** Returns the warnings about a text. */
function warningsOf(index: number, { damaged, assumedLanguage, confidence }: OcrText): string[] {
  const lines: string[] = [];
  if (damaged > 0) {
    lines.push(
      `${damaged} ${damaged === 1 ? "packet" : "packets"} of subtitle ${index} could not be decoded completely.`,
    );
  }
  if (assumedLanguage) lines.push(`Subtitle ${index} has no language and was read as ${assumedLanguage}.`);
  if (confidence < MIN_CONFIDENCE) {
    lines.push(
      `Subtitle ${index} was recognised with low confidence (${confidence.toFixed(0)} of 100): check its text.`,
    );
  }
  return lines;
}
