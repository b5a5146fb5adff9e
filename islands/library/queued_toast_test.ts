import { deepStrictEqual as same } from "node:assert/strict";
import { queuedToast } from "./selection_bar.tsx";

Deno.test("the undo of queued files names the new jobs only", () => {
  const answer = { created: 1, skipped: 2, errors: [], jobs: ["before", "new", "older"], createdJobs: ["new"] };
  const [message, tone, undo] = queuedToast(answer);
  same(undo?.calls, [{ path: "/api/jobs/change", body: { action: "remove", ids: ["new"] } }]);
  same([message, tone], ["1 file queued, 2 skipped.", "good"]);
});

Deno.test("a request that created no job offers no undo", () => {
  const none = { created: 0, skipped: 1, errors: [], createdJobs: [] };
  same(queuedToast(none), ["0 files queued, 1 skipped.", "good", undefined]);
  const refused = queuedToast({ ...none, skipped: 0, errors: [{ message: "It is gone." }] });
  same(refused, ["0 files queued, 1 refused: It is gone.", "bad", undefined]);
});
