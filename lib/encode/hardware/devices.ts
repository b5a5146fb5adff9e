import { join } from "node:path";
import { runProcess } from "../../kit/process/process.ts";
import { findTool } from "../../media/tools/tools.ts";

/** `renderD*` device of the Linux kernel, used by VAAPI and Quick Sync. */
export interface RenderNode {
  /** Device path, for example `/dev/dri/renderD128`. */
  path: string;
  /** Kernel driver, for example `i915` or `amdgpu`. */
  driver?: string;
  vendor?: string;
}

/** NVIDIA GPU as listed by nvidia-smi. `index` is the NVENC device number. */
export interface Gpu {
  index: number;
  name: string;
}

/** Graphics hardware of this machine. */
export interface Devices {
  renderNodes: RenderNode[];
  nvidiaGpus: Gpu[];
}

/** Locations that `findDevices` searches. By default, the real locations. */
export interface DeviceRoots {
  /** Root of sysfs. Tests use a folder of their own. */
  sysRoot?: string;
  devRoot?: string;
  /** Path of nvidia-smi. Looked up by name if absent. */
  nvidiaSmi?: string;
}

/** PCI vendor IDs of GPU manufacturers. */
const VENDORS: Record<string, string> = { "0x8086": "Intel", "0x1002": "AMD", "0x10de": "NVIDIA", "0x1af4": "Virtio" };

/** Finds render nodes and NVIDIA cards. Never throws. Devices that cannot be read are omitted. */
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

async function findNvidia({ nvidiaSmi, devRoot = "/dev" }: DeviceRoots): Promise<Gpu[]> {
  const path = nvidiaSmi ?? (await findTool("nvidia-smi", "")).path;
  if (path === undefined) return await nvidiaDevices(devRoot);
  try {
    const args = ["--query-gpu=index,name", "--format=csv,noheader"];
    const { code, stdout } = await runProcess({ path, args, timeoutMs: NVIDIA_MS });
    return code === 0 ? parseGpus(new TextDecoder().decode(stdout)) : [];
  } catch {
    return [];
  }
}

/** Returns the NVIDIA GPUs if Lathe runs in a container that has the driver but not `nvidia-smi`. */
async function nvidiaDevices(devRoot: string): Promise<Gpu[]> {
  try {
    const names = await Array.fromAsync(Deno.readDir(devRoot), ({ name }) => /^nvidia(\d+)$/.exec(name)?.[1]);
    return names.filter((index) => index !== undefined).sort()
      .map((index) => ({ index: Number(index), name: "NVIDIA GPU" }));
  } catch {
    return [];
  }
}

/** Parses lines such as `0, NVIDIA GeForce RTX 3060`. Pure. */
export const parseGpus = (text: string): Gpu[] =>
  text.split("\n").flatMap((line) => {
    const [, index, name] = /^\s*(\d+)\s*,\s*(.+?)\s*$/.exec(line) ?? [];
    return index !== undefined && name !== undefined ? [{ index: Number(index), name }] : [];
  });
