import type { CdToc } from "../model.ts";
import { completeToc, type TrackDraft } from "./complete_toc.ts";

const ROW = /^\s*(\d+)\.\s+(\d+) \[[^\]]*\]\s+(\d+) \[[^\]]*\]\s+(\S+)\s+(\S+)\s+\d/;

/**
 * Parses the table of contents in the output of `cd-paranoia -Q` and `cdparanoia -Q`. Both omit data tracks: a gap in
 * the numbers is filled with one, but a data track after the last audio track remains unknown, so that the lead-out is
 * that of the audio. Returns undefined if there is no disc.
 */
export function cdParanoiaToc(text: string): CdToc | undefined {
  const drafts: TrackDraft[] = [];
  let leadOut = 0;
  for (const line of text.split(/\r?\n/)) {
    const [, number, sectors, start, , preEmphasis] = ROW.exec(line) ?? [];
    if (number === undefined || start === undefined) continue;
    const before = drafts.at(-1);
    const expected = (before?.number ?? 0) + 1;
    if (Number(number) === expected + 1 && leadOut < Number(start)) {
      drafts.push({ number: expected, start: leadOut, isAudio: false, preEmphasis: false });
    }
    leadOut = Number(start) + Number(sectors);
    drafts.push({
      number: Number(number),
      start: Number(start),
      isAudio: true,
      preEmphasis: preEmphasis === "yes",
      end: leadOut,
    });
  }
  // A pregap that the tool assigns to neither track belongs to the previous track.
  const filled = drafts.map((draft, at) => drafts[at + 1]?.isAudio === true ? { ...draft, end: undefined } : draft);
  return completeToc(filled.map(({ end, ...draft }) => end === undefined ? draft : { ...draft, end }), leadOut);
}
