import { deepStrictEqual as same } from "node:assert/strict";
import type { Store } from "../../db/store.ts";
import { createBus } from "../kit/bus.ts";
import { openSettings } from "./settings/store.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { MESSAGE, target } from "../../tests/fixtures/notify_targets.ts";
import type { InstanceBusEvents } from "../app/instance_events.ts";
import { createMessageServices } from "./message_services.ts";

const HOOK = "http://127.0.0.1:9/hook";

/** Runs `work` with two configured targets whose last delivery failed. */
const withFailed = (work: (told: Awaited<ReturnType<typeof failed>>) => Promise<void>): Promise<void> =>
  withStore(async (store, folder) => {
    const told = await failed(store, folder);
    await work(told);
    await told.messages.events.settled();
  });

async function failed(store: Store, folder: string) {
  const settings = await openSettings({ path: `${folder}/settings.json`, env: {} });
  const hooks = ["a", "b"].map((id) => target("webhook", { id, name: id, url: HOOK, events: ["encode.failed"] }));
  const save = (targets: unknown[]) => settings.update({ notifications: { targets } });
  await save(hooks);
  const server = { status: 503, asked: (): Promise<unknown> => Promise.resolve() };
  const messages = createMessageServices({
    settings,
    store,
    http: {
      send: async ({ url }) => {
        await server.asked();
        return { status: server.status, headers: new Headers(), body: new Uint8Array(), url };
      },
    },
    bus: createBus<InstanceBusEvents>((error) => {
      throw error;
    }),
    clock: { now: () => new Date("2026-11-20T12:00:00Z"), monotonicMs: () => 0 },
    log: () => {},
  });
  messages.notify.tell(MESSAGE);
  await messages.notify.settled();
  const names = () => [...messages.failedTargets.keys()].sort();
  same(names(), ["a", "b"]);
  return { messages, hooks, save, server, names };
}

Deno.test("a removed or disabled target is no failure", () =>
  withFailed(async ({ hooks: [a, b], save, names }) => {
    await save([{ ...a, enabled: false }, b]);
    same(names(), ["b"]);
    await save([a]);
    same(names(), []);
  }));

Deno.test("a target with changed settings has not failed yet, and the others stay", () =>
  withFailed(async ({ hooks: [a, b], save, names }) => {
    await save([a, { ...b, url: `${HOOK}/other` }]);
    same(names(), ["a"]);
  }));

Deno.test("a test that arrives mends its target, unless it went where the settings do not lead", () =>
  withFailed(async ({ messages: { notify }, hooks: [a, b], server, names }) => {
    if (a === undefined || b === undefined) throw new TypeError("There are two targets.");
    await notify.test(a);
    server.status = 200;
    await notify.test({ ...b, url: `${HOOK}/other` });
    same(names(), ["a", "b"]);
    await notify.test({ ...a, name: "it is unchanged" });
    same(names(), ["b"]);
  }));

Deno.test("the response of a removed target is no failure", () =>
  withFailed(async ({ messages: { notify }, hooks: [a], save, server, names }) => {
    server.asked = () => save([a]);
    notify.tell(MESSAGE);
    await notify.settled();
    same(names(), ["a"]);
  }));
