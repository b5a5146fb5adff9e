import { isInside } from "../../platform/storage/own_places.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import type { Rip } from "../rip_schema.ts";
import type { DriveEntry, DrivePlace, DrivesState } from "./deps.ts";
import { checkDrive, isUnfinished } from "./check_drive.ts";
import { readPlaces } from "./places.ts";
import { announceDrives } from "./view.ts";

/** Updates the list of drives without checking their contents. */
export async function refreshPlaces(state: DrivesState, signal: AbortSignal, queryRipper: boolean): Promise<void> {
  const places = await readPlaces(state, signal, queryRipper);
  const keys = new Set(places.map(({ key }) => key));
  for (const { place } of state.entries.values()) {
    if (!keys.has(place.key) && await staysListed(state, place)) places.push(disconnected(place));
  }
  const entries = new Map<string, DriveEntry>();
  for (const place of places) {
    // Existing entry objects are kept, because an eject may be using them.
    const entry = state.entries.get(place.key) ?? { place, state: "unknown", label: "", busy: false };
    entry.place = place;
    entries.set(place.key, entry);
  }
  state.entries = entries;
}

/**
 * True if a drive that no longer exists is still listed: unplugged drives that the ripper listed, and images of the
 * watched folder while a rip needs them. Drives that were removed from the settings are not listed.
 */
async function staysListed(state: DrivesState, { id, key, virtual, source }: DrivePlace): Promise<boolean> {
  if (id !== undefined) return false;
  if (!virtual) return true;
  const folder = state.settings.current().disc.virtualDriveDirectory;
  const { seen } = state.memory.of(key);
  return folder !== "" && isInside(source.path, await realPlace(folder)) && seen !== undefined &&
    await isUnfinished(state, seen);
}

const disconnected = (place: DrivePlace): DrivePlace => ({
  ...place,
  available: false,
  detected: false,
  note: place.virtual ? `${place.path} no longer exists.` : `${place.name} is no longer connected.`,
});

/** Checks all drives in turn and returns the rips of new discs. An error of one drive does not affect the others. */
export async function checkDrives(
  state: DrivesState,
  signal: AbortSignal,
  { queryRipper = false }: { queryRipper?: boolean } = {},
): Promise<Rip[]> {
  const created: Rip[] = [];
  const errors: string[] = [];
  const attempt = async (subject: string, work: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      errors.push(message);
      state.log("warn", `${subject} could not be checked.`, { error: message });
    }
  };
  state.polling = true;
  try {
    await attempt("The list of drives", async () => {
      await refreshPlaces(state, signal, queryRipper);
      if (state.ripperError !== undefined) throw state.ripperError;
    });
    for (const entry of state.entries.values()) {
      entry.problem = undefined;
      const before = errors.length;
      await attempt(entry.place.name, async () => {
        const rip = await checkDrive(state, entry, signal);
        if (rip !== undefined) created.push(rip);
      });
      if (errors.length > before) Object.assign(entry, { problem: errors.at(-1), state: "unknown" });
      announceDrives(state);
    }
  } finally {
    state.polling = false;
    state.driveError = errors.length === 0 ? undefined : errors.join(" ").slice(0, 4000);
    announceDrives(state);
  }
  return created;
}
