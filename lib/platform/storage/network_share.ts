import { statfs } from "node:fs/promises";

/** Magic numbers of network file systems, and of FUSE, which may provide one (`linux/magic.h`). */
const NETWORK_TYPES = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2 and later
  0x65735546, // FUSE: sshfs, mergerfs, rclone
  0x01021997, // 9P
  0x5346414f, // AFS
  0x73757245, // Coda
  0x00c36400, // Ceph
]);

/** True if a folder is on a network share. False if the system does not provide this information. */
export async function isNetworkShare(
  folder: string,
  statFolder: (folder: string) => Promise<{ type: number }> = statfs,
): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    return NETWORK_TYPES.has((await statFolder(folder)).type >>> 0);
  } catch {
    return false;
  }
}
