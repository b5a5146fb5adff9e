import type { DecodedFindings } from "./decoded.ts";
import type { Evidence, Findings } from "./model.ts";
import type { VideoFault, VideoFaultKind } from "./video/video_fault.ts";
import type { AudioFaultKind } from "./audio/audio_judge.ts";
import { clock } from "./packets/times.ts";

/** Describes the findings from decoded sections. Pure. */

export function checkErrors({ plan }: Evidence, found: DecodedFindings | undefined): Findings {
  if (!found) return { problems: [] };
  const problems = found.errors.slice(0, 3).map((line) => `Decoding: ${line}`);
  for (const at of found.emptyAt.slice(0, 1)) problems.push(`No frame can be decoded at ${clock(at)}.`);
  const copies = plan.video?.encoder === "copy" || plan.audio.some(({ encoder }) => encoder === "copy");
  const own = found.sourceErrors.length;
  const warnings = own === 0 ? [] : [
    copies
      ? "The source is damaged; the damage was copied."
      : `The source is damaged: decoding it caused errors in the compared sections (${found.sourceErrors[0]}).`,
  ];
  return { problems, warnings, text: "no errors" };
}

const VIDEO_FAULT_TEXTS: Record<VideoFaultKind, string> = {
  other: "The video does not match the source",
  black: "The video is black where the source is not",
  part: "Part of the frame does not match the source",
  order: "The frames are not in the same order as in the source",
  frozen: "The video is frozen while the source moves",
  tone: "The brightness differs from the source",
  colour: "The colours differ from the source",
  blurred: "The video is far less sharp than the source",
  noisy: "The video is far noisier than the source",
  damaged: "Frames are damaged",
  flash: "A frame differs in brightness from those around it",
};

/** Reports wrong, missing or damaged frames in the decoded sections. `found` is undefined if decoding failed. */
export function checkVideoContent(evidence: Evidence, found: DecodedFindings | undefined): Findings {
  if (!found?.video) return { problems: [], unmade: "The frames could not be compared." };
  const { pairs: count, faults: wrong, concealed } = found.video;
  if (count === 0) {
    return evidence.alignment && evidence.alignment.result.length < 3
      ? { problems: [], text: "too few frames to compare" }
      : { problems: [], unmade: "No source frame could be decoded at the times of the output's frames." };
  }
  const problems: string[] = [];
  for (const [kind, faults] of Map.groupBy(wrong, (fault) => fault.kind)) {
    problems.push(sentence(kind, faults));
  }
  const [first] = concealed.toSorted((one, other) => one.fromSeconds - other.fromSeconds);
  const warnings = first === undefined ? [] : [
    `The source is damaged at ${clock(first.fromSeconds)}, and each decode conceals the damage differently: ` +
    "the output could not be compared there.",
  ];
  const places = found.places !== undefined && found.places.length > 1 ? found.places : undefined;
  const where = places ? ` in ${places.length} places` : "";
  return { problems, warnings, text: `${count} frames compared${where}`, ...(places ? { places } : {}) };
}

function sentence(kind: VideoFaultKind, faults: VideoFault[]): string {
  const first = faults.reduce((one, other) => other.fromSeconds < one.fromSeconds ? other : one);
  const where = faults.some(({ toSeconds }) => toSeconds === 0) ? "" : placeOf(first);
  const detail = first.detail === "" ? "" : ` (${first.detail})`;
  return `${VIDEO_FAULT_TEXTS[kind]}${where}${detail}.`;
}

const placeOf = ({ kind, fromSeconds, toSeconds }: VideoFault): string =>
  kind === "damaged" ? ` from ${clock(fromSeconds)} to ${clock(toSeconds)}` : ` at ${clock(fromSeconds)}`;

const AUDIO_FAULT_TEXTS: Record<AudioFaultKind, string> = {
  silent: "is silent",
  dropout: "has a gap",
  other: "has different content",
  noise: "has noise",
  level: "has a different level",
  dynamics: "has different dynamics",
  late: "is out of sync",
  drift: "drifts out of sync with the video",
  exchanged: "has swapped channels",
  joined: "has lost the difference between its channels",
  inverted: "has inverted polarity",
  muffled: "is muffled",
};

/** Reports late, silent, swapped or distorted audio, track by track. Tracks with identical packets are skipped. */
export function checkAudioContent({ pairs, identical }: Evidence, found: DecodedFindings | undefined): Findings {
  if (!found) return { problems: [], unmade: "The audio could not be compared." };
  const problems: string[] = [];
  let compared = 0;
  for (const { name, kind } of pairs) {
    if (kind !== "sound" || identical.has(name)) continue;
    const judge = found.audio.get(name);
    if (!judge || judge.parts() === 0) continue;
    compared++;
    const faults = judge.faults();
    const [first] = faults;
    if (first) {
      problems.push(`The ${name} ${AUDIO_FAULT_TEXTS[first.kind]} at ${clock(first.atSeconds)}: ${first.detail}.`);
    }
  }
  for (const { track, holds, atSeconds } of found.exchange.faults()) {
    problems.push(`The ${track} contains the audio of the ${holds} at ${clock(atSeconds)}.`);
  }
  return { problems, text: `${compared} tracks compared` };
}
