import { advanceRip } from "./after_copy.ts";
import { changeRip, logRip, workOn } from "./announce.ts";
import type { RipsState } from "./deps.ts";
import { removePartialCopies, removeUnownedPartials } from "./rip_files.ts";

/**
 * Recovers rips after a restart. Rips that were being read are marked as interrupted, partial titles are removed and
 * verified ones kept. Encodes and deliveries continue.
 */
export async function recoverRips(state: RipsState): Promise<void> {
  for (const { id, record } of await state.repository.inStates(["scanning", "identifying", "ripping"])) {
    await removePartialCopies(record);
    await changeRip(state, id, {
      event: "processEnded",
      record: (current) => ({ ...current, warnings: [...current.warnings, ENDED].slice(-50) }),
    });
    await logRip(state, id, ENDED);
  }
  await removeUnownedPartials(state).catch((error) =>
    state.log("warn", "The disc work folder could not be checked.", { error: String(error) })
  );
  for (const { id } of await state.repository.inStates(["transcoding", "delivering"])) {
    workOn(state, id, (working) => advanceRip(state, id, working));
  }
}

const ENDED = "Lathe was stopped while it was reading this disc. Titles that were copied are kept; start it again.";
