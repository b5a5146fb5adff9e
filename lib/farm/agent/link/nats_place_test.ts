import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import { AGENT_HEARTBEAT, ENCODERS, INSTANCE, remotePart, withFarm } from "../../../../tests/fixtures/farm_service.ts";
import { until } from "../../../../tests/kit/until.ts";
import { withForeignNats } from "../../../../tests/fixtures/foreign_nats.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import type { PartMessage } from "../../protocol.ts";
import { parseUntrustedJson } from "../../../kit/json/json.ts";
import { openNatsLink } from "./nats_link.ts";
import { natsPlace } from "./nats_place.ts";
import { newSeed } from "./join.ts";

const identity = { id: "one", seed: newSeed(), certificate: "PEM" };
const events = { onControl: () => {}, onTrouble: () => {} };

Deno.test("the service's own NATS server is where the service was reached, with the pinned certificate", () => {
  const standing = { state: "approved", name: "one", paused: false } as const;
  const at = (nats: string | undefined, service: string) =>
    natsPlace({ ...standing, ...(nats === undefined ? {} : { nats }) }, { service, identity });
  is(at(undefined, "nas:3940"), undefined);
  is(natsPlace({ ...standing, state: "pending", nats: ":3941" }, { service: "nas:3940", identity }), undefined);
  is(at(":3941", "nas:3940")?.options.servers, "nas:3941");
  is(at(":3941", "[fd00::1]:3940")?.options.servers, "[fd00::1]:3941");
  same(at(":3941", "nas:3940")?.options.tls, { ca: "PEM", servername: "lathe.internal" });
});

Deno.test("an external NATS server is reached by its scheme, with the credentials of the service", () => {
  const at = (nats: string, natsCredential: string) =>
    natsPlace({ state: "approved", name: "one", paused: false, nats, natsCredential }, {
      service: "nas:3940",
      identity,
    })
      ?.options;
  same(at("nats://broker:4222", "a:b:c"), { servers: "broker:4222", user: "a", pass: "b:c" });
  same(at("tls://broker:4222", "word"), { servers: "broker:4222", tls: {}, token: "word" });
  same(at("nats://[fd00::1]:4222", ""), { servers: "[fd00::1]:4222" });
});

inFolder(
  "an agent receives parts and is visible through an external NATS server, with its own credentials",
  async (folder) => {
    await withForeignNats(folder, { jetstream: {} }, async (address) => {
      const agents = { server: `nats://me:geheim@${address}`, token: "agent:auch:geheim" };
      await withFarm(folder, { agents }, async (world) => {
        await world.ready();
        const { id, user, certificate } = await world.approved("one");
        const seed = new TextDecoder().decode(user.getSeed());
        const ours = { id, instance: INSTANCE, seed, certificate };
        const standing = world.link.standing(id);
        const placeOf = (natsCredential: string) =>
          natsPlace({ ...standing, natsCredential }, { service: "127.0.0.1:4000", identity: ours });
        const [place, wrong] = [placeOf(standing.natsCredential ?? ""), placeOf("agent:falsch")];
        if (place === undefined || wrong === undefined) throw new Error("no place");
        await rejects(openNatsLink({ place: wrong, identity: ours, events }), /authorization/i);
        const link = await openNatsLink({ place, identity: ours, events });
        link.beat(AGENT_HEARTBEAT);
        const machines = await world.farm.machines();
        const [encoder = ""] = Object.keys(ENCODERS);
        await until(async () => (await machines.available({ encoder })).length === 1);
        const [machine] = await machines.available({ encoder });
        const ended = new AbortController();
        const made = machine?.encode(remotePart(folder), { signal: ended.signal, onProgress: () => {} });
        const refused = rejects(made ?? Promise.resolve(), /ended/);
        const delivery = await link.next();
        const sent = parseUntrustedJson(delivery?.data ?? new Uint8Array()) as Partial<PartMessage>;
        is(sent.key, "k");
        ended.abort(new Error("ended"));
        await refused;
        await link.close();
      });
    });
  },
);
