import { constants } from "node:fs";
import { access, open, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ToolSearch } from "../../../media/tools/tools.ts";
import { majorMinor } from "../../files/random_access.ts";
import { outputOf, requireProgram } from "./drive_program.ts";
import type { DriveMedia, DriveSystem, OpticalDevice } from "./drive_system.ts";
import { type MediaFacts, readBlkid, readUdevRecord } from "../../reading/media_facts.ts";

/** Sources of device information in Linux. Tests replace all of them. */
export interface LinuxDrivesOptions {
  sysFolder?: string;
  udevFolder?: string;
  devFolder?: string;
  bootIdFile?: string;
  /** Returns `major:minor` of the block device at a path. Undefined if it is not a block device. */
  deviceNumber?(path: string): Promise<string | undefined>;
  search?: ToolSearch;
  ejectTimeoutMs?: number;
}

/** Timeout in milliseconds. Opening a tray or spinning up a disc takes several seconds. */
const EJECT_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 20_000;

/** Size in 512-byte sectors that the `sr` driver reports for a drive without a disc. */
const NO_DISC_SECTORS = 0x1fffff;

/**
 * Creates access to Linux drives. The following information is available without waking a drive: `/sys/block/srN/size`
 * (the size of the disc when the device was last opened), `diskseq` (number of disc changes, since Linux 5.15), and
 * udev's record with `ID_CDROM_MEDIA` and the volume's label and ID, which udev updates after every change. Containers
 * usually hide that record. None of them reports whether an empty tray is open or closed.
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
      // In a container, the name of a device node may differ from that in the kernel.
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

/** Returns `major:minor` of a block device. Undefined if it is not a block device. */
async function blockDeviceNumber(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isBlockDevice() ? majorMinor(found.rdev) : undefined;
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

/** Returns the drive with its local device node, and a note about what is missing to read it. */
async function withNode(place: Place, device: OpticalDevice, path: string): Promise<OpticalDevice> {
  const { note: _, ...known } = device;
  const number = await place.deviceNumber(path);
  if (number !== device.key) {
    return {
      ...known,
      path,
      available: false,
      note: `Its device ${path} is missing. In a container, pass it through together with its generic device.`,
    };
  }
  const note = await obstacleOf(place, device.key, path);
  return { ...known, path, available: true, ...(note === undefined ? {} : { note }) };
}

async function obstacleOf(place: Place, number: string, path: string): Promise<string | undefined> {
  if (await access(path, constants.R_OK).then(() => false, () => true)) {
    return `Lathe has no permission to read ${path}: add its user to the group that owns the device, often cdrom.`;
  }
  const [generic] = await readdir(join(place.sysFolder, "dev/block", number, "device/scsi_generic")).catch(() => []);
  if (generic === undefined) return undefined;
  const node = join(place.devFolder, generic);
  if (await stat(node).then(() => true, () => false)) return undefined;
  return `The generic device ${node} of this drive is missing. MakeMKV needs it: pass it through to the container as well.`;
}

async function mediaOf(place: Place, { key, path }: OpticalDevice): Promise<DriveMedia> {
  const folder = join(place.sysFolder, "dev/block", key);
  const [udevText, boot] = await Promise.all([textOf(join(place.udevFolder, `b${key}`)), textOf(place.bootIdFile)]);
  const udev = readUdevRecord(udevText);
  let size = await sectorsOf(folder);
  if (udev === undefined && !holdsDisc(size)) {
    // Without udev, only Lathe opens an empty drive. The kernel checks for a disc when the drive is opened.
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
  // Audio CDs have neither a label nor an ID.
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

/**
 * Opens a drive in non-blocking mode, which neither closes its tray nor fails if there is no disc (open(2), cdrom(4)).
 */
const openBriefly = (path: string): Promise<void> =>
  open(path, constants.O_RDONLY | constants.O_NONBLOCK).then((handle) => handle.close(), () => {});

/** Returns the text of a file. Empty if it cannot be read. */
const textOf = (path: string): Promise<string> => readFile(path, "utf8").then((text) => text.trim(), () => "");
