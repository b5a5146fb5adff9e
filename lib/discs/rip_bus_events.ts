import type { Rip } from "./rip_schema.ts";

/** Bus events of rips. */
export interface RipBusEvents {
  /** A rip was added or changed. Its log is omitted. */
  rip: { rip: Rip };
  "rip-removed": { id: string };
  /** A rip was delivered, failed or was cancelled. Published once each time a rip ends. */
  "rip-ended": { rip: Rip };
  /** Number of discs that are being read, copied or delivered. */
  "rips-working": { count: number };
}
