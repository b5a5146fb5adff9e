import type { GrabRow } from "../../../db/schema/library.ts";
import { count } from "../../kit/format.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import { ManagerProblem } from "../managers/request.ts";
import { stopTransfer, transfersOf } from "../managers/transfers.ts";
import type { GrabDeps } from "./deps.ts";
import { soulseekOf } from "./soulseek.ts";
import { isUnderway } from "./transfers.ts";

/**
 * Handles the download of a cancelled job. Soulseek transfers are stopped, because Lathe has requested them. Downloads
 * of a manager are kept. If slskd does not respond, the next round tries again.
 */
export async function cancelDownload(deps: GrabDeps, grab: GrabRow): Promise<void> {
  try {
    const message = grab.source === "soulseek" && grab.state !== "importing"
      ? await stopTransfers(deps, grab)
      : `Cancelled. The ${grab.source === "soulseek" ? "import" : "download"} continues in ${appOf(grab)}.`;
    if (message !== undefined) await deps.jobs.recordManagerResult(grab.jobId, { message });
    await deps.grabs.end(grab.jobId);
  } catch (error) {
    if (!(error instanceof ManagerProblem)) throw error;
    const message = `Cancelled, but the transfers have not stopped yet. ${error.message}`;
    await deps.jobs.recordManagerResult(grab.jobId, { message });
  }
}

async function stopTransfers(deps: GrabDeps, grab: GrabRow): Promise<string | undefined> {
  const slskd = deps.managers.connected("soulseek");
  if (slskd === undefined) return "Cancelled. slskd is not connected: its downloads continue there.";
  const { username, files } = soulseekOf(grab);
  const wanted = new Set(files.map(({ filename }) => filename));
  const ours = (await transfersOf(slskd, username)).filter((transfer) =>
    isUnderway(transfer) && wanted.has(transfer.filename) && (transfer.requestedAt ?? "") > grab.since
  );
  for (const { id } of ours) await stopTransfer(slskd, username, id);
  return ours.length === 0
    ? undefined
    : `Cancelled; stopped downloading ${count(ours.length, "file")} from ${username}.`;
}

const appOf = ({ source }: GrabRow): string => MANAGERS[source === "soulseek" ? "music" : source].app;
