import type { DiscAudioTrack } from "../title_schema.ts";

/** Which audio tracks of a title are kept. */
export type AudioMode = "best" | "all" | "custom";

type Ranked = Pick<DiscAudioTrack, "index" | "codec"> & Partial<DiscAudioTrack>;

/** Better codecs first: lossless, then DTS, then Dolby Digital, then everything else. */
function codecRank({ codec, lossless = false }: Ranked): number {
  if (lossless) return 3;
  if (/dts|dca/i.test(codec)) return 2;
  return /ac-?3|dolby|dd/i.test(codec) ? 1 : 0;
}

/** The better one first. */
export const byQuality = (a: Ranked, b: Ranked): number =>
  codecRank(b) - codecRank(a) || (b.channels ?? 0) - (a.channels ?? 0) ||
  (b.bitrateKbps ?? 0) - (a.bitrateKbps ?? 0) || a.index - b.index;

/**
 * The tracks that are kept, in the order of the disc. `best` is one track of each language that is no commentary; a
 * choice that leaves nothing keeps the first track.
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
