import * as z from "zod";
import type { CdToc } from "../model.ts";
import { completeToc, type TrackDraft } from "./complete_toc.ts";

const MAX_BYTES = 1 << 20;

const Track = z.object({
  "Point": z.int(),
  "Start Block": z.int(),
  "Data": z.boolean().optional(),
  "Pre-Emphasis Enabled": z.boolean().optional(),
});
const Toc = z.object({
  "Sessions": z.array(z.object({ "Leadout Block": z.int(), "Track Array": z.array(Track) })).min(1),
});

/** Number of sectors in the lead-in, which macOS includes. */
const LEAD_IN = 150;

/**
 * Parses the table of contents in the `.TOC.plist` of a mounted audio CD on macOS. Returns undefined if it is invalid.
 */
export async function plistToc(bytes: Uint8Array): Promise<CdToc | undefined> {
  if (bytes.length > MAX_BYTES) return undefined;
  const { parse } = await import("plist");
  const parsed = Toc.safeParse(tried(() => parse(new TextDecoder().decode(bytes))));
  if (!parsed.success) return undefined;
  const sessions = parsed.data.Sessions;
  const drafts = sessions.flatMap((session): TrackDraft[] =>
    session["Track Array"].map((track, at, { length }) => ({
      number: track.Point,
      start: track["Start Block"] - LEAD_IN,
      isAudio: track.Data !== true,
      preEmphasis: track["Pre-Emphasis Enabled"] === true,
      ...(at === length - 1 ? { end: session["Leadout Block"] - LEAD_IN } : {}),
    }))
  );
  return completeToc(drafts, Math.max(...sessions.map((session) => session["Leadout Block"])) - LEAD_IN);
}

function tried(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}
