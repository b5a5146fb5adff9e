import type { CdToc } from "../model.ts";
import { catalogNumberOf, completeToc, type DiscNames, isrcOf, known, type TrackDraft } from "./complete_toc.ts";

/** Names from CD-Text, for the disc (0) and its tracks. */
type Names = Map<number, Map<string, string>>;

/** A row of the track list: number, time, sector, type. Audio tracks also have channels and pre-emphasis. */
const ROW = /^\s*(\d+): \d+:\d+:\d+\s+(\d+)\s+(\S+)(?:\s+\S+\s+(\S+)(?:\s+(\S+)\s+(\S+))?)?/;
const LEAD_OUT = 170;

/** Parses the table of contents in the output of libcdio's `cd-info`. Returns undefined if it found no disc. */
export function cdInfoToc(text: string): CdToc | undefined {
  const drafts: TrackDraft[] = [];
  let leadOut = 0;
  const names = cdTextOf(text);
  for (const line of text.split(/\r?\n/)) {
    const [, number, sector, type, , , preEmphasis] = ROW.exec(line) ?? [];
    if (number === undefined || sector === undefined) continue;
    if (Number(number) === LEAD_OUT) leadOut = Number(sector);
    else {
      drafts.push({
        ...{
          number: Number(number),
          start: Number(sector),
          isAudio: type === "audio",
          preEmphasis: preEmphasis === "yes",
        },
        ...trackNames(names, Number(number)),
        ...known<{ isrc: string }>({ isrc: isrcOf(isrcLine(text, Number(number))) }),
      });
    }
  }
  return completeToc(drafts, leadOut, discNames(text, names));
}

const isrcLine = (text: string, number: number): string =>
  new RegExp(`^TRACK\\s+${number}\\s+ISRC:\\s*(\\S+)`, "mi").exec(text)?.[1] ?? "";

/** Reads the CD-Text. Only the first language is used. */
function cdTextOf(text: string): Names {
  const names: Names = new Map();
  let current: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, disc, track] = /^CD-TEXT for (?:(Disc)|Track\s+(\d+)):/i.exec(line) ?? [];
    const [, key, value] = /^\t([A-Z_]+): (.*)$/.exec(line) ?? [];
    if (disc !== undefined || track !== undefined) {
      const number = Number(track ?? 0);
      // A second block for the same track is in another language.
      current = names.has(number) ? undefined : new Map();
      if (current !== undefined) names.set(number, current);
    } else if (key !== undefined && value !== undefined) current?.set(key, value.trim());
    else current = undefined;
  }
  return names;
}

function trackNames(names: Names, number: number): Partial<TrackDraft> {
  const of = names.get(number);
  return known({ title: of?.get("TITLE"), performer: of?.get("PERFORMER"), isrc: isrcOf(of?.get("ISRC") ?? "") });
}

function discNames(text: string, names: Names): DiscNames {
  const of = names.get(0);
  const number = /^Media Catalog Number \(MCN\):\s*(\d+)/m.exec(text)?.[1] ?? of?.get("UPC_EAN") ?? "";
  return known({ catalogNumber: catalogNumberOf(number), title: of?.get("TITLE"), performer: of?.get("PERFORMER") });
}
