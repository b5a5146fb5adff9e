import type { MqttSettings } from "../../platform/settings/sections/mqtt.ts";

/** Topics of this instance. All messages on them are retained, except commands. */
export interface Topics {
  /** The state as JSON. */
  state: string;
  /** `online` or `offline`. The broker publishes `offline` when the connection is lost. */
  availability: string;
  /** Commands `ON` and `OFF` of the pause switch. */
  pause: string;
  /** Description of the device for Home Assistant. */
  discovery: string;
}

/** Returns the topics. `instance` distinguishes several instances that use the same broker. Pure. */
export function topicsOf(
  { baseTopic, discoveryPrefix }: Pick<MqttSettings, "baseTopic" | "discoveryPrefix">,
  instance: string,
): Topics {
  const base = `${baseTopic}/${instance}`;
  return {
    state: `${base}/state`,
    availability: `${base}/availability`,
    pause: `${base}/pause/set`,
    discovery: `${discoveryPrefix}/device/lathe_${instance}/config`,
  };
}
