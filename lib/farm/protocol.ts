import * as z from "zod";

/**
 * What a service and its agents say to each other. Parts are dispatched, and heart beats and progress come back, over NATS;
 * sources and results travel over HTTPS. Both have the service's own certificate, which agents pin.
 */

/** Version of these messages; an agent of another one is shown and not used. */
export const PROTOCOL = 1;

/** Name that the service's certificate is made out to, whatever address it is reached at. */
export const CERTIFICATE_NAME = "lathe.internal";

/** An agent without a heart beat for this long is offline. */
export const HEARTBEAT_TTL_MS = 60_000;
export const HEARTBEAT_EVERY_MS = 15_000;

/** Names on the NATS server; every service has its own, so that two can use one server. */
export const natsNames = (instance: string) => ({
  /** Work-queue stream of parts. */
  stream: `LATHE_${instance}_PARTS`,
  /** Key-value bucket of heart beats: one key per agent, gone when it is silent. */
  bucket: `LATHE_${instance}_AGENTS`,
  /** Parts for one agent; its durable consumer has the agent's id as its name. */
  parts: (agent: string) => `lathe.${instance}.part.${agent}`,
  /** Progress of one agent's parts; not stored. */
  progress: (agent: string) => `lathe.${instance}.progress.${agent}`,
  /** What the service tells one agent at once; not stored. */
  control: (agent: string) => `lathe.${instance}.control.${agent}`,
  /** Prefix of the agent's own inboxes. */
  inbox: (agent: string) => `_INBOX.${agent}`,
});

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Text = z.string().max(500);

/** What a machine can do. Two machines whose marks of an encoder agree make the same of the same pictures. */
export const AgentAbilities = z.object({
  protocol: z.int(),
  /** Version of Lathe. */
  version: Text,
  platform: Text,
  ffmpegVersion: Text,
  /** Encoder's name to the SHA-256 of what it makes of a few known pictures. */
  encoders: z.record(z.string().max(64), Sha256),
  /** Parts it encodes at once. */
  slots: z.int().min(1).max(64),
});
export type AgentAbilities = z.infer<typeof AgentAbilities>;

/** The value of an agent's key in the bucket. */
export const AgentHeartbeat = AgentAbilities.extend({
  /** Ids of the parts that it encodes. */
  running: z.array(Id).max(64),
  /** Why it takes nothing at the moment, in words. */
  resting: Text.optional(),
  /** Busy share of its processors, 0 to 1. */
  load: z.number().min(0).max(1).optional(),
  /** Whether it last read a source under its own media folders. */
  mediaAccess: z.enum(["shared", "transfer"]).optional(),
});
export type AgentHeartbeat = z.infer<typeof AgentHeartbeat>;

/** One part for an agent: everything that its encode needs. `probe`, `video` and `segment` are those of `segmentArgs`. */
export const PartMessage = z.object({
  id: Id,
  /** Allows this agent to read the source and to bring the result of this part, and nothing else. */
  token: z.string().min(32).max(128),
  /** Key of the part: SHA-256 over source, ffmpeg and arguments. */
  key: Sha256,
  encoder: z.string().max(64),
  source: z.object({
    /** Where the service sees it: for agents with the same share. */
    path: z.string().max(4096),
    sizeBytes: z.number().min(0),
    /** Bytes whose SHA-256 proves that an agent sees the same file. */
    proof: z.object({ offset: z.number().min(0), length: z.int().min(1).max(1 << 20) }),
  }),
  probe: z.looseObject({ path: z.string(), format: z.string() }),
  video: z.looseObject({}),
  segment: z.looseObject({ number: z.int(), pictures: z.int() }),
  /** When each picture is shown, in units of the part. */
  times: z.array(z.number()).max(1_000_000),
  stallMs: z.number().min(0),
});
export type PartMessage = z.infer<typeof PartMessage>;

/** How far an agent's part is. */
export const PartProgress = z.object({
  id: Id,
  frame: z.number().min(0),
  fps: z.number().min(0),
  sizeBytes: z.number().min(0),
  speedFactor: z.number().min(0),
});
export type PartProgress = z.infer<typeof PartProgress>;

/** From the service, at once: end a part, or look at your state again. */
export const ControlMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("cancel"), id: Id }),
  z.object({ kind: z.literal("changed") }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;

/** `POST /join`: the first thing a machine says; the NATS key pair and the secret are made on the agent. */
export const JoinRequest = z.object({
  /** One-time secret of the join code. */
  secret: z.string().min(16).max(128),
  name: z.string().min(1).max(100),
  /** Public half of its NATS user key. */
  publicKey: z.string().regex(/^U[A-Z2-7]{55}$/),
  abilities: AgentAbilities,
});
export type JoinRequest = z.infer<typeof JoinRequest>;

/** Answer of `/join`. */
export const JoinAnswer = z.object({
  id: Id,
  instance: Id,
  /** Bearer token of the agent's requests over HTTPS. */
  credential: z.string().min(32).max(128),
  /** PEM. */
  certificate: z.string().max(20_000),
});
export type JoinAnswer = z.infer<typeof JoinAnswer>;

/** `GET /agent`: where an agent stands. */
export const AgentStanding = z.object({
  state: z.enum(["pending", "approved", "revoked"]),
  name: z.string(),
  /** Takes no new parts. */
  paused: z.boolean(),
  /** `host:port` of the NATS server, once approved; an empty host is the one that the service was reached at. */
  nats: z.string().optional(),
  /**
   * For a server that is not the service's own, which `nats` then names with its scheme: a token or `user:password`. Such
   * a server's certificate is judged by what the machine trusts.
   */
  natsCredential: z.string().optional(),
  /** Why it is not used although it is approved, in words. */
  reason: z.string().optional(),
});
export type AgentStanding = z.infer<typeof AgentStanding>;

/** What a join code carries. */
export const JoinCode = z.object({
  /** Addresses to try, `host:port`. */
  addresses: z.array(z.string().min(3).max(255)).min(1).max(8),
  /** SHA-256 of the certificate. */
  fingerprint: Sha256,
  secret: z.string().min(16).max(128),
});
export type JoinCode = z.infer<typeof JoinCode>;

/** Spells a join code as one word that can be typed and shown as a QR code. */
export const joinCodeText = (code: JoinCode): string =>
  `LATHE-${btoa(JSON.stringify(code)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;

/** Reads a join code; undefined when it is none. */
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
 * Requests of a part, all with `Authorization: Bearer <credential>` and `X-Part-Token`. 410 says that the part is no longer
 * wanted from this agent: it drops its own files and takes the next.
 */
export const PART_ROUTES = {
  /** POST `{ sha256 }` of the proof's bytes as the agent sees them; answers `{ shared: boolean }`. */
  proof: "/parts/:id/proof",
  /** GET with one `Range`. */
  source: "/parts/:id/source",
  /** GET answers `{ sizeBytes }` that have arrived; PUT with `X-Offset` and `X-Sha256` brings the next piece. */
  result: "/parts/:id/result",
  /** POST `{ sizeBytes, sha256 }`: the result is whole. */
  done: "/parts/:id/done",
  /** POST `{ code, message }`: it could not be encoded. */
  failed: "/parts/:id/failed",
} as const;

/** Largest piece of a result in one request. */
export const MAX_PIECE_BYTES = 8 << 20;
