import type { DiscAudioTrack } from "../title_schema.ts";

/** Rule that determines the audio tracks of a title to keep. */
export type AudioMode = "best" | "all" | "custom";

type Ranked = Pick<DiscAudioTrack, "index" | "codec"> & Partial<DiscAudioTrack>;

/** Ranks codecs: lossless, then DTS, then Dolby Digital, then all others. */
function codecRank({ codec, lossless = false }: Ranked): number {
  if (lossless) return 3;
  if (/dts|dca/i.test(codec)) return 2;
  return /ac-?3|dolby|dd/i.test(codec) ? 1 : 0;
}

/** Compares two audio tracks, so that the better one is sorted first. */
export const byQuality = (a: Ranked, b: Ranked): number =>
  codecRank(b) - codecRank(a) || (b.channels ?? 0) - (a.channels ?? 0) ||
  (b.bitrateKbps ?? 0) - (a.bitrateKbps ?? 0) || a.index - b.index;

/**
 * Returns the tracks to keep, in disc order. `best` is one non-commentary track per language. If nothing would remain,
 * the first track is kept.
 */
export function keptAudio(
  tracks: readonly DiscAudioTrack[],
  mode: AudioMode,
  chosen: readonly number[] = [],
): number[] {
  const all = tracks.map(({ index }) => index);
  const kept = mode === "all"
    ? all
    : mode === "custom"
    ? all.filter((index) => chosen.includes(index))
    : bestOf(tracks);
  return kept.length > 0 ? kept : all.slice(0, 1);
}

function bestOf(tracks: readonly DiscAudioTrack[]): number[] {
  const spoken = tracks.filter(({ commentary }) => !commentary);
  const languages = Map.groupBy(spoken, ({ language }) => language);
  const best = [...languages.values()].flatMap((same) => same.toSorted(byQuality).slice(0, 1));
  return best.map(({ index }) => index).sort((a, b) => a - b);
}
