import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createUser } from "@nats-io/nkeys";
import { connect, nkeyAuthenticator } from "@nats-io/transport-node";
import { findProgram } from "../../../build/needs.ts";
import { processesWith } from "../../../tests/fixtures/farm_service.ts";
import { until } from "../../../tests/kit/until.ts";
import { withForeignNats } from "../../../tests/fixtures/foreign_nats.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { CERTIFICATE_NAME, natsNames } from "../protocol.ts";
import { type Broker, type BrokerOptions, openBroker } from "./broker.ts";
import { openCertificate } from "./certificate.ts";
import type { BrokerConnection } from "./connection.ts";

const program = () => Promise.resolve({ path: findProgram("nats-server") });

/** Opens a broker in a folder and closes it after `work`. */
async function withBroker(
  folder: string,
  change: Partial<BrokerOptions>,
  work: (broker: Broker, connection: () => Promise<BrokerConnection>) => Promise<void>,
): Promise<void> {
  const broker = await openBroker({
    ...{ instance: "abc", server: "", folder, host: "127.0.0.1", port: 0, findServer: program },
    certificate: await openCertificate(folder),
    agents: () => [],
    onChange: () => {},
    log: () => {},
    restartMs: [10],
    ...change,
  });
  const connection = async () => {
    await until(() => broker.connection() !== undefined);
    return broker.connection() as BrokerConnection;
  };
  try {
    await work(broker, connection);
  } finally {
    await broker.close();
  }
}

/** An agent that may connect until `allowed` is emptied. */
async function oneAgent(folder: string) {
  const user = createUser();
  const { cert } = await openCertificate(folder);
  return {
    allowed: [{ id: "one", publicKey: user.getPublicKey() }],
    connect: (broker: Broker) =>
      connect({
        servers: `127.0.0.1${broker.address()}`,
        authenticator: nkeyAuthenticator(user.getSeed()),
        inboxPrefix: "_INBOX.one",
        tls: { ca: cert, servername: CERTIFICATE_NAME } as object,
        reconnect: false,
      }),
  };
}

inFolder(
  "S-FARM-3: a revoked agent is cut off although the server does not respond: the server is killed",
  async (folder) => {
    const { allowed, connect } = await oneAgent(folder);
    await withBroker(folder, { agents: () => allowed, reloadMs: 100 }, async (broker, connection) => {
      const before = await connection();
      const nc = await connect(broker);
      const pid = broker.pid() ?? 0;
      Deno.kill(pid, "SIGSTOP");
      allowed.length = 0;
      await broker.applyAgents();
      is((await processesWith(`${folder}/nats.conf`)).includes(pid), false);
      await nc.closed();
      await until(() => broker.connection() !== before && broker.connection() !== undefined);
      await rejects(connect(broker));
    });
  },
);

inFolder(
  "S-FARM-3: an agent that is revoked while the server is killed stays out",
  async (folder) => {
    const { allowed, connect } = await oneAgent(folder);
    await withBroker(folder, { agents: () => allowed }, async (broker, connection) => {
      const before = await connection();
      await before.js.publish(natsNames("abc").parts("one"), "kept");
      const nc = await connect(broker);
      Deno.kill(broker.pid() ?? 0, "SIGKILL");
      allowed.length = 0;
      await broker.applyAgents();
      await nc.closed();
      await until(() => broker.connection() !== before);
      const { jsm } = await connection();
      is((await jsm.streams.info(natsNames("abc").stream)).state.messages, 1, "the stream outlives its server");
      await rejects(connect(broker));
    });
  },
);

inFolder("a refused configuration takes effect by a restart of the server", async (folder) => {
  const { allowed, connect } = await oneAgent(folder);
  await withBroker(folder, { agents: () => allowed }, async (broker, connection) => {
    await connection();
    const pid = broker.pid();
    const nc = await connect(broker);
    // The server reports an invalid key and continues with its previous configuration.
    allowed[0] = { id: "one", publicKey: "nonsense" };
    await broker.applyAgents();
    await nc.closed();
    allowed.length = 0;
    await until(() => broker.pid() !== undefined && broker.pid() !== pid && broker.connection() !== undefined);
  });
});

inFolder(
  "S-FARM-3: a revoked agent is cut off although the configuration cannot be written: the server stays down until it can",
  async (folder) => {
    const { allowed, connect } = await oneAgent(folder);
    await withBroker(folder, { agents: () => allowed }, async (broker, connection) => {
      await connection();
      const nc = await connect(broker);
      const makeWritable = await blockConfig(folder);
      // An unchanged configuration is not written.
      await broker.applyAgents();
      ok(broker.connection() !== undefined);
      allowed.length = 0;
      await rejects(broker.applyAgents(), /configuration could not be written/);
      await nc.closed();
      await until(() => /configuration could not be written/.test(broker.problem() ?? ""));
      same(await processesWith(`${folder}/nats.conf`), []);
      // The write also fails while no server is running.
      await rejects(broker.applyAgents(), /configuration could not be written/);
      await makeWritable();
      await connection();
      is(broker.problem(), undefined);
      await rejects(connect(broker));
    });
  },
);

/** Replaces the configuration file with a folder. The returned function removes it. */
async function blockConfig(folder: string): Promise<() => Promise<void>> {
  const path = `${folder}/nats.conf`;
  await Deno.remove(path);
  await Deno.mkdir(path);
  return () => Deno.remove(path);
}

inFolder("a port of another program is not taken over", async (folder) => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  await withBroker(folder, { port }, async (broker, connection) => {
    await connection();
    match(broker.address() ?? "", /^:\d+$/);
    ok(broker.address() !== `:${port}`);
  });
});

inFolder("a missing program is reported, and started once it is installed", async (folder) => {
  let found = false;
  const findServer = async () => found ? await program() : { error: "nats-server was not found. Install it." };
  await withBroker(folder, { findServer, retryMs: 10 }, async (broker, connection) => {
    is(broker.problem(), "nats-server was not found. Install it.");
    found = true;
    await connection();
    is(broker.problem(), undefined);
  });
});

for (const name of ["store", "service.nk"]) {
  inFolder(
    `an obstacle at ${name} is reported, and the server starts once it is removed`,
    async (folder) => {
      const path = `${folder}/${name}`;
      await (name === "store" ? Deno.writeTextFile(path, "") : Deno.mkdir(path));
      for (const isFoundLater of [false, true]) {
        let [found, changes, tries] = [!isFoundLater, 0, 0];
        const findServer = async () => found ? await program() : { error: "nats-server was not found. Install it." };
        const onChange = () => void changes++;
        const log = () => void tries++;
        await withBroker(folder, { findServer, onChange, log, retryMs: 10 }, async (broker, connection) => {
          found = true;
          await until(() => /^The NATS server could not be prepared: /.test(broker.problem() ?? "") && tries >= 3);
          is(changes, isFoundLater ? 1 : 0, "only another sentence is told");
          if (!isFoundLater) return;
          await Deno.remove(path);
          await connection();
          is(broker.problem(), undefined);
        });
      }
    },
  );
}

inFolder("a failing search for the program is reported", async (folder) => {
  const findServer = () => Promise.reject(new Error("no search"));
  await withBroker(folder, { findServer }, (broker) => {
    is(broker.problem(), "The NATS server could not be prepared: no search.");
    return Promise.resolve();
  });
});

inFolder("a broker that is closed during the search for the program stops the search", async (folder) => {
  let findCalls = 0;
  const second = Promise.withResolvers<{ error: string }>();
  const missing = { error: "nats-server was not found. Install it." };
  const findServer = () => findCalls++ === 0 ? Promise.resolve(missing) : second.promise;
  await withBroker(folder, { findServer, retryMs: 1 }, async (broker) => {
    await until(() => findCalls === 2);
    const closing = broker.close();
    second.resolve(missing);
    await closing;
    await new Promise((resolve) => setTimeout(resolve, 50));
    is(findCalls, 2);
  });
});

inFolder("S-FARM-6: keys, configuration and store are readable by their owner only", async (folder) => {
  await withBroker(folder, {}, async (_, connection) => {
    await connection();
    const mode = async (name: string) => ((await Deno.stat(`${folder}/${name}`)).mode ?? 0) & 0o777;
    for (const file of ["farm.key", "farm.crt", "nats.conf", "service.nk"]) is(await mode(file), 0o600, file);
    is(await mode("store"), 0o700);
  });
  same(await processesWith(`${folder}/nats.conf`), []);
});

inFolder("a heart beat has a bounded size", async (folder) => {
  await withBroker(folder, {}, async (_, connection) => {
    const { kv } = await connection();
    await kv.put("one", "x".repeat(30_000));
    await rejects(kv.put("one", "x".repeat(40_000)), /message size/);
  });
});

inFolder("two services on one external server see nothing of each other", async (folder) => {
  await withForeignNats(folder, { jetstream: {} }, async (address) => {
    const server = `nats://me:geheim@${address}`;
    await withBroker(folder, { server }, async (one, first) => {
      await withBroker(folder, { server, instance: "other" }, async (_, second) => {
        is((await first()).nc.info?.client_id === (await second()).nc.info?.client_id, false);
        await (await first()).js.publish(natsNames("abc").parts("a"), "part");
        await (await first()).kv.put("a", "beat");
        const { jsm, kv } = await second();
        is((await jsm.streams.info(natsNames("other").stream)).state.messages, 0);
        is(await kv.get("a"), null);
        await jsm.streams.purge(natsNames("other").stream);
        is((await (await first()).jsm.streams.info(natsNames("abc").stream)).state.messages, 1);
        is(one.address(), `nats://${address}`);
        is(one.pid(), undefined);
      });
    });
  });
});

inFolder("wrong credentials and a server without JetStream are reported without a password", async (folder) => {
  await withForeignNats(folder, {}, async (address) => {
    for (
      const [password, problem] of [["geheim", /has no JetStream/], ["falsch", /rejected Lathe's credentials/]] as const
    ) {
      await withBroker(folder, { server: `nats://me:${password}@${address}` }, async (broker) => {
        await until(() => problem.test(broker.problem() ?? ""));
        is(broker.problem()?.includes(password), false);
      });
    }
  });
});

inFolder("a server address that cannot be decoded is reported without the password", async (folder) => {
  await withBroker(folder, { server: "nats://lathe:100%@nats:4222" }, (broker) => {
    is(
      broker.problem(),
      "The setting agents.server is not an address such as nats://user:password@host:4222.",
    );
    return Promise.resolve();
  });
});
