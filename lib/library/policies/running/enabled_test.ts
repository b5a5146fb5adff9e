import { deepStrictEqual as same } from "node:assert/strict";
import { createEnabledPolicies } from "./enabled.ts";

Deno.test("a query that was running when a policy was enabled does not hide it", async () => {
  const queries = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let count = 0;
  const enabled = createEnabledPolicies({ isAnyEnabled: () => queries[count++]?.promise ?? Promise.resolve(true) });
  same(enabled.any(), false);
  enabled.forget();
  same(enabled.any(), false);
  queries[1]?.resolve(true);
  await queries[1]?.promise;
  queries[0]?.resolve(false);
  await queries[0]?.promise;
  same([enabled.any(), count], [true, 2]);
});

Deno.test("a failed query is repeated", async () => {
  let count = 0;
  const enabled = createEnabledPolicies({
    isAnyEnabled: () => count++ === 0 ? Promise.reject(new Error("busy")) : Promise.resolve(true),
  });
  same(enabled.any(), false);
  await new Promise((resolve) => setTimeout(resolve, 0));
  same(enabled.any(), false);
  await new Promise((resolve) => setTimeout(resolve, 0));
  same([enabled.any(), count], [true, 2]);
});
