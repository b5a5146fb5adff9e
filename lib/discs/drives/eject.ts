import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import type { Drive } from "../drive_schema.ts";
import { unlinkImage } from "./change_drives.ts";
import type { DriveEntry, DrivesState } from "./deps.ts";
import { neededBy } from "./check_drive.ts";
import { announceDrives, toDrive } from "./view.ts";

/** Opens the tray of a drive. Throws `not_found`, `bad_state`, `upstream_failed`. */
export async function ejectDrive(state: DrivesState, index: number): Promise<Drive> {
  const entry = [...state.entries.values()].find(({ place }) => state.memory.of(place.key).index === index);
  if (entry === undefined) throw new Fault("not_found", `There is no drive ${index}.`);
  return await ejectEntry(state, entry);
}

/** Opens the drive that contains the disc of a rip. Does nothing if it now contains another disc. */
export async function ejectDiscOf(state: DrivesState, { id }: RipRow): Promise<void> {
  const entry = [...state.entries.values()].find(({ place }) => {
    const { seen } = state.memory.of(place.key);
    return seen?.ripId === id && seen.gone !== true;
  });
  if (entry?.place.available === true) await ejectEntry(state, entry);
}

async function ejectEntry(state: DrivesState, entry: DriveEntry): Promise<Drive> {
  const { place } = entry;
  const reader = await neededBy(state, entry);
  if (reader !== undefined) {
    throw new Fault(
      "bad_state",
      `The disc in ${place.name} is still needed (status: ${reader.status}). Cancel its rip first.`,
    );
  }
  if (place.virtual) return await ejectImage(state, entry);
  const { device } = place;
  if (!place.available || device === undefined) {
    throw new Fault("bad_state", `${place.name} cannot be opened: ${place.note ?? "it is not known to this server."}`);
  }
  await state.system.eject(device, state.ending.signal);
  entry.state = "open";
  entry.label = "";
  entry.problem = undefined;
  entry.ejectedMs = state.clock.monotonicMs();
  const { seen } = state.memory.of(place.key);
  if (seen !== undefined) await state.memory.change(place.key, { seen: { ...seen, gone: true } });
  announceDrives(state);
  return toDrive(state, entry);
}

/** An image in the watched folder stays a drive for as long as it exists. */
async function ejectImage(state: DrivesState, entry: DriveEntry): Promise<Drive> {
  const drive = toDrive(state, entry);
  if (entry.place.id === undefined) return drive;
  // The next linked image takes the place of the swapped one.
  const { waitingFor } = drive;
  await unlinkImage(state, entry.place.id, { keepPlace: waitingFor !== undefined });
  const { ripId: _, ...empty } = drive;
  return { ...empty, state: "empty", discLabel: "" };
}
