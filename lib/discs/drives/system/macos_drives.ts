import { realpath } from "node:fs/promises";
import type { ToolSearch } from "../../../media/tools/tools.ts";
import { outputOf, requireProgram } from "./drive_program.ts";
import type { DriveMedia, DriveSystem, OpticalDevice } from "./drive_system.ts";
import { plainLabel } from "../../reading/media_facts.ts";

/** Search path for macOS programs. Set only in tests. */
export interface MacDrivesOptions {
  search?: ToolSearch;
}

const QUERY_TIMEOUT_MS = 20_000;
const EJECT_TIMEOUT_MS = 30_000;

/**
 * Creates access to macOS drives. `drutil` lists them and reports their contents, `diskutil` reports the label. A drive
 * has a device (`/dev/disk4`) only while it contains a disc.
 */
export function createMacDrives({ search }: MacDrivesOptions = {}): DriveSystem {
  const ask = async (name: string, args: string[], signal?: AbortSignal): Promise<string> =>
    await outputOf({ name, args, search, signal, timeoutMs: QUERY_TIMEOUT_MS }) ?? "";
  const statusOf = async (ordinal: string) => readDrutilStatus(await ask("drutil", ["-drive", ordinal, "status"]));

  const system: DriveSystem = {
    async devices() {
      const listed = readDrutilList(await ask("drutil", ["list"]));
      const devices: OpticalDevice[] = [];
      for (const { ordinal, name } of listed) {
        const { path = "" } = await statusOf(ordinal);
        devices.push({ key: ordinal, path, name, available: true });
      }
      return devices;
    },
    async deviceAt(path) {
      const real = await realpath(path).catch(() => undefined);
      if (real === undefined) return "missing";
      return (await system.devices()).find((device) => device.path === wholeDisk(real)) ?? "other";
    },
    async media({ key }) {
      const { state, path, content } = await statusOf(key);
      if (state !== "loaded" || path === undefined) return { state, content };
      const label = readDiskutilLabel(await ask("diskutil", ["info", path]));
      return { state, content: `${content}:${label ?? ""}`, ...(label === undefined ? {} : { label }) };
    },
    async confirm(device, signal) {
      // macOS mounts discs automatically, and then reads them at the same time as the ripper.
      if (device.path !== "") await ask("diskutil", ["unmountDisk", device.path], signal);
      return await system.media(device);
    },
    eject: ({ key, name }, signal) =>
      requireProgram(name, {
        name: "drutil",
        args: ["-drive", key, "tray", "eject"],
        search,
        signal,
        timeoutMs: EJECT_TIMEOUT_MS,
      }),
  };
  return system;
}

/** `/dev/rdisk4` and `/dev/disk4s1` refer to `/dev/disk4`. */
const wholeDisk = (path: string): string => path.replace(/^\/dev\/r?(disk\d+)(s\d+)*$/, "/dev/$1");

/** Parses `drutil list`: a header line, then one line per drive that starts with its number. */
export function readDrutilList(text: string): { ordinal: string; name: string }[] {
  const lines = text.split("\n");
  const head = lines.find((line) => /\bVendor\b.*\bProduct\b.*\bRev\b/.test(line));
  if (head === undefined) return [];
  const rev = head.indexOf("Rev");
  return lines.slice(lines.indexOf(head) + 1).flatMap((line) => {
    const [, ordinal] = /^\s*(\d{1,3})\s/.exec(line) ?? [];
    if (ordinal === undefined) return [];
    const name = line.slice(0, rev).replace(/^\s*\d+\s+/, "").replace(/\s+/g, " ").trim();
    return [{ ordinal, name: name || `Drive ${ordinal}` }];
  });
}

/** Parses `drutil status`: `Type:` is the kind of disc or `No Media Inserted`, `Name:` its device. */
export function readDrutilStatus(text: string): DriveMedia & { path?: string } {
  const type = /^\s*Type:\s*(.*?)(?:\s{2,}|$)/m.exec(text)?.[1] ?? "";
  const path = /\bName:\s*(\/dev\/disk\d+)\b/.exec(text)?.[1];
  if (/no media/i.test(type)) return { state: "empty", content: "" };
  if (type === "") return { state: "unknown", content: "" };
  const used = /^\s*Space Used:.*?blocks:\s*(\d+)/m.exec(text)?.[1] ?? "";
  return { state: path === undefined ? "loading" : "loaded", content: `${type}:${used}`, ...(path && { path }) };
}

/** Parses `Volume Name:` of `diskutil info`. */
export function readDiskutilLabel(text: string): string | undefined {
  const label = plainLabel(/^\s*Volume Name:\s*(.*)$/m.exec(text)?.[1] ?? "");
  return label === "" || /^not applicable/i.test(label) ? undefined : label;
}
