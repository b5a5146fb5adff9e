/** Where media usually lies on a machine that keeps it. */
const USUAL = ["/mnt", "/media", "/data", "/srv", "/volume1", "/volume2", "/share", "/Volumes", "/home"];

/** File systems that hold nobody's films. */
const NO_MEDIA =
  /^(proc|sysfs|devpts|tmpfs|devtmpfs|cgroup2?|mqueue|overlay|squashfs|autofs|securityfs|debugfs|tracefs)$/;
const SYSTEM = /^\/(etc|proc|sys|dev|run|boot|usr|bin|lib|sbin|opt|root|tmp|var)(\/|$)/;

/** Folders to look for media in: the usual places and, on Linux, whatever else is mounted. */
export async function mediaPlaces(): Promise<string[]> {
  const mounts = await Deno.readTextFile("/proc/self/mounts").catch(() => "");
  return [...USUAL, ...mountedFolders(mounts)];
}

/** The folders of `/proc/self/mounts` that may hold media: shares, disks and the volumes of a container. Pure. */
export const mountedFolders = (mounts: string): string[] =>
  mounts.split("\n").flatMap((line) => {
    const [, escaped = "", type = ""] = line.split(" ");
    const path = escaped.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));
    return path.length < 2 || NO_MEDIA.test(type) || SYSTEM.test(path) ? [] : [path];
  });
