import type { Rip } from "./rip_schema.ts";

/** Bus events of rips. */
export interface RipBusEvents {
  /** A rip was added or changed. Without its log. */
  rip: { rip: Rip };
  "rip-removed": { id: string };
  /** Delivered, failed or cancelled. Sent once each time. */
  "rip-ended": { rip: Rip };
  /** Number of discs currently being read, copied or delivered. */
  "rips-working": { count: number };
}
