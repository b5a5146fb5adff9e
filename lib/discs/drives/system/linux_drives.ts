import { constants } from "node:fs";
import { access, open, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ToolSearch } from "../../../media/tools/tools.ts";
import { outputOf, requireProgram } from "./drive_program.ts";
import type { DriveMedia, DriveSystem, OpticalDevice } from "./drive_system.ts";
import { type MediaFacts, readBlkid, readUdevRecord } from "./media_facts.ts";

/** Where Linux tells of its devices; tests give all of it. */
export interface LinuxDrivesOptions {
  sysFolder?: string;
  udevFolder?: string;
  devFolder?: string;
  bootIdFile?: string;
  /** `major:minor` of the block device at a path, undefined for what is none. */
  deviceNumber?(path: string): Promise<string | undefined>;
  search?: ToolSearch;
  ejectTimeoutMs?: number;
}

/** A drive that opens a tray, or that spins up a disc, needs some seconds. */
const EJECT_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 20_000;

/** The size, in sectors of 512 bytes, that the driver `sr` states for a drive without a disc. */
const NO_DISC_SECTORS = 0x1fffff;

/**
 * Drives of Linux. Without waking a drive there is: `/sys/block/srN/size` (of the disc, as the kernel saw it when the
 * device was opened last), `diskseq` (counts changes of the disc, Linux 5.15), and udev's record with `ID_CDROM_MEDIA`, the
 * label and the id of the volume, which udev writes after every change; in containers that record is usually hidden.
 * Whether an empty tray is open or closed is in none of them.
 */
export function createLinuxDrives(options: LinuxDrivesOptions = {}): DriveSystem {
  const place: Place = {
    sysFolder: "/sys",
    udevFolder: "/run/udev/data",
    devFolder: "/dev",
    bootIdFile: "/proc/sys/kernel/random/boot_id",
    deviceNumber: blockDeviceNumber,
    ejectTimeoutMs: EJECT_TIMEOUT_MS,
    ...options,
  };
  return {
    async devices() {
      const found = (await readdir(join(place.sysFolder, "block")).catch(() => [])).filter((name) =>
        /^sr\d{1,4}$/.test(name)
      );
      return await Promise.all(found.sort(byNumber).map((name) => deviceOf(place, name)));
    },
    async deviceAt(path) {
      const real = await realpath(path).catch(() => undefined);
      if (real === undefined) return "missing";
      const number = await place.deviceNumber(real);
      if (number === undefined) return "other";
      const found = (await this.devices()).find(({ key }) => key === number);
      // In a container a node may bear another name than the kernel's.
      if (found === undefined) return "other";
      return await withNode(place, found, real);
    },
    media: (device) => mediaOf(place, device),
    async confirm(device, signal) {
      const args = ["-p", "-o", "export", device.path];
      const output = await outputOf({
        name: "blkid",
        args,
        signal,
        search: place.search,
        timeoutMs: PROBE_TIMEOUT_MS,
      });
      const media = await mediaOf(place, device);
      const label = readBlkid(output ?? "").label;
      return label === undefined ? media : { ...media, label };
    },
    eject: (device, signal) =>
      requireProgram(device.name, {
        name: "eject",
        args: [device.path],
        signal,
        search: place.search,
        timeoutMs: place.ejectTimeoutMs,
      }),
  };
}

type Place = Required<Omit<LinuxDrivesOptions, "search">> & Pick<LinuxDrivesOptions, "search">;

const byNumber = (a: string, b: string): number => Number(a.slice(2)) - Number(b.slice(2));

/** Linux splits the number of a device like this (makedev(3)) for all numbers that drives have. */
async function blockDeviceNumber(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isBlockDevice() ? `${found.rdev >> 8n & 0xfffn}:${found.rdev & 0xffn}` : undefined;
}

async function deviceOf(place: Place, name: string): Promise<OpticalDevice> {
  const folder = join(place.sysFolder, "block", name);
  const [number, vendor, model] = await Promise.all(
    ["dev", "device/vendor", "device/model"].map((file) => textOf(join(folder, file))),
  );
  const device: OpticalDevice = {
    key: number || name,
    path: join(place.devFolder, name),
    name: `${vendor} ${model}`.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim() || name,
    available: false,
  };
  return await withNode(place, device, device.path);
}

/** The same drive under the node it has here, with what is missing to read it. */
async function withNode(place: Place, device: OpticalDevice, path: string): Promise<OpticalDevice> {
  const { note: _, ...known } = device;
  const number = await place.deviceNumber(path);
  if (number !== device.key) {
    return {
      ...known,
      path,
      available: false,
      note:
        `Its device ${path} is missing here. In a container pass it in, with the generic device that belongs to it.`,
    };
  }
  const note = await obstacleOf(place, device.key, path);
  return { ...known, path, available: true, ...(note === undefined ? {} : { note }) };
}

async function obstacleOf(place: Place, number: string, path: string): Promise<string | undefined> {
  if (await access(path, constants.R_OK).then(() => false, () => true)) {
    return `Lathe may not read ${path}: add its user to the group that owns the device, often cdrom.`;
  }
  const [generic] = await readdir(join(place.sysFolder, "dev/block", number, "device/scsi_generic")).catch(() => []);
  if (generic === undefined) return undefined;
  const node = join(place.devFolder, generic);
  if (await stat(node).then(() => true, () => false)) return undefined;
  return `The generic device ${node} of this drive is missing. MakeMKV needs it: pass it into the container as well.`;
}

async function mediaOf(place: Place, { key, path }: OpticalDevice): Promise<DriveMedia> {
  const folder = join(place.sysFolder, "dev/block", key);
  const [udevText, boot] = await Promise.all([textOf(join(place.udevFolder, `b${key}`)), textOf(place.bootIdFile)]);
  const udev = readUdevRecord(udevText);
  let size = await sectorsOf(folder);
  if (udev === undefined && !holdsDisc(size)) {
    // Without udev nobody but us opens an empty drive, which is what lets the kernel look for a disc.
    await openBriefly(path);
    size = await sectorsOf(folder);
  }
  const sequence = await textOf(join(folder, "diskseq"));
  return {
    ...stateOf(udev, size),
    ...(sequence === "" || boot === "" ? {} : { insertion: { boot, sequence } }),
  };
}

const holdsDisc = (sectors: number | undefined): boolean =>
  sectors !== undefined && sectors > 0 && sectors !== NO_DISC_SECTORS;

function stateOf(
  udev: MediaFacts | undefined,
  size: number | undefined,
): Pick<DriveMedia, "state" | "content" | "label" | "hasSound"> {
  if (udev === undefined && size === undefined) return { state: "unknown", content: "" };
  if (!(udev?.present ?? holdsDisc(size))) return { state: "empty", content: "" };
  // Audio CDs have neither label nor id.
  const content = udev?.uuid === undefined && udev?.label === undefined
    ? `size:${size}`
    : `volume:${udev.uuid ?? ""}:${udev.label ?? ""}`;
  return {
    ...{ state: "loaded", content },
    ...(udev?.label === undefined ? {} : { label: udev.label }),
    ...(udev?.audioTracks === undefined ? {} : { hasSound: udev.audioTracks > 0 }),
  };
}

async function sectorsOf(folder: string): Promise<number | undefined> {
  const text = await textOf(join(folder, "size"));
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** A drive that is opened without waiting neither closes its tray nor fails for want of a disc (open(2), cdrom(4)). */
const openBriefly = (path: string): Promise<void> =>
  open(path, constants.O_RDONLY | constants.O_NONBLOCK).then((handle) => handle.close(), () => {});

/** Empty for what cannot be read. */
const textOf = (path: string): Promise<string> => readFile(path, "utf8").then((text) => text.trim(), () => "");
