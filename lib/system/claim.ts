import { join } from "node:path";

/** What a running service says about itself in the lock file. */
export interface ClaimInfo {
  pid: number;
  port?: number;
  url?: string;
}

/** The config folder is ours until `release` or the end of the process. */
export interface Claim {
  /** Adds what became known later, such as the port. */
  announce(info: Omit<ClaimInfo, "pid">): Promise<void>;
  release(): Promise<void>;
}

/**
 * Claims a config folder: one service per folder. Answers what the holder said about itself when there is one already.
 * The lock belongs to the open file and goes with the process, whatever its end.
 */
export async function claimFolder(folder: string): Promise<{ claim: Claim } | { heldBy: Partial<ClaimInfo> }> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock");
  const file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
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
  // A full disk must not keep the service from starting: the lock holds without its text.
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
