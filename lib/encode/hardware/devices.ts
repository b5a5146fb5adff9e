import { join } from "node:path";
import { runProcess } from "../../kit/process/process.ts";
import { findTool } from "../../media/tools/tools.ts";

/** A `renderD*` device of the kernel (Linux): what VAAPI and Quick Sync open. */
export interface RenderNode {
  /** e.g. `/dev/dri/renderD128`. */
  path: string;
  /** Kernel driver, e.g. `i915`, `amdgpu`. */
  driver?: string;
  vendor?: string;
}

/** An NVIDIA card as nvidia-smi lists it; `index` is what NVENC takes as its device. */
export interface Gpu {
  index: number;
  name: string;
}

/** Graphics hardware of this machine. */
export interface Devices {
  renderNodes: RenderNode[];
  nvidiaGpus: Gpu[];
}

/** Where `findDevices` searches; every field defaults to the place on a real machine. */
export interface DeviceRoots {
  /** Where the kernel shows its devices; a test builds a tree of its own. */
  sysRoot?: string;
  devRoot?: string;
  /** Path of nvidia-smi; found by name when absent. */
  nvidiaSmi?: string;
}

/** PCI vendor numbers of those who make graphics chips. */
const VENDORS: Record<string, string> = { "0x8086": "Intel", "0x1002": "AMD", "0x10de": "NVIDIA", "0x1af4": "Virtio" };

/** Looks for render nodes and NVIDIA cards. Never throws: what cannot be read is not there. */
export async function findDevices(roots: DeviceRoots = {}): Promise<Devices> {
  const [renderNodes, nvidiaGpus] = await Promise.all([findRenderNodes(roots), findNvidia(roots)]);
  return { renderNodes, nvidiaGpus };
}

async function findRenderNodes({ sysRoot = "/sys", devRoot = "/dev" }: DeviceRoots): Promise<RenderNode[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(join(devRoot, "dri"))) if (/^renderD\d+$/.test(name)) names.push(name);
  } catch {
    return [];
  }
  return await Promise.all(
    names.sort().map(async (name) => {
      const device = join(sysRoot, "class/drm", name, "device");
      const [vendor, driver] = await Promise.all([
        Deno.readTextFile(join(device, "vendor")).then((text) => text.trim(), () => ""),
        Deno.readLink(join(device, "driver")).then((path) => path.split("/").pop(), () => undefined),
      ]);
      const known = VENDORS[vendor];
      return { path: join(devRoot, "dri", name), ...(driver ? { driver } : {}), ...(known ? { vendor: known } : {}) };
    }),
  );
}

const NVIDIA_MS = 5_000;

async function findNvidia({ nvidiaSmi }: DeviceRoots): Promise<Gpu[]> {
  const path = nvidiaSmi ?? (await findTool("nvidia-smi", "")).path;
  if (path === undefined) return [];
  try {
    const args = ["--query-gpu=index,name", "--format=csv,noheader"];
    const { code, stdout } = await runProcess({ path, args, timeoutMs: NVIDIA_MS });
    return code === 0 ? parseGpus(new TextDecoder().decode(stdout)) : [];
  } catch {
    return [];
  }
}

/** `0, NVIDIA GeForce RTX 3060` a line. Pure. */
export const parseGpus = (text: string): Gpu[] =>
  text.split("\n").flatMap((line) => {
    const [, index, name] = /^\s*(\d+)\s*,\s*(.+?)\s*$/.exec(line) ?? [];
    return index !== undefined && name !== undefined ? [{ index: Number(index), name }] : [];
  });
