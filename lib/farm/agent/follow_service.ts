import type { Log } from "../../kit/log.ts";
import type { AgentStanding } from "../protocol.ts";
import type { AgentIdentity } from "./agent_file.ts";
import { type NatsLink, openNatsLink } from "./link/nats_link.ts";
import { type NatsPlace, natsPlace } from "./link/nats_place.ts";
import type { PinnedClient } from "./link/pinned_https.ts";
import { fetchStanding } from "./link/standing.ts";
import { pause, withRetries } from "./link/with_retries.ts";

/** Services and callbacks for following the service. */
export interface FollowOptions {
  client: PinnedClient;
  identity: AgentIdentity;
  log: Log;
  signal: AbortSignal;
  onLink(link: NatsLink | undefined): void;
  onPaused(paused: boolean): void;
  onCancel(partId: string): void;
}

/**
 * Polling intervals between messages, in milliseconds. They are short at first, because the user may be about to
 * approve the agent.
 */
const FIRST_POLL_MS = 2_000;
const MAX_POLL_MS = 30_000;

/**
 * Polls the agent's status and maintains the corresponding link. Returns the exit code: 0 when aborted by the signal, 3
 * if the agent was revoked.
 */
export async function followService(options: FollowOptions): Promise<number> {
  const { client, log, signal } = options;
  const logOnce = createLogOnce(log);
  let link: NatsLink | undefined;
  // Message of the NATS client about the closed link.
  let closed: string | undefined;
  let pollMs = FIRST_POLL_MS;
  let woken = new AbortController();
  const wake = () => {
    pollMs = FIRST_POLL_MS;
    woken.abort();
  };
  const changeLink = async (next: NatsLink | undefined) => {
    const before = link;
    link = next;
    options.onLink(next);
    if (before !== next) await before?.close();
  };
  try {
    while (!signal.aborted) {
      woken = new AbortController();
      const standing = await withRetries(() => fetchStanding(client, signal), {
        signal,
        onFailure: () => logOnce("The service cannot be reached; retrying."),
      });
      options.onPaused(standing.paused);
      if (standing.state === "revoked") {
        log("error", "This machine's access has been revoked. Join again with a new code.");
        return 3;
      }
      const place = natsPlace(standing, { service: client.address, identity: options.identity });
      if (place?.key !== link?.place.key) await changeLink(undefined);
      if (place !== undefined && link === undefined) {
        await changeLink(
          await connectTo(place, options, wake).catch((error) => {
            closed = error instanceof Error ? error.message.split("\n")[0] : undefined;
            return undefined;
          }),
        );
      }
      logOnce(link === undefined ? unlinkedMessage(standing, closed) : statusMessage(standing));
      await pause(pollMs, AbortSignal.any([signal, woken.signal])).catch(() => {});
      // The pause ensures that an unstable connection does not cause too many requests.
      if (woken.signal.aborted) await pause(FIRST_POLL_MS / 4, signal).catch(() => {});
      pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    // The connection stays open, so that running parts can report their end. The caller then closes it.
    options.onPaused(true);
  }
  return 0;
}

const connectTo = (place: NatsPlace, { identity, onCancel }: FollowOptions, wake: () => void): Promise<NatsLink> =>
  openNatsLink({
    place,
    identity,
    events: {
      onControl: (message) => message.kind === "cancel" ? onCancel(message.id) : wake(),
      onTrouble: wake,
    },
  });

function unlinkedMessage({ state, nats }: AgentStanding, closed: string | undefined): string {
  if (state === "pending") return "Waiting for approval on the Agents page.";
  const why = nats === undefined ? "the service has no NATS server right now" : closed;
  return `Approved; segments cannot be received yet${why === undefined ? "" : ` (${why})`}.`;
}

function statusMessage({ paused, reason }: AgentStanding): string {
  if (reason !== undefined) return `Not used: ${reason}`;
  return paused ? "Paused on the Agents page." : "Ready for segments.";
}

/** Creates a function that logs a message only if it differs from the last one. */
function createLogOnce(log: Log): (sentence: string) => void {
  let last = "";
  return (sentence) => {
    if (sentence !== last) log("info", sentence);
    last = sentence;
  };
}
