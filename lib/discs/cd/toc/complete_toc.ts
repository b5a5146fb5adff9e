import type { CdToc, CdTrack } from "../model.ts";

/** A track before its length is known. */
export interface TrackDraft extends Omit<CdTrack, "sectors"> {
  /** Where it ends, when that is known otherwise than from the next track. */
  end?: number;
}

/** What a disc says of itself beside its tracks. */
export type DiscNames = Pick<CdToc, "catalogNumber" | "title" | "performer">;

/** Between two sessions of a disc: the first one's lead-out (6750), the second one's lead-in (4500) and pregap (150). */
export const SESSION_GAP_SECTORS = 11_400;

/**
 * Puts lengths to tracks. Data after sound is a session of its own when there is room for one. Undefined when the numbers
 * have gaps or the places are not in order.
 */
export function completeToc(drafts: readonly TrackDraft[], leadOut: number, names: DiscNames = {}): CdToc | undefined {
  const tracks = drafts.map(({ end, ...track }, at): CdTrack => ({
    ...track,
    sectors: (end ?? endOf(drafts, at, leadOut)) - track.start,
  }));
  const first = tracks[0]?.number ?? 0;
  const inOrder = tracks.every(({ number, start, sectors }, at) =>
    number === first + at && number <= 99 && start >= 0 && sectors > 0 && start + sectors <= leadOut
  );
  return first > 0 && inOrder ? { tracks, leadOut, ...names } : undefined;
}

function endOf(drafts: readonly TrackDraft[], at: number, leadOut: number): number {
  const [track, next] = [drafts[at], drafts[at + 1]];
  if (next === undefined) return leadOut;
  const isLastSound = track?.isAudio === true && drafts.slice(at + 1).every(({ isAudio }) => !isAudio);
  const hasRoom = next.start - SESSION_GAP_SECTORS > (track?.start ?? 0);
  return isLastSound && hasRoom ? next.start - SESSION_GAP_SECTORS : next.start;
}

/** A barcode of 13 digits from one of 12 or 13; undefined when it is none, or all zeros as on discs without one. */
export function catalogNumberOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").padStart(13, "0");
  return digits.length === 13 && /[1-9]/.test(digits) && text.replace(/\D/g, "").length >= 12 ? digits : undefined;
}

/** An ISRC without dashes; undefined when it is none. */
export function isrcOf(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(code) ? code : undefined;
}

/** Those properties that have a value. */
export const known = <T extends object>(properties: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined && value !== "")) as Partial<
    T
  >;
