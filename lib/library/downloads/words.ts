import type { QueueRecord } from "../managers/wire/queue.ts";

/** Creates messages for users about the state of a download. Pure. */

/** Returns the manager's description of a problem, or an empty string if there is none. */
export function blockedBy({ errorMessage, statusMessages }: QueueRecord): string {
  const texts = (statusMessages ?? []).flatMap(({ messages }) => messages ?? []);
  return [...new Set([...texts, ...(errorMessage ? [errorMessage] : [])])].join(" ").slice(0, 400);
}

/**
 * Returns a text such as `Downloading, 62 %, 12 min left`. A pack has several records for one download. One that
 * requires an action by the user is used first.
 */
export function queueText(items: QueueRecord[], app: string, disc: boolean): string {
  const item = items.find(needsPerson) ?? items[0];
  if (item === undefined) return "";
  const why = blockedBy(item);
  const client = item.downloadClient || "The download client";
  if (needsPerson(item)) {
    return `${app} does not import it automatically: ${why || "No reason was given."} ` +
      `Check it in ${app}, under Activity.`;
  }
  switch (item.trackedDownloadState) {
    case "importPending":
      return `Downloaded; ${app} imports it next`;
    case "importing":
      return `${app} is importing it`;
    case "imported":
      return `${app} has imported it`;
    case "failedPending":
      return `The download failed: ${why || "no reason was given"}`;
  }
  switch (item.status) {
    case "queued":
      return `Queued in ${client}`;
    case "paused":
      return `Paused in ${client}`;
    case "delay":
      return `${app} is waiting because of its delay profile`;
    case "downloadClientUnavailable":
      return `${client} does not respond to ${app}`;
    case "warning":
    case "fallback":
      return `The download is stalled: ${why || `${client} gives no reason`}`;
    case "completed":
      return `Downloaded; ${app} has not checked it yet`;
  }
  return [disc ? "Downloading full disc" : "Downloading", share(item), timeLeft(item.timeleft)]
    .filter((part) => part !== "").join(", ");
}

const needsPerson = (item: QueueRecord): boolean =>
  item.trackedDownloadState === "importBlocked" ||
  (item.trackedDownloadState === "importPending" && blockedBy(item) !== "");

function share({ size, sizeleft }: QueueRecord): string {
  if (!size || typeof sizeleft !== "number") return "";
  return `${Math.min(100, Math.max(0, Math.floor((1 - sizeleft / size) * 100)))} %`;
}

/** Formats `1.02:03:04` or `00:12:30` for users. Returns an empty string for an invalid value. */
export function timeLeft(span: string | null | undefined): string {
  const found = /^(?:(\d+)\.)?(\d+):(\d\d):(\d\d)/.exec(span ?? "");
  if (found === null) return "";
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const all = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  if (all <= 0) return "";
  if (all < 60) return "less than a minute left";
  if (all < 3600) return `${Math.round(all / 60)} min left`;
  return `${Math.floor(all / 3600)} h ${Math.floor(all / 60) % 60} min left`;
}
