import { dirname, join } from "node:path";
import type { AccurateRipAnswer } from "../../cd/accuraterip/look_up.ts";
import type { CdSource, CdToc } from "../../cd/model.ts";
import { isAccurate } from "../../cd/work/track_marks.ts";
import { changeRip, existingRip } from "../announce.ts";
import { ignoreMissing, sentence } from "../copy_titles.ts";
import type { RipsState } from "../deps.ts";

/** A copied disc, with its database entries. */
interface CopiedCd {
  id: string;
  source: CdSource;
  toc: CdToc;
  known: AccurateRipAnswer | undefined;
  signal: AbortSignal;
  onLog(line: string): void;
}

/**
 * Determines the drive's read offset if AccurateRip has the disc but no track matches, and stores it with the rip as a
 * suggestion. Failures are only logged, because they do not affect the copy.
 */
export async function offerOffset(
  state: RipsState,
  { id, source, toc, known, signal, onLog }: CopiedCd,
): Promise<void> {
  const { record } = await existingRip(state, id);
  const reads = record.cd?.reads ?? [];
  if (known?.outcome !== "known" || source.kind !== "device" || reads.length === 0 || reads.some(isAccurate)) return;
  onLog("No track matches AccurateRip; searching for the read offset of the drive.");
  const folder = join(dirname(record.outputDir ?? ""), ".offset");
  try {
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const query = { source, toc, folder, pressings: known.pressings };
    const readOffset = await state.cds.findReadOffset(query, { signal, onLog, onProgress: () => {} });
    if (readOffset === undefined || readOffset === await state.offsets.of(record.driveName)) {
      onLog("No read offset makes the tracks match AccurateRip: this may be another pressing.");
      return;
    }
    onLog(`With a read offset of ${readOffset} samples, the tracks match AccurateRip.`);
    await changeRip(state, id, {
      record: (now) =>
        now.cd?.accurateRip === undefined
          ? now
          : { ...now, cd: { ...now.cd, accurateRip: { ...now.cd.accurateRip, readOffset } } },
    });
  } catch (error) {
    if (!signal.aborted) onLog(`The read offset was not found: ${sentence(state, id, error)}`);
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  }
}
