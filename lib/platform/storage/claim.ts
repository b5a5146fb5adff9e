import { join } from "node:path";
import { Fault, isSystemError } from "../../kit/fault.ts";

/** Information about the running service in the lock file. */
export interface ClaimInfo {
  pid: number;
  port?: number;
  url?: string;
}

/** Exclusive ownership of the config folder until `release` or the end of the process. */
export interface Claim {
  /** Adds information that becomes known only later, such as the port. */
  announce(info: Omit<ClaimInfo, "pid">): Promise<void>;
  release(): Promise<void>;
}

/**
 * Claims a config folder for one service. If it is already claimed, returns information about the service that claimed
 * it. The lock belongs to the open file and is released when the process ends for any reason. Throws `unreadable` if
 * the folder is not writable.
 */
export async function claimFolder(folder: string): Promise<{ claim: Claim } | { heldBy: Partial<ClaimInfo> }> {
  const file = await openLock(folder).catch((cause) => {
    throw unusableFolder(folder, cause);
  });
  if (!await file.tryLock(true)) {
    try {
      return { heldBy: await readInfo(file) };
    } finally {
      file.close();
    }
  }
  const announce = async (info: Omit<ClaimInfo, "pid">): Promise<void> => {
    const bytes = new TextEncoder().encode(JSON.stringify({ pid: Deno.pid, ...info }) + "\n");
    await file.truncate(0);
    await file.seek(0, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  // A full disk must not prevent the start. The lock works even if the file is empty.
  await announce({}).catch(() => {});
  return {
    claim: {
      announce,
      async release() {
        await file.unlock();
        file.close();
      },
    },
  };
}

/** Returns the error to throw if access to the config folder is denied. Other errors are returned unchanged. */
export const unusableFolder = (folder: string, cause: unknown): unknown =>
  isSystemError(cause)
    ? new Fault(
      "unreadable",
      `The config folder ${folder} cannot be used (${cause.message}). ` +
        "Give this user write access to it, or choose another one with --config.",
      { cause },
    )
    : cause;

async function openLock(folder: string): Promise<Deno.FsFile> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  return await Deno.open(join(folder, "lock"), { read: true, write: true, create: true, mode: 0o600 });
}

async function readInfo(file: Deno.FsFile): Promise<Partial<ClaimInfo>> {
  const buffer = new Uint8Array(4096);
  const length = await file.read(buffer) ?? 0;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(buffer.subarray(0, length)));
    if (typeof value !== "object" || value === null) return {};
    const { pid, port, url } = value as Record<string, unknown>;
    return {
      ...(typeof pid === "number" ? { pid } : {}),
      ...(typeof port === "number" ? { port } : {}),
      ...(typeof url === "string" ? { url } : {}),
    };
  } catch {
    return {};
  }
}
