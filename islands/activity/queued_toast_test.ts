import { deepStrictEqual as same } from "node:assert/strict";
import { queuedToast } from "./queued_toast.ts";

const result = { created: 1, errors: [], createdJobs: ["new"], summary: "1 file queued, 2 encoded before." };

Deno.test("the undo of queued files names the new jobs only", () => {
  const [message, tone, undo] = queuedToast(result);
  same(undo?.calls, [{ path: "/api/jobs/change", body: { action: "remove", ids: ["new"] } }]);
  same([message, tone], [result.summary, "good"]);
});

Deno.test("a request that created no job offers no undo", () => {
  const none = { ...result, created: 0, createdJobs: [] };
  same(queuedToast(none), [result.summary, "good", undefined]);
  same(queuedToast({ ...none, errors: [{ message: "It is gone." }] }), [result.summary, "bad", undefined]);
});
