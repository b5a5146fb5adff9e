import { Buffer } from "node:buffer";
import * as z from "zod";
import { cut, cutBy, type Message, type Target, utf8Length } from "./message.ts";
import {
  type Answer,
  headerSafe,
  type NotifyRequest,
  read,
  type Reading,
  request,
  slowDown,
  texts,
  under,
} from "./wire.ts";

/** Push services. Their messages are plain text and need no escaping except that of JSON. */

const TITLE_LIMIT = 250;

/** Maximum number of characters for Gotify and Pushbullet, which document no limit. Phones show far fewer. */
const BODY_LIMIT = 4096;

/** Returns the number of bytes of a code point in a JSON string. */
const jsonBytes = (codePoint: string): number =>
  codePoint === "\n" || codePoint === '"' || codePoint === "\\" ? 2 : utf8Length(codePoint);

/**
 * Returns the server URL and the topic. JSON must be sent to the server URL, because the topic's URL would show it as
 * text.
 */
export function ntfyAddress({ url: address, target }: Target): { server: string; topic: string } {
  const url = URL.parse(address.trim());
  const wanted = target.trim();
  if (url === null) return { server: address.trim(), topic: wanted };
  const steps = url.pathname.split("/").filter((step) => step !== "");
  const last = steps.at(-1) ?? "";
  if (wanted === "" || last === wanted) steps.pop();
  url.pathname = `/${steps.join("/")}`;
  return { server: under(url.href, "/", true), topic: wanted || last };
}

const NtfyMessage = z.object({ id: z.string(), event: z.literal("message") });
const NtfyError = z.object({ error: z.string(), code: z.number().optional() });

const NTFY_HINTS: Record<number, string> = {
  40009: "The topic name is not allowed.",
  40010: "The topic name is not allowed.",
  40101: "The access token is incorrect.",
  40301: "The topic is protected. Enter an access token that can write to it.",
  42901: slowDown(),
  42908: "The server's daily message limit has been reached.",
  42909: "Too many incorrect tokens: this server's address is temporarily blocked.",
};

/** Builds a message for the ntfy topic in `target`, or otherwise in the last path segment of the address. */
export function ntfy(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  const { server, topic } = ntfyAddress(target);
  const token = target.token.trim();
  return request(target, {
    url: server,
    headers: token === "" ? {} : { authorization: authorization(token) },
    body: {
      topic,
      title: cutBy(title, TITLE_LIMIT, jsonBytes),
      // A longer message would become an attachment. Counting JSON bytes keeps the whole body close to this size.
      message: cutBy(text, 4096, jsonBytes),
      priority: message.failed ? 4 : 3,
      ...(message.failed ? { tags: ["warning"] } : {}),
    },
    accepts: ({ status, body }) => status === 200 && read(NtfyMessage, body) !== undefined,
    reads({ body }) {
      const error = read(NtfyError, body);
      if (error === undefined) return {};
      const { code } = error;
      return code === undefined
        ? { serverMessage: error.error }
        : { serverMessage: `${error.error} (${code})`, hint: NTFY_HINTS[code] };
    },
  });
}

/** Returns the Authorization header. Access tokens contain no colon, unlike `user:password`. */
const authorization = (token: string): string =>
  token.includes(":") ? `Basic ${Buffer.from(token).toString("base64")}` : `Bearer ${headerSafe(token)}`;

const GotifyMessage = z.object({ id: z.number() });
const GotifyError = z.object({ error: z.string(), errorDescription: z.string().optional() });

/** Builds a message for a Gotify application, whose token is sent in a header. */
export function gotify(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  return request(target, {
    url: under(target.url, "/message"),
    headers: { "x-gotify-key": headerSafe(target.token) },
    body: {
      title: cut(title, TITLE_LIMIT),
      message: cut(text, BODY_LIMIT),
      priority: message.failed ? 8 : 5,
      extras: { "client::display": { contentType: "text/plain" } },
    },
    accepts: ({ status, body }) => status === 200 && read(GotifyMessage, body) !== undefined,
    reads({ status, body }) {
      const error = read(GotifyError, body);
      if (error === undefined) return {};
      return {
        serverMessage: error.errorDescription ?? error.error,
        hint: [400, 401, 403].includes(status)
          ? "Enter an application token, which starts with A; a client token cannot send."
          : undefined,
      };
    },
  });
}

const PushbulletMessage = z.object({ iden: z.string() });
const PushbulletError = z.object({ error: z.object({ code: z.string().optional(), message: z.string().optional() }) });

/** Builds a note for all devices of a Pushbullet account. If the address is empty, the public service is used. */
export function pushbullet(target: Target, message: Message): NotifyRequest {
  const { title, text } = texts(message);
  return request(target, {
    url: under(target.url.trim() || "https://api.pushbullet.com", "/v2/pushes"),
    headers: { "access-token": headerSafe(target.token) },
    body: { type: "note", title: cut(title, TITLE_LIMIT), body: cut(text, BODY_LIMIT) },
    accepts: ({ status, body }) => status === 200 && read(PushbulletMessage, body) !== undefined,
    reads: readPushbullet,
  });
}

function readPushbullet({ status, body }: Answer): Reading {
  const error = read(PushbulletError, body)?.error;
  const serverMessage = error?.message ?? error?.code;
  if (error?.code === "pushbullet_pro_required") {
    return { serverMessage, hint: "The account's monthly message limit has been reached." };
  }
  if (status === 401 || error?.code === "invalid_access_token") {
    return { serverMessage, hint: "The access token is incorrect." };
  }
  return { serverMessage };
}
