import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for notifications. */
export const NOTIFICATIONS_TEXTS = {
  "notifications.targets": {
    section: "notifications",
    label: "Notification targets",
    help: "Discord, Slack, Mattermost, Telegram, ntfy, Gotify, Pushbullet, Apprise, webhook or a script.",
    anchor: "notifications",
  },
} as const satisfies Record<string, SettingText>;
