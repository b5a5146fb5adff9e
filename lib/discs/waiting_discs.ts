import type { Bus } from "../kit/bus.ts";
import type { BoxSet } from "./box_set_schema.ts";
import type { BoxSetBusEvents } from "./box_sets/model.ts";
import { isUncopied } from "./box_sets/slots.ts";
import type { Rip } from "./rip_schema.ts";
import type { RipBusEvents } from "./rips/deps.ts";

/** How many discs and box sets wait for a person. */
export interface WaitingDiscs {
  /** As far as is known: 0 before `start`. */
  count(): number;
  /** Reads what waits, then follows what happens. */
  start(): Promise<void>;
  close(): void;
}

/** Where discs and sets are read once, and where their changes are heard of. */
export interface WaitingDiscsDeps {
  rips: { list(): Promise<Pick<Rip, "id" | "status">[]> };
  boxSets: { list(): Promise<BoxSet[]> };
  bus: Pick<Bus<RipBusEvents & BoxSetBusEvents>, "on">;
}

/** Whether nothing happens to a disc before somebody decides something. */
export const ripWaits = ({ status }: Pick<Rip, "status">): boolean =>
  status === "ready" || status === "interrupted" || status === "failed";

/** Whether the next thing a box set needs is a disc in a drive. A set that has waited for a day no longer asks. */
export const boxSetWaits = ({ state, paused, slots }: BoxSet): boolean =>
  state === "open" && !paused && !slots.some(isUncopied) &&
  slots.some((slot) => slot.state === "expected" || slot.state === "missing");

/** Counts what waits, for the navigation of every page. */
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
