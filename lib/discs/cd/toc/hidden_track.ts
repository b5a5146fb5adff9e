import type { CdToc, HiddenTrack } from "../model.ts";

/** Shorter ones are an artefact of mastering: many discs begin 32 or 33 sectors late. Two seconds. */
const MIN_SECTORS = 150;

/** The sound before the first track, if there is room for any; whether it is silence is known when it was read. */
export function hiddenTrack({ tracks }: CdToc): HiddenTrack | undefined {
  const [first] = tracks;
  const isHidden = first !== undefined && first.number === 1 && first.isAudio && first.start >= MIN_SECTORS;
  return isHidden ? { start: 0, sectors: first.start } : undefined;
}
