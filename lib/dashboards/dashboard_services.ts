import type { JobBusEvents, Jobs } from "../jobs/service.ts";
import { newId } from "../kit/id.ts";
import { later } from "../kit/lazy.ts";
import type { Core, District } from "../platform/core.ts";
import type { BridgeTimes } from "./bridge.ts";
import { mqttProbe } from "./health/mqtt.ts";
import type { Widget } from "./model.ts";
import type { MqttService } from "./service.ts";

/** Functions of the dashboards district that routes use. */
export interface Dashboards extends Pick<MqttService, "test" | "state"> {
  /** Connects to the broker whenever it is enabled. Called once, when the service starts. */
  start(): void;
  /** Returns the state of the queue as a flat JSON object. */
  widget(): Promise<Widget>;
}

/** Services of the dashboards district. */
export interface DashboardServices {
  dashboards: Dashboards;
}

/** Services outside the core that dashboards need. */
export interface DashboardUpstream {
  jobs: Pick<Jobs, "queueState" | "get" | "setPaused">;
  /** Replaced by tests. */
  times?: BridgeTimes;
}

const INSTANCE_KEY = "dashboards.instance";

/**
 * Creates the dashboards district. Its code is loaded when a dashboard is used for the first time. Until then, nothing
 * runs.
 */
export function createDashboardServices(
  core: Pick<Core<JobBusEvents>, "settings" | "http" | "bus" | "keyValues" | "log">,
  { jobs, times }: DashboardUpstream,
): District<DashboardServices> {
  const { settings, keyValues, log } = core;
  const { calls, built } = later<MqttService, keyof MqttService>(async () => {
    const [{ createMqttService }, { BRIDGE_TIMES }] = await Promise.all([
      import("./service.ts"),
      import("./bridge.ts"),
    ]);
    return createMqttService({
      ...core,
      jobs,
      instance: await instanceId(keyValues),
      mqtt: () => settings.current().mqtt,
      name: () => settings.current().general.host.instanceName,
      times: times ?? BRIDGE_TIMES,
    });
  }, ["apply", "test", "state", "close"]);
  const apply = () =>
    void calls.apply().catch((error) =>
      log("error", "The MQTT connection could not be changed.", { error: String(error) })
    );
  let isStarted = false;
  const isOn = () => settings.current().mqtt.enabled;
  const stop = settings.onChange((keys) => {
    const isChanged = keys.some((key) =>
      key.startsWith("mqtt") || key === "general.host.instanceName" ||
      key === "general.security.certificateValidation"
    );
    if (isStarted && isChanged) void built().then((service) => (service !== undefined || isOn()) && apply());
  });
  const state = async () => await (await built())?.state();
  return {
    services: {
      dashboards: {
        start() {
          isStarted = true;
          if (isOn()) apply();
        },
        widget: async () => (await import("./widget.ts")).readWidget(jobs),
        test: calls.test,
        state,
      },
    },
    probes: [mqttProbe({ settings, state })],
    async close() {
      stop();
      await (await built())?.close();
    },
  };
}

/** Returns the stored ID that distinguishes this instance from others that use the same broker. */
async function instanceId(keyValues: Core<JobBusEvents>["keyValues"]): Promise<string> {
  const known = await keyValues.get(INSTANCE_KEY);
  if (typeof known === "string") return known;
  const made = newId();
  await keyValues.set(INSTANCE_KEY, made);
  return made;
}
