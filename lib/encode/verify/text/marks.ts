import type { Evidence, Findings } from "../model.ts";
import type { StreamHeader } from "../packets/headers.ts";

/** Flags by ffmpeg's name, with their display name. */
const NAMES = {
  default: "default",
  forced: "forced",
  comment: "commentary",
  hearing_impaired: "hearing impaired",
  visual_impaired: "visually impaired",
} as const;

/** Compares the flags of audio and subtitles as stored in the file, because a probe may derive them from titles. */
export async function checkMarks(evidence: Evidence): Promise<Findings> {
  const { plan, path, pairs } = evidence;
  const headers = await evidence.headers(path);
  if (!headers) return { problems: [], unmade: "The stream flags could not be read." };
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
        problems.push(`The ${name} is ${is ? "" : "not "}flagged as ${words}, contrary to the plan.`);
      }
    }
  }
  problems.push(...await strangeMarks(evidence, headers), ...switchedOff(evidence));
  return { problems, text: "as planned" };
}

/** Returns the streams that are disabled in the result but not in the source. */
const switchedOff = ({ pairs, probe, result: { disabled = [] } }: Evidence): string[] =>
  pairs.filter(({ source, result }) => disabled.includes(result) && !probe.disabled?.includes(source))
    .map(({ name }) => `The ${name} is disabled, which was not planned.`);

/** Returns flags that are neither in the plan nor in the source. */
async function strangeMarks(evidence: Evidence, headers: StreamHeader[]): Promise<string[]> {
  const { pairs, probe } = evidence;
  const found = pairs.flatMap(({ kind, source, result, name }) => {
    const made = headers.find(({ index }) => index === result);
    const known = kind === "picture" ? VIDEO_FLAGS : Object.keys(NAMES);
    return Object.entries(made?.disposition ?? {}).flatMap(([mark, value]) =>
      value === 1 && !known.includes(mark) ? [{ source, name, mark }] : []
    );
  });
  if (found.length === 0) return [];
  const own = await evidence.headers(probe.path);
  return found.filter(({ source, mark }) => own?.find(({ index }) => index === source)?.disposition[mark] !== 1)
    .map(({ name, mark }) => `The ${name} is flagged as ${mark.replaceAll("_", " ")}, which was not planned.`);
}

/** The plan leaves the default flag of video to the muxer. */
const VIDEO_FLAGS = ["default"];
