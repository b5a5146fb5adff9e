import { match, strictEqual as is } from "node:assert/strict";
import { QueueState } from "../../../lib/jobs/schema.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { QueueSummary, whyNothingRuns } from "./activity.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const queue = (change: Partial<QueueState>) =>
  QueueState.parse({
    ...{ paused: false, limit: 1, running: 0, queued: 2, waiting: 0, waitingForSpace: 0, done: 0, failed: 0 },
    ...{ etaSeconds: null, queuedBytes: 0, expectedBytes: null, savedBytes: 0, wouldFreeBytes: 0, undecided: 0 },
    ...{ runningIds: [], sleepInhibited: false, outsideSchedule: false, ...change },
  });

Deno.test("Activity states until when encodes wait for the machine, and why they wait for a player", () => {
  const hot = queue({
    heldBy: "the processor is at 88 °C",
    heldUntil: "the processor is below 75 °C (now 88 °C)",
  });
  is(whyNothingRuns(hot), "Encodes wait until the processor is below 75 °C (now 88 °C).");
  match(renderView(VIEW, <QueueSummary queue={hot} />), /encodes wait until the processor is below 75 °C/);
  const watched = queue({ heldBy: "Alice is watching Dune on Plex" });
  is(whyNothingRuns(watched), "Encodes are on hold: Alice is watching Dune on Plex.");
  match(renderView(VIEW, <QueueSummary queue={watched} />), /on hold: Alice is watching Dune on Plex/);
});
