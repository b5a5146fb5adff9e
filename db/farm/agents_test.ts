import { deepStrictEqual as same } from "node:assert/strict";
import { withStore } from "../../tests/fixtures/store.ts";
import type { NewAgentRow } from "../schema/agents.ts";
import { agentRepository } from "./agents.ts";

const abilities = { protocol: 1, version: "1", platform: "linux", ffmpegVersion: "8", encoders: {}, slots: 2 };
const agent = (id: string, joinedAt = 1): NewAgentRow => ({
  ...{
    id,
    name: `Machine ${id}`,
    publicKey: `U${id}`,
    credentialDigest: `digest ${id}`,
    state: "pending",
    abilities,
    joinedAt,
  },
});

Deno.test("machines are listed in the order they joined in, with figures that begin at nothing", () =>
  withStore(async (store) => {
    const agents = agentRepository(store);
    for (const row of [agent("c", 5), agent("b", 5), agent("a", 9)]) await agents.add(row);
    same((await agents.all()).map(({ id }) => id), ["b", "c", "a"]);
    const [{ partsDone, pictures, seconds, bytes, failures, paused, maxSlots, lastError } = {}] = await agents.all();
    same([partsDone, pictures, seconds, bytes, failures, paused, maxSlots, lastError], [
      0,
      0,
      0,
      0,
      0,
      false,
      null,
      null,
    ]);
  }));

Deno.test("the second of two machines with one key is refused, and the first is unchanged", () =>
  withStore(async (store) => {
    const agents = agentRepository(store);
    const joins = [agent("a"), { ...agent("b"), publicKey: "Ua" }, { ...agent("a"), name: "Impostor" }];
    const ends = await Promise.allSettled(joins.map((row) => agents.add(row)));
    same(ends.map(({ status }) => status), ["fulfilled", "rejected", "rejected"]);
    same((await agents.all()).map(({ name }) => name), ["Machine a"]);
  }));

Deno.test("parts that end simultaneously are all counted, together with failures", () =>
  withStore(async (store) => {
    const agents = agentRepository(store);
    await agents.add(agent("a"));
    await Promise.all(
      Array.from({ length: 25 }, (_, i) => [
        agents.addDone("a", { pictures: 24, seconds: 0.5, bytes: 2 ** 40 }),
        i % 5 === 0 ? agents.addFailure("a", `failed ${i}`) : undefined,
      ]).flat(),
    );
    const [{ partsDone, pictures, seconds, bytes, failures, lastError } = {}] = await agents.all();
    same([partsDone, pictures, seconds, bytes, failures, lastError], [25, 600, 12.5, 25 * 2 ** 40, 5, "failed 20"]);
  }));

Deno.test("a change returns the current machine, and nothing for a removed one", () =>
  withStore(async (store) => {
    const agents = agentRepository(store);
    await agents.add(agent("a"));
    const changed = await agents.change("a", {
      state: "approved",
      paused: true,
      maxSlots: 3,
      rejectedReason: "bad part",
    });
    same([changed?.state, changed?.paused, changed?.maxSlots, changed?.rejectedReason], [
      "approved",
      true,
      3,
      "bad part",
    ]);
    same((await agents.change("a", { maxSlots: null, rejectedReason: null }))?.maxSlots, null);
    same((await agents.all())[0]?.state, "approved");
    same([
      await agents.change("gone", { paused: true }),
      await agents.addDone("gone", { pictures: 1, seconds: 1, bytes: 1 }),
      await agents.addFailure("gone", "x"),
    ], [undefined, undefined, undefined]);
  }));
