import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import { isCdSheet } from "../cd/toc/is_sheet.ts";
import type { Rip } from "../rip_schema.ts";
import { READING_STATES, ripStatesAccepting } from "../rip_states.ts";
import { CDS_ARE_OFF } from "../rips/cd/cds_are_off.ts";
import type { DriveEntry, DrivesState } from "./deps.ts";
import { isSeenDisc, type SeenDisc } from "./drive_memory.ts";
import { mediaOf, seenFrom, show } from "./check_drive.ts";
import { announceDrives } from "./view.ts";

/**
 * Reads the audio CD in a drive, as a new rip or for its existing rip. Runs while the mutex of the drives is locked.
 */
export async function readCd(state: DrivesState, index: number): Promise<Rip> {
  const entry = [...state.entries.values()].find(({ place }) => state.memory.of(place.key).index === index);
  if (entry === undefined) throw new Fault("not_found", `There is no drive ${index}.`);
  if (!state.settings.current().disc.cd.enabled) throw new Fault("bad_state", CDS_ARE_OFF);
  const seen = await discIn(state, entry);
  const known = seen.gone === true ? undefined : await ripOf(state, seen);
  if (known !== undefined && READING_STATES.some((one) => one === known.status)) return await state.rips.get(known.id);
  // A CD that is read again after its rip is done gets a new rip.
  if (known !== undefined && known.status !== "done" && ripStatesAccepting("scan").includes(known.status)) {
    return await state.rips.scan(known.id, { cd: true });
  }
  const { key, source, path, name, virtual } = entry.place;
  const rip = await state.rips.add({
    ...{ origin: "drive", source, cd: true },
    label: entry.label || "Audio CD",
    drive: { index, path, name, virtual },
  });
  const { gone: _, before: __, ...disc } = seen;
  await state.memory.change(key, { seen: { ...disc, hasSound: true, ripId: rip.id } });
  announceDrives(state);
  return rip;
}

/** Returns the disc that is currently in the drive. Throws `bad_state` if there is none that can be read. */
async function discIn(state: DrivesState, entry: DriveEntry): Promise<SeenDisc> {
  const { place } = entry;
  const { name, available, virtual, source, note } = place;
  if (!available) throw new Fault("bad_state", `${name} cannot be read: ${note ?? "it is not available."}`);
  if (virtual && !isCdSheet(source.path)) {
    throw new Fault("bad_state", `${name} is not an audio CD image. Choose a .cue or .toc file.`);
  }
  const { seen } = state.memory.of(place.key);
  const media = await mediaOf(state, entry).catch((error) => {
    throw new Fault("bad_state", error instanceof Error ? error.message : String(error), { cause: error });
  });
  show(entry, media);
  if (media.state === "empty" || media.state === "open") throw new Fault("bad_state", `There is no disc in ${name}.`);
  if (media.state === "loading") throw new Fault("bad_state", `${name} is not ready yet; try again in a moment.`);
  return seen !== undefined && isSeenDisc(seen, media) ? seen : seenFrom(media);
}

const ripOf = async ({ ripRows }: DrivesState, { ripId }: SeenDisc): Promise<RipRow | undefined> =>
  ripId === undefined || ripId === "" ? undefined : await ripRows.get(ripId);
