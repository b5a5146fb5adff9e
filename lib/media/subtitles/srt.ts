import type { TextCue } from "./model.ts";

/** Shorter than this nobody can read. */
const LEAST_SECONDS = 0.5;
/** Equal texts nearer than this are one. */
const JOIN_SECONDS = 0.1;

/** Moves a subtitle to the top in SubRip, as players and ffmpeg read it from the Advanced SubStation format. */
const AT_TOP = "{\\an8}";

/** SubRip text: cues in order, empty ones left out, equal neighbours joined. Pure. */
export function toSrt(cues: TextCue[]): string {
  return joinedCues(cues).map(({ startSeconds, endSeconds, top, text }, i) =>
    `${i + 1}\n${stamp(startSeconds)} --> ${stamp(endSeconds)}\n${top ? AT_TOP : ""}${text}\n`
  ).join("\n");
}

/** What `toSrt` writes, as data. Pure. */
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

/** `00:01:02,345`. */
function stamp(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${part(h, 2)}:${part(m, 2)}:${part(s, 2)},${part(ms % 1000, 3)}`;
}
