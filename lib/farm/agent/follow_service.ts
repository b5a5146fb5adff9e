import type { Log } from "../../kit/log.ts";
import type { AgentStanding } from "../protocol.ts";
import type { AgentIdentity } from "./agent_file.ts";
import { type NatsLink, openNatsLink } from "./link/nats_link.ts";
import { type NatsPlace, natsPlace } from "./link/nats_place.ts";
import type { PinnedClient } from "./link/pinned_https.ts";
import { askStanding } from "./link/standing.ts";
import { pause, withRetries } from "./link/with_retries.ts";

/** What following the service needs, and who hears of changes. */
export interface FollowOptions {
  client: PinnedClient;
  identity: AgentIdentity;
  log: Log;
  signal: AbortSignal;
  onLink(link: NatsLink | undefined): void;
  onPaused(paused: boolean): void;
  onCancel(partId: string): void;
}

/** Looks while nothing is said: often at first while somebody may be about to approve. */
const FIRST_LOOK_MS = 2_000;
const MAX_LOOK_MS = 30_000;

/**
 * Asks where the agent stands, again and again, and keeps the link that belongs to it. Answers the exit code: 0 at the
 * signal, 3 when the agent was revoked.
 */
export async function followService(options: FollowOptions): Promise<number> {
  const { client, log, signal } = options;
  const says = createSayer(log);
  let link: NatsLink | undefined;
  // Why there is none, in the words of the NATS client.
  let closed: string | undefined;
  let lookMs = FIRST_LOOK_MS;
  let woken = new AbortController();
  const wake = () => {
    lookMs = FIRST_LOOK_MS;
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
      const standing = await withRetries(() => askStanding(client, signal), {
        signal,
        onFailure: () => says("The service cannot be reached; it is tried again."),
      });
      options.onPaused(standing.paused);
      if (standing.state === "revoked") {
        log("error", "The service has revoked this machine. Join again with a new code.");
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
      says(link === undefined ? unlinkedSentence(standing, closed) : sentenceOf(standing));
      await pause(lookMs, AbortSignal.any([signal, woken.signal])).catch(() => {});
      // A link that flaps must not make a storm of questions.
      if (woken.signal.aborted) await pause(FIRST_LOOK_MS / 4, signal).catch(() => {});
      lookMs = Math.min(MAX_LOOK_MS, lookMs * 1.5);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    // Whoever started this closes the last link, when its parts have ended.
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

function unlinkedSentence({ state, nats }: AgentStanding, closed: string | undefined): string {
  if (state === "pending") return "Waiting for approval on the Agents page.";
  const why = nats === undefined ? "the service has no NATS server at the moment" : closed;
  return `Approved; the way to the parts is not open${why === undefined ? "" : ` (${why})`}.`;
}

function sentenceOf({ paused, reason }: AgentStanding): string {
  if (reason !== undefined) return `Not used: ${reason}`;
  return paused ? "Paused on the Agents page." : "Ready for parts.";
}

/** Says a sentence once, until there is another. */
function createSayer(log: Log): (sentence: string) => void {
  let last = "";
  return (sentence) => {
    if (sentence !== last) log("info", sentence);
    last = sentence;
  };
}
