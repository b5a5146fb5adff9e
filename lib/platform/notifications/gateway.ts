import * as z from "zod";
import { cut, type Message, type Target } from "./message.ts";
import { type NotifyRequest, read, request, texts, under } from "./wire.ts";

/** Targets that forward a message: the Apprise gateway and the user's webhook. */

const AppriseError = z.object({ error: z.string() });

const APPRISE_HINTS: Record<number, string> = {
  204: "The gateway had no recipients: the configuration key is unknown or empty, or no gateway URL is valid.",
  400: "The gateway could not read the message.",
  403: "The gateway's configuration is locked.",
  406: "The gateway calls itself in a loop.",
  424: "At least one service behind the gateway failed; others may have received the message.",
  431: "The message is too large for the gateway.",
};

/** Builds a request to an Apprise server, for the configuration `token`, or otherwise for the URLs in `target`. */
export function apprise(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  const key = target.token.toWellFormed().trim();
  const what = {
    title: cut(title, 250),
    body: cut(text, 4096),
    type: message.failed ? "failure" : "success",
    // Makes the gateway escape the text for each of its services.
    format: "text",
  };
  return request(target, {
    url: under(target.url, `/notify/${encodeURIComponent(key)}`),
    body: key === "" ? { urls: gatewayUrls(target.target).join(","), ...what } : what,
    accepts: ({ status }) => status === 200,
    reads: ({ status, body }) => ({ serverMessage: read(AppriseError, body)?.error, hint: APPRISE_HINTS[status] }),
  });
}

/** Splits a list of gateway URLs separated by spaces, line breaks or commas. Commas within a URL are encoded. */
export function gatewayUrls(list: string): string[] {
  return list.toWellFormed().split(/\s+|,(?=[a-z][a-z0-9+.-]*:\/\/)/i)
    .map((url) => url.replace(/^,+|,+$/g, "").replaceAll(",", "%2C"))
    .filter((url) => url !== "");
}

/** Builds a request to a webhook. The response may be any text, so only its status is reported. */
export function webhook(target: Target, { event, title, message, failed, at }: Message): NotifyRequest {
  return request(target, {
    url: target.url.trim(),
    body: { event, title: title.toWellFormed(), message: message.toWellFormed(), failed, at },
    accepts: ({ status }) => status >= 200 && status < 300,
    reads: () => ({}),
  });
}
