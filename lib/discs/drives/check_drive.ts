import type { RipRow } from "../../../db/schema/discs.ts";
import { withTimeout } from "../../kit/async.ts";
import type { Rip } from "../rip_schema.ts";
import { READING_STATES, type RipState } from "../rip_states.ts";
import { sourceText } from "../ripper_model.ts";
import { isCopied, toRip } from "../rips/rip_view.ts";
import type { DriveEntry, DrivesState } from "./deps.ts";
import { isSeenDisc, type SeenDisc } from "./drive_memory.ts";
import { readImageState } from "./images.ts";
import type { DriveMedia } from "./system/drive_system.ts";

/** A rip in one of these states resumes when its disc is inserted again. */
export const UNFINISHED: readonly RipState[] = [
  "inserted",
  "scanning",
  "identifying",
  "ready",
  "ripping",
  "interrupted",
];

/** Time in milliseconds after an eject during which information about the disc may be outdated. */
const SETTLE_MS = 10_000;
/** Time in milliseconds for a drive to read the beginning of a scratched disc before the next drive is checked. */
const RESPONSE_TIMEOUT_MS = 45_000;

/** Checks one drive. Returns the rip of a new disc. Throws the drive's errors. */
export async function checkDrive(
  state: DrivesState,
  entry: DriveEntry,
  signal: AbortSignal,
): Promise<Rip | undefined> {
  const { place } = entry;
  if (!place.available) return await markMissing(state, entry);
  // A drive that is being read is not checked, because that would slow down reading.
  entry.busy = (await neededBy(state, entry)) !== undefined;
  if (entry.busy) {
    entry.state = "loaded";
    entry.label = state.memory.of(place.key).seen?.label ?? entry.label;
    return undefined;
  }
  if (entry.ejectedMs !== undefined && state.clock.monotonicMs() - entry.ejectedMs < SETTLE_MS) return undefined;
  const media = await mediaOf(state, entry);
  show(entry, media);
  if (entry.state === "empty" || entry.state === "open") await markRemoved(state, entry);
  return media.state === "loaded" ? await recogniseDisc(state, entry, media, signal) : undefined;
}

/** Returns the rip that currently needs the disc in a drive. Undefined if the disc may be removed. */
export async function neededBy(
  { ripRows, memory }: Pick<DrivesState, "ripRows" | "memory">,
  { place }: DriveEntry,
): Promise<RipRow | undefined> {
  const source = sourceText(place.source);
  const { seen } = memory.of(place.key);
  const rows = await ripRows.inStates(READING_STATES);
  return rows.find((row) => (row.source === source || row.id === seen?.ripId) && isReading(row));
}

/** A rip stays in `ripping` after all titles have been copied, until the next step starts. */
const isReading = ({ status, record }: RipRow): boolean => status !== "ripping" || !isCopied(record);

/** Returns the current contents of a drive. Throws if the drive does not respond. */
export async function mediaOf(state: DrivesState, entry: DriveEntry): Promise<DriveMedia> {
  const { device, reported, source, virtual, label, name } = entry.place;
  if (virtual) {
    const now = state.clock.now().getTime();
    const image = await readImageState(source, { disks: state.disks, now, pending: entry.pending });
    if (image === undefined) throw new Error(`The disk or network share of ${name} does not respond.`);
    entry.pending = image.pending;
    return { state: image.resting ? "loaded" : "loading", content: image.content, label };
  }
  if (device !== undefined) return await inTime(name, state.system.media(device));
  const { state: reportedState = "unknown", discName = "" } = reported ?? {};
  return { state: reportedState, content: `label:${discName}`, ...(discName === "" ? {} : { label: discName }) };
}

async function inTime<T>(name: string, work: Promise<T>): Promise<T> {
  const found = await withTimeout(RESPONSE_TIMEOUT_MS, work);
  if (found === undefined) throw new Error(`${name} did not respond within ${RESPONSE_TIMEOUT_MS / 1000} s.`);
  return found;
}

/** Records the result of a check. */
export function show(entry: DriveEntry, { state, label = "" }: DriveMedia): void {
  // No system reports whether an empty tray is open. A tray that Lathe has opened is considered open until it contains
  // a disc.
  if (!(state === "empty" && entry.ejectedMs !== undefined)) {
    entry.state = state;
    entry.ejectedMs = undefined;
  }
  entry.label = label;
}

async function markRemoved({ memory }: DrivesState, { place: { key } }: DriveEntry): Promise<void> {
  const { seen } = memory.of(key);
  if (seen !== undefined && seen.gone !== true) await memory.change(key, { seen: { ...seen, gone: true } });
}

/** Determines whether the disc in a drive is the same as before, was inserted again, or is new. */
async function recogniseDisc(
  state: DrivesState,
  entry: DriveEntry,
  first: DriveMedia,
  signal: AbortSignal,
): Promise<Rip | undefined> {
  const { memory, system } = state;
  const { key, device, name } = entry.place;
  const { seen } = memory.of(key);
  if (isSeenDisc(seen, first)) return await keepSeen(state, entry, first);
  const media = device === undefined ? first : await inTime(name, system.confirm(device, signal));
  show(entry, media);
  if (media.state !== "loaded") return undefined;
  if (isSeenDisc(seen, media)) return await keepSeen(state, entry, media);
  if (seen?.content === media.content && seen.label === media.label && await isUnfinished(state, seen)) {
    await memory.change(key, { seen: { ...seenFrom(media), ripId: seen.ripId } });
    return undefined;
  }
  if (media.hasSound === true && !state.settings.current().disc.cd.enabled) {
    // The disc is ignored, like one whose rip was deleted.
    await memory.change(key, { seen: { ...seenFrom(media), ripId: "" } });
    return undefined;
  }
  // The disc is stored before its rip is created, so that it has exactly one rip after a crash.
  const before = (await ripsOf(state, entry)).map(({ id }) => id);
  await memory.change(key, { seen: { ...seenFrom(media), before } });
  return await addDisc(state, entry);
}

const ripsOf = async ({ ripRows }: DrivesState, { place }: DriveEntry): Promise<RipRow[]> =>
  (await ripRows.list()).filter(({ source }) => source === sourceText(place.source));

/** Makes the next check treat discs whose rips were deleted as new. */
export async function offerForgotten(state: DrivesState): Promise<void> {
  for (const entry of state.entries.values()) {
    const { seen } = state.memory.of(entry.place.key);
    if (seen?.ripId !== "") continue;
    const { ripId: _, ...disc } = seen;
    const isUnwanted = disc.hasSound === true && !state.settings.current().disc.cd.enabled;
    if (isUnwanted) continue;
    const before = (await ripsOf(state, entry)).map(({ id }) => id);
    await state.memory.change(entry.place.key, { seen: { ...disc, before } });
  }
}

/** Returns the information to store about a disc. */
export const seenFrom = ({ content, insertion, label, hasSound }: DriveMedia): SeenDisc => ({
  content,
  ...(hasSound === undefined ? {} : { hasSound }),
  ...(label === undefined ? {} : { label }),
  ...(insertion === undefined ? {} : { insertion }),
});

/** True if the rip of a disc is in progress or can be resumed. */
export const isUnfinished = async (
  { ripRows }: Pick<DrivesState, "ripRows">,
  { ripId }: Pick<SeenDisc, "ripId">,
): Promise<boolean> => {
  const row = ripId === undefined ? undefined : await ripRows.get(ripId);
  return row !== undefined && UNFINISHED.includes(row.status);
};

async function keepSeen(state: DrivesState, entry: DriveEntry, media: DriveMedia): Promise<Rip | undefined> {
  const { memory } = state;
  const { key } = entry.place;
  const { seen } = memory.of(key);
  if (seen === undefined) return undefined;
  entry.label = media.label ?? seen.label ?? "";
  const { insertion } = media;
  const isCounted = insertion?.boot === seen.insertion?.boot && insertion?.sequence === seen.insertion?.sequence;
  if (!isCounted || seen.gone === true) {
    const { gone: _, insertion: __, ...rest } = seen;
    await memory.change(key, { seen: { ...rest, ...(insertion === undefined ? {} : { insertion }) } });
  }
  return seen.ripId === undefined ? await addDisc(state, entry) : undefined;
}

/** Creates a rip for the stored disc of a drive, unless the rip exists but was not recorded here. */
async function addDisc(state: DrivesState, entry: DriveEntry): Promise<Rip | undefined> {
  const { memory, rips } = state;
  const { place, label } = entry;
  const { index, seen } = memory.of(place.key);
  if (seen === undefined) return undefined;
  const { before = [], ...disc } = seen;
  const stored = (await ripsOf(state, entry)).find(({ id }) => !before.includes(id));
  const rip = stored === undefined
    ? await rips.add({
      origin: "drive",
      source: place.source,
      label: label || (seen.hasSound === true ? "Audio CD" : place.name),
      cd: seen.hasSound,
      drive: { index, path: place.path, name: place.name, virtual: place.virtual },
    })
    : undefined;
  await memory.change(place.key, { seen: { ...disc, ripId: rip?.id ?? stored?.id } });
  return rip;
}

/** Adds a message about a missing drive once to the rip of its disc. */
async function markMissing(state: DrivesState, entry: DriveEntry): Promise<undefined> {
  if (entry.state === "missing") return undefined;
  const { memory, ripRows, bus } = state;
  const { key, name, virtual } = entry.place;
  entry.state = "missing";
  entry.busy = false;
  const { seen } = memory.of(key);
  if (seen === undefined || seen.gone === true) return undefined;
  // A drive that is connected again restarts its disc counter.
  const { insertion: _, ...uncounted } = seen;
  await memory.change(key, { seen: uncounted });
  if (!await isUnfinished(state, seen)) return undefined;
  const warning = `${virtual ? "The image" : "The drive"} ${name} has disappeared. ${
    virtual ? "Make it accessible again" : "Reconnect it"
  } to continue with this disc.`;
  const row = await ripRows.change(seen.ripId ?? "", {
    record: (current) => ({ ...current, warnings: [...new Set([...current.warnings, warning])].slice(-50) }),
  });
  if (row !== undefined) bus.publish("rip", { rip: toRip(row, { log: [] }) });
}
