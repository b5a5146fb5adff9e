import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { queuedToast } from "./queued_toast.ts";

Deno.test("the undo of queued files names the new jobs only", () => {
  const answer = { created: 1, skipped: 2, errors: [], jobs: ["before", "new", "older"], createdJobs: ["new"] };
  const { message, tone, undo } = queuedToast(answer);
  same(undo?.calls, [{ path: "/api/jobs/change", body: { action: "remove", ids: ["new"] } }]);
  is(message, "1 file queued, 2 already queued or left as they are by the profile.");
  is(tone, "good");
});

Deno.test("a request that made no job offers no undo", () => {
  const none = { created: 0, skipped: 1, errors: [], createdJobs: [] };
  is(queuedToast(none).undo, undefined);
  is(queuedToast(none).tone, "good");
  const refused = queuedToast({ ...none, skipped: 0, errors: [{ message: "It is gone." }] });
  same(refused, { message: "0 files queued, 1 refused: It is gone.", tone: "bad" });
});
