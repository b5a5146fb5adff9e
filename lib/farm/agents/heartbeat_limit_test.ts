import { deepStrictEqual as same } from "node:assert/strict";
import { until } from "../../../tests/kit/until.ts";
import { limitHeartbeats } from "./heartbeat_limit.ts";

Deno.test("the first and the newest of many heartbeats of an agent are passed on, and none from before its end", async () => {
  const heard: string[] = [];
  const limit = limitHeartbeats((agentId, [value]) => void heard.push(`${agentId} ${value}`), 30);
  const push = (agentId: string, value: number) => limit.push(agentId, Uint8Array.of(value));
  for (const value of [1, 2, 3]) push("gone", value);
  limit.drop("gone");
  for (const value of [1, 2, 3]) push("here", value);
  same(heard.splice(0), ["gone 1", "here 1"]);
  // The heartbeat of `here` arrives after its interval. The interval of the removed agent `gone` has then ended as
  // well.
  await until(() => heard.length > 0);
  same(heard.splice(0), ["here 3"]);
  push("here", 4);
  push("gone", 4);
  same(heard.splice(0), ["gone 4"]);
  limit.end();
});
