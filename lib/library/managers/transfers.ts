import * as z from "zod";
import type { ManagerClient } from "./client.ts";
import { ManagerProblem } from "./request.ts";
import { SoulseekOptions, type Transfer, UserTransfers } from "./wire/transfers.ts";

/** Timeout in milliseconds. slskd handles one request at a time and may be busy. */
const ENQUEUE_MS = 60_000;

const pathOf = (username: string): string => `/transfers/downloads/${encodeURIComponent(username)}`;

/** Requests files from a peer, with exactly the names that the peer has sent. Throws `ManagerProblem`. */
export async function enqueue(
  slskd: ManagerClient<"soulseek">,
  username: string,
  files: { filename: string; size: number }[],
): Promise<void> {
  // Old versions return nothing, new versions the files that were queued. Only the status is used.
  await slskd.post(pathOf(username), files, z.unknown(), { totalMs: ENQUEUE_MS });
}

/** Returns all transfers from a peer, newest first, or an empty array if there were none. Throws `ManagerProblem`. */
export async function transfersOf(
  slskd: ManagerClient<"soulseek">,
  username: string,
): Promise<Transfer[]> {
  try {
    const { directories } = await slskd.get(pathOf(username), UserTransfers);
    const all = (directories ?? []).flatMap(({ files }) => files ?? []);
    return all.sort((a, b) => (b.requestedAt ?? "").localeCompare(a.requestedAt ?? ""));
  } catch (error) {
    if (error instanceof ManagerProblem && error.status === 404) return [];
    throw error;
  }
}

/** Cancels and removes a transfer. Does nothing if it no longer exists. Throws `ManagerProblem`. */
export async function stopTransfer(
  slskd: ManagerClient<"soulseek">,
  username: string,
  id: string,
): Promise<void> {
  const path = `${pathOf(username)}/${encodeURIComponent(id)}?remove=true`;
  try {
    await slskd.delete(path);
  } catch (error) {
    if (!(error instanceof ManagerProblem && error.status === 404)) throw error;
  }
}

/** Returns the folder for completed downloads as a path in slskd. Throws `ManagerProblem`. */
export async function downloadsFolder(
  slskd: ManagerClient<"soulseek">,
): Promise<string | undefined> {
  const { directories } = await slskd.get("/options", SoulseekOptions);
  return directories?.downloads ?? undefined;
}
