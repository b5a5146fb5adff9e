import * as z from "zod";

/** State of the queue as flat JSON for dashboards: text of limited length, without paths. */
export const Widget = z.object({
  running: z.int(),
  queued: z.int(),
  failed: z.int(),
  paused: z.boolean(),
  heldBy: z.string().nullable().describe("Why encodes wait although the queue is not paused; null if they do not"),
  title: z.string().nullable().describe("The running encode; the oldest one if there are several"),
  percent: z.number().min(0).max(100).nullable().describe("Progress of the running encode"),
  endsAt: z.iso.datetime().nullable().describe("Expected end of the running encode"),
  etaSeconds: z.int().nullable().describe("Expected seconds until the queue is empty; null if unknown"),
  savedBytes: z.int().describe("Bytes freed by replacing originals"),
  saved: z.string().describe("`savedBytes` as text, such as `1.2 TB`"),
}).meta({ id: "Widget" });
export type Widget = z.infer<typeof Widget>;

/** Result of a test of the MQTT broker. */
export const MqttTest = z.object({
  ok: z.boolean(),
  detail: z.string().describe("The reason, if the test failed"),
}).meta({ id: "MqttTest" });
export type MqttTest = z.infer<typeof MqttTest>;
