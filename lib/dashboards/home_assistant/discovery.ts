import type { Widget } from "../model.ts";
import type { Topics } from "./topics.ts";

/** Description of an entity of the device for Home Assistant. */
type Entity = { platform: "sensor" | "binary_sensor" | "switch"; name: string } & Record<string, string | number>;

/** Returns a template that reads a field of the state. Home Assistant shows the value `None` as unknown. */
const value = (field: keyof Widget): string => `{{ value_json.${field} }}`;

const amount = (field: "running" | "queued" | "failed", name: string, icon: string): Entity => ({
  platform: "sensor",
  name,
  icon,
  state_class: "measurement",
  value_template: value(field),
});

/** Entities by the last part of their ID, which never changes. */
const ENTITIES: Record<string, Entity> = {
  running: amount("running", "Running encodes", "mdi:play-circle-outline"),
  queued: amount("queued", "Queued encodes", "mdi:tray-full"),
  failed: amount("failed", "Failed encodes", "mdi:alert-circle-outline"),
  title: { platform: "sensor", name: "Running encode", icon: "mdi:filmstrip", value_template: value("title") },
  percent: {
    platform: "sensor",
    name: "Progress",
    icon: "mdi:progress-clock",
    state_class: "measurement",
    unit_of_measurement: "%",
    value_template: value("percent"),
  },
  ends: { platform: "sensor", name: "Encode ends", device_class: "timestamp", value_template: value("endsAt") },
  remaining: {
    platform: "sensor",
    name: "Queue time left",
    device_class: "duration",
    state_class: "measurement",
    unit_of_measurement: "s",
    value_template: value("etaSeconds"),
  },
  saved: {
    platform: "sensor",
    name: "Saved space",
    icon: "mdi:harddisk",
    device_class: "data_size",
    state_class: "total",
    unit_of_measurement: "GB",
    suggested_display_precision: 1,
    value_template: "{{ (value_json.savedBytes / 1000000000) | round(3) }}",
  },
  problem: {
    platform: "binary_sensor",
    name: "Problem",
    device_class: "problem",
    value_template: "{{ 'ON' if value_json.failed > 0 else 'OFF' }}",
  },
};

/**
 * Returns the discovery document of the device with all its entities (Home Assistant 2024.12 and newer,
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload). Pure.
 */
export function discoveryDocument(
  { topics, instance, name, version }: { topics: Topics; instance: string; name: string; version: string },
): Record<string, unknown> {
  const entities: Record<string, Entity> = {
    ...ENTITIES,
    pause: {
      platform: "switch",
      name: "Pause queue",
      icon: "mdi:pause-circle-outline",
      command_topic: topics.pause,
      payload_on: "ON",
      payload_off: "OFF",
      value_template: "{{ 'ON' if value_json.paused else 'OFF' }}",
    },
  };
  return {
    device: { identifiers: [`lathe_${instance}`], name, manufacturer: "Lathe", model: "Lathe", sw_version: version },
    origin: { name: "Lathe", sw_version: version },
    availability_topic: topics.availability,
    state_topic: topics.state,
    components: Object.fromEntries(
      Object.entries(entities).map(([id, entity]) => [id, { ...entity, unique_id: `lathe_${instance}_${id}` }]),
    ),
  };
}
