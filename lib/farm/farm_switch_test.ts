import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { farmTest, processesWith } from "../../tests/fixtures/farm_service.ts";
import { agentListener } from "../../routes/agent_link/open_listener.ts";
import { natsPort } from "./listen_address.ts";

const openListener = agentListener({ log: () => {} });

/** True if something listens on the port. */
const answers = (port: number): Promise<boolean> =>
  Deno.connect({ hostname: "127.0.0.1", port }).then((connection) => {
    connection.close();
    return true;
  }, () => false);

const portOf = (addresses: string[]): number => Number(addresses[0]?.split(":").at(-1));

farmTest(
  "after a restart of the farm, agents have their state, and no process remains",
  { openListener },
  async (world) => {
    const { farm, folder, link } = world;
    await world.ready();
    const agent = await world.approved("one");
    const nc = await world.connectAs(agent);
    const port = portOf((await farm.invite("")).addresses);
    ok(await answers(port));
    await world.change({ enabled: false });
    await nc.closed();
    is(await answers(port), false);
    same(await processesWith(`${folder}/nats.conf`), []);
    is(link.standing(agent.id).nats, undefined);
    await rejects(farm.invite(""), { code: "bad_state" });
    await world.change({ enabled: true });
    await world.ready();
    await (await world.connectAs(agent)).close();
    await farm.close();
    same(await processesWith(`${folder}/nats.conf`), []);
  },
);

farmTest(
  "a join code that is requested while the farm starts is created after the start",
  { openListener },
  async ({ farm, ready, change }) => {
    await ready();
    await change({ enabled: false });
    const starting = change({ enabled: true });
    ok(await answers(portOf((await farm.invite("")).addresses)));
    await starting;
  },
);

farmTest(
  "a changed address is used at once, and an invalid one is reported",
  { openListener },
  async (world) => {
    const { farm } = world;
    await world.ready();
    const before = portOf((await farm.invite("")).addresses);
    await world.change({ listen: "[::1]:0" });
    await world.ready();
    is(await answers(before), false);
    match((await farm.invite("")).addresses[0] ?? "", /^\[::1\]:\d+$/);
    for (const listen of ["203.0.113.1:0", "127.0.0.1:99999", "no.such.host.invalid:0"]) {
      await world.change({ listen });
      const port = listen.endsWith(":0") ? "any port" : "port 99999";
      match(await world.problem(), new RegExp(`^Lathe cannot listen for agents on ${port}: `), listen);
      await rejects(farm.invite(""), { code: "bad_state" });
    }
    await world.change({});
    await world.ready();
  },
);

Deno.test("the port of the NATS server is the one after the listener's, or any", () => {
  same([3940, 1, 0, 65_534, 65_535, 99_999].map(natsPort), [3941, 2, 0, 65_535, 0, 0]);
});
