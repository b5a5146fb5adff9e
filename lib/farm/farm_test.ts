import { findProgram } from "../../build/needs.ts";
import { deepStrictEqual as same, match, ok, rejects, strictEqual as is, throws } from "node:assert/strict";
import { createUser, type KeyPair } from "@nats-io/nkeys";
import { connect, type NatsConnection, nkeyAuthenticator } from "@nats-io/transport-node";
import { agentRepository } from "../../db/farm/agents.ts";
import { openStore } from "../../db/store.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { createBus } from "../kit/bus.ts";
import { systemClock } from "../kit/clock.ts";
import { Settings } from "../platform/settings/schema.ts";
import type { FarmBusEvents } from "./agents/model.ts";
import { agentPermissions } from "./broker/server_config.ts";
import { CERTIFICATE_NAME, natsNames, parseJoinCode } from "./protocol.ts";
import { createFarm, type Farm, type FarmDeps } from "./service.ts";
import { until } from "../../tests/kit/until.ts";

const encoders = { libx264: "a".repeat(64) };
const abilities = { protocol: 1, version: "0.1.0.0", platform: "linux", ffmpegVersion: "7", encoders, slots: 2 };

async function withFarm(
  folder: string,
  change: Partial<FarmDeps>,
  agents: object,
  work: (farm: Farm) => Promise<void>,
) {
  await using closing = new AsyncDisposableStack();
  const store = await openStore({ path: `${folder}/lathe.db` });
  closing.defer(store.close);
  const settings = Settings.parse({ agents: { enabled: true, listen: ":0", ...agents } });
  const farm = await createFarm({
    repository: agentRepository(store),
    events: { record: () => {} },
    bus: createBus<FarmBusEvents>(() => {}),
    clock: systemClock,
    log: () => {},
    version: "0.1.0.0",
    settings: { current: () => settings },
    instance: "abc",
    folder,
    findServer: () => Promise.resolve({ path: findProgram("nats-server") }),
    localMarks: () => Promise.resolve(encoders),
    openListener: () => Promise.resolve({ port: 4000, stop: () => Promise.resolve() }),
    ...change,
  });
  closing.defer(farm.close);
  await farm.apply();
  await work(farm);
}

const isReady = (farm: Farm) => until(async () => (await farm.list()).problem === undefined);

async function join(farm: Farm, name: string) {
  const { code } = await farm.invite("nas");
  const user = createUser();
  const link = await farm.link();
  const secret = parseJoinCode(code)?.secret ?? "";
  const answer = await link.join({ secret, name, publicKey: user.getPublicKey(), abilities }, "10.0.0.9");
  return { ...answer, user };
}

async function connectAs(farm: Farm, agent: { id: string; user: KeyPair; certificate: string }) {
  const link = await farm.link();
  return await connect({
    servers: `127.0.0.1${link.standing(agent.id).nats}`,
    authenticator: nkeyAuthenticator(agent.user.getSeed()),
    inboxPrefix: natsNames("abc").inbox(agent.id),
    tls: { ca: agent.certificate, servername: CERTIFICATE_NAME } as object,
    reconnect: false,
  });
}

/**
 * Returns true if the server rejects `act`. The server responds in order, so the response to a later ping means that
 * `act` was accepted.
 */
async function refused(nc: NatsConnection, act: () => void): Promise<boolean> {
  let refusals = 0;
  const statuses = nc.status()[Symbol.asyncIterator]();
  act();
  await nc.flush();
  const next = statuses.next();
  const first = await Promise.race([next, nc.flush().then(() => undefined)]);
  if (first !== undefined) refusals++;
  return refusals > 0;
}

inFolder(
  "an agent may publish and subscribe to its own subjects only, and loses them when it is revoked",
  async (folder) => {
    await withFarm(folder, {}, {}, async (farm) => {
      await isReady(farm);
      const [one, two] = [await join(farm, "one"), await join(farm, "two")];
      await rejects(connectAs(farm, one));
      await farm.decide(one.id, true);
      await farm.decide(two.id, true);
      const nc = await connectAs(farm, one);
      const names = natsNames("abc");
      const own = agentPermissions(one.id, "abc");
      const other = agentPermissions(two.id, "abc");
      for (const subject of own.publish) {
        is(await refused(nc, () => nc.publish(subject.replace(">", "x"))), false, subject);
      }
      const foreign = [
        ...other.publish.map((subject) => subject.replace(">", "x")),
        names.parts(one.id),
        names.control(one.id),
        names.control(two.id),
        `$JS.API.STREAM.INFO.${names.stream}`,
        `$JS.API.STREAM.DELETE.${names.stream}`,
        `$JS.API.STREAM.MSG.GET.${names.stream}`,
        `$JS.API.STREAM.PURGE.${names.stream}`,
        `$JS.API.CONSUMER.CREATE.${names.stream}`,
        `$JS.API.CONSUMER.DELETE.${names.stream}.${one.id}`,
        "$JS.API.INFO",
        "$SYS.REQ.SERVER.PING",
      ];
      for (const subject of foreign) is(await refused(nc, () => nc.publish(subject)), true, subject);
      const heard = [...other.subscribe, names.parts("*"), names.progress("*"), "_INBOX.>", ">", "$SYS.>"];
      for (const subject of heard) {
        is(await refused(nc, () => void nc.subscribe(subject, { callback: () => {} })), true, subject);
      }
      await farm.revoke(one.id);
      await nc.closed();
      await rejects(connectAs(farm, one));
      is((await farm.link()).standing(one.id).state, "revoked");
      same(
        (await farm.list()).items.map(({ name }) => name),
        ["two"],
      );
    });
  },
);

inFolder("a join code works once, and invalid ones are throttled", async (folder) => {
  await withFarm(folder, {}, {}, async (farm) => {
    const { code } = await farm.invite("nas");
    const secret = parseJoinCode(code)?.secret ?? "";
    const link = await farm.link();
    const ask = (usedSecret: string) =>
      link.join({ secret: usedSecret, name: "n", publicKey: createUser().getPublicKey(), abilities }, "10.0.0.9");
    const { id, credential } = await ask(secret);
    same(link.authenticate(credential), { id, approved: false });
    throws(() => link.authenticate(`${id}.${"0".repeat(64)}`), { code: "unauthorized" });
    await rejects(ask(secret), { code: "unauthorized" });
    for (let i = 0; i < 9; i++) await rejects(ask("x".repeat(20)), { code: "unauthorized" });
    await rejects(ask("x".repeat(20)), { code: "throttled" });
  });
});

inFolder("a killed server is restarted, and agents reconnect", async (folder) => {
  await withFarm(folder, {}, { requireApproval: false }, async (farm) => {
    await isReady(farm);
    const agent = await join(farm, "one");
    const before = (await farm.link()).standing(agent.id).nats;
    const pid = await serverPid(folder);
    Deno.kill(pid, "SIGKILL");
    await until(async () => (await farm.list()).problem !== undefined);
    await isReady(farm);
    is((await farm.link()).standing(agent.id).nats, before);
    const nc = await connectAs(farm, agent);
    nc.publish(`$KV.${natsNames("abc").bucket}.${agent.id}`, JSON.stringify({ ...abilities, running: [] }));
    const machines = await farm.machines();
    await until(async () => (await machines.available({ encoder: "libx264" })).length === 1);
    await nc.close();
  });
});

/** Returns the process whose configuration is in the folder. */
async function serverPid(folder: string): Promise<number> {
  for await (const { name } of Deno.readDir("/proc")) {
    const text = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (text.includes(`${folder}/nats.conf`)) return Number(name);
  }
  throw new Error("There is no server.");
}

inFolder("an external server that refuses the service is reported without the password", async (folder) => {
  const foreign = { server: "nats://me:geheim@127.0.0.1:1" };
  await withFarm(folder, {}, foreign, async (farm) => {
    await until(async () => /could not be reached/.test((await farm.list()).problem ?? ""));
    const { problem = "" } = await farm.list();
    match(problem, /nats:\/\/127\.0\.0\.1:1/);
    ok(!problem.includes("geheim"));
  });
});

inFolder("an external server with an undecodable address is a problem that the list shows", async (folder) => {
  await withFarm(folder, {}, { server: "nats://lathe:100%@nats:4222" }, async (farm) => {
    const { enabled, problem = "" } = await farm.list();
    is(enabled, true);
    match(problem, /^The setting agents\.server is not an address /);
    ok(!problem.includes("100%"));
  });
});
