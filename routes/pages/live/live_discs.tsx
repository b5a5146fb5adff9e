import type { Rip } from "../../../lib/discs/rip_schema.ts";
import { Partial, renderView, type View } from "../../../lib/ui/render.tsx";
import type { LiveUpdate } from "./live_update.ts";
import { DiscHead } from "../discs/disc/disc_head.tsx";
import { RipRow } from "../discs/rip_rows.tsx";

/** Events that may change an open disc page. */
export type DiscEvent =
  | { type: "rip"; rip: Rip }
  | { type: "rip-removed" }
  | { type: "batch" }
  | { type: "batch-removed" }
  | { type: "drives" }
  | { type: "expected" };

/** Events that do not change a disc page. */
type OtherEvent = {
  type: "job" | "jobs" | "job-removed" | "queue" | "agent" | "agent-removed" | "agents" | "join-code-used";
};

const ONE = "disc:";

/** True if an open page shows all discs or one disc. */
export const isDiscsPage = (page: string): boolean => page === "discs" || page.startsWith(ONE);

/**
 * Renders events for a disc page. Progress updates the affected row or header; any other change makes the page reload
 * itself. The renderer remembers the last state of each disc.
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
        // The page of one disc shows no drives, so it is not reloaded. This keeps input and search results on the page.
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
