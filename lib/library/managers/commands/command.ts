import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import type { ManagerClient } from "../client.ts";
import { ManagerProblem } from "../request.ts";
import { Command } from "../wire/command.ts";

/** Has a manager do something; it works on it by itself. Throws `ManagerProblem`. */
export const startCommand = (
  manager: ManagerClient<LibraryKind>,
  body: { name: string } & Record<string, unknown>,
): Promise<Command> => manager.post("/command", body, Command);

/**
 * How far it is. `over` says that it ended, not that anything came of it; `lost` that the manager forgot it or gave up.
 * Throws `ManagerProblem`.
 */
export async function commandState(
  manager: ManagerClient<LibraryKind>,
  id: number,
  signal?: AbortSignal,
): Promise<"running" | "over" | "lost"> {
  try {
    const { status } = await manager.get(`/command/${id}`, Command, { signal });
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
