/** Common locations of media. */
const USUAL = ["/mnt", "/media", "/data", "/srv", "/volume1", "/volume2", "/share", "/Volumes", "/home"];

/** File systems that never contain media. */
const NO_MEDIA =
  /^(proc|sysfs|devpts|tmpfs|devtmpfs|cgroup2?|mqueue|overlay|squashfs|autofs|securityfs|debugfs|tracefs)$/;
const SYSTEM = /^\/(etc|proc|sys|dev|run|boot|usr|bin|lib|sbin|opt|root|tmp|var)(\/|$)/;

/** Returns the folders to search for media: the common locations and, on Linux, other mounts. */
export async function mediaPlaces(): Promise<string[]> {
  const mounts = await Deno.readTextFile("/proc/self/mounts").catch(() => "");
  return [...USUAL, ...mountedFolders(mounts)];
}

/**
 * Returns the folders in `/proc/self/mounts` that may contain media: shares, disks and the volumes of a container.
 * Pure.
 */
export const mountedFolders = (mounts: string): string[] =>
  mounts.split("\n").flatMap((line) => {
    const [, escaped = "", type = ""] = line.split(" ");
    const path = escaped.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));
    return path.length < 2 || NO_MEDIA.test(type) || SYSTEM.test(path) ? [] : [path];
  });
