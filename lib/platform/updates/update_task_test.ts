import { equal, rejects } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import type { Updates } from "./service.ts";
import { updateTask } from "../platform_services.ts";

/** Runs the task with these results of a forced and a regular check. */
const checked = (forced: () => Promise<unknown>, plain: () => Promise<unknown> = () => Promise.resolve({})) => {
  const updates = { status: (options?: { refresh: boolean }) => options?.refresh ? forced() : plain() };
  return updateTask(updates as Updates).run(new AbortController().signal);
};

Deno.test("the update check reports its result", async () => {
  equal(await checked(() => Promise.resolve({})), "This is the latest version");
  equal(await checked(() => Promise.resolve({ available: "2.1.0" })), "Version 2.1.0 is available");
});

Deno.test("an update check that another request just made counts as done; other failures are reported", async () => {
  const throttled = () => Promise.reject(new Fault("throttled", "Asked a moment ago."));
  const known = () => Promise.resolve({ available: "2.1.0" });
  equal(await checked(throttled, known), "Version 2.1.0 is available");
  const wrong = () => Promise.resolve({ error: "No answer from the server." });
  await rejects(checked(throttled, wrong), /No answer from the server/);
  await rejects(checked(wrong), /No answer from the server/);
  const broken = () => Promise.reject(new Fault("upstream_failed", "The server is broken."));
  await rejects(checked(broken, known), { code: "upstream_failed" });
});
