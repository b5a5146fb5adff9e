import type { HttpClient } from "../../platform/http_client/model.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { type ManagerAddress, ManagerProblem, readManager, tellManager } from "./request.ts";
import { Command } from "./wire/command.ts";

/** Has a manager do something; it works on it by itself. Throws `ManagerProblem`. */
export const startCommand = (
  http: Pick<HttpClient, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
  body: { name: string } & Record<string, unknown>,
): Promise<Command> => tellManager(http, kind, address, "/command", body, Command);

/**
 * How far it is. `over` says that it ended, not that anything came of it; `lost` that the manager forgot it or gave up.
 * Throws `ManagerProblem`.
 */
export async function commandState(
  http: Pick<HttpClient, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
  id: number,
): Promise<"running" | "over" | "lost"> {
  try {
    const { status } = await readManager(http, kind, address, `/command/${id}`, Command);
    if (status === "completed") return "over";
    return status === "queued" || status === "started" ? "running" : "lost";
  } catch (error) {
    if (error instanceof ManagerProblem && error.status === 404) return "lost";
    throw error;
  }
}

/** The command that has a manager read the folder of a title again. */
export const rescanCommand = (kind: LibraryKind, arrId: number): { name: string } & Record<string, unknown> =>
  kind === "movie"
    ? { name: "RescanMovie", movieId: arrId }
    : kind === "series"
    ? { name: "RescanSeries", seriesId: arrId }
    : { name: "RefreshArtist", artistIds: [arrId] };
