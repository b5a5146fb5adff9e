import * as z from "zod";
import type { RipRow } from "../../../../db/schema/discs.ts";
import { Fault } from "../../../kit/fault.ts";
import { tocOf } from "../../cd/work/toc_facts.ts";
import type { ChooseRelease } from "../../cd_schema.ts";
import type { RipMedia } from "../../rip_schema.ts";
import { existingRip, requireChange } from "../announce.ts";
import { refuseDecided } from "../change_rip.ts";
import type { RipsState } from "../deps.ts";
import { type CdRip, isCdRip, withRelease } from "./named_cd.ts";

const MusicBrainzId = z.guid();
/** Maximum number of releases stored per disc. */
const MAX_RELEASES = 100;

/**
 * Sets the release of a CD and names its tracks accordingly. Throws `not_found`, `bad_state`, `invalid`, and the errors
 * of MusicBrainz.
 */
export async function chooseRelease(state: RipsState, id: string, choice: ChooseRelease): Promise<RipRow> {
  const { record, status } = await existingRip(state, id);
  if (!isCdRip(record)) throw new Fault("bad_state", "This disc is not an audio CD that has been read.");
  refuseDecided(status);
  if ("index" in choice) {
    if (choice.index >= record.cd.releases.length) {
      const message = `There are ${record.cd.releases.length} releases to choose from, numbered from 0.`;
      throw new Fault("invalid", message, { fields: [{ path: "index", message }] });
    }
    return await requireChange(state, id, { record: (now) => isCdRip(now) ? chosen(now, choice.index) : now });
  }
  if (record.cd.releases.some(({ releaseId }) => releaseId === choice.releaseId)) {
    return await chooseById(state, id, choice.releaseId);
  }
  const { success, data: wanted } = MusicBrainzId.safeParse(choice.releaseId.toLowerCase());
  if (!success) {
    const message = "Use the ID of a listed release, or a MusicBrainz release ID.";
    throw new Fault("invalid", message, { fields: [{ path: "releaseId", message }] });
  }
  if (record.cd.releases.some(({ releaseId }) => releaseId === wanted)) return await chooseById(state, id, wanted);
  const release = await state.cds.release(wanted, tocOf(record.cd), state.ending.signal);
  await requireChange(state, id, {
    record: (now) => {
      if (!isCdRip(now) || now.cd.releases.length >= MAX_RELEASES) return now;
      const others = now.cd.releases.filter(({ releaseId }) => releaseId !== wanted);
      return { ...now, cd: { ...now.cd, releases: [...others, { ...release, releaseId: wanted }] } };
    },
  });
  return await chooseById(state, id, wanted);
}

const chooseById = (state: RipsState, id: string, releaseId: string): Promise<RipRow> =>
  requireChange(state, id, {
    record: (now) => isCdRip(now) ? chosen(now, now.cd.releases.findIndex((one) => one.releaseId === releaseId)) : now,
  });

/** A choice by the user is considered certain. */
function chosen(record: CdRip, index: number): CdRip {
  const named = withRelease(record, index, 100);
  const media: RipMedia = { ...named.media, confidence: 100, matchedBy: "user" };
  return { ...named, media, cd: { ...named.cd, sure: true } };
}
