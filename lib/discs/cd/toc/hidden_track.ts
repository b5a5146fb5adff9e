import type { CdToc, HiddenTrack } from "../model.ts";

/** Minimum sectors: two seconds. Shorter gaps are mastering artefacts. Many discs start 32 or 33 sectors late. */
const MIN_SECTORS = 150;

/**
 * Returns the audio before the first track, if there is space for any. It may turn out to be silence when it is read.
 */
export function hiddenTrack({ tracks }: CdToc): HiddenTrack | undefined {
  const [first] = tracks;
  const isHidden = first !== undefined && first.number === 1 && first.isAudio && first.start >= MIN_SECTORS;
  return isHidden ? { start: 0, sectors: first.start } : undefined;
}
