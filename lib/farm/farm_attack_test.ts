import { deepStrictEqual as same, match, ok, rejects, strictEqual as is, throws } from "node:assert/strict";
import { type ConsumerInfo, jetstream } from "@nats-io/jetstream";
import { createUser } from "@nats-io/nkeys";
import { headers, type Msg, type NatsConnection, nkeyAuthenticator } from "@nats-io/transport-node";
import {
  ABILITIES,
  farmTest,
  type FarmWorld,
  INSTANCE,
  type JoinedAgent,
  partMessage,
} from "../../tests/fixtures/farm_service.ts";
import { until } from "../../tests/kit/until.ts";
import { createChannel } from "./agents/channel.ts";
import type { Registry } from "./agents/registry_model.ts";
import { type BrokerConnection, openConnection, type StoreLimits } from "./broker/connection.ts";
import { CERTIFICATE_NAME, natsNames, parseJoinCode } from "./protocol.ts";

const names = natsNames(INSTANCE);
const own = (id: string) => [
  `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${id}`,
  `$JS.ACK.${names.stream}.${id}.1.1.1.1.0`,
  `$KV.${names.bucket}.${id}`,
  names.progress(id),
];

const consumerOf = (id: string) => ({ stream_name: names.stream, name: id, config: {} }) as ConsumerInfo;

/** The service's own connection, used to inspect the stream. */
async function serviceConnection({ folder, link }: FarmWorld, certificate: string, id: string, limits?: StoreLimits) {
  return await openConnection(
    {
      servers: `127.0.0.1${link.standing(id).nats}`,
      authenticator: nkeyAuthenticator(await Deno.readFile(`${folder}/service.nk`)),
      tls: { ca: certificate, servername: CERTIFICATE_NAME } as object,
    },
    INSTANCE,
    limits,
  );
}

/**
 * Returns how many of these actions the server rejects. The server responds in order, so the rejection of an
 * additional, forbidden action shows that all others were handled.
 */
async function refusals(nc: NatsConnection, acts: (() => void)[]): Promise<number> {
  let seen = 0;
  const done = (async () => {
    for await (const status of nc.status()) {
      if (status.type !== "error") continue;
      if (String(status.error).includes("the.last.one")) return;
      seen++;
    }
  })();
  for (const act of acts) act();
  nc.publish("the.last.one");
  await done;
  return seen;
}

farmTest(
  "S-FARM-1: an agent reaches no subject but its own, by publishing, by listening, or by wildcards",
  {},
  async (world) => {
    await world.ready();
    const [one, two] = [await world.approved("one"), await world.approved("two")];
    const nc = await world.connectAs(one);
    const listen = (subject: string) => () => void nc.subscribe(subject, { callback: () => {} });
    const api = [
      ...["INFO", "NAMES", "LIST"].map((verb) => `$JS.API.STREAM.${verb}`),
      ...["CREATE", "UPDATE", "DELETE", "INFO", "PURGE", "SNAPSHOT", "RESTORE", "MSG.GET", "MSG.DELETE"].flatMap((
        verb,
      ) => [names.stream, `KV_${names.bucket}`].map((stream) => `$JS.API.STREAM.${verb}.${stream}`)),
      ...["CREATE", "NAMES", "LIST"].map((verb) => `$JS.API.CONSUMER.${verb}.${names.stream}`),
      ...["INFO", "DELETE", "DURABLE.CREATE"].flatMap((verb) =>
        [one.id, two.id].map((id) => `$JS.API.CONSUMER.${verb}.${names.stream}.${id}`)
      ),
      `$JS.API.DIRECT.GET.KV_${names.bucket}.$KV.${names.bucket}.${two.id}`,
      "$JS.API.INFO",
      "$JS.API.ACCOUNT.PURGE.LATHE",
      "$SYS.REQ.SERVER.PING",
      "$SYS.REQ.ACCOUNT.PING.CONNZ",
      "$SYS.REQ.USER.INFO",
    ];
    const subjects = [
      ...api,
      ...own(two.id),
      ...[one, two].flatMap(({ id }) => [names.parts(id), names.control(id)]),
      `$KV.${names.bucket}.${one.id}.more`,
      `${names.inbox(two.id)}.x`,
      "_INBOX.service.x",
    ];
    is(await refusals(nc, subjects.map((subject) => () => nc.publish(subject))), subjects.length);
    const heard = [
      ...[">", "*", "*.>", "$SYS.>", "$JS.>", "$JS.API.>", "$JS.EVENT.>", "$KV.>", "_INBOX.>", "_INBOX.*.x", "_R_.>"],
      ...[
        "lathe.>",
        names.parts("*"),
        names.parts(one.id),
        names.progress("*"),
        names.control("*"),
        names.control(two.id),
      ],
      ...[`$KV.${names.bucket}.*`, `$KV.${names.bucket}.${one.id}`, `${names.inbox(two.id)}.>`, `$JS.ACK.>`],
    ];
    is(await refusals(nc, heard.map(listen)), heard.length);
    is(await refusals(nc, own(one.id).map((subject) => () => nc.publish(subject))), 0);
    is(await refusals(nc, [`${names.inbox(one.id)}.x`, names.control(one.id)].map(listen)), 0);
    await nc.close();
  },
);

farmTest(
  "S-FARM-1: a server's answer to an agent reaches only that agent, whatever subject it names",
  {},
  async (world) => {
    await world.ready();
    const [one, two] = [await world.approved("one"), await world.approved("two")];
    const service = await serviceConnection(world, one.certificate, one.id);
    const nc = await world.connectAs(one);
    const state = async () => (await service.jsm.streams.info(names.stream)).state.messages;
    const heard: Msg[] = [];
    service.nc.subscribe(names.control(two.id), { callback: (_, message) => void heard.push(message) });
    await service.js.publish(names.parts(two.id), "part of two");
    await service.kv.put(two.id, "beat of two");
    const targets = [
      `$JS.API.STREAM.PURGE.${names.stream}`,
      `$JS.API.STREAM.MSG.DELETE.${names.stream}`,
      `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${two.id}`,
      names.parts(two.id),
      names.control(two.id),
      `$KV.${names.bucket}.${two.id}`,
    ];
    for (const reply of targets) {
      for (const subject of own(one.id)) nc.publish(subject, "x", { reply });
    }
    const rollup = headers();
    rollup.set("Nats-Rollup", "all");
    nc.publish(`$KV.${names.bucket}.${one.id}`, "x", { headers: rollup });
    nc.publish(`$KV.${names.bucket}.${one.id}`, new Uint8Array(64 << 10));
    // The bucket and the server's API respond in order, so everything above has taken effect after these responses.
    await nc.request(`$KV.${names.bucket}.${one.id}`, "beat of one");
    await service.jsm.streams.info(names.stream);
    is(await state(), 1);
    const info = await service.jsm.consumers.info(names.stream, two.id);
    same([info.num_pending, info.num_ack_pending], [1, 0]);
    is((await service.kv.get(two.id))?.string(), "beat of two");
    same(heard, []);
    await nc.close();
    await service.nc.close();
  },
);

farmTest(
  "S-FARM-3: a revoked agent is cut off before the call resolves, and the others stay connected",
  {},
  async (world) => {
    await world.ready();
    const [one, two] = [await world.approved("one"), await world.approved("two")];
    const nc = await world.connectAs(one);
    const other = await world.connectAs(two);
    is((await world.farm.revoke(one.id)).warning, undefined);
    await rejects(world.connectAs(one));
    await nc.closed();
    is(other.isClosed(), false, "others stay");
    same(world.link.authenticate(one.credential), { id: one.id, approved: false });
    is(world.link.standing(one.id).nats, undefined);
    await rejects(world.farm.decide(one.id, true), { code: "not_found" });
    // The next agent is admitted without affecting connected ones.
    const three = await world.connectAs(await world.approved("three"));
    is(other.isClosed(), false);
    await three.close();
    await other.close();
  },
);

farmTest(
  "slow: S-FARM-3: a revoked agent is cut off, and the answer says how, although the server's configuration cannot be written",
  {},
  async (world) => {
    await world.ready();
    const [one, two] = [await world.approved("one"), await world.approved("two")];
    const nc = await world.connectAs(one);
    const path = `${world.folder}/nats.conf`;
    await Deno.remove(path);
    await Deno.mkdir(path);
    match((await world.farm.revoke(one.id)).warning ?? "", /NATS server was stopped/);
    await nc.closed();
    await rejects(world.farm.revoke(one.id), { code: "not_found" });
    await until(async () => /configuration could not be written/.test(await world.problem()));
    await Deno.remove(path);
    await world.ready();
    await rejects(world.connectAs({ ...one, id: two.id }), "its key is known no more");
    await (await world.connectAs(two)).close();
  },
);

farmTest("simultaneous joins: a code creates one agent, and its key returns that agent again", {}, async (world) => {
  const { code } = await world.farm.invite("nas");
  const secret = parseJoinCode(code)?.secret ?? "";
  const [key, other] = [createUser().getPublicKey(), createUser().getPublicKey()];
  const join = (publicKey: string, usedSecret = secret) =>
    world.link.join({ secret: usedSecret, name: "n", publicKey, abilities: ABILITIES }, "10.0.0.1");
  const answers = await Promise.allSettled([join(key), join(other), join(key)]);
  same(answers.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  const [first, , again] = answers.map((answer) => answer.status === "fulfilled" ? answer.value : undefined);
  is((await world.farm.list()).items.length, 1);
  is(first?.id, again?.id);
  // Only the credential issued last is valid. Its use invalidates the code.
  throws(() => world.link.authenticate(first?.credential ?? ""), { code: "unauthorized" });
  is(world.link.authenticate(again?.credential ?? "").id, again?.id);
  await rejects(join(key), { code: "unauthorized" });
  // A different join code cannot be used to take over an agent whose key already exists.
  const theirs = parseJoinCode((await world.farm.invite("nas")).code)?.secret ?? "";
  for (let i = 0; i < 2; i++) await rejects(join(key, theirs), { code: "conflict" });
  is(world.link.authenticate(again?.credential ?? "").id, again?.id);
});

farmTest("S-FARM-6: secrets of agents are in no event and no log line", {}, async (world) => {
  await world.ready();
  const { code } = await world.farm.invite("nas");
  const one = await world.approved("one");
  const nc = await world.connectAs(one);
  nc.publish("elsewhere");
  await nc.flush();
  await rejects(
    world.link.join({ secret: "wrong".repeat(5), name: "n", publicKey: "U".repeat(56), abilities: ABILITIES }, "a"),
  );
  await world.farm.revoke(one.id);
  await until(() => world.logged.some((line) => /was revoked/.test(line)));
  const text = world.logged.join("\n");
  match(text, /one/);
  const seed = new TextDecoder().decode(one.user.getSeed());
  const secret = parseJoinCode(code)?.secret ?? "";
  for (const hidden of [one.credential, one.credential.split(".")[1] ?? "", secret, "wrongwrong", seed]) {
    ok(!text.includes(hidden), hidden);
  }
});

/** Creates the channel over the test's own connection. */
async function openChannel(world: FarmWorld, { certificate, id }: JoinedAgent, open?: BrokerConnection) {
  const service = open ?? await serviceConnection(world, certificate, id);
  const registry = { present: () => [] } as unknown as Registry;
  const log = () => {};
  const channel = createChannel({
    ...{ instance: INSTANCE, registry, log, problem: () => undefined, connection: () => service },
  });
  return { service, channel, stored: async () => (await service.jsm.streams.info(names.stream)).state.messages };
}

farmTest("a part with too many frames for a message is refused with a sentence", {}, async (world) => {
  await world.ready();
  const one = await world.approved("one");
  const { channel, service, stored } = await openChannel(world, one);
  await rejects(channel.send(one.id, partMessage("long", 1_300_000)), /too many frames.*max_payload 8388608/);
  await channel.send(one.id, partMessage("short", 600_000));
  is(await stored(), 1);
  await service.nc.close();
});

farmTest(
  "slow: a part that reached its delivery limit is removed from the stream when it is withdrawn",
  {},
  async (world) => {
    await world.ready();
    const one = await world.approved("one");
    const { channel, service, stored } = await openChannel(world, one);
    const nc = await world.connectAs(one);
    await channel.send(one.id, partMessage("tried"));
    const consumer = jetstream(nc).consumers.getConsumerFromInfo(consumerOf(one.id));
    for (let i = 0; i < 3; i++) (await consumer.next({ expires: 5_000 }))?.nak();
    is(await consumer.next({ expires: 1_000 }), null);
    is(await stored(), 1);
    await channel.withdraw(one.id, "tried");
    is(await stored(), 0);
    await nc.close();
    await service.nc.close();
  },
);

const small = { limits: { streamBytes: 16_384 } };
farmTest("a full store is reported, and accepts parts again when one is withdrawn", small, async (world) => {
  await world.ready();
  const one = await world.approved("one");
  const service = await serviceConnection(world, one.certificate, one.id, small.limits);
  const { channel } = await openChannel(world, one, service);
  const send = (id: string) => channel.send(one.id, partMessage(id, 2_000));
  await send("first");
  await rejects(send("second"), /storage of the NATS server is full; the segment is encoded elsewhere/);
  await channel.withdraw(one.id, "first");
  await send("third");
  await service.nc.close();
});
