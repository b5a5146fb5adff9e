import { z } from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { type ManagerAddress, ManagerProblem, readManager, tellManager } from "./request.ts";
import { SoulseekOptions, type Transfer, UserTransfers } from "./wire/transfers.ts";

/** Another request may be on its way to the network; slskd takes one at a time. */
const ENQUEUE_MS = 60_000;

const pathOf = (username: string): string => `/transfers/downloads/${encodeURIComponent(username)}`;

/** Asks a peer for files, by the names that came from it, byte for byte. Throws `ManagerProblem`. */
export async function enqueue(
  http: Pick<HttpClient, "send">,
  address: ManagerAddress,
  username: string,
  files: { filename: string; size: number }[],
): Promise<void> {
  // Old versions answer nothing, new ones what was enqueued: neither says more than the status.
  await tellManager(http, "soulseek", address, pathOf(username), files, z.unknown(), { totalMs: ENQUEUE_MS });
}

/** What was ever asked of a peer, newest first; nothing when nothing was. Throws `ManagerProblem`. */
export async function transfersOf(
  http: Pick<HttpClient, "send">,
  address: ManagerAddress,
  username: string,
): Promise<Transfer[]> {
  try {
    const { directories } = await readManager(http, "soulseek", address, pathOf(username), UserTransfers);
    const all = (directories ?? []).flatMap(({ files }) => files ?? []);
    return all.sort((a, b) => (b.requestedAt ?? "").localeCompare(a.requestedAt ?? ""));
  } catch (error) {
    if (error instanceof ManagerProblem && error.status === 404) return [];
    throw error;
  }
}

/** Stops a file on its way and forgets it; one that is not known any more is as good. Throws `ManagerProblem`. */
export async function stopTransfer(
  http: Pick<HttpClient, "send">,
  address: ManagerAddress,
  username: string,
  id: string,
): Promise<void> {
  const path = `${pathOf(username)}/${encodeURIComponent(id)}?remove=true`;
  try {
    await tellManager(http, "soulseek", address, path, undefined, z.unknown(), { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof ManagerProblem && error.status === 404)) throw error;
  }
}

/** The folder that downloads end in, as slskd calls it. Throws `ManagerProblem`. */
export async function downloadsFolder(
  http: Pick<HttpClient, "send">,
  address: ManagerAddress,
): Promise<string | undefined> {
  const { directories } = await readManager(http, "soulseek", address, "/options", SoulseekOptions);
  return directories?.downloads ?? undefined;
}
