import * as z from "zod";
import { newId } from "../../kit/id.ts";
import { secret } from "./fields.ts";

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
  // No default: documents generated from the schemas would contain an ID that does not exist.
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/).optional().transform((id) => id ?? newId()).describe(
    "Absent: a new target",
  ),
  name: z.string().trim().min(1).max(120),
  kind: z.enum(NOTIFICATION_KINDS),
  enabled: z.boolean().default(true),
  url: secret(),
  token: secret(),
  target: secret(),
  path: z.string().max(4096).default(""),
  events: z.array(z.enum(["encode.done", "encode.failed", "rip.done", "rip.failed", "update.available"])).max(5)
    .default([]),
});

/** The `notifications` section of the settings. */
export const NotificationSettings = z.object({ targets: z.array(NotificationTarget).max(100).default([]) });
