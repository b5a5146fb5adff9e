import { Buffer } from "node:buffer";
import * as z from "zod";
import type { NOTIFICATION_KINDS } from "../../lib/platform/settings/sections/notifications.ts";

/**
 * All eight HTTP notification targets at one address, distinguished by path. They are as strict as the real services
 * about content type, credentials, required fields and lengths. `received` lists the accepted and rejected requests.
 */
export interface NotifyServer extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Makes the next request fail this way. */
  failNext(mode: FailMode): void;
  close(): Promise<void>;
}

type Kind = Exclude<typeof NOTIFICATION_KINDS[number], "script">;

export interface Received {
  kind: Kind | undefined;
  path: string;
  headers: Headers;
  body: unknown;
  status: number;
}

/** `unknown`: the webhook, chat or configuration does not exist. `partial`: one of the gateway's services failed. */
export type FailMode = "token" | "unknown" | "rate" | "nothing" | "partial" | "html" | "hang" | "drop";

export const KNOWN = {
  discordPath: "/api/webhooks/1234567890/discord-secret-token",
  slackPath: "/services/T00000000/B00000000/slack-secret-token",
  telegramToken: "123456:telegram-secret-token",
  telegramChat: "-1001234567890",
  ntfyTopic: "encodes",
  ntfyToken: "tk_ntfysecrettoken",
  ntfyLogin: "user:pässword",
  gotifyToken: "Agotify-secret",
  pushbulletToken: "o.pushbullet-secret",
  appriseKey: "apprise-secret-key",
} as const;

interface Call extends Omit<Received, "kind" | "status"> {
  raw: string;
  mode: FailMode | undefined;
}

interface Reply {
  status: number;
  body: unknown;
}

const reply = (status: number, body: unknown = ""): Reply => ({ status, body });

const PAGE = "<!DOCTYPE html><html><body><h1>Bad Gateway</h1></body></html>";

export function startNotifyServer(): Promise<NotifyServer> {
  const received: Received[] = [];
  const closing = Promise.withResolvers<void>();
  let next: FailMode | undefined;

  async function answer(httpRequest: Request): Promise<Response> {
    const mode = next;
    next = undefined;
    const [path, headers] = [new URL(httpRequest.url).pathname, new Headers(httpRequest.headers)];
    const raw = await httpRequest.text();
    const body = parsed(raw, headers.get("content-type"));
    const kind = kindOf(path);
    const { status, body: said } = httpRequest.method !== "POST"
      ? reply(405, "Method Not Allowed")
      : mode === "html" || kind === undefined
      ? reply(mode === "html" ? 502 : 404, PAGE)
      : mode === "hang" || mode === "drop"
      ? reply(200)
      : HANDLERS[kind]({ path, headers, raw, body, mode });
    received.push({ kind, path, headers, body, status });
    if (mode === "hang") await closing.promise;
    if (mode === "drop") {
      return new Response(ReadableStream.from([new Uint8Array(3)]), { headers: { "content-length": "9" } });
    }
    const text = typeof said === "string" ? said : JSON.stringify(said);
    const wait = status === 429 ? { "retry-after": "1" } : undefined;
    return new Response(status === 204 ? null : text, { status, headers: wait });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
  const close = () => {
    closing.resolve();
    return server.shutdown();
  };
  return Promise.resolve({
    url: `http://127.0.0.1:${server.addr.port}`,
    received,
    failNext: (mode) => void (next = mode),
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** Returns the body if it is JSON and has the content type of JSON. */
function parsed(raw: string, type: string | null): unknown {
  try {
    return /^application\/json(;|$)/.test(type ?? "") ? JSON.parse(raw) : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(path: string): Kind | undefined {
  if (/^\/api\/(v10\/)?webhooks\//.test(path)) return "discord";
  if (path.startsWith("/services/")) return "slack";
  if (path.startsWith("/bot")) return "telegram";
  if (path === "/message" || path === "/gotify/message") return "gotify";
  if (path === "/v2/pushes") return "pushbullet";
  if (path.startsWith("/notify/")) return "apprise";
  return path === "/hook" ? "webhook" : path === "/" ? "ntfy" : undefined;
}

const words = z.string().min(1);
const characters = (max: number) => words.refine((value) => Array.from(value).length <= max, "too long");

const BODIES = {
  discord: z.object({
    username: characters(80).refine((name) => !/discord|clyde/i.test(name)),
    embeds: z.array(z.strictObject({
      title: characters(256),
      description: characters(4096),
      color: z.int().min(0).max(0xffffff),
      timestamp: z.iso.datetime().optional(),
    })).min(1).max(10),
    allowed_mentions: z.object({ parse: z.array(z.string()).max(0) }),
  }),
  slack: z.object({ text: characters(40_000) }),
  telegram: z.object({ chat_id: z.union([words, z.int()]), text: words, parse_mode: z.literal("HTML").optional() }),
  ntfy: z.strictObject({
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
    title: words,
    message: words,
    priority: z.int().min(1).max(5),
    tags: z.array(words).optional(),
  }),
  gotify: z.object({ title: words, message: words, priority: z.int().min(0).max(10) }),
  pushbullet: z.object({ type: z.literal("note"), title: words, body: words }),
  apprise: z.object({ urls: words.optional(), body: words, type: z.enum(["info", "success", "warning", "failure"]) }),
  webhook: z.strictObject({
    event: words,
    title: z.string(),
    message: z.string(),
    failed: z.boolean(),
    at: z.iso.datetime(),
  }),
};

const ntfyError = (code: number, error: string): Reply =>
  reply(Math.floor(code / 100), { code, http: Math.floor(code / 100), error, link: "https://ntfy.sh/docs/publish/" });
const telegramError = (error_code: number, description: string, parameters?: object): Reply =>
  reply(error_code, { ok: false, error_code, description, parameters });
const pushbulletError = (status: number, code: string, message: string): Reply =>
  reply(status, { error: { code, type: "invalid_request", message }, error_code: code });
const appriseError = (status: number, error: string): Reply => reply(status, { error, details: [] });

/** `<` starts a link or a tag and `&` an entity. Neither may appear unescaped in text. */
const hasMarkup = (text: string): boolean => /[<>]|&(?!(amp|lt|gt);)/.test(text);

const HANDLERS = {
  discord({ path, body, mode }) {
    const [, id, token] = /^\/api\/(?:v10\/)?webhooks\/(\d+)\/([\w-]+)$/.exec(path) ?? [];
    const [knownId, knownToken] = KNOWN.discordPath.split("/").slice(-2);
    if (mode === "rate") {
      return reply(429, { message: "You are being rate limited.", retry_after: 0.75, global: false });
    }
    if (mode === "unknown" || id !== knownId) return reply(404, { message: "Unknown Webhook", code: 10015 });
    if (mode === "token" || token !== knownToken) return reply(401, { message: "Invalid Webhook Token", code: 50027 });
    if (BODIES.discord.safeParse(body).success) return reply(204);
    return reply(400, { message: "Invalid Form Body", code: 50035, errors: {} });
  },
  slack({ path, body, mode }) {
    if (mode === "rate") return reply(429, "rate_limited");
    if (mode === "unknown") return reply(404, "no_service");
    if (mode === "token" || path !== KNOWN.slackPath) return reply(403, "invalid_token");
    if (body === undefined) return reply(400, "invalid_payload");
    const text = BODIES.slack.safeParse(body).data?.text;
    if (text === undefined) return reply(400, "no_text");
    return hasMarkup(text) ? reply(400, "invalid_payload") : reply(200, "ok");
  },
  telegram({ path, body, mode }) {
    if (mode === "rate") return telegramError(429, "Too Many Requests: retry after 17", { retry_after: 17 });
    const token = decodeURIComponent(/^\/bot([^/]+)\/sendMessage$/.exec(path)?.[1] ?? "");
    if (!/^\d+:[\w-]+$/.test(token)) return telegramError(404, "Not Found");
    if (mode === "token" || token !== KNOWN.telegramToken) return telegramError(401, "Unauthorized");
    const sent = BODIES.telegram.safeParse(body).data;
    if (sent === undefined) return telegramError(400, "Bad Request: message text is empty");
    if (mode === "unknown" || String(sent.chat_id) !== KNOWN.telegramChat) {
      return telegramError(400, "Bad Request: chat not found");
    }
    const plain = sent.parse_mode === undefined ? sent.text : sent.text.replace(/^<b>([^<]*)<\/b>/, "$1");
    if (hasMarkup(plain)) return telegramError(400, "Bad Request: can't parse entities");
    const length = Array.from(plain.replace(/&\w+;/g, "&")).length;
    if (length > 4096) return telegramError(400, "Bad Request: message is too long");
    return reply(200, { ok: true, result: { message_id: 1 } });
  },
  ntfy({ headers, raw, body, mode }) {
    const login = headers.get("authorization");
    const right = [`Bearer ${KNOWN.ntfyToken}`, `Basic ${Buffer.from(KNOWN.ntfyLogin).toString("base64")}`];
    if (mode === "rate") return ntfyError(42901, "limit reached: too many requests");
    if (mode === "token" || (login !== null && !right.includes(login))) return ntfyError(40101, "unauthorized");
    const sent = BODIES.ntfy.safeParse(body).data;
    if (sent === undefined) return ntfyError(40024, "invalid request: request body must be valid JSON");
    if (mode === "unknown" || (sent.topic === KNOWN.ntfyTopic && login === null)) return ntfyError(40301, "forbidden");
    if (Buffer.byteLength(sent.message) > 4096) return ntfyError(41301, "message too large");
    if (Buffer.byteLength(raw) > 5120) return ntfyError(41303, "JSON body too large");
    return reply(200, { id: "a1", time: 1, event: "message", ...sent });
  },
  gotify({ headers, body, mode }) {
    if (mode === "rate") return reply(429);
    if (mode === "token" || headers.get("x-gotify-key") !== KNOWN.gotifyToken) {
      return reply(401, { error: "Unauthorized", errorCode: 401, errorDescription: "you need a valid access token" });
    }
    const sent = BODIES.gotify.safeParse(body).data;
    if (sent === undefined) return reply(400, { error: "Bad Request", errorCode: 400 });
    return reply(200, { id: 25, appid: 5, date: "2024-05-01T10:00:00Z", ...sent });
  },
  pushbullet({ headers, body, mode }) {
    if (mode === "rate") return pushbulletError(429, "ratelimited", "You have been ratelimited.");
    if (mode === "token" || headers.get("access-token") !== KNOWN.pushbulletToken) {
      return pushbulletError(401, "invalid_access_token", "Access token is missing or invalid.");
    }
    const sent = BODIES.pushbullet.safeParse(body).data;
    if (sent === undefined) return pushbulletError(400, "invalid_param", "The param 'type' is invalid.");
    return reply(200, { iden: "ujpah72o0sjAoRtnM0jc", active: true, ...sent });
  },
  apprise({ path, body, mode }) {
    if (mode === "rate") return reply(429);
    if (mode === "token") return appriseError(403, "The configuration is locked");
    const sent = BODIES.apprise.safeParse(body).data;
    if (sent === undefined) return appriseError(400, "Payload lacks minimum requirements");
    const key = path.slice("/notify/".length);
    const urls = (sent.urls ?? "").split(/[\s,]+/).filter((url) => /^[a-z][a-z0-9]*:\/\/./i.test(url));
    const isKnown = key === "" ? urls.length > 0 : key === KNOWN.appriseKey;
    if (!isKnown || mode === "nothing" || mode === "unknown") return reply(204);
    if (mode === "partial") return appriseError(424, `Could not be sent: ${sent.urls ?? key}`);
    return reply(200, { error: null, details: [] });
  },
  webhook({ raw, body, mode }) {
    if (mode === "rate") return reply(429);
    if (mode === "unknown") return reply(404, `unknown: ${raw}`);
    if (mode === "token") return reply(401, `wrong: ${raw}`);
    return reply(BODIES.webhook.safeParse(body).success ? 202 : 400);
  },
} satisfies Record<Kind, (call: Call) => Reply>;
