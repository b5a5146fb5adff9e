import { join } from "node:path";
import * as z from "zod";
import { agentRepository } from "../../../db/farm/agents.ts";
import { keyValueRepository } from "../../../db/platform/key_values.ts";
import type { Store } from "../../../db/store.ts";
import { agentView } from "../../farm/agents/agent_view.ts";
import type { AgentList } from "../../farm/agents/model.ts";
import type { Farm, OpenListener } from "../../farm/service.ts";
import type { RemoteMachines } from "../../jobs/segments/remote_machines.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { newId } from "../../kit/id.ts";
import { later } from "../../kit/lazy.ts";
import type { Log } from "../../kit/log.ts";
import { VERSION } from "../../kit/version.ts";
import type { Media } from "../../media/probe/service.ts";
import { findTool, type ToolSearch } from "../../media/tools/tools.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { ToolMarks } from "../tool_marks.ts";

/** What the rest of the program asks of the farm. */
export interface FarmCalls extends Omit<Farm, "apply" | "close" | "machines" | "link"> {
  /** Agents are answered by this listener from now on, whenever they are switched on. Called once, by who serves. */
  open(listener: OpenListener): Promise<void>;
  /** The farm, when anybody has asked for it. */
  built(): Promise<Farm | undefined>;
}

/** What the farm is built from. */
export interface FarmServiceDeps {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  programSearch: ToolSearch;
  events: EventLog;
  bus: Bus<InstanceBusEvents>;
  toolMarks: Pick<ToolMarks, "marked">;
  clock: Clock;
  log: Log;
  media: Pick<Media, "paths">;
  /** Hears of the agents once there may be any. */
  attach(machines: RemoteMachines): void;
}

const INSTANCE_KEY = "farm.instance";
const MARKS_KEY = "farm.encoderMarks";
const KeptMarks = z.object({ key: z.string(), marks: z.record(z.string(), z.string()) });

/** Loads nothing before agents are switched on or asked for. */
export function createFarmService(deps: FarmServiceDeps): { farm: FarmCalls; closeFarm(): Promise<void> } {
  const { settings, storage, store, programSearch, events, bus, toolMarks, clock, log, media, attach } = deps;
  let listener: OpenListener | undefined;
  const { calls, built } = later<Farm, keyof Farm>(async () => {
    const { createFarm } = await import("../../farm/service.ts");
    const folder = join(storage.folders.programData, "farm");
    const { createEncoderMarks } = await import("../../farm/encoder_marks.ts");
    const keyValues = keyValueRepository(store);
    const marksOf = createEncoderMarks({
      kept: {
        load: async () => KeptMarks.safeParse(await keyValues.get(MARKS_KEY)).data,
        save: (kept) => keyValues.set(MARKS_KEY, kept),
      },
    });
    const farm = await createFarm({
      ...{ settings, folder, events, bus, clock, log },
      repository: agentRepository(store),
      version: VERSION,
      instance: await instanceId(store),
      findServer: async () => {
        const found = await findTool("nats-server", "", programSearch);
        // It is judged as one that the settings name: it answers the whole network (safety.md, S-PROC-5).
        return found.path === undefined ? found : await findTool("nats-server", found.path, programSearch);
      },
      openListener: (options) =>
        listener === undefined ? Promise.reject(new Error("Nothing is served yet")) : listener(options),
      ourMarks: async () => await marksOf((await media.paths()).ffmpegPath),
    });
    attach(await farm.machines());
    return farm;
  }, ["list", "invite", "decide", "change", "revoke", "apply", "machines", "link", "close"]);
  // By the mark the next start finds a NATS server that outlived this one (safety.md, S-PROC-8).
  const apply = () =>
    toolMarks.marked(() => calls.apply()).catch((error) => {
      log("error", "Agents could not be switched on or off.", { error: String(error) });
      events.record({
        level: "error",
        source: "agents",
        message: "Agents could not be switched on.",
        details: String(error),
      });
    });
  const isNeeded = async () => settings.current().agents.enabled || await built() !== undefined;
  const stop = settings.onChange((keys) => {
    const of = ["agents.enabled", "agents.listen", "agents.server"];
    if (listener !== undefined && keys.some((key) => of.includes(key))) void apply();
  });
  return {
    farm: {
      ...calls,
      built,
      list: async () => await isNeeded() ? await calls.list() : await knownAgents(store),
      async open(answering) {
        listener = answering;
        if (settings.current().agents.enabled) await apply();
      },
    },
    async closeFarm() {
      stop();
      listener = undefined;
      await (await built())?.close();
    },
  };
}

/** The agents as they are while agents are off: for a look nothing is made and written. */
async function knownAgents(store: Store): Promise<AgentList> {
  const rows = (await agentRepository(store).all()).filter(({ state }) => state !== "revoked");
  return {
    enabled: false,
    foreignServer: false,
    items: rows.map((row) => agentView({ row, heartbeat: undefined, lastSeenAt: row.lastSeenAt }, VERSION)),
  };
}

/** Tells services apart that use one NATS server. */
async function instanceId(store: Store): Promise<string> {
  const keyValues = keyValueRepository(store);
  const known = await keyValues.get(INSTANCE_KEY);
  if (typeof known === "string") return known;
  const made = newId();
  await keyValues.set(INSTANCE_KEY, made);
  return made;
}
