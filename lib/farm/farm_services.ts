import { join } from "node:path";
import * as z from "zod";
import { agentRepository } from "../../db/farm/agents.ts";
import type { KeyValueRepository } from "../../db/platform/key_values.ts";
import type { Store } from "../../db/store.ts";
import { agentView } from "./agents/agent_view.ts";
import type { AgentList, FarmBusEvents } from "./agents/model.ts";
import { agentsProbe } from "./health/agents.ts";
import type { Farm, OpenListener } from "./service.ts";
import type { RemoteMachines } from "../jobs/capacity/remote_machines.ts";
import { newId } from "../kit/id.ts";
import { later } from "../kit/lazy.ts";
import { VERSION } from "../kit/version.ts";
import { findTool } from "../media/tools/tools.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { District } from "../platform/core.ts";
import type { PlatformBusEvents } from "../platform/events/bus_events.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { ToolMarks } from "../jobs/run/tool_marks.ts";

/** Functions of the farm that the rest of the program uses. */
export interface FarmCalls extends Omit<Farm, "apply" | "close" | "machines" | "link"> {
  /** Accepts agents on this listener whenever agents are enabled. Called once, when the service starts. */
  open(listener: OpenListener): Promise<void>;
  /** The farm, if it has been created. */
  built(): Promise<Farm | undefined>;
}

/** Services outside the core that the farm needs. */
export interface FarmUpstream {
  events: EventLog;
  toolMarks: Pick<ToolMarks, "marked">;
  /** Called with the agents after the farm was created. */
  attach(machines: RemoteMachines): void;
}

/** Services of the farm. */
export interface FarmServices {
  farm: FarmCalls;
}

const INSTANCE_KEY = "farm.instance";
const MARKS_KEY = "farm.encoderMarks";
const KeptMarks = z.object({ key: z.string(), marks: z.record(z.string(), z.string()) });

/** Creates the farm when agents are enabled or listed. */
export function createFarmServices(
  core: MediaCore<FarmBusEvents & PlatformBusEvents>,
  { events, toolMarks, attach }: FarmUpstream,
): District<FarmServices> {
  const { settings, storage, store, keyValues, programSearch, log, media } = core;
  let listener: OpenListener | undefined;
  const { calls, built } = later<Farm, keyof Farm>(async () => {
    const { createFarm } = await import("./service.ts");
    const folder = join(storage.folders.programData, "farm");
    const { createEncoderMarks } = await import("./encoder_marks.ts");
    const marksOf = createEncoderMarks({
      kept: {
        load: async () => KeptMarks.safeParse(await keyValues.get(MARKS_KEY)).data,
        save: (kept) => keyValues.set(MARKS_KEY, kept),
      },
    });
    const farm = await createFarm({
      ...core,
      folder,
      events,
      repository: agentRepository(store),
      version: VERSION,
      instance: await instanceId(keyValues),
      findServer: async () => {
        const found = await findTool("nats-server", "", programSearch);
        // The program is checked like one in the settings, because it can be reached from the network (docs/safety.md,
        // S-PROC-5).
        return found.path === undefined ? found : await findTool("nats-server", found.path, programSearch);
      },
      openListener: (options) =>
        listener === undefined ? Promise.reject(new Error("The server is not listening yet")) : listener(options),
      localMarks: async () => await marksOf((await media.paths()).ffmpegPath),
    });
    attach(await farm.machines());
    return farm;
  }, ["list", "invite", "decide", "change", "revoke", "apply", "machines", "link", "close"]);
  // The NATS server gets the environment variable that marks child processes, so that the next start of Lathe finds a
  // server that is still running (docs/safety.md, S-PROC-8).
  const apply = () =>
    toolMarks.marked(() => calls.apply()).catch((error) => {
      log("error", "Agents could not be enabled or disabled.", { error: String(error) });
      events.record({
        level: "error",
        source: "agents",
        message: "Agents could not be enabled.",
        details: String(error),
      });
    });
  const isNeeded = async () => settings.current().agents.enabled || await built() !== undefined;
  const stop = settings.onChange((keys) => {
    const of = ["agents.enabled", "agents.listen", "agents.server"];
    if (listener !== undefined && keys.some((key) => of.includes(key))) void apply();
  });
  const farm: FarmCalls = {
    ...calls,
    built,
    list: async () => await isNeeded() ? await calls.list() : await knownAgents(store),
    async open(answering) {
      listener = answering;
      if (settings.current().agents.enabled) await apply();
    },
  };
  return {
    services: { farm },
    probes: [agentsProbe({ settings, agents: farm.list })],
    async close() {
      stop();
      listener = undefined;
      await (await built())?.close();
    },
  };
}

/** Returns the stored agents while agents are disabled. Nothing is created or written. */
async function knownAgents(store: Store): Promise<AgentList> {
  const rows = (await agentRepository(store).all()).filter(({ state }) => state !== "revoked");
  return {
    enabled: false,
    foreignServer: false,
    items: rows.map((row) => agentView({ row, heartbeat: undefined, lastSeenAt: row.lastSeenAt }, VERSION)),
  };
}

/**
 * Returns the stored ID that distinguishes this service from others that use the same NATS server. The first call
 * creates it.
 */
async function instanceId(keyValues: KeyValueRepository): Promise<string> {
  const known = await keyValues.get(INSTANCE_KEY);
  if (typeof known === "string") return known;
  const made = newId();
  await keyValues.set(INSTANCE_KEY, made);
  return made;
}
