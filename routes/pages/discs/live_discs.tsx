import type { Rip } from "../../../lib/discs/rip_schema.ts";
import { Partial, renderView, type View } from "../../../lib/ui/render.tsx";
import type { LiveUpdate } from "../platform/live_update.ts";
import { DiscHead } from "./disc/disc_head.tsx";
import { RipRow } from "./rip_rows.tsx";

/** Events of the bus that change an open page of discs. */
export type DiscEvent =
  | { type: "rip"; rip: Rip }
  | { type: "rip-removed" }
  | { type: "batch" }
  | { type: "batch-removed" }
  | { type: "drives" }
  | { type: "expected" };

/** Those that change no page of discs. */
type OtherEvent = {
  type: "job" | "jobs" | "job-removed" | "queue" | "agent" | "agent-removed" | "agents" | "join-code-used";
};

const ONE = "disc:";

/** Whether an open page shows discs: all of them, or one. */
export const isDiscsPage = (page: string): boolean => page === "discs" || page.startsWith(ONE);

/**
 * Draws events for a page of discs. Progress morphs the row or the head it belongs to; whatever else changes makes the
 * page fetch itself again. Keeps the last state of each disc it has seen.
 */
export function createDiscsView(page: string, view: View): (event: DiscEvent | OtherEvent) => LiveUpdate {
  const last = new Map<string, string>();
  const changed = (rip: Rip): boolean => {
    const { progress: _, log: __, ...lasting } = rip;
    const text = JSON.stringify(lasting);
    const before = last.get(rip.id);
    last.set(rip.id, text);
    return before !== text;
  };
  const ownDisc = page.startsWith(ONE) ? page.slice(ONE.length) : undefined;

  return (event) => {
    switch (event.type) {
      case "rip": {
        const { rip } = event;
        if (ownDisc !== undefined && rip.id !== ownDisc) return {};
        if (changed(rip)) return { lists: true };
        return { html: ownDisc === undefined ? drawRow(view, rip) : drawHead(view, rip) };
      }
      case "rip-removed":
      case "batch":
      case "batch-removed":
        return { lists: true };
      case "drives":
      case "expected":
        // The page of one disc shows no drives: what is typed and searched there stays.
        return ownDisc === undefined ? { lists: true } : {};
      default:
        return {};
    }
  };
}

const drawRow = (view: View, rip: Rip): string =>
  renderView(
    view,
    <Partial target={`#rip-${rip.id}`}>
      <RipRow rip={rip} />
    </Partial>,
  );

const drawHead = (view: View, rip: Rip): string =>
  renderView(
    view,
    <Partial target="#disc-head">
      <DiscHead rip={rip} />
    </Partial>,
  );
