import { join } from "node:path";
import * as z from "zod";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { Fault } from "../../kit/fault.ts";
import { parseUntrustedJson } from "../../kit/json/json.ts";
import { randomHex } from "../../kit/id.ts";
import type { EncoderMarks } from "../encoder_marks.ts";

/** Data that an agent stores in its folder: its identity, and the options of the owner. */

const Options = z.object({
  name: z.string().min(1).max(100),
  slots: z.int().min(1).max(64).default(1),
  cores: z.int().min(1).max(4096).optional(),
  hours: z.object({ from: z.string(), to: z.string() }).optional(),
  pauseWhenBusy: z.boolean().default(false),
  /** GPUs with their limits. Absent: the detected GPUs with a limit of one. */
  cards: z.array(z.object({ device: z.string().max(200), limit: z.int().min(0).max(32) })).max(16).optional(),
  media: z.array(z.object({ path: z.string(), local: z.string() })).default([]),
});
/** Limits set by the owner of the machine. */
export type AgentOptions = z.infer<typeof Options>;

const Identity = z.object({
  id: z.string(),
  instance: z.string(),
  /** `host:port` at which the service responded when the agent joined. */
  address: z.string(),
  /** Alternative addresses of the service, from the join code. */
  otherAddresses: z.array(z.string()).default([]),
  /** PEM certificate. No other certificate is trusted. */
  certificate: z.string(),
  credential: z.string(),
  /** Seed of the agent's NATS key pair. It is never sent to another machine. */
  seed: z.string(),
  /** SHA-256 of the join code, so that the same command can start the agent again. */
  joinedBy: z.string(),
});
/** Identity of an agent, as known to its service. */
export type AgentIdentity = z.infer<typeof Identity>;

/**
 * Key pair for joining with a code. It is stored, so that the service recognises the agent if the response was lost and
 * the agent joins again.
 */
const Joining = Identity.pick({ seed: true, joinedBy: true });

const Content = z.object({
  options: Options,
  identity: Identity.optional(),
  joining: Joining.optional(),
  /** Environment variable that marks the tools started by the agent. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  marks: z.object({ key: z.string(), marks: z.record(z.string(), z.string()) }).optional(),
});
type Content = z.infer<typeof Content>;

/** The file of an agent, which only the user who runs the agent can read. */
export interface AgentFile {
  options: AgentOptions;
  identity?: AgentIdentity;
  joining?: z.infer<typeof Joining>;
  readonly token: string;
  marks?: { key: string; marks: EncoderMarks };
  save(): Promise<void>;
}

/** Reads `agent.json` from a folder, or creates it. Throws `Fault` with code `unreadable` for a damaged file. */
export async function openAgentFile(folder: string): Promise<AgentFile> {
  const path = join(folder, "agent.json");
  const text = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  const read = text === undefined ? undefined : Content.safeParse(parseUntrustedJson(text));
  if (read && !read.success) {
    throw new Fault("unreadable", `${path} is damaged. Remove it and join again.`, { cause: read.error });
  }
  const name = Deno.hostname().slice(0, 100) || "agent";
  const content: Content = read?.data ?? { options: Options.parse({ name }), token: randomHex(16) };
  const file: AgentFile = {
    ...content,
    async save() {
      const { options, identity, joining, token, marks } = file;
      await writeFileAtomic(path, JSON.stringify({ options, identity, joining, token, marks }, undefined, 2));
    },
  };
  return file;
}
