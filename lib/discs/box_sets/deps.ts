import type { BoxSetRepository } from "../../../db/discs/box_sets.ts";
import type { RipRepository } from "../../../db/discs/rips.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Drives } from "../drives/model.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import type { Rips } from "../rips/service.ts";
import type { BoxSetBusEvents } from "./model.ts";

/** Services and options that box sets need. */
export interface BoxSetsDeps {
  sets: BoxSetRepository;
  ripRows: RipRepository;
  rips: Pick<Rips, "get" | "cancel" | "forget">;
  drives: Pick<Drives, "list" | "awaited" | "eject" | "await">;
  settings: Pick<SettingsService, "current">;
  bus: Pick<Bus<RipBusEvents & BoxSetBusEvents>, "publish">;
  clock: Clock;
}
