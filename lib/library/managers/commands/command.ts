import type { LibraryKind } from "../../../platform/managers/kinds.ts";
import type { ManagerClient } from "../client.ts";
import { ManagerProblem } from "../request.ts";
import * as z from "zod";

/** Starts a command, which the manager runs in the background. Throws `ManagerProblem`. */
export const startCommand = (
  manager: ManagerClient<LibraryKind>,
  body: { name: string } & Record<string, unknown>,
): Promise<Command> => manager.post("/command", body, Command);

/**
 * Returns the state of a command. `over`: it has ended, successfully or not. `lost`: the manager no longer has it, or
 * has aborted it. Throws `ManagerProblem`.
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

/** Returns the command that makes a manager rescan the folder of a title. */
export const rescanCommand = (kind: LibraryKind, arrId: number): { name: string } & Record<string, unknown> =>
  kind === "movie"
    ? { name: "RescanMovie", movieId: arrId }
    : kind === "series"
    ? { name: "RescanSeries", seriesId: arrId }
    : { name: "RefreshArtist", artistIds: [arrId] };

/** A manager's command and its progress. */
const Command = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  result: z.string().nullish(),
  message: z.string().nullish(),
  exception: z.string().nullish(),
});
/** `status` and `result` are values of the application, such as `completed` and `unsuccessful`. */
export type Command = z.infer<typeof Command>;
