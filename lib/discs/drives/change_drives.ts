import { isAbsolute } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { AddDrive, Drive, DriveCandidate, VirtualDrive } from "../drive_schema.ts";
import type { Rip } from "../rip_schema.ts";
import { type DiscSource, sourceText } from "../ripper_model.ts";
import type { DriveEntry, DrivesState } from "./deps.ts";
import { checkImage, findImage, imageLabel } from "./images.ts";
import { UNFINISHED } from "./check_drive.ts";
import { imageRules } from "./places.ts";
import { refreshPlaces } from "./poll.ts";
import { plainLabel } from "../reading/media_facts.ts";
import { announceDrives, toDrive } from "./view.ts";

/** Adds and removes drives and links. All functions run while the mutex of the drives is locked. */

const fieldFault = (code: "invalid" | "conflict" | "not_found", message: string): Fault =>
  new Fault(code, message, { fields: [{ path: "path", message }] });

/** Returns devices that have not been added as drives. */
export async function candidateDrives(state: DrivesState): Promise<DriveCandidate[]> {
  const devices = await state.system.devices();
  const taken = new Set([...state.entries.values()].map(({ place }) => place.device?.key));
  return devices.filter(({ key, path }) => path !== "" && !taken.has(key)).map(({ path, name, note }) => ({
    path,
    name,
    ...(note === undefined ? {} : { note }),
  }));
}

/** Adds a drive by its device. Throws `invalid`, `not_found`, `conflict`. */
export async function addDrive(state: DrivesState, { path, label }: AddDrive): Promise<Drive> {
  if (!isAbsolute(path) || /[\p{Cc}\ufffd]/u.test(path)) {
    throw fieldFault("invalid", `${JSON.stringify(path)} is not a valid absolute path.`);
  }
  const device = await state.system.deviceAt(path);
  if (device === "missing") throw fieldFault("not_found", `${path} does not exist on this server.`);
  if (device === "other") throw fieldFault("invalid", `${path} is not an optical drive of this server.`);
  await refreshPlaces(state, state.ending.signal, false);
  const { physicalDrives } = state.settings.current().disc;
  const isThere = [...state.entries.values()].some(({ place }) => place.available && place.device?.key === device.key);
  if (isThere || physicalDrives.some((one) => one.path === path)) {
    throw fieldFault("conflict", `${path} is already in the list of drives.`);
  }
  const added = storedDrive(state, path, label);
  await save(state, { physicalDrives: [...physicalDrives, added] });
  return toDrive(state, existingEntry(state, added.id));
}

const storedDrive = ({ clock }: DrivesState, path: string, label: string | undefined): VirtualDrive => ({
  id: newId(),
  path,
  ...(label === undefined ? {} : { label: plainLabel(label) }),
  addedAt: clock.now().toISOString(),
});

type DriveLists = Partial<Record<"physicalDrives" | "virtualDrives", VirtualDrive[]>>;

async function save(state: DrivesState, disc: DriveLists): Promise<void> {
  const { locked } = await state.settings.update({ disc });
  if (locked.length > 0) {
    throw new Fault("conflict", "The drives are set by Lathe's environment variables and cannot be changed here.");
  }
  await refreshPlaces(state, state.ending.signal, false);
  announceDrives(state);
}

function existingEntry({ entries }: DrivesState, id: string): DriveEntry {
  const entry = [...entries.values()].find(({ place }) => place.id === id);
  if (entry === undefined) throw new Fault("not_found", `There is no drive ${id}.`);
  return entry;
}

/** Removes a drive that was added by its device. Throws `not_found`. */
export async function removeDrive(state: DrivesState, id: string): Promise<void> {
  const { physicalDrives } = state.settings.current().disc;
  if (!physicalDrives.some((one) => one.id === id)) throw new Fault("not_found", `There is no added drive ${id}.`);
  const key = `added:${id}`;
  const device = state.entries.get(key)?.place.device;
  await save(state, { physicalDrives: physicalDrives.filter((one) => one.id !== id) });
  const { seen, waitingFor } = state.memory.of(key);
  await state.memory.forget(key);
  // If the drive is also listed by the ripper, the record of its disc is kept.
  const listed = [...state.entries.values()].find(({ place }) => place.device?.key === (device?.key ?? ""));
  if (listed !== undefined) await state.memory.change(listed.place.key, { seen, waitingFor });
}

/**
 * Links an image or a disc folder. Throws `invalid`, `not_found`, `path_not_allowed`, `conflict`, `upstream_timeout`.
 */
export async function linkImage(state: DrivesState, { path, label }: AddDrive): Promise<VirtualDrive> {
  const source = await readableImage(state, path);
  await refreshPlaces(state, state.ending.signal, false);
  if ([...state.entries.values()].some(({ place }) => place.virtual && place.source.path === source.path)) {
    throw fieldFault("conflict", `${path} is already in the list of drives.`);
  }
  const link = storedDrive(state, path, label);
  const linked = new Set(state.settings.current().disc.virtualDrives.map(({ id }) => linkKey(id)));
  await state.memory.succeed(linkKey(link.id), (key) => key.startsWith(linkKey("")) && !linked.has(key));
  await save(state, { virtualDrives: [...state.settings.current().disc.virtualDrives, link] });
  return link;
}

async function readableImage(state: DrivesState, path: string): Promise<DiscSource> {
  const source = await findImage(path, imageRules(state));
  await checkImage(source, state);
  return source;
}

/** Removes a link, but never the file. `keepPlace` reserves its number for the next link. Throws `not_found`. */
export async function unlinkImage(state: DrivesState, id: string, { keepPlace = false } = {}): Promise<void> {
  const { virtualDrives } = state.settings.current().disc;
  if (!virtualDrives.some((one) => one.id === id)) throw new Fault("not_found", `There is no linked image ${id}.`);
  await save(state, { virtualDrives: virtualDrives.filter((one) => one.id !== id) });
  if (keepPlace) await state.memory.change(linkKey(id), { seen: undefined });
  else await state.memory.forget(linkKey(id));
}

const linkKey = (id: string): string => `link:${id}`;

/**
 * Reads an image without adding it. If it already has an unfinished rip, returns that rip instead of a second one.
 * Throws the errors of `linkImage`.
 */
export async function openImage(state: DrivesState, path: string): Promise<Rip> {
  const source = await readableImage(state, path);
  const text = sourceText(source);
  const current = (await state.ripRows.inStates(UNFINISHED)).find((row) => row.source === text);
  if (current !== undefined) return await state.rips.get(current.id);
  return await state.rips.add({ origin: "image", source, label: imageLabel(source) });
}
