import { deepStrictEqual as same } from "node:assert/strict";
import { withStore } from "../../tests/fixtures/store.ts";
import { loginFailureRepository } from "./login_failures.ts";
import { sessionRepository } from "./sessions.ts";

Deno.test("removeOld() ends sessions that are too old, and idle ones that are not remembered", () =>
  withStore(async (store) => {
    const sessions = sessionRepository(store);
    const add = (idDigest: string, createdAt: number, lastSeenAt: number, remembered: boolean) =>
      sessions.add({ idDigest, username: "owner", createdAt, lastSeenAt, remembered });
    await add("old", 9, 100, true);
    await add("idle", 50, 79, false);
    await add("remembered", 50, 20, true);
    await add("fresh", 50, 80, false);
    await sessions.removeOld(10, 80);
    const left = async () =>
      (await Promise.all(["old", "idle", "remembered", "fresh"].map(sessions.get))).flatMap((row) =>
        row?.idDigest ?? []
      );
    same(await left(), ["remembered", "fresh"]);
    await sessions.seen("fresh", 99);
    same((await sessions.get("fresh"))?.lastSeenAt, 99);
    await sessions.removeOthers("fresh");
    same(await left(), ["fresh"]);
    await sessions.removeOthers();
    same(await left(), []);
  }));

Deno.test("failed logins are counted for each key, and start at zero when their time is over", () =>
  withStore(async (store) => {
    const failures = loginFailureRepository(store);
    await failures.add(["address", "account"], 100, 0);
    await failures.add(["address"], 110, 0);
    const counts = async () =>
      Object.fromEntries((await failures.all()).map(({ key, failures, lastAt }) => [key, [failures, lastAt]]));
    same(await counts(), { address: [2, 110], account: [1, 100] });
    await failures.add(["account"], 200, 105);
    same(await counts(), { address: [2, 110], account: [1, 200] });
    await failures.remove("address");
    same(await counts(), { account: [1, 200] });
  }));
