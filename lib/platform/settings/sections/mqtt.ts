import * as z from "zod";
import { secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const mqtt = settingIn("mqtt");

/** Address of a broker without credentials, which have their own settings. */
export const brokerUrl = z.string().max(300).regex(
  /^mqtts?:\/\/([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?$/,
  "Use an address such as mqtt://host:1883 or mqtts://host:8883, without user name and password.",
).refine((url) => URL.canParse(url), "The address is not valid.");

/** A prefix of topics, without wildcards and empty levels. */
const topic = z.string().max(100).regex(
  /^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/,
  "Use letters, digits, _, - and . with / between levels.",
);

/** The `mqtt` section of the settings. */
export const MqttSettings = group({
  enabled: mqtt(toggle(false), {
    label: "Connect to an MQTT broker",
    help: "Home Assistant shows the queue, the running encode and a pause switch as a device.",
    reveals: true,
  }),
  url: mqtt(z.union([z.literal(""), brokerUrl]).default(""), {
    label: "Broker",
    help: "mqtts:// encrypts the connection.",
    placeholder: "mqtt://homeassistant.local:1883",
  }),
  username: mqtt(z.string().max(200).default(""), { label: "Broker user name", empty: "none" }),
  password: mqtt(secret(), { label: "Broker password", empty: "none" }),
  discoveryPrefix: mqtt(topic.default("homeassistant"), {
    label: "Discovery prefix",
    help: "As in the MQTT settings of Home Assistant.",
    advanced: true,
  }),
  baseTopic: mqtt(topic.default("lathe"), {
    label: "Base topic",
    help: "Topics with the state begin with it.",
    advanced: true,
  }),
});
export type MqttSettings = z.output<typeof MqttSettings>;
