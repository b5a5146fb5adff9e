import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { AGENT_HEARTBEAT } from "../../../tests/fixtures/farm_service.ts";
import { createPresence } from "./presence.ts";

Deno.test("the last contact of an agent changes with each heartbeat, and stays when the agent disconnects", () => {
  let ms = 0;
  const presence = createPresence({ now: () => new Date(1_000_000 + ms), monotonicMs: () => ms }, 60_000);
  is(presence.seenAt("one"), undefined);
  is(presence.beat("one", AGENT_HEARTBEAT), true);
  ms = 15_000;
  is(presence.beat("one", AGENT_HEARTBEAT), false);
  is(presence.seenAt("one"), 1_015_000);
  ms = 75_000;
  same(presence.sweep(), ["one"]);
  is(presence.get("one"), undefined);
  is(presence.seenAt("one"), 1_015_000);
});
