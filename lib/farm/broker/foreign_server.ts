import type { ConnectionOptions } from "@nats-io/transport-node";

/** The configured NATS server. */
export interface ForeignServer {
  /** `nats://host:port` or `tls://host:port` without credentials, as sent to agents. */
  url: string;
  options: ConnectionOptions;
}

/**
 * Parses `nats://user:pass@host:4222`, `nats://token@host` and similar addresses, also with `tls:`. Returns undefined
 * if it is invalid.
 */
export function foreignServer(text: string): ForeignServer | undefined {
  const parsed = URL.parse(text);
  if (parsed === null || !/^(nats|tls):$/.test(parsed.protocol) || parsed.hostname === "") return undefined;
  const host = `${parsed.hostname}:${parsed.port || "4222"}`;
  const [name, password] = [parsed.username, parsed.password].map(decoded);
  if (name === undefined || password === undefined) return undefined;
  return {
    url: `${parsed.protocol}//${host}`,
    options: {
      servers: host,
      ...(parsed.protocol === "tls:" ? { tls: {} } : {}),
      ...(!name ? {} : password ? { user: name, pass: password } : { token: name }),
    },
  };
}

/** Decodes percent-encoding. Undefined if it is invalid, for example a single `%`. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Describes why a server cannot be used, without credentials. */
export function connectionProblem(error: unknown, server: string): string {
  const text = error instanceof Error ? `${error.name} ${error.message} ${String(error.cause ?? "")}` : String(error);
  if (/authoriz|authentic/i.test(text)) return `The NATS server ${server} rejected Lathe's credentials.`;
  if (/jetstream.*not.*enabled|no.?responders|503/i.test(text)) {
    return `The NATS server ${server} has no JetStream for this account. Enable it there.`;
  }
  if (/permission/i.test(text)) return `The NATS server ${server} does not allow this account to create streams.`;
  if (/certificate|tls|ssl|self.signed/i.test(text)) {
    return `The TLS connection to the NATS server ${server} failed: ${firstLine(error)}`;
  }
  if (/resources|maximum|storage/i.test(text)) return `The NATS server ${server} has no space left for a stream.`;
  return `The NATS server ${server} could not be reached: ${firstLine(error)}`;
}

/** Returns the first line of an error's message as a sentence. */
export const firstLine = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/\.?$/, "")}.`;
