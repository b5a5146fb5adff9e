import { statfs } from "node:fs/promises";

/** What the kernel calls file systems that live on another machine, or behind a program that may (`linux/magic.h`). */
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

/** Whether a folder lies on a network share. False where the system does not say. */
export async function isNetworkShare(
  folder: string,
  look: (folder: string) => Promise<{ type: number }> = statfs,
): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    return NETWORK_TYPES.has((await look(folder)).type >>> 0);
  } catch {
    return false;
  }
}
