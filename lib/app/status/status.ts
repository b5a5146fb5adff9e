import * as z from "zod";
import { FfmpegGap, ffmpegGaps } from "../../encode/health/ffmpeg_gaps.ts";
import type { Hardware } from "../../encode/hardware/service.ts";
import type { Jobs } from "../../jobs/service.ts";
import type { Clock } from "../../kit/clock.ts";
import { VERSION } from "../../kit/version.ts";
import type { Media } from "../../media/service.ts";
import { findTool, type ToolSearch } from "../../media/tools/tools.ts";
import type { EncodertoolService } from "../../media/audio/encodertool_service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { InstallKind } from "../../platform/updates/install_text.ts";
import { playerConnections } from "./player_connections.ts";
import type { Players } from "../../players/player_services.ts";
import type { ConnectionStates } from "../../library/health/connection_states.ts";
import { StoragePath } from "../../platform/storage/paths.ts";
import type { SleepInhibitor } from "../../jobs/power/sleep_inhibitor.ts";

const Tool = z.object({
  available: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  error: z.string().optional(),
});

/** Section `ffmpeg` of the system status API. */
export const FfmpegStatus = Tool.extend({
  videoEncoders: z.array(z.string()),
  audioEncoders: z.array(z.string()),
  hwaccels: z.array(z.string()),
  missing: z.array(z.object({ encoder: z.string(), profiles: z.array(z.string()) })),
  gaps: z.array(FfmpegGap).describe("Features that this ffmpeg lacks, and the consequences"),
}).meta({ id: "FfmpegStatus" });
/** Capabilities of this ffmpeg. `missing` lists the encoders that profiles use but this ffmpeg does not have. */
export type FfmpegStatus = z.infer<typeof FfmpegStatus>;

/** Response of the status API. */
export const SystemStatus = z.object({
  version: z.string(),
  install: z.object({
    kind: z.enum(["package", "docker", "source"]),
    runtime: z.string().optional(),
    branch: z.string().optional(),
  }),
  runtime: z.object({ name: z.string(), version: z.string() }),
  platform: z.string(),
  arch: z.string(),
  uptimeSeconds: z.int(),
  configDir: z.string(),
  ffmpeg: FfmpegStatus,
  hardware: z.object({
    renderNodes: z.array(z.object({ path: z.string(), driver: z.string().optional(), vendor: z.string().optional() })),
    nvidiaGpus: z.array(z.object({ index: z.int(), name: z.string() })),
  }),
  connections: z.array(z.object({
    name: z.string(),
    configured: z.boolean(),
    ok: z.boolean(),
    version: z.string().optional(),
    appName: z.string().optional(),
    error: z.string().optional(),
  })),
  encodertool: Tool.extend({ encoders: z.array(z.string()) }),
  ripper: Tool,
  power: z.object({
    supported: z.boolean(),
    method: z.string().optional(),
    active: z.boolean(),
    reason: z.string().optional(),
    error: z.string().optional(),
  }),
  storage: z.array(StoragePath),
  jobs: z.object({ active: z.int(), queued: z.int(), waiting: z.int(), done: z.int(), failed: z.int() }),
}).meta({ id: "SystemStatus" });
/** Current state of the instance, its programs, hardware, connections, folders and queue. Sizes are in bytes. */
export type SystemStatus = z.infer<typeof SystemStatus>;

/** Sources of the status, read on each call. */
export interface StatusFacts {
  media: Pick<Media, "tools" | "capabilities">;
  profiles: Pick<Profiles, "list">;
  hardware: Pick<Hardware, "devices">;
  encodertool: EncodertoolService;
  connectionStates: ConnectionStates;
  players: Pick<Players, "list">;
  settings: Pick<SettingsService, "current">;
  jobs: Pick<Jobs, "queueState">;
  paths: { list(options?: { refresh?: boolean }): Promise<StoragePath[]> };
  sleep: Pick<SleepInhibitor, "method" | "reason" | "error">;
  programSearch: ToolSearch;
  configDir: string;
  kind: InstallKind;
  startedAt: Date;
  clock: Clock;
}

/** Returns ffmpeg's capabilities and the encoders missing for profiles. */
export async function ffmpegStatus(
  { media, profiles }: Pick<StatusFacts, "media" | "profiles">,
): Promise<FfmpegStatus> {
  const found = await media.tools();
  const error = found.ffmpeg.error ?? found.ffprobe.error;
  const missing = new Map<string, string[]>();
  for (const { name, missingEncoders } of await profiles.list()) {
    for (const encoder of missingEncoders) missing.set(encoder, [...(missing.get(encoder) ?? []), name]);
  }
  const known = error === undefined ? await media.capabilities() : undefined;
  return {
    available: error === undefined,
    path: found.ffmpeg.path,
    version: known?.version,
    videoEncoders: known?.videoEncoders ?? [],
    audioEncoders: known?.audioEncoders ?? [],
    hwaccels: known?.hwaccels ?? [],
    missing: [...missing].map(([encoder, profiles]) => ({ encoder, profiles })),
    gaps: known ? ffmpegGaps(known) : [],
    error,
  };
}

/** Returns the complete status of this instance. */
export async function systemStatus(facts: StatusFacts, { refresh = false } = {}): Promise<SystemStatus> {
  const { settings, clock, sleep, kind, startedAt } = facts;
  const current = settings.current();
  const [ffmpeg, { renderNodes, nvidiaGpus }, connections, players, encodertool, ripper, storage, queue] = await Promise
    .all([
      ffmpegStatus(facts),
      facts.hardware.devices(),
      facts.connectionStates.current({ refresh }),
      playerConnections(facts, { refresh }),
      facts.encodertool.status({ refresh }),
      findTool(
        Deno.build.os === "windows" ? "makemkvcon64" : "makemkvcon",
        current.disc.ripperPath,
        facts.programSearch,
      ),
      facts.paths.list({ refresh }),
      facts.jobs.queueState(),
    ]);
  const reason = sleep.reason();
  const problem = sleep.error();
  return {
    version: VERSION,
    install: { kind, branch: current.general.updates.branch },
    runtime: { name: "Deno", version: Deno.version.deno },
    platform: Deno.build.os,
    arch: Deno.build.arch,
    uptimeSeconds: Math.max(0, Math.round((clock.now().getTime() - startedAt.getTime()) / 1000)),
    configDir: facts.configDir,
    ffmpeg,
    hardware: { renderNodes, nvidiaGpus },
    connections: [...connections, ...players],
    encodertool,
    ripper: { available: ripper.path !== undefined, ...ripper },
    power: {
      supported: sleep.method !== undefined,
      ...(sleep.method === undefined ? {} : { method: sleep.method }),
      active: reason !== undefined,
      ...(reason === undefined ? {} : { reason }),
      ...(problem === undefined ? {} : { error: problem }),
    },
    storage,
    jobs: {
      active: queue.running,
      queued: queue.queued,
      waiting: queue.waiting + queue.waitingForSpace,
      done: queue.done,
      failed: queue.failed,
    },
  };
}
