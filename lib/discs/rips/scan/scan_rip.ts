import type { RipRow } from "../../../../db/schema/discs.ts";
import { defectText, Fault } from "../../../kit/fault.ts";
import { type DiscFacts, type Identified, MIN_CONFIDENCE } from "../../identify/model.ts";
import type { RipMedia, ScanRip, StoredRip } from "../../rip_schema.ts";
import { RipProblem } from "../../ripper_model.ts";
import { beginWork, changeRip, logBuffer, logRip } from "../announce.ts";
import { isCdRip } from "../cd/named_cd.ts";
import { hasAudioTracks, matchCd, scanCd } from "../cd/scan_cd.ts";
import type { RipsState, Working } from "../deps.ts";
import { sourceOf, UNKNOWN_MEDIA } from "../new_rip.ts";
import { failed, showStep } from "./scan_steps.ts";
import { mayStartAlone, withMatch, withOrder, withSeason, withTitles } from "./scanned_rip.ts";
import { nextEpisode, siblingsOf } from "./season_discs.ts";
import { beginCopy } from "../start_rip.ts";

/**
 * Starts reading and identifying a disc, and returns immediately. `cd` is set if it is known whether the disc is an
 * audio CD. Throws `not_found`, `bad_state`.
 */
export async function scanRip(
  state: RipsState,
  id: string,
  { cd, nameCharset }: ScanRip & { cd?: boolean } = {},
): Promise<RipRow> {
  return await beginWork(
    state,
    id,
    {
      event: "scan",
      record: ({ nameCharset: known, ...record }) => ({
        ...withoutProblem(record),
        ...(cd === true ? { discType: "cd" } : {}),
        nameCharset: nameCharset === undefined ? known : nameCharset ?? undefined,
      }),
    },
    (row, working) => scanAny(state, row, working, cd),
  );
}

async function scanAny(state: RipsState, row: RipRow, working: Working, cd: boolean | undefined): Promise<void> {
  const { source, discType } = row.record;
  const isOpen = cd === undefined && discType === "unknown" && source.startsWith("dev:");
  const isCd = discType === "cd" || isOpen && await hasAudioTracks(state, source, working.controller.signal);
  await (isCd ? scanCd(state, row, working) : scanToEnd(state, row, working));
}

/** Identifies a disc again, using the titles that were read before. Throws `not_found`, `bad_state`. */
export async function identifyRip(state: RipsState, id: string): Promise<RipRow> {
  return await beginWork(
    state,
    id,
    { event: "identify" },
    ({ record }, working) => isCdRip(record) ? matchCd(state, record, working) : matchToEnd(state, record, working),
  );
}

const withoutProblem = ({ error: _, scanNote: __, finishedAt: ___, ...record }: StoredRip): StoredRip => record;

async function scanToEnd(state: RipsState, { id, record }: RipRow, working: Working): Promise<void> {
  const { signal } = working.controller;
  const lines = logBuffer(state, id);
  const { disc } = state.settings.current();
  const minSeconds = disc.includeExtras ? disc.extraMinSeconds : disc.minTitleSeconds;
  const source = sourceOf(record.source);
  try {
    if (source === undefined) throw new RipProblem("no_disc", "The source of this disc is no longer recorded.");
    lines.add(`Scanning ${record.source}; titles of at least ${minSeconds} s`);
    const scan = await state.rippers.scan(source, {
      minSeconds,
      signal,
      onLog: lines.add,
      onProgress: (step) => showStep(state, id, working, step),
    });
    await lines.flush();
    const readTitles = scan.titles.flatMap(({ read }) => read ?? []);
    const event = scan.titles.length === 0 ? "nothingFound" : "titlesRead";
    const row = await changeRip(state, id, {
      event,
      readTitles,
      record: (current) => ({
        ...withTitles(current, scan, disc.minTitleSeconds),
        scanMinSeconds: minSeconds,
        ...(scan.titles.length > 0 ? {} : failed(state, scan.note ?? "The disc has no titles.")),
      }),
    });
    if (row !== undefined && event === "titlesRead") await matchToEnd(state, row.record, working);
  } catch (error) {
    await lines.flush();
    await endScan(state, id, error, signal);
  } finally {
    await lines.flush();
  }
}

async function endScan(state: RipsState, id: string, error: unknown, signal: AbortSignal): Promise<void> {
  // If the rip was cancelled, its state is already stored. If Lathe is shutting down, the rip is recovered at the next
  // start.
  if (signal.aborted) return;
  const known = error instanceof RipProblem || error instanceof Fault;
  if (!known) state.log("error", "A scan ended with an internal error.", { rip: id, error: String(error) });
  const text = known ? error.message : defectText(error);
  await logRip(state, id, text);
  await changeRip(state, id, { event: "nothingFound", record: (record) => ({ ...record, ...failed(state, text) }) });
}

/** Identifies the disc, and starts the copy if copying is automatic. */
async function matchToEnd(state: RipsState, record: StoredRip, working: Working): Promise<void> {
  const { id } = record;
  const { signal } = working.controller;
  const { identifier, settings } = state;
  const identified = await identifier.identify(factsOf(record), signal).catch((error): Identified => {
    if (signal.aborted) throw error;
    state.log("error", "A disc could not be matched.", { rip: id, error: String(error) });
    return { media: UNKNOWN_MEDIA, candidates: [], log: [defectText(error)] };
  });
  if (signal.aborted) return;
  await logRip(state, id, ...identified.log, matchText(identified.media));
  const season = identified.media.kind === "series" ? await identifier.season(identified.media, signal) : undefined;
  const siblings = await siblingsOf(state, { ...record, media: identified.media });
  const start = identified.media.episodeStart ?? nextEpisode(siblings, identified.media);
  const held = siblings.flatMap(({ episodeMap }) => Object.values(episodeMap).flat());
  const matched = (one: StoredRip) => withOrder(withMatch(one, identified, start), identified, { season, start, held });
  const { order } = matched(record);
  if (order !== undefined) await logRip(state, id, order.reason);
  await changeRip(state, id, { record: (current) => withSeason(matched(current).record, season) });
  if (signal.aborted) return;
  await state.matched?.(id);
  const row = await changeRip(state, id, { event: "matched" });
  if (row === undefined) return;
  const { record: ready } = row;
  const wants = ready.autoStart || settings.current().disc.autoRip;
  const isOrdered = order === undefined || order.confidence >= MIN_ORDER_CONFIDENCE;
  if (wants && isOrdered && mayStartAlone(ready, MIN_CONFIDENCE)) await beginCopy(state, id, working);
}

const factsOf = (record: StoredRip): DiscFacts => ({
  label: record.label,
  volumeName: record.volumeName,
  discName: record.discName,
  discType: record.discType,
  fingerprint: record.fingerprint,
  titles: record.titles,
  ...(record.media.matchedBy === "expected" || record.media.matchedBy === "user" ? { expected: record.media } : {}),
});

const matchText = ({ kind, title, year, seasonNumber, confidence, reason }: RipMedia): string =>
  kind === "unknown"
    ? "Nothing matches this disc; choose its title."
    : `Matched ${title}${year === undefined ? "" : ` (${year})`}${
      seasonNumber === undefined ? "" : `, season ${seasonNumber}`
    } with ${Math.round(confidence)} %${reason === undefined ? "" : `: ${reason}`}`;

/**
 * Minimum confidence of the episode order. If it is lower, the episode lengths contradict the disc order and the user
 * must check it.
 */
const MIN_ORDER_CONFIDENCE = 60;
