import type { Rip } from "./rip_schema.ts";

/** Bus events of rips. */
export interface RipBusEvents {
  /** A rip was added or changed. Without its log. */
  rip: { rip: Rip };
  "rip-removed": { id: string };
  /** A rip was delivered, has failed or was cancelled. Published once for each. */
  "rip-ended": { rip: Rip };
  /** Number of discs that are being read, copied or delivered. */
  "rips-working": { count: number };
}
