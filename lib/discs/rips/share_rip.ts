import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import { CatalogueProblem } from "../identify/catalogues/catalogue_disc.ts";
import { contributionToAsk } from "../identify/catalogues/sharedb_contribution.ts";
import { existingRip, requireChange } from "./announce.ts";
import type { RipsState } from "./deps.ts";
import { toRip } from "./rip_view.ts";

/**
 * Submits a delivered disc to the shared index, or declines this. If the submission fails, the user is asked again.
 * Throws `not_found`, `bad_state` if the user is not being asked, `upstream_failed`.
 */
export async function shareRip(state: RipsState, id: string, accept: boolean): Promise<RipRow> {
  const row = await existingRip(state, id);
  const contribution = contributionToAsk(toRip(row, { log: [] }), state.settings.current().sharedb);
  if (contribution === undefined) throw new Fault("bad_state", refusal(row));
  if (accept) {
    await state.contribute(contribution, state.ending.signal).catch((error) => {
      if (!(error instanceof CatalogueProblem)) throw error;
      throw new Fault("upstream_failed", `The disc was not shared. ${error.message}`, { cause: error });
    });
  }
  const shareAnswer = accept ? "shared" as const : "declined" as const;
  return await requireChange(state, id, { record: (record) => ({ ...record, shareAnswer }) });
}

function refusal({ record: { shareAnswer } }: RipRow): string {
  if (shareAnswer !== undefined) return `This disc was already ${shareAnswer}.`;
  return "There is nothing to share: a disc can be shared once it has been fully delivered and the user has confirmed its title, " +
    "and only if an index is set in Settings.";
}
