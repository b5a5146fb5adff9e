import type { CdToc, CdTrack } from "../model.ts";

/** A track before its length is known. */
export interface TrackDraft extends Omit<CdTrack, "sectors"> {
  /** End of the track, if it is not the start of the next track. */
  end?: number;
}

/** Names and codes of the disc itself, without its tracks. */
export type DiscNames = Pick<CdToc, "catalogNumber" | "title" | "performer">;

/**
 * Number of sectors between two sessions of a disc: the lead-out of the first session (6750), and the lead-in (4500)
 * and pregap (150) of the second.
 */
export const SESSION_GAP_SECTORS = 11_400;

/**
 * Computes the track lengths. Data after audio is a separate session if there is enough space for one. Returns
 * undefined if the numbers have gaps or the positions are out of order.
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
  const isLastAudio = track?.isAudio === true && drafts.slice(at + 1).every(({ isAudio }) => !isAudio);
  const hasSessionGap = next.start - SESSION_GAP_SECTORS > (track?.start ?? 0);
  return isLastAudio && hasSessionGap ? next.start - SESSION_GAP_SECTORS : next.start;
}

/**
 * Normalises a barcode of 12 or 13 digits to 13. Undefined if it is invalid, or consists of zeros as on discs without a
 * barcode.
 */
export function catalogNumberOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").padStart(13, "0");
  return digits.length === 13 && /[1-9]/.test(digits) && text.replace(/\D/g, "").length >= 12 ? digits : undefined;
}

/** Returns an ISRC without dashes. Undefined if it is invalid. */
export function isrcOf(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(code) ? code : undefined;
}

/** Removes properties without a value. */
export const known = <T extends object>(properties: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined && value !== "")) as Partial<
    T
  >;
