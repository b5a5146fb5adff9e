import { STATUS_CODES } from "node:http";
import type * as z from "zod";
import { boundForeignText } from "../../kit/json/json.ts";
import { cut, type Message, oneLine, type Outcome, type Target, tidy } from "./message.ts";

/** Shared by all kinds of targets: format of requests, addresses, and parsing of responses. */

export interface Answer {
  status: number;
  body: string;
}

/** One request to a target. `judge` determines from the response whether the message was delivered. */
export interface NotifyRequest {
  url: string;
  method: "POST";
  headers: Record<string, string>;
  body: string;
  judge(answer: Answer): Outcome;
}

/** Error text returned by the target (untrusted, redacted and truncated by `failure`), and instructions. */
export interface Reading {
  serverMessage?: string;
  hint?: string;
}

/** Builds the request for one message to one kind of target. */
export type Builder = (target: Target, message: Message) => NotifyRequest;

interface Parts {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
  accepts(answer: Answer): boolean;
  /** Parses a response that was not accepted. */
  reads(answer: Answer): Reading;
}

/**
 * Builds a POST request with a JSON body. If `accepts` rejects the response, the outcome is a failure with the error
 * that `reads` finds in it.
 */
export function request(target: Target, { url, headers = {}, body, accepts, reads }: Parts): NotifyRequest {
  return {
    url,
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    judge: (answer) => accepts(answer) ? { ok: true } : failure(target, answer, reads(answer)),
  };
}

/** Returns a title and a text that are never empty, because all targets reject an empty title or text. */
export function texts({ event, title, message }: Message): { title: string; text: string } {
  const heading = oneLine(title) || "Lathe";
  return { title: heading, text: tidy(message) || oneLine(title) || event };
}

/** Returns the stored address with `path` added to its path. Text that is not a URL is returned unchanged. */
export function under(address: string, path: string, keepQuery = false): string {
  const url = URL.parse(address.trim());
  if (url === null) return address.trim();
  url.hash = "";
  if (!keepQuery) url.search = "";
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  return url.href;
}

/**
 * Removes the characters of a token that are not valid in a header. With them, `fetch` would throw an error that
 * contains the token.
 */
export const headerSafe = (token: string): string => token.replace(/[^\x20-\x7e]/g, "").trim();

/** Parses the body with `schema`. Undefined if the body is not valid, for example because it is a web page. */
export function read<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(boundForeignText(body)).data;
  } catch {
    return undefined;
  }
}

/** True if a response is an HTML page, for example from a proxy or a wrong address, instead of JSON. */
export const isPage = (body: string): boolean => /^\s*<(!doctype|html|head|body)/i.test(body);

/** Returns instructions after a rate limit response. `seconds` is the time that the target has requested to wait. */
export const slowDown = (seconds?: number): string =>
  seconds === undefined
    ? "Too many messages in a short time."
    : `Too many messages in a short time; try again in ${Math.max(1, Math.ceil(seconds))} s.`;

function failure(target: Target, { status, body }: Answer, { serverMessage, hint }: Reading): Outcome {
  const line = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const words = serverMessage === undefined ? "" : cut(withoutSecrets(oneLine(serverMessage), target), 200);
  const advice = hint ?? commonHint(status, body);
  const sentence = words === "" ? `${line}.` : /[.!?…]$/.test(words) ? `${line}: ${words}` : `${line}: ${words}.`;
  return { ok: false, detail: advice === undefined ? sentence : `${sentence} ${advice}` };
}

function commonHint(status: number, body: string): string | undefined {
  if (status >= 300 && status < 400) return "The address redirects. Enter the address it redirects to.";
  if (status === 429) return slowDown();
  if (isPage(body)) return "The response was a web page. Check the address.";
  if (status >= 200 && status < 300) return "The response did not come from a server of this type. Check the address.";
  return undefined;
}

/** Removes the secrets of the target and all other addresses from the text of its response. */
function withoutSecrets(words: string, target: Target): string {
  const address = URL.parse(target.url.trim());
  const pieces = address === null
    ? []
    : [address.username, address.password, ...address.pathname.split("/"), ...address.searchParams.values()]
      .filter((piece) => piece.length >= 8);
  const secrets = [target.token, target.url, target.target, ...target.target.split(/[\s,]+/), ...pieces]
    .flatMap((secret) => [secret.trim(), oneLine(secret), encodeURIComponent(secret.toWellFormed().trim())])
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length);
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), words);
  return hidden.replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, "***").replace(/\b(bot)?\d{5,}:[\w-]{8,}/g, "***");
}
