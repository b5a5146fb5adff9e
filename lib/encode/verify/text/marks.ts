import type { Evidence, Findings } from "../model.ts";

/** Marks by ffmpeg's name, and as people call them. */
const NAMES = {
  default: "default",
  forced: "forced",
  comment: "commentary",
  hearing_impaired: "hearing impaired",
  visual_impaired: "visually impaired",
} as const;

/** Compares the marks of sound and subtitles in the file itself: what a probe tells may come from a title. */
export async function checkMarks(evidence: Evidence): Promise<Findings> {
  const { plan, path, pairs } = evidence;
  const headers = await evidence.headers(path);
  if (!headers) return { problems: [], unmade: "The marks of the streams could not be read." };
  const problems: string[] = [];
  for (const { kind, position, result, name } of pairs) {
    const wanted = kind === "sound" ? plan.audio[position] : kind === "subtitle" ? plan.subtitles[position] : undefined;
    const found = headers.find(({ index }) => index === result);
    if (!wanted || !found) continue;
    const planned = {
      default: wanted.default,
      forced: wanted.forced,
      comment: wanted.commentary,
      hearing_impaired: "hearingImpaired" in wanted && wanted.hearingImpaired,
      visual_impaired: "visualImpaired" in wanted && wanted.visualImpaired,
    };
    for (const [mark, words] of Object.entries(NAMES)) {
      const is = found.disposition[mark] === 1;
      if (is !== planned[mark as keyof typeof NAMES]) {
        problems.push(`The ${name} is ${is ? "" : "not "}marked as ${words}, planned was the opposite.`);
      }
    }
  }
  return { problems, text: "as planned" };
}
