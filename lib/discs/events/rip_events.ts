import type { Rip } from "../rip_schema.ts";
import { count } from "../../kit/format.ts";
import type { RecordingDeps } from "../../jobs/events/job_events.ts";
import type { Bus } from "../../kit/bus.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";

/** Records the end of each rip as an event and sends a notification. Returns a function that unsubscribes. */
export const recordRipEvents = (
  { bus, events, notify, clock }: RecordingDeps & { bus: Pick<Bus<RipBusEvents>, "on"> },
): () => void =>
  bus.on("rip-ended", ({ rip }) => {
    const ref = { kind: "rip", id: rip.id };
    const name = ripName(rip);
    if (rip.status === "cancelled") {
      events.record({ level: "info", source: "disc", message: `Rip cancelled: ${name}`, ref });
      return;
    }
    const failed = rip.status === "failed";
    const title = `${failed ? "Rip failed" : "Rip finished"}: ${name}`;
    const message = failed ? rip.error ?? "It failed." : deliveredText(rip);
    events.record({ level: failed ? "error" : "info", source: "disc", message: title, details: message, ref });
    notify.tell({
      event: failed ? "rip.failed" : "rip.done",
      title,
      message,
      failed,
      at: clock.now().toISOString(),
    });
  });

/** Returns the movie, the season with the disc, or the label of a disc that was not identified. */
function ripName({ media, label }: Rip): string {
  if (media.title === "") return label;
  const season = media.seasonNumber === undefined ? "" : `, season ${media.seasonNumber}`;
  const disc = media.discNumber === undefined ? "" : `, disc ${media.discNumber}`;
  return `${media.title}${season}${disc}`;
}

const deliveredText = ({ counts, options }: Rip): string =>
  options.deliver
    ? `${counts.delivered} of ${count(counts.selected, "title")} added to the library.`
    : `${count(counts.verified, "title")} copied and verified.`;
