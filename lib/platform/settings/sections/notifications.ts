import * as z from "zod";
import { newId } from "../../../kit/id.ts";
import { secret } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

/** Notification services. The kind determines which of url, token, target and path are required. */
export const NOTIFICATION_KINDS = [
  "discord",
  "slack",
  "telegram",
  "ntfy",
  "gotify",
  "pushbullet",
  "apprise",
  "webhook",
  "script",
] as const;

/** One notification target. */
export const NotificationTarget = z.object({
  // There is no default, because documents generated from the schemas would contain an ID that does not exist.
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/).optional().transform((id) => id ?? newId()).describe(
    "Absent: a new target",
  ),
  name: z.string().trim().min(1).max(120).describe("The display name"),
  kind: z.enum(NOTIFICATION_KINDS).describe("The service"),
  enabled: z.boolean().default(true).describe("Whether it receives notifications"),
  url: secret().describe("The URL of the webhook, topic or server"),
  token: secret().describe("The token or configuration key"),
  target: secret().describe("The chat, the topic, or a list of gateway URLs"),
  path: z.string().max(4096).default("").describe("The script to run"),
  events: z.array(z.enum(["encode.done", "encode.failed", "rip.done", "rip.failed", "update.available"])).max(5)
    .default([]).describe("The events that it receives"),
});

/** The `notifications` section of the settings. */
export const NotificationSettings = group({
  targets: settingIn("notifications")(z.array(NotificationTarget).max(100).default([]), {
    label: "Notification targets",
    help: "Discord, Slack, Mattermost, Telegram, ntfy, Gotify, Pushbullet, Apprise, webhook or a script.",
    anchor: "notifications",
  }),
});
