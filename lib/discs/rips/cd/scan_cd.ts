import type { RipRow } from "../../../../db/schema/discs.ts";
import { defectText, Fault } from "../../../kit/fault.ts";
import { count } from "../../../kit/format.ts";
import { tocOf } from "../../cd/work/toc_facts.ts";
import { RipProblem } from "../../ripper_model.ts";
import { changeRip, logBuffer, logRip } from "../announce.ts";
import type { RipsState, Working } from "../deps.ts";
import { failed, showStep } from "../scan/scan_steps.ts";
import { beginCopy } from "../start_rip.ts";
import { cdSourceOf } from "./cd_source.ts";
import { CDS_ARE_OFF } from "./cds_are_off.ts";
import { type CdRip, isCdRip, withReleases, withToc } from "./named_cd.ts";

/** Reads the table of contents of a CD, finds its release, and starts the copy if copying is automatic. */
export async function scanCd(state: RipsState, { id, record }: RipRow, working: Working): Promise<void> {
  const { signal } = working.controller;
  const lines = logBuffer(state, id);
  try {
    const source = cdSourceOf(record.source);
    if (source === undefined) {
      throw new RipProblem("no_disc", "This is neither an audio CD nor the sheet of an audio CD image.");
    }
    const { cd } = state.settings.current().disc;
    if (!cd.enabled) throw new RipProblem("failed", CDS_ARE_OFF);
    lines.add(`Reading the table of contents of ${record.source}`);
    showStep(state, id, working, { step: "Reading the table of contents" });
    const toc = await state.cds.readToc({ ...source, charset: record.nameCharset }, signal);
    const audioCount = toc.tracks.filter(({ isAudio }) => isAudio).length;
    if (audioCount === 0) throw new RipProblem("failed", "The disc has no audio tracks.");
    lines.add(`${count(audioCount, "audio track")} of ${count(toc.tracks.length, "track")}`);
    await lines.flush();
    const row = await changeRip(state, id, {
      event: "titlesRead",
      readTitles: [],
      record: (now) => withToc(now, toc, cd),
    });
    if (row !== undefined && isCdRip(row.record)) await matchCd(state, row.record, working);
  } catch (error) {
    // If the rip was cancelled, its state is already stored. If Lathe is shutting down, the rip is recovered at the
    // next start.
    if (signal.aborted) return;
    const known = error instanceof RipProblem || error instanceof Fault;
    if (!known) state.log("error", "A CD could not be read.", { rip: id, error: String(error) });
    const text = known ? error.message : defectText(error);
    lines.add(text);
    await changeRip(state, id, {
      event: "nothingFound",
      record: (now) => ({ ...now, discType: "cd", ...failed(state, text) }),
    });
  } finally {
    await lines.flush();
  }
}

/** Finds the release of a CD that was read. */
export async function matchCd(state: RipsState, record: CdRip, working: Working): Promise<void> {
  const { id } = record;
  const { signal } = working.controller;
  showStep(state, id, working, { step: "Identifying the release" });
  const found = await state.cds.find(tocOf(record.cd), signal, record.nameCharset).catch((error) => {
    if (signal.aborted) throw error;
    state.log("error", "The release of a CD could not be identified.", { rip: id, error: String(error) });
    return { releases: [], selected: -1, sure: false, log: [defectText(error)] };
  });
  if (signal.aborted) return;
  await logRip(state, id, ...found.log);
  const row = await changeRip(state, id, {
    event: "matched",
    record: (now) => isCdRip(now) ? withReleases(now, found) : now,
  });
  if (row === undefined) return;
  const wants = row.record.autoStart || state.settings.current().disc.autoRip;
  if (wants && found.sure) await beginCopy(state, id, working);
}

/** True if a disc of unknown type in a drive is an audio CD. */
export async function hasAudioTracks(state: RipsState, source: string, signal: AbortSignal): Promise<boolean> {
  const disc = cdSourceOf(source);
  if (disc === undefined || !state.settings.current().disc.cd.enabled) return false;
  const toc = await state.cds.readToc(disc, signal).catch((error) => {
    if (error instanceof RipProblem || signal.aborted) return undefined;
    throw error;
  });
  return toc?.tracks.some(({ isAudio }) => isAudio) ?? false;
}
