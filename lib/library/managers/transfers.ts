import * as z from "zod";
import type { ManagerClient } from "./client.ts";
import { ManagerProblem } from "./request.ts";
import { SoulseekOptions, type Transfer, UserTransfers } from "./wire/transfers.ts";

/** Another request may be on its way to the network; slskd takes one at a time. */
const ENQUEUE_MS = 60_000;

const pathOf = (username: string): string => `/transfers/downloads/${encodeURIComponent(username)}`;

/** Asks a peer for files, by the names that came from it, byte for byte. Throws `ManagerProblem`. */
export async function enqueue(
  slskd: ManagerClient<"soulseek">,
  username: string,
  files: { filename: string; size: number }[],
): Promise<void> {
  // Old versions answer nothing, new ones what was enqueued: neither says more than the status.
  await slskd.post(pathOf(username), files, z.unknown(), { totalMs: ENQUEUE_MS });
}

/** What was ever asked of a peer, newest first; nothing when nothing was. Throws `ManagerProblem`. */
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

/** Stops a file on its way and forgets it; one that is not known any more is as good. Throws `ManagerProblem`. */
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

/** The folder that downloads end in, as slskd calls it. Throws `ManagerProblem`. */
export async function downloadsFolder(
  slskd: ManagerClient<"soulseek">,
): Promise<string | undefined> {
  const { directories } = await slskd.get("/options", SoulseekOptions);
  return directories?.downloads ?? undefined;
}
