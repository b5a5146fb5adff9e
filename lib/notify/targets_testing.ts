import { KNOWN } from "../../tests/fakes/notify_server.ts";
import { NotificationTarget } from "../settings/notifications.ts";
import type { Message, Outcome, Target } from "./message.ts";
import type { NotifyRequest } from "./requests.ts";

/** What the tests of this area share. */

export type Kind = Exclude<Target["kind"], "script">;

export const target = (kind: Target["kind"], parts: Partial<Target> = {}): Target =>
  NotificationTarget.parse({ id: "t1", name: "Target", kind, ...parts });

export const MESSAGE: Message = {
  event: "encode.failed",
  title: "Encode failed: Heat (1995)",
  message: "No space left on device",
  failed: true,
  at: "2024-05-01T10:00:00.000Z",
};

/** One complete target of each kind, at `base`. */
export const complete = (base: string): Record<Kind, Target> => ({
  discord: target("discord", { url: base + KNOWN.discordPath }),
  slack: target("slack", { url: base + KNOWN.slackPath }),
  telegram: target("telegram", { url: base, token: KNOWN.telegramToken, target: KNOWN.telegramChat }),
  ntfy: target("ntfy", { url: `${base}/${KNOWN.ntfyTopic}`, token: KNOWN.ntfyToken }),
  gotify: target("gotify", { url: base, token: KNOWN.gotifyToken }),
  pushbullet: target("pushbullet", { url: base, token: KNOWN.pushbulletToken }),
  apprise: target("apprise", { url: base, token: KNOWN.appriseKey }),
  webhook: target("webhook", { url: `${base}/hook` }),
});

export const all = Object.values(complete("https://host.example"));

export async function send({ url, method, headers, body, judge }: NotifyRequest): Promise<Outcome> {
  const answer = await fetch(url, { method, headers, body, redirect: "manual" });
  return judge({ status: answer.status, body: await answer.text() });
}

export const detailOf = (outcome: Outcome): string => outcome.ok ? "" : outcome.detail;
