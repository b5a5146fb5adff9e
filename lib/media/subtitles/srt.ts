import type { TextCue } from "./model.ts";

/** Minimum duration in seconds. Shorter subtitles cannot be read. */
const LEAST_SECONDS = 0.5;
/** Maximum gap in seconds between equal texts that are merged. */
const JOIN_SECONDS = 0.1;

/** Tag that puts a subtitle at the top in SubRip. It is from Advanced SubStation; players and ffmpeg support it. */
const AT_TOP = "{\\an8}";

/** Formats cues as SubRip: in order, without empty cues, and with equal adjacent cues merged. Pure. */
export function toSrt(cues: TextCue[]): string {
  return joinedCues(cues).map(({ startSeconds, endSeconds, top, text }, i) =>
    `${i + 1}\n${stamp(startSeconds)} --> ${stamp(endSeconds)}\n${top ? AT_TOP : ""}${text}\n`
  ).join("\n");
}

/** Returns the cues that `toSrt` writes. Pure. */
export function joinedCues(cues: TextCue[]): TextCue[] {
  const kept: TextCue[] = [];
  for (const cue of cues.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    if (cue.text.trim() === "") continue;
    const last = kept.at(-1);
    if (
      last && last.text === cue.text && last.top === cue.top && last.forced === cue.forced &&
      cue.startSeconds - last.endSeconds < JOIN_SECONDS
    ) {
      last.endSeconds = Math.max(last.endSeconds, cue.endSeconds);
    } else kept.push({ ...cue });
  }
  return kept.map((cue, i) => {
    const next = kept[i + 1]?.startSeconds ?? Infinity;
    const least = Math.min(cue.startSeconds + LEAST_SECONDS, Math.max(cue.endSeconds, next));
    return { ...cue, endSeconds: Math.max(cue.endSeconds, least) };
  });
}

/** Formats a time as `00:01:02,345`. */
function stamp(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${part(h, 2)}:${part(m, 2)}:${part(s, 2)},${part(ms % 1000, 3)}`;
}
