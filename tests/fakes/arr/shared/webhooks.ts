import type { Fields } from "./types.ts";

/** A "Webhook" connection. */
export interface Webhook {
  url: string;
  method?: "POST" | "PUT";
  headers?: Record<string, string>;
  username?: string;
  password?: string;
}

export interface Delivery {
  url: string;
  payload: Fields;
  /** HTTP status of the response. Undefined if there was no response. */
  status: number | undefined;
}

/** Sends events to all connected webhooks. */
export interface Webhooks {
  connect(webhook: string | Webhook): void;
  send(payload: Fields): Promise<void>;
  /** All deliveries in order, including rejected ones. */
  deliveries: Delivery[];
}

const TIMEOUT_MS = 10_000;

export function webhooksOf(userAgent: string, first: readonly (string | Webhook)[] = []): Webhooks {
  const connected: Webhook[] = [];
  const deliveries: Delivery[] = [];
  const connect = (webhook: string | Webhook) =>
    void connected.push(typeof webhook === "string" ? { url: webhook } : webhook);
  first.forEach(connect);

  async function deliver({ url, method = "POST", headers, username, password }: Webhook, payload: Fields) {
    const login: Record<string, string> = username === undefined
      ? {}
      : { Authorization: `Basic ${btoa(`${username}:${password ?? ""}`)}` };
    const response = await fetch(url, {
      method,
      headers: { "Content-Type": "application/json", "User-Agent": userAgent, ...login, ...headers },
      body: JSON.stringify(payload),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    await response?.body?.cancel();
    deliveries.push({ url, payload, status: response?.status });
  }

  return {
    connect,
    deliveries,
    async send(payload) {
      for (const webhook of connected) await deliver(webhook, payload);
    },
  };
}
