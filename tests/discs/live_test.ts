import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import type { Drive } from "../../lib/discs/drive_schema.ts";
import type { StreamMessage } from "../../lib/app/events/stream.ts";
import { startNotifyServer } from "../fakes/notify_server.ts";
import { discImage, discTest, openDiscApp, seasonDisc, until, withDark } from "../fixtures/discs/disc_app.ts";
import { complete } from "../fixtures/notify_targets.ts";

const disc = (number: number) => seasonDisc(`Dark Season 1 Disc ${number}`, [1.6, 2.4], number);

discTest(
  "slow: pages receive changes of rips, box sets and drives, and the number of discs in work",
  async () => {
    await using it = await openDiscApp();
    await using _ = await withDark(it);
    const { services, instance } = it.app;
    const listener = services.stream.subscribe();
    ok(listener);
    const heard: StreamMessage[] = [];
    const hearing = (async () => {
      for (let next = await listener.next(); next !== undefined; next = await listener.next()) heard.push(next);
    })();
    const working: number[] = [];
    const stop = instance.bus.on("rips-working", ({ count }) => void working.push(count));
    const rips: Rip[] = [];
    for (const number of [1, 2]) {
      await it.ask("/disc/virtual", { json: { path: await discImage(it.folder, `DARK_S1_D${number}`, disc(number)) } });
      await it.ask("/disc/detect", { method: "POST" });
      const { items } = await it.ask<{ items: Rip[] }>("/disc/rips");
      rips.push(await it.reach(items[0]?.id ?? "", "ready"));
    }
    const [one, two] = rips;
    ok(one && two);
    await it.ask(`/disc/rips/${two.id}/batch`, { json: { accept: true } });
    await it.ask(`/disc/rips/${one.id}/start`, { method: "POST" });
    await it.reach(one.id, "done");
    await it.ask(`/disc/rips/${one.id}`, { method: "DELETE" });
    await it.ask(`/disc/rips/${two.id}/batch`, { method: "DELETE" });
    await until(it.app, () => working.at(-1) === 0);
    stop();
    ok(working.includes(1), working.join());

    await until(it.app, () => heard.some(({ type }) => type === "batch-removed"));
    listener.close();
    await hearing;
    const of = (type: string) => heard.filter((one) => one.type === type).map(({ data }) => data);
    const states = of("rip").map(({ rip }) => rip as Rip).filter(({ id }) => id === one.id).map(({ status }) => status);
    same([...new Set(states)], ["scanning", "identifying", "ready", "ripping", "delivering", "done"]);
    same(of("rip-removed").map(({ id }) => id), [one.id]);
    ok(of("batch").length > 0);
    is(of("batch-removed").length, 1);
    const labels = of("drives").map(({ drives }) => (drives as Drive[]).map(({ discLabel }) => discLabel));
    ok(labels.some((drives) => drives.includes("DARK_S1_D1") && drives.includes("DARK_S1_D2")));
  },
);

discTest("the end of a rip is an event, and notifies the subscribed targets", async () => {
  await using server = await startNotifyServer();
  await using it = await openDiscApp();
  const { webhook, gotify } = complete(server.url);
  await it.app.instance.settings.update({
    notifications: {
      targets: [
        { ...webhook, id: "a", name: "Hook", events: ["rip.done", "rip.failed"] },
        { ...gotify, id: "b", name: "Phone", events: ["rip.failed", "encode.done"] },
      ],
    },
  });
  const { id } = await it.open(await discImage(it.folder, "DARK_S1_D1", disc(1)));
  await it.ask(`/disc/rips/${id}/start`, { method: "POST" });
  await it.reach(id, "failed");
  await it.ask(`/disc/rips/${id}/start`, { json: { options: { deliver: false } } });
  await it.reach(id, "done");
  await it.app.instance.notify.settled();
  await it.app.instance.events.settled();
  const error = "This disc has not been identified. Choose its title, and start again.";
  const told = server.received.map(({ kind, body }) => {
    const { event, title, message } = body as Record<string, unknown>;
    return [kind, event, title, message];
  });
  same(told.sort(), [
    ["gotify", undefined, "Rip failed: DARK_S1_D1", error],
    ["webhook", "rip.done", "Rip finished: DARK_S1_D1", "2 titles copied and verified."],
    ["webhook", "rip.failed", "Rip failed: DARK_S1_D1", error],
  ]);
  const { items } = await it.app.instance.events.list({ limit: 100 });
  same(items.map(({ level, source, message, ref }) => [level, source, message, ref?.id]), [
    ["info", "disc", "Rip finished: DARK_S1_D1", id],
    ["error", "disc", "Rip failed: DARK_S1_D1", id],
  ]);
});
