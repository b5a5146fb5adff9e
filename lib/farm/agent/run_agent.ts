import { join as joinPath } from "node:path";
import { killChildren } from "../../jobs/run/children.ts";
import { systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { Log } from "../../kit/log.ts";
import { openMachine } from "../../platform/storage/boot.ts";
import { claimFolder } from "../../platform/storage/claim.ts";
import type { measureEncoderMarks } from "../encoder_marks.ts";
import { HEARTBEAT_EVERY_MS, parseJoinCode } from "../protocol.ts";
import { createCardGate } from "./card_gate.ts";
import { readAbilities } from "./abilities.ts";
import { type AgentFile, type AgentIdentity, type AgentOptions, openAgentFile } from "./agent_file.ts";
import { followService } from "./follow_service.ts";
import { bindToCores } from "./limits.ts";
import { codeHash, join, newSeed, stayWith, WrongCode } from "./link/join.ts";
import { pinnedClient } from "./link/pinned_https.ts";
import { watchRest } from "./rest.ts";
import type { MediaAccess } from "./run_part.ts";
import { createSlot } from "./slot.ts";
import { openLoopbackServer } from "./source/loopback_server.ts";
import { openWorkFolder } from "./work_folder.ts";
import { workParts } from "./work_parts.ts";
import type { NatsLink } from "./link/nats_link.ts";

/** Options for starting an agent. */
export interface RunAgentOptions {
  /** Folder of the agent. No files are written outside of it. */
  folder: string;
  /** Join code. Ignored if it was already used. */
  code?: string;
  /** Options that the owner changes. All others are kept. */
  options: Partial<AgentOptions>;
  workerUrl: URL;
  /** Measures the encoders of this machine. The default is `measureEncoderMarks`. */
  measure?: typeof measureEncoderMarks;
  log: Log;
  /** Stops the agent. */
  signal: AbortSignal;
}

/** Exit codes of the program. */
export const EXIT = { ended: 0, wrongCode: 2, revoked: 3 } as const;

/**
 * Encodes parts for the service until the signal is aborted or the agent is revoked. Returns the exit code. Throws
 * `Fault` for missing tools and if the folder is in use or damaged, or an `Error` with a message if joining the service
 * fails.
 */
export async function runAgent(start: RunAgentOptions): Promise<number> {
  await Deno.mkdir(start.folder, { recursive: true, mode: 0o700 });
  const claimed = await claimFolder(start.folder);
  if ("heldBy" in claimed) {
    throw new Fault("in_use", `Another program uses ${start.folder}; choose another folder with --config.`);
  }
  try {
    const file = await openAgentFile(start.folder);
    file.options = { ...file.options, ...start.options };
    await file.save();
    const unbound = file.options.cores === undefined ? undefined : await bindToCores(file.options.cores);
    if (unbound !== undefined) start.log("warn", unbound);
    await killChildren({ tokens: new Set([file.token]), marks: [] }, {
      machine: await openMachine(),
      clock: systemClock,
      log: start.log,
    });
    return await workAs(file, start);
  } finally {
    await claimed.claim.release();
  }
}

async function workAs(file: AgentFile, start: RunAgentOptions): Promise<number> {
  const { log } = start;
  const { tools, abilities } = await readAbilities(file, start.measure);
  log(
    "info",
    `ffmpeg ${abilities.ffmpegVersion} with ${
      Object.keys(abilities.encoders).join(", ") || "no encoder for segments"
    }.`,
  );
  let identity: AgentIdentity;
  try {
    identity = await identityOf(file, start, abilities);
  } catch (error) {
    if (!(error instanceof WrongCode)) throw error;
    log("error", error.message);
    return EXIT.wrongCode;
  }
  const client = pinnedClient(identity);
  const loopback = await openLoopbackServer();
  const work = await openWorkFolder(joinPath(start.folder, "work"));
  let link: NatsLink | undefined;
  let isPaused = false;
  let mediaAccess: MediaAccess | undefined;
  const cards = abilities.cards ?? [];
  const gate = createCardGate(cards, file.options.slots);
  const cardSlots = cards.reduce((sum, { limit }) => sum + limit, 0);
  const slots = Array.from({ length: file.options.slots + cardSlots }, (_, i) =>
    createSlot({
      name: `part ${i + 1}`,
      workerUrl: start.workerUrl,
      token: file.token,
      onProgress: (progress) => link?.progress(progress),
    }));
  const onSource = (access: MediaAccess) => void (mediaAccess = access);
  const beat = () =>
    link?.beat({
      ...abilities,
      running: parts.running(),
      load: rest.load(),
      mediaAccess,
      resting: rest.reason(),
    });
  const rest = watchRest(file.options, slots, (reason) => {
    log("info", reason ?? "Accepting segments again.");
    // Deferred, because the first call is made before the objects that `beat` uses exist.
    queueMicrotask(beat);
  });
  const ended = new AbortController();
  const signal = AbortSignal.any([start.signal, ended.signal]);
  const parts = workParts({
    slots,
    log,
    tools: { client, loopback, work, tools, media: file.options.media, gate, onSource },
    link: () => isPaused || rest.reason() !== undefined ? undefined : link,
    onChange: beat,
  }, signal);
  const timer = setInterval(beat, HEARTBEAT_EVERY_MS);
  try {
    return await followService({
      client,
      identity,
      log,
      signal,
      onLink(next) {
        link = next;
        beat();
      },
      onPaused: (paused) => isPaused = paused,
      onCancel: (id) => parts.cancel(id),
    });
  } finally {
    clearInterval(timer);
    rest.end();
    for (const slot of slots) slot.freeze(false);
    ended.abort(new Error("The agent was stopped."));
    await parts.done;
    await link?.close();
    for (const slot of slots) slot.close();
    await loopback.close();
    client.close();
  }
}

/** Returns the identity of the agent. Joins if there is a new code. Throws `WrongCode`. */
async function identityOf(
  file: AgentFile,
  { code, log, signal }: RunAgentOptions,
  abilities: Awaited<ReturnType<typeof readAbilities>>["abilities"],
): Promise<AgentIdentity> {
  if (code === undefined) {
    if (file.identity) return file.identity;
    throw new WrongCode(
      "This machine has not joined a service yet. Start it with --join and the code from the Agents page.",
    );
  }
  const read = parseJoinCode(code);
  if (read === undefined) throw new WrongCode("This is not a join code. Copy the whole line from the Agents page.");
  const joinedBy = codeHash(read);
  if (file.identity?.joinedBy === joinedBy) return file.identity;
  const same = file.identity && await stayWith(file.identity, read, signal);
  if (same) {
    file.identity = same;
    await file.save();
    log("info", `This machine has already joined the service at ${same.address}.`);
    return same;
  }
  const { seed } = file.joining = file.joining?.joinedBy === joinedBy ? file.joining : { seed: newSeed(), joinedBy };
  await file.save();
  file.identity = await join(read, { seed, name: file.options.name, abilities, signal });
  delete file.joining;
  await file.save();
  log("info", `Joined the service at ${file.identity.address} as "${file.options.name}".`);
  return file.identity;
}
