import type { SourceRules } from "../../jobs/intake/source_file.ts";
import { Fault } from "../../kit/fault.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import { type DiscSource, RipProblem } from "../ripper_model.ts";
import { READING_STATES } from "../rip_states.ts";
import type { DrivePlace, DrivesState, RipperDrive } from "./deps.ts";
import { findImage, imageLabel, imagesIn } from "./images.ts";
import type { OpticalDevice } from "./system/drive_system.ts";

type StoredDrive = Settings["disc"]["physicalDrives"][number];

/**
 * Returns all current drives: those listed by the ripper, those added by path, linked images, and images in the watched
 * folder.
 */
export async function readPlaces(state: DrivesState, signal: AbortSignal, queryRipper: boolean): Promise<DrivePlace[]> {
  const { physicalDrives, virtualDrives, virtualDriveDirectory } = state.settings.current().disc;
  const devices = await state.system.devices();
  const listed = await listedDrives(state, devices, signal, queryRipper);
  const manual = await Promise.all(physicalDrives.map((stored) => manualPlace(state, stored)));
  const places = [
    ...detectedPlaces(listed, manual),
    ...manual.map((place) => ({ ...place, detected: listed.some((one) => isSameDrive(one, place)) })),
  ];
  const images = await Promise.all(virtualDrives.map((stored) => imagePlace(state, stored.path, stored)));
  const inFolder = virtualDriveDirectory === ""
    ? []
    : await imagesIn(virtualDriveDirectory, state) ?? knownInFolder(state);
  for (const path of inFolder) {
    const place = await imagePlace(state, path);
    if (!images.some((one) => one.source.path === place.source.path)) images.push(place);
  }
  return [...places, ...images];
}

/** Returns the images of a folder that does not respond, as last seen. */
const knownInFolder = ({ entries }: DrivesState): string[] =>
  [...entries.values()].flatMap(({ place: { virtual, id, path } }) => virtual && id === undefined ? path : []);

const isSameDrive = (a: DrivePlace, b: DrivePlace): boolean =>
  a.device === undefined ? a.path === b.path : a.device.key === b.device?.key;

const detectedPlaces = (listed: DrivePlace[], manual: DrivePlace[]): DrivePlace[] =>
  listed.filter((one) => !manual.some((place) => isSameDrive(one, place)));

/**
 * Returns the drives listed by the ripper. It wakes every drive, so it is queried only if its last list may be
 * outdated, and never while a disc is being read.
 */
async function listedDrives(
  state: DrivesState,
  devices: OpticalDevice[],
  signal: AbortSignal,
  queryRipper: boolean,
): Promise<DrivePlace[]> {
  const { ripperDrives, ripperList } = state;
  if (ripperDrives === undefined) return [];
  const known = devices.map(({ key, available }) => `${key}=${available}`).join(" ");
  const outdated = queryRipper || ripperList?.devices !== known || ripperList.knowsMore;
  if (outdated && !await isAnyDriveRead(state)) {
    try {
      const drives = (await ripperDrives(signal)).filter(({ device }) => device !== "");
      state.ripperList = { drives, devices: known, knowsMore: false };
      state.ripperError = undefined;
    } catch (error) {
      signal.throwIfAborted();
      // Drives in the earlier list are assumed to exist.
      if (state.ripperList !== undefined) state.ripperList = { ...state.ripperList, devices: "" };
      state.ripperError = isMissingProgram(error) ? undefined : error;
    }
  }
  const current = state.ripperList;
  if (current === undefined) return [];
  const places = await Promise.all(current.drives.map((reported) => detectedPlace(state, reported)));
  current.knowsMore = places.some(({ reported }) => reported !== undefined);
  return places;
}

const isMissingProgram = (error: unknown): boolean =>
  (error instanceof Fault || error instanceof RipProblem) && error.code === "tool_missing";

const isAnyDriveRead = async ({ ripRows }: DrivesState): Promise<boolean> =>
  (await ripRows.inStates(READING_STATES)).some(({ source }) => source.startsWith("dev:"));

async function detectedPlace(state: DrivesState, reported: RipperDrive): Promise<DrivePlace> {
  const found = await state.system.deviceAt(reported.device);
  const shared = { virtual: false, manual: false, detected: true };
  if (typeof found === "object") {
    return { ...shared, ...devicePlace(found), key: `drive:${found.key}`, name: reported.name || found.name };
  }
  const { device: path, name } = reported;
  const source: DiscSource = { kind: "device", path };
  return { ...shared, key: `listed:${path}`, name: name || path, path, source, available: found === "other", reported };
}

const devicePlace = (device: OpticalDevice) => ({
  path: device.path,
  source: { kind: "device", path: device.path } as const,
  available: device.available,
  device,
  ...(device.note === undefined ? {} : { note: device.note }),
});

/** Returns the current state of a drive that was added by path. */
async function manualPlace(state: DrivesState, { id, path, label }: StoredDrive): Promise<DrivePlace> {
  const found = await state.system.deviceAt(path);
  const shared = { key: `added:${id}`, id, virtual: false, manual: true, detected: false };
  if (typeof found === "object") return { ...shared, ...devicePlace(found), path, name: label ?? found.name };
  const note = found === "other" ? `${path} is no longer an optical drive.` : `${path} does not exist.`;
  return { ...shared, name: label ?? path, path, source: { kind: "device", path }, available: false, note };
}

async function imagePlace(state: DrivesState, path: string, link?: StoredDrive): Promise<DrivePlace> {
  const shared = {
    ...(link === undefined ? {} : { id: link.id }),
    path,
    virtual: true,
    manual: false,
    detected: false,
  };
  try {
    const source = await findImage(path, imageRules(state));
    const label = link?.label ?? imageLabel(source);
    const key = link === undefined ? `image:${source.path}` : `link:${link.id}`;
    return { ...shared, key, name: label, source, available: true, label };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const key = link === undefined ? `image:${path}` : `link:${link.id}`;
    const known = state.entries.get(key)?.place;
    // A disk that does not respond may still be spinning up. If it stays unavailable, the image check reports it.
    if (error.code === "upstream_timeout" && known?.available === true) return { ...known, ...shared };
    const source = known?.source ?? { kind: "image", path };
    return { ...shared, key, name: link?.label ?? path, source, available: false, note: error.message };
  }
}

/** Returns the rules for the location of images, from the current settings. */
export const imageRules = (
  { settings, storage, disks }: Pick<DrivesState, "settings" | "storage" | "disks">,
): SourceRules => ({ mediaRoots: settings.current().general.security.mediaRoots, storage, disks });
