import type { SettingText } from "./setting_text.ts";

/** Words of the page about notifications. */
export const NOTIFICATIONS_TEXTS = {
  "notifications.targets": {
    section: "notifications",
    label: "Notification targets",
    help: "Discord, Slack, Mattermost, Telegram, ntfy, Gotify, Pushbullet, Apprise, webhook or a script.",
    anchor: "notifications",
  },
} as const satisfies Record<string, SettingText>;
