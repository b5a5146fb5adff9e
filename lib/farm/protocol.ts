import * as z from "zod";

/**
 * Protocol between a service and its agents. Parts, heartbeats and progress are sent over NATS, sources and results
 * over HTTPS. Both use the certificate of the service, which agents pin.
 */

/** Version of the protocol. An agent with another version is listed but not used. */
export const PROTOCOL = 1;

/** Host name in the certificate of the service. It does not depend on the address at which the service is reached. */
export const CERTIFICATE_NAME = "lathe.internal";

/** Time in milliseconds after which an agent without a heartbeat is considered offline. */
export const HEARTBEAT_TTL_MS = 60_000;
export const HEARTBEAT_EVERY_MS = 15_000;

/** Names on the NATS server. Each service has its own names, so that several services can share a server. */
export const natsNames = (instance: string) => ({
  /** Work queue stream of parts. */
  stream: `LATHE_${instance}_PARTS`,
  /** Key-value bucket of heartbeats, with one key per agent. The key expires when the heartbeats stop. */
  bucket: `LATHE_${instance}_AGENTS`,
  /** Parts for one agent. The durable consumer is named after the agent ID. */
  parts: (agent: string) => `lathe.${instance}.part.${agent}`,
  /** Progress of one agent's parts. The server does not store these messages. */
  progress: (agent: string) => `lathe.${instance}.progress.${agent}`,
  /** Control messages to one agent. The server does not store them. */
  control: (agent: string) => `lathe.${instance}.control.${agent}`,
  /** Prefix of the agent's inboxes. */
  inbox: (agent: string) => `_INBOX.${agent}`,
});

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Text = z.string().max(500);

/**
 * Abilities of a machine. Two machines with the same hash for an encoder produce the same output from the same frames.
 */
export const AgentAbilities = z.object({
  protocol: z.int(),
  /** Version of Lathe on the agent. */
  version: Text,
  platform: Text,
  ffmpegVersion: Text,
  /** SHA-256 of each encoder's output for fixed test frames, by encoder name. */
  encoders: z.record(z.string().max(64), Sha256),
  /** Number of concurrent parts on the CPU. */
  slots: z.int().min(1).max(64),
  /** GPUs with their limits, and the encoders for which a trial encode succeeded. Absent if there are none. */
  cards: z.array(z.object({
    device: z.string().max(200),
    limit: z.int().min(1).max(32),
    encoders: z.array(z.string().max(64)).max(16),
  })).max(16).optional(),
});
/** GPU of an agent. */
export type AgentCard = NonNullable<z.infer<typeof AgentAbilities>["cards"]>[number];
export type AgentAbilities = z.infer<typeof AgentAbilities>;

/** The value of an agent's key in the bucket. */
export const AgentHeartbeat = AgentAbilities.extend({
  /** IDs of the parts that the agent is encoding. */
  running: z.array(Id).max(64),
  /** Reason why the agent accepts no parts at present. */
  resting: Text.optional(),
  /** Busy share of the CPU cores, 0 to 1. */
  load: z.number().min(0).max(1).optional(),
  /** `shared` if the last source was read from the agent's own media folders. */
  mediaAccess: z.enum(["shared", "transfer"]).optional(),
});
export type AgentHeartbeat = z.infer<typeof AgentHeartbeat>;

/**
 * A part for an agent, with everything that is needed to encode it. `probe`, `video` and `segment` are the parameters
 * of `segmentArgs`.
 */
export const PartMessage = z.object({
  id: Id,
  /** Token that lets the agent read the source and upload the result of this part. It gives no other access. */
  token: z.string().min(32).max(128),
  /** Key of the part: SHA-256 of the source, the ffmpeg version and the arguments. */
  key: Sha256,
  encoder: z.string().max(64),
  source: z.object({
    /** Path of the source on the service, for agents that mount the same share. */
    path: z.string().max(4096),
    sizeBytes: z.number().min(0),
    /** Range whose SHA-256 proves that the agent can access the same file. */
    proof: z.object({ offset: z.number().min(0), length: z.int().min(1).max(1 << 20) }),
  }),
  probe: z.looseObject({ path: z.string(), format: z.string() }),
  video: z.looseObject({}),
  segment: z.looseObject({ number: z.int(), pictures: z.int() }),
  /** Timestamps of all frames, in the time base of `segment`. */
  times: z.array(z.number()).max(1_000_000),
  stallMs: z.number().min(0),
});
export type PartMessage = z.infer<typeof PartMessage>;

/** Progress of an agent's part. */
export const PartProgress = z.object({
  id: Id,
  frame: z.number().min(0),
  fps: z.number().min(0),
  sizeBytes: z.number().min(0),
  speedFactor: z.number().min(0),
});
export type PartProgress = z.infer<typeof PartProgress>;

/** Control message from the service: stop a part, or request the status again. */
export const ControlMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("cancel"), id: Id }),
  z.object({ kind: z.literal("changed") }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** `POST /join`: the first request of a machine. NATS key pair and secret are created on the agent. */
export const JoinRequest = z.object({
  /** One-time secret from the join code. */
  secret: z.string().min(16).max(128),
  name: z.string().min(1).max(100),
  /** Public key of the agent's NATS user. */
  publicKey: z.string().regex(/^U[A-Z2-7]{55}$/),
  abilities: AgentAbilities,
});
export type JoinRequest = z.infer<typeof JoinRequest>;

/** Response of `/join`. */
export const JoinAnswer = z.object({
  id: Id,
  instance: Id,
  /** Bearer token for the agent's HTTPS requests. */
  credential: z.string().min(32).max(128),
  /** PEM certificate of the service. */
  certificate: z.string().max(20_000),
});
export type JoinAnswer = z.infer<typeof JoinAnswer>;

/** `GET /agent`: the status of an agent. */
export const AgentStanding = z.object({
  state: z.enum(["pending", "approved", "revoked"]),
  name: z.string(),
  /** True if the agent receives no new parts. */
  paused: z.boolean(),
  /**
   * `host:port` of the NATS server, once the agent is approved. If the host is empty, the agent uses the host at which
   * it reaches the service.
   */
  nats: z.string().optional(),
  /**
   * Credential for an external server: a token or `user:password`. `nats` then includes the scheme. The certificate of
   * an external server is checked against the trusted certificates of the machine.
   */
  natsCredential: z.string().optional(),
  /** Reason why the agent is not used although it is approved. */
  reason: z.string().optional(),
});
export type AgentStanding = z.infer<typeof AgentStanding>;

/** Contents of a join code. */
export const JoinCode = z.object({
  /** Addresses to try, as `host:port`. */
  addresses: z.array(z.string().min(3).max(255)).min(1).max(8),
  /** SHA-256 of the certificate. */
  fingerprint: Sha256,
  secret: z.string().min(16).max(128),
});
export type JoinCode = z.infer<typeof JoinCode>;

/** Encodes a join code as one word, which can be typed and displayed as a QR code. */
export const joinCodeText = (code: JoinCode): string =>
  `LATHE-${btoa(JSON.stringify(code)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;

/** Decodes a join code. Returns undefined if it is invalid. */
export function parseJoinCode(text: string): JoinCode | undefined {
  const [, word] = /^LATHE-([A-Za-z0-9_-]{1,4000})$/.exec(text.trim()) ?? [];
  if (word === undefined) return undefined;
  try {
    return JoinCode.safeParse(JSON.parse(atob(word.replaceAll("-", "+").replaceAll("_", "/")))).data;
  } catch {
    return undefined;
  }
}

/**
 * Requests about a part. All have `Authorization: Bearer <credential>` and `X-Part-Token`. Status 410 means that the
 * service no longer needs the part from this agent. The agent then deletes the files of the part and continues with the
 * next part.
 */
export const PART_ROUTES = {
  /** POST `{ sha256 }` of the range in `proof` as read by the agent. Returns `{ shared: boolean }`. */
  proof: "/parts/:id/proof",
  /** GET with one `Range`. */
  source: "/parts/:id/source",
  /**
   * GET returns the number of bytes received so far as `{ sizeBytes }`. PUT with `X-Offset` and `X-Sha256` uploads the
   * next chunk.
   */
  result: "/parts/:id/result",
  /** POST `{ sizeBytes, sha256 }`: the result is complete. */
  done: "/parts/:id/done",
  /** POST `{ code, message }`: the encode has failed. */
  failed: "/parts/:id/failed",
} as const;

/** Maximum size in bytes of a chunk of a result per request. */
export const MAX_PIECE_BYTES = 8 << 20;
