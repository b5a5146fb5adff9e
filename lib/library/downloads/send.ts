import type { HistoryMark } from "../managers/history.ts";
import { historyMark } from "../managers/history.ts";
import { isExpired, sendRelease, sendToIndexer } from "../managers/grab.ts";
import { MANAGERS, notConnected } from "../../platform/managers/kinds.ts";
import type { ManagerClients } from "../managers/managers.ts";
import { ManagerProblem } from "../managers/request.ts";
import { enqueue } from "../managers/transfers.ts";
import { Fault } from "../../kit/fault.ts";
import { HttpProblem } from "../../platform/http_client/model.ts";
import type { Release } from "../search_model.ts";
import type { GrabDeps } from "./deps.ts";
import type { GrabRequest } from "./model.ts";
import { transferMark } from "./soulseek.ts";

type Source = Release["source"];

/** Reasons for failures after which the request cannot have been received. */
const NEVER_ARRIVED = ["blocked", "refused", "certificate", "circuit_open"];

/** True if a failed request may nevertheless have been processed. slskd responds with 500 if a peer refuses. */
export const isUnsure = ({ reason, status, cause }: ManagerProblem, source: Source): boolean =>
  reason === "malformed" || (status !== undefined && status >= (source === "soulseek" ? 501 : 500)) ||
  (reason === "unreachable" && !(cause instanceof HttpProblem && NEVER_ARRIVED.includes(cause.reason)));

/**
 * Returns the client to which a release is sent. Throws `conflict` if it is not connected, or if Lidarr is needed and
 * not connected.
 */
export function targetOf({ managers }: GrabDeps, source: Source): ManagerClients[Source] {
  const target = managers.connected(source);
  if (target === undefined) throw new Fault("conflict", notConnected(source));
  if (source === "soulseek" && managers.connected("music") === undefined) {
    throw new Fault("conflict", `Soulseek downloads are imported by Lidarr, but ${notConnected("music")}`);
  }
  return target;
}

/** Returns the position in the manager's history before anything is sent. Throws `ManagerProblem`. */
export async function markBefore(target: ManagerClients[Source], { music }: Release): Promise<HistoryMark> {
  if (target.kind === "soulseek") return { afterId: 0, since: await transferMark(target, music?.username ?? "") };
  if (target.kind === "indexer") throw new Fault("invalid", "Prowlarr has no download history to follow.");
  return await historyMark(target);
}

/** Starts the download of a release. Throws `ManagerProblem`. */
export async function send(target: ManagerClients[Source], request: GrabRequest): Promise<void> {
  const { release, arrId, albumId, seasonNumber, episodeIds } = request;
  switch (target.kind) {
    case "indexer":
      return await sendToIndexer(target, release);
    case "soulseek":
      return await enqueue(target, release.music?.username ?? "", release.music?.files ?? []);
    default:
      return await sendRelease(target, {
        guid: release.guid,
        indexerId: release.indexerId,
        quality: release.quality,
        languages: release.languages,
        arrId,
        albumId,
        ...optional("seasonNumber", seasonNumber ?? release.seasonNumber),
        ...optional("episodeIds", episodeIds ?? release.episodeIds),
      });
  }
}

/** Converts a refusal to an error message with instructions. */
export function refusal(problem: ManagerProblem, source: Source): Fault {
  const { app } = MANAGERS[source];
  const options = { cause: problem };
  if (isExpired(problem)) {
    return new Fault(
      "not_found",
      `${app} no longer knows this release: search results can be grabbed for half an hour. Search again.`,
      options,
    );
  }
  if (problem.status === 404) return new Fault("not_found", `${problem.message} Search again.`, options);
  if (problem.status === 409) {
    return new Fault("conflict", `The indexer did not provide the release. ${problem.message}`, options);
  }
  return new Fault("upstream_failed", problem.message, options);
}

const optional = <K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } =>
  value === undefined ? {} : { [key]: value } as { [P in K]?: T };
