import * as z from "zod";
import { cut, cutBy, type Message, type Target } from "./message.ts";
import { type Answer, isPage, type NotifyRequest, read, type Reading, request, slowDown, texts } from "./wire.ts";

/** Chat services. Each has its own markup, which the text of a message must not be able to inject. */

const RED = 0xe74c3c;
const GREEN = 0x2ecc71;

const escaped = (text: string, escape: (codePoint: string) => string): string => Array.from(text, escape).join("");

/** Truncates a text so that it fits `limit` after escaping, without splitting an escape sequence. */
const escapedWithin = (text: string, limit: number, escape: (codePoint: string) => string): string =>
  escaped(cutBy(text, limit, (codePoint) => escape(codePoint).length), escape);

const escapeMarkdown = (codePoint: string): string => /[\\*_~`|<>[\]#-]/.test(codePoint) ? `\\${codePoint}` : codePoint;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escapeEntities = (codePoint: string): string => ENTITIES[codePoint] ?? codePoint;

const DiscordMessage = z.object({ id: z.string() });
const DiscordError = z.object({
  message: z.string().optional(),
  code: z.number().optional(),
  retry_after: z.number().optional(),
});

/** Builds an embed for a Discord incoming webhook, with mentions disabled. */
export function discord(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  const time = Date.parse(message.at);
  return request(target, {
    url: webhookAddress(target.url),
    body: {
      username: "Lathe",
      embeds: [{
        title: escapedWithin(title, 256, escapeMarkdown),
        description: escapedWithin(text, 4096, escapeMarkdown),
        color: message.failed ? RED : GREEN,
        ...(Number.isNaN(time) ? {} : { timestamp: new Date(time).toISOString() }),
      }],
      allowed_mentions: { parse: [] },
    },
    accepts: ({ status, body }) => status === 204 || (status === 200 && read(DiscordMessage, body) !== undefined),
    reads: readDiscord,
  });
}

/**
 * Removes `/slack` or `/github` from the end of an address, with which Discord would expect the format of that service.
 */
function webhookAddress(address: string): string {
  const url = URL.parse(address.trim());
  if (url === null) return address.trim();
  url.pathname = url.pathname.replace(/\/(slack|github)?\/*$/, "");
  return url.href;
}

function readDiscord({ status, body }: Answer): Reading {
  const error = read(DiscordError, body);
  if (error === undefined) {
    return isPage(body) && (status === 403 || status === 429)
      ? { hint: "Discord is temporarily blocking this server's address." }
      : {};
  }
  const { message, code } = error;
  const serverMessage = message === undefined ? undefined : code ? `${message} (${code})` : message;
  if (status === 429) return { serverMessage, hint: slowDown(error.retry_after) };
  if (code === 10015) {
    return { serverMessage, hint: "The webhook was deleted. Create a new one, or disable this target." };
  }
  if (code === 50027) return { serverMessage, hint: "The webhook URL is incomplete or incorrect." };
  return { serverMessage };
}

const SLACK_HINTS: Record<string, string> = {
  no_service: "The webhook was removed or disabled. Create a new one.",
  no_team: "The workspace in the URL does not exist.",
  invalid_token: "The webhook URL is incomplete or incorrect.",
  channel_not_found: "The webhook's channel no longer exists.",
  channel_is_archived: "The webhook's channel is archived.",
  action_prohibited: "An administrator does not allow this webhook to post.",
  posting_to_general_channel_denied: "An administrator does not allow webhooks to post to the general channel.",
};

/** Servers that are compatible with Slack return "ok" or JSON of their own. */
const SlackLike = z.union([z.object({ ok: z.literal(true) }), z.object({ success: z.literal(true) })]);

/** Builds a text in Slack markup for an incoming webhook. Mattermost and others accept it too. */
export function slack(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  // A `*` in the title would end the bold text too early, and Slack has no escape for it.
  const heading = escapedWithin(title.replaceAll("*", "∗"), 300, escapeEntities);
  return request(target, {
    url: target.url.trim(),
    body: { text: `*${heading}*\n${escapedWithin(text, 3600, escapeEntities)}` },
    accepts: ({ status, body }) => status === 200 && (body.trim() === "ok" || read(SlackLike, body) !== undefined),
    reads({ status, body }) {
      const word = /^\s*([a-z_]{2,60})\s*$/.exec(body)?.[1];
      return {
        serverMessage: word,
        hint: status === 429 ? slowDown() : word === undefined ? undefined : SLACK_HINTS[word],
      };
    },
  });
}

const TelegramAnswer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});

/**
 * Builds a `sendMessage` request with HTML formatting for the Telegram Bot API. `target` is the chat ID, `token` the
 * bot token.
 */
export function telegram(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  const base = (target.url.trim() || "https://api.telegram.org").replace(/\/+$/, "");
  const token = encodeURIComponent(target.token.toWellFormed().trim()).replaceAll("%3A", ":");
  // Telegram applies its limit of 4096 characters after parsing the markup, so the text is truncated before it is
  // escaped.
  const heading = cut(title, 300);
  return request(target, {
    url: `${base}/bot${token}/sendMessage`,
    body: {
      chat_id: target.target.trim(),
      text: `<b>${escaped(heading, escapeEntities)}</b>\n${escaped(cut(text, 3700), escapeEntities)}`,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    },
    accepts: ({ status, body }) => status === 200 && read(TelegramAnswer, body)?.ok === true,
    reads: readTelegram,
  });
}

function readTelegram({ status, body }: Answer): Reading {
  const answer = read(TelegramAnswer, body);
  if (answer === undefined) return {};
  const serverMessage = answer.description;
  const newId = answer.parameters?.migrate_to_chat_id;
  if (newId !== undefined) return { serverMessage, hint: `The group has a new chat ID: ${newId}.` };
  if (status === 429) return { serverMessage, hint: slowDown(answer.parameters?.retry_after) };
  if (status === 401 || status === 404) return { serverMessage, hint: "The bot token is incorrect." };
  if (status === 403) return { serverMessage, hint: "Start the bot in this chat, or add it to the group." };
  if (status === 400 && /chat not found/i.test(serverMessage ?? "")) {
    return { serverMessage, hint: "Check the chat ID, and send the bot a message first: it cannot start a chat." };
  }
  return { serverMessage };
}
