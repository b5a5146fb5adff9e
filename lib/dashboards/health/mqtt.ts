import type { HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { BridgeState } from "../state.ts";

/** Time in milliseconds without a connection after which there is a warning. A restart of the broker is shorter. */
const PATIENCE_MS = 60_000;

/** Checks that the MQTT broker is connected. */
export const mqttProbe = ({ settings, state, nowMs = () => performance.now() }: {
  settings: Pick<SettingsService, "current">;
  state: () => Promise<BridgeState | undefined>;
  nowMs?: () => number;
}): HealthProbe => ({
  source: "mqtt",
  fine: "The MQTT broker is connected.",
  async check() {
    if (!settings.current().mqtt.enabled) return [];
    const { downSinceMs, error } = await state() ?? {};
    if (downSinceMs === undefined || nowMs() - downSinceMs < PATIENCE_MS) return [];
    const message = `Dashboards receive nothing. ${error ?? "The MQTT broker does not respond."}`;
    return [{ id: "mqtt", type: "warning", code: "no_answer", message, link: "/settings/dashboards" }];
  },
});
