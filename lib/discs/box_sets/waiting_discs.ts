import type { Bus } from "../../kit/bus.ts";
import type { BoxSet } from "../box_set_schema.ts";
import type { BoxSetBusEvents } from "./model.ts";
import { isUncopied } from "./slots.ts";
import type { Rip } from "../rip_schema.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";

/** Number of discs and box sets that are waiting for the user. */
export interface WaitingDiscs {
  /** Current number, which is 0 before `start`. */
  count(): number;
  /** Reads the initial state, then subscribes to events. */
  start(): Promise<void>;
  close(): void;
}

/** Sources of the initial state and of change events. */
export interface WaitingDiscsDeps {
  rips: { list(): Promise<Pick<Rip, "id" | "status">[]> };
  boxSets: { list(): Promise<BoxSet[]> };
  bus: Pick<Bus<RipBusEvents & BoxSetBusEvents>, "on">;
}

/** True if a disc needs a decision by the user to continue. */
export const ripWaits = ({ status }: Pick<Rip, "status">): boolean =>
  status === "ready" || status === "interrupted" || status === "failed";

/** True if a box set needs its next disc. A set that has been waiting for more than a day is not counted. */
export const boxSetWaits = ({ state, paused, slots }: BoxSet): boolean =>
  state === "open" && !paused && !slots.some(isUncopied) &&
  slots.some((slot) => slot.state === "expected" || slot.state === "missing");

/** Counts waiting discs and box sets for the navigation on every page. */
export function createWaitingDiscs({ rips, boxSets, bus }: WaitingDiscsDeps): WaitingDiscs {
  const waiting = new Set<string>();
  const set = (key: string, waits: boolean) => void (waits ? waiting.add(key) : waiting.delete(key));
  const setRip = (rip: Pick<Rip, "id" | "status">) => set(`rip ${rip.id}`, ripWaits(rip));
  const setBatch = (batch: BoxSet) => set(`set ${batch.id}`, boxSetWaits(batch));
  const stops: (() => void)[] = [];
  return {
    count: () => waiting.size,
    async start() {
      const [allRips, allSets] = await Promise.all([rips.list(), boxSets.list()]);
      allRips.forEach(setRip);
      allSets.forEach(setBatch);
      stops.push(
        bus.on("rip", ({ rip }) => setRip(rip)),
        bus.on("rip-removed", ({ id }) => set(`rip ${id}`, false)),
        bus.on("batch", ({ batch }) => setBatch(batch)),
        bus.on("batch-removed", ({ id }) => set(`set ${id}`, false)),
      );
    },
    close: () => stops.splice(0).forEach((stop) => stop()),
  };
}
