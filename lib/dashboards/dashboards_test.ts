import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { DeviceDiscovery, DISCOVERY_TOPIC } from "../../tests/fixtures/home_assistant.ts";
import { makeCertificate } from "../../tests/fixtures/certificate.ts";
import { tarpit, testHttpClient } from "../../tests/fixtures/http_client.ts";
import { shownJob } from "../../tests/fixtures/shown_job.ts";
import { type Broker, hasMosquitto, PASSWORD, startMosquitto, USER } from "../../tests/kit/mosquitto.ts";
import { until } from "../../tests/kit/until.ts";
import { QueueState } from "../jobs/schema.ts";
import type { JobBusEvents } from "../jobs/service.ts";
import { createBus } from "../kit/bus.ts";
import { Settings } from "../platform/settings/schema.ts";
import type { BridgeTimes } from "./bridge.ts";
import { createDashboardServices } from "./dashboard_services.ts";
import { mqttProbe } from "./health/mqtt.ts";
import { Widget } from "./model.ts";

const FAST: BridgeTimes = { stateMs: 100, commandMs: 50, retryMs: 20, longestRetryMs: 100 };

const QUEUE: QueueState = QueueState.parse({
  ...{ paused: false, limit: 1, running: 1, queued: 2, waiting: 0, waitingForSpace: 0, done: 3, failed: 0 },
  ...{ etaSeconds: 90.4, queuedBytes: 0, expectedBytes: null, savedBytes: 1_234_000_000_000, wouldFreeBytes: 0 },
  ...{ undecided: 0, runningIds: ["j1"], sleepInhibited: false, outsideSchedule: false },
});

/** Opens the dashboards with a fake queue. */
function openDashboards(mqtt: object, times = FAST, general: object = {}) {
  const http = testHttpClient(general);
  const logged: string[] = [];
  const bus = createBus<JobBusEvents>((error) => void logged.push(String(error)));
  let settings = Settings.parse({ mqtt });
  const listeners = new Set<(keys: string[]) => void>();
  const queue = { ...QUEUE };
  const pauses: boolean[] = [];
  const kept = new Map<string, unknown>([["dashboards.instance", "abc123"]]);
  const job = { ...shownJob({ id: "j1", title: "Dune", status: "encoding" }), endsAt: "2026-11-20T12:00:00.000Z" };
  const core = {
    settings: {
      current: () => settings,
      onChange: (listener: (keys: string[]) => void) => (listeners.add(listener), () => listeners.delete(listener)),
    },
    http,
    bus,
    keyValues: {
      get: (key: string) => Promise.resolve(kept.get(key)),
      set: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    },
    log: (level: string, message: string, facts?: object) =>
      void logged.push(`${level} ${message} ${JSON.stringify(facts)}`),
  };
  const jobs = {
    queueState: () => Promise.resolve({ ...queue }),
    get: () => Promise.resolve(job),
    setPaused(paused: boolean) {
      pauses.push(paused);
      queue.paused = paused;
      bus.publish("queue", { ...queue });
      return Promise.resolve({ paused });
    },
  };
  const { services: { dashboards }, close } = createDashboardServices(core as never, { jobs: jobs as never, times });
  return {
    dashboards,
    queue,
    job,
    bus,
    logged,
    pauses,
    change(mqtt: object) {
      settings = Settings.parse({ mqtt });
      for (const listener of listeners) listener(["mqtt.url"]);
    },
    probe: (nowMs?: () => number) => mqttProbe({ settings: core.settings as never, state: dashboards.state, nowMs }),
    async [Symbol.asyncDispose]() {
      await close?.();
      await http.close();
    },
  };
}

type Opened = ReturnType<typeof openDashboards>;

const withBroker = (
  name: string,
  work: (opened: Opened, broker: Broker) => Promise<void>,
  change: object = {},
  times = FAST,
) =>
  Deno.test({
    name,
    ignore: !hasMosquitto(),
    async fn() {
      await using broker = await startMosquitto();
      await using opened = openDashboards(settingsFor(broker, change), times);
      opened.dashboards.start();
      await work(opened, broker);
    },
  });

const settingsFor = ({ url }: Broker, change: object = {}) => ({
  ...{ enabled: true, url, username: USER, password: PASSWORD },
  ...change,
});

const STATE = "lathe/abc123/state";
const AVAILABILITY = "lathe/abc123/availability";
const PAUSE = "lathe/abc123/pause/set";
const DISCOVERY = "homeassistant/device/lathe_abc123/config";

const stateIn = ({ seen }: Broker): Widget => Widget.parse(JSON.parse(seen.get(STATE) ?? "{}"));
const isConnected = async ({ dashboards }: Opened) => (await dashboards.state())?.connected === true;

withBroker("Home Assistant gets the device with all entities, and the state that they read", async (_, broker) => {
  await until(() => broker.seen.has(STATE) && broker.seen.has(DISCOVERY));
  const discovery = DeviceDiscovery.parse(JSON.parse(broker.seen.get(DISCOVERY) ?? ""));
  match(DISCOVERY.slice("homeassistant/".length), DISCOVERY_TOPIC);
  same([discovery.state_topic, discovery.availability_topic], [STATE, AVAILABILITY]);
  is(broker.seen.get(AVAILABILITY), "online");
  const entities = Object.values(discovery.components);
  is(new Set(entities.map(({ unique_id }) => unique_id)).size, 10);
  const state = stateIn(broker);
  const fields = entities.flatMap(({ value_template = "" }) =>
    [...value_template.matchAll(/value_json\.(\w+)/g)].map(([, field]) => field ?? "")
  );
  same(fields.filter((field) => !(field in state)), []);
  same(state, {
    ...{ running: 1, queued: 2, failed: 0, paused: false, heldBy: null, title: "Dune", percent: state.percent },
    ...{ endsAt: "2026-11-20T12:00:00.000Z", etaSeconds: 90, savedBytes: 1_234_000_000_000, saved: "1.2 TB" },
  });
});

withBroker("the switch pauses and resumes the queue, and shows its state", async ({ pauses, bus, queue }, broker) => {
  await until(() => broker.seen.has(STATE));
  await broker.publish(PAUSE, "ON");
  await until(() => stateIn(broker).paused);
  await broker.publish(PAUSE, "OFF");
  await until(() => !stateIn(broker).paused);
  same(pauses, [true, false]);
  bus.publish("queue", Object.assign(queue, { queued: 7 }));
  await until(() => stateIn(broker).queued === 7);
});

withBroker("a killed broker gets everything again when it is back", async (opened, broker) => {
  await until(() => broker.seen.has(STATE));
  await broker.kill();
  await until(async () => !await isConnected(opened));
  await broker.start();
  await until(() => broker.seen.has(STATE) && broker.seen.has(DISCOVERY) && broker.seen.get(AVAILABILITY) === "online");
  await broker.publish(PAUSE, "ON");
  await until(() => opened.pauses.length === 1);
});

withBroker("the disabled device disappears, and a closed service is offline", async (opened, broker) => {
  await until(() => broker.seen.has(STATE));
  opened.change(settingsFor(broker, { baseTopic: "lathe/den" }));
  await until(() => broker.seen.has("lathe/den/abc123/state") && !broker.seen.has(STATE));
  opened.change({ enabled: false });
  await until(() => broker.seen.size === 0);
  is(await opened.dashboards.state(), undefined);
  opened.change(settingsFor(broker));
  await until(() => broker.seen.has(STATE));
  await opened[Symbol.asyncDispose]();
  await until(() => broker.seen.get(AVAILABILITY) === "offline");
  ok(broker.seen.has(DISCOVERY));
});

withBroker("S-SEC-2: no topic, payload or log line contains a credential", async (opened, broker) => {
  await until(() => broker.seen.has(STATE));
  await broker.kill();
  await until(async () => !await isConnected(opened));
  opened.change(settingsFor(broker, { password: `${PASSWORD}-wrong` }));
  await broker.start();
  await until(async () => (await opened.dashboards.state())?.error?.includes("does not accept") === true);
  match((await opened.dashboards.test({ url: broker.url, username: USER, password: "no" })).detail, /does not accept/);
  const texts = [...broker.messages.map(({ topic, payload }) => `${topic} ${payload}`), ...opened.logged];
  ok(broker.messages.length > 2 && opened.logged.length > 1);
  same(texts.filter((text) => text.includes(PASSWORD)), []);
});

withBroker(
  "hostile messages change nothing: other payloads, stored commands, a megabyte, bytes that are not text",
  async (opened, broker) => {
    await until(() => broker.seen.has(STATE));
    const payloads = ["on", "ON ", "{}", "", "ON\n", "TOGGLE", "x".repeat(1 << 20), new Uint8Array([0xff, 0xfe])];
    for (const payload of payloads) await broker.publish(PAUSE, payload);
    await until(async () => (await opened.dashboards.state())?.ignored === payloads.length);
    await broker.publish(PAUSE, "ON", { retain: true });
    await until(() => opened.pauses.length === 1);
    await broker.publish(PAUSE, "OFF");
    await until(() => opened.pauses.length === 2);
    opened.change(settingsFor(broker));
    await until(async () => (await opened.dashboards.state())?.ignored === 1);
    same(opened.pauses, [true, false]);
  },
);

withBroker(
  "slow: of ten thousand commands, only a few are executed, and the last one is",
  async (opened, broker) => {
    await until(() => broker.seen.has(STATE));
    await broker.publish(PAUSE, "ON\nOFF", { count: 5_000 });
    await until(async () => {
      // The broker drops messages for clients that read more slowly than the flood arrives.
      await broker.publish(PAUSE, "ON");
      return stateIn(broker).paused && opened.queue.paused;
    });
    ok(opened.pauses.length < 500, `${opened.pauses.length} commands`);
    ok(broker.messages.filter(({ topic }) => topic === STATE).length < 500);
  },
  {},
  { ...FAST, commandMs: 100 },
);

withBroker("titles are one line of limited length without control characters", async (opened, broker) => {
  await until(() => broker.seen.has(STATE));
  opened.job.title = `A\u0000\u001b[31m\n\u202e"}${"é".repeat(1000)}`;
  opened.bus.publish("job", { job: opened.job });
  await until(() => stateIn(broker).title?.startsWith("A [31m") === true);
  is(Array.from(stateIn(broker).title ?? "").length, 200);
});

Deno.test({
  name: "slow: a broker with an untrusted certificate receives no password, unless certificates are not validated",
  ignore: !hasMosquitto(),
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "lathe-mqtts-" });
    const certificate = await makeCertificate(folder);
    await using broker = await startMosquitto({ certificate });
    const entered = { url: broker.url, username: USER, password: PASSWORD };
    await using strict = openDashboards({});
    same(await strict.dashboards.test(entered), {
      ok: false,
      detail: `The certificate of 127.0.0.1:${broker.port} is not trusted.`,
    });
    await using lax = openDashboards({}, FAST, { security: { certificateValidation: "disabledForLocalAddresses" } });
    is((await lax.dashboards.test(entered)).ok, true);
    match((await lax.dashboards.test({ ...entered, url: broker.url.replace("mqtts", "mqtt") })).detail, /closed|lost/);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("a server that never responds does not delay the end of the service", async () => {
  using silent = tarpit();
  await using opened = openDashboards({ enabled: true, url: `mqtt://127.0.0.1:${silent.port}` });
  opened.dashboards.start();
  await until(async () => (await opened.dashboards.state()) !== undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  is((await opened.dashboards.state())?.connected, false);
});

Deno.test("without a broker, nothing is loaded, connected or subscribed", async () => {
  await using opened = openDashboards({});
  opened.dashboards.start();
  opened.change({ enabled: false, url: "mqtt://127.0.0.1:1" });
  is(await opened.dashboards.state(), undefined);
  same(await opened.probe().check(), []);
  same(opened.logged, []);
});

Deno.test("a broker that is down is tried again with growing pauses, logged once and a warning after a minute", async () => {
  await using opened = openDashboards({ enabled: true, url: "mqtt://127.0.0.1:1" });
  opened.dashboards.start();
  await until(async () => (await opened.dashboards.state())?.error !== undefined);
  await new Promise((resolve) => setTimeout(resolve, 200));
  is(opened.logged.length, 1);
  same(await opened.probe().check(), []);
  const [warning] = await opened.probe(() => performance.now() + 61_000).check();
  same([warning?.type, warning?.code], ["warning", "no_answer"]);
  match(warning?.message ?? "", /127\.0\.0\.1:1 refused the connection/);
});

for (
  const [name, bytes, reason] of [
    ["speaks HTTP", new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"), /closed the connection|malformed/],
    ["sends a malformed length", new Uint8Array([0x20, 0xff, 0xff, 0xff, 0xff, 0xff]), /malformed/],
    ["refuses the client", new Uint8Array([0x20, 2, 0, 3]), /is not available/],
    ["closes at once", new Uint8Array(), /closed/],
  ] as const
) {
  Deno.test(`a server that ${name} is not connected`, async () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = (async () => {
      for await (const connection of listener) {
        await connection.write(bytes).catch(() => {});
        await connection.read(new Uint8Array(1024)).catch(() => {});
        connection.close();
      }
    })();
    await using opened = openDashboards({});
    const url = `mqtt://127.0.0.1:${listener.addr.port}`;
    const { ok: isOk, detail } = await opened.dashboards.test({ url, username: "", password: "" });
    is(isOk, false);
    match(detail, reason);
    listener.close();
    await serving.catch(() => {});
  });
}
